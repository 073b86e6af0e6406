"""What each stage of a look saw, drawn into pictures for people: source, threshold, found, decoded, map."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.ports import Grey
from pi_app.vision.covered import covered
from pi_app.vision.find import find, pyramid, threshold
from pi_app.vision.look import MOST_LEVELS, Kept
from pi_app.vision.seen import DiscSeen, Look, Patch, Point, Side

Colour = NDArray[np.uint8]
Paint = tuple[int, int, int]

GREEN, YELLOW, RED, BLUE, WHITE, DARK = (
    (90, 220, 70), (0, 210, 255), (70, 70, 255), (255, 170, 60), (255, 255, 255), (25, 20, 20),
)  # fmt: skip
GRID_MM = 100
LEAST_WIDTH = 1600
"""A threshold is a small picture: it is shown as wide as this at least."""
LETTERS_PX = 1700.0
"""A picture of this width is lettered at OpenCV's size 1."""
_STAGES = {
    "1-source": "1 source: the picture as it came, {width} x {height} pixels",
    "2-threshold": "2 threshold: white where it is darker than round about, grey where a little",
    "3-found": "3 found: what may be a tag and is looked at closely ({count})",
    "4-decoded": "4 decoded: green = read twice, yellow = by one code only, red = not ours or in conflict",
    "5-map": "5 map: squares of 100 mm on the table, a line from each disc to the plate of its card",
}
"""In English and in letters that OpenCV has: these pictures are for whoever looks for a fault."""


def annotate(grey: Grey, look: Look, stem: Path, kept: Kept, *, secret: bool = False) -> None:
    """Write `stem`-1-source.jpg to `stem`-5-map.jpg; raise OSError when that cannot be done.

    `secret`: while people vote, nothing that tells a vote is in the picture: faces are covered, no disc's
    number, no line from a disc to its slot, no place of a flaw is added.
    """
    stem.parent.mkdir(parents=True, exist_ok=True)
    levels = pyramid(grey, MOST_LEVELS)
    patches = find(levels)
    if secret:
        grey = covered(grey, look, kept, patches)
        levels = pyramid(grey, MOST_LEVELS)
    pictures = {
        "1-source": _coloured(grey),
        "2-threshold": _enlarged(threshold(levels)),
        "3-found": _found(grey, patches),
        "4-decoded": _decoded(grey, look, kept, secret),
        "5-map": _map(grey, look, kept, secret),
    }
    for name, picture in pictures.items():
        title = _STAGES[name].format(width=grey.shape[1], height=grey.shape[0], count=len(patches))
        _label(picture, title, (0, 0), WHITE)
        path = stem.with_name(f"{stem.name}-{name}.jpg")
        done, data = cv2.imencode(".jpg", picture)
        if not done:
            raise OSError(f"{path.name} cannot be encoded")
        path.write_bytes(data.tobytes())


def _coloured(grey: Grey) -> Colour:
    return np.asarray(cv2.cvtColor(grey, cv2.COLOR_GRAY2BGR), np.uint8)


def _enlarged(small: Grey) -> Colour:
    times = -(-LEAST_WIDTH // small.shape[1]) if small.size else 1
    return _coloured(np.asarray(np.kron(small, np.ones((times, times), np.uint8)), np.uint8))


def _found(grey: Grey, patches: Sequence[Patch]) -> Colour:
    picture = _coloured(grey)
    for patch in patches:
        cv2.rectangle(
            picture, (patch.x, patch.y), (patch.x + patch.side, patch.y + patch.side), YELLOW, _thick(picture)
        )
    return picture


def _decoded(grey: Grey, look: Look, kept: Kept, secret: bool) -> Colour:
    picture = _coloured(grey)
    away = _away(picture, kept)
    for outline in kept.outlines:
        cv2.polylines(picture, [np.array(outline, np.int32)], True, GREEN, _thick(picture))
    for slot in look.slots:
        paint = GREEN if len(slot.sources) > 1 else YELLOW
        _label(picture, f"slot {slot.slot}", (slot.centre_px[0] - away, slot.centre_px[1] + away), paint)
    for disc in look.discs:
        said, paint = _said(disc, secret)
        _label(picture, said, (disc.centre_px[0] - away, disc.centre_px[1] - 2 * away), paint)
    for dial in look.dials:
        number = "" if secret else f" says {dial.turn.number or '?'}" if dial.turn else " half read"
        at = (dial.centre_px[0] - away, dial.centre_px[1] - 2 * away)
        _label(picture, f"dial {dial.player}{number}", at, GREEN if dial.turn else YELLOW)
    for thing in look.ignored:
        _ring(picture, thing.centre_px, away)
        _label(picture, f"{thing.what}: {thing.reason}", (thing.centre_px[0], thing.centre_px[1] + away), RED)
    _flaws(picture, look, away, secret)
    return picture


def _said(disc: DiscSeen, secret: bool) -> tuple[str, Paint]:
    if disc.side is Side.BACK:
        return f"player {disc.player}, back", GREEN
    number = "" if secret else f" says {disc.number or '?'}"
    paint = YELLOW if len(disc.sources) < 2 else GREEN if disc.number is not None else RED
    return f"player {disc.player}{number}", paint


def _flaws(picture: Colour, look: Look, away: float, secret: bool) -> None:
    """What has a name in the picture already is not named again."""
    named = {thing.centre_px for thing in look.ignored}
    everywhere = [seen for seen in look.picture.flaws if seen.at_px is None]
    for seen in look.picture.flaws:
        if seen.at_px is not None and seen.at_px not in named and not secret:
            _ring(picture, seen.at_px, away)
            _label(picture, seen.flaw.lower(), (seen.at_px[0], seen.at_px[1] + away), RED)
    for row, seen in enumerate(everywhere, 1):
        said = f"{seen.flaw.lower().replace('_', ' ')} {seen.detail}".strip()
        _label(picture, said, (0, row * 1.6 * _height(picture)), RED)


def _map(grey: Grey, look: Look, kept: Kept, secret: bool) -> Colour:
    """A grid of GRID_MM over the table, and from each disc a line to its slot."""
    picture = _coloured(grey)
    if kept.table is None:
        _label(picture, "no plate was read, so there is no map", (0, 1.6 * _height(picture)), RED)
        return picture
    reach = np.arange(-10, 11) * float(GRID_MM)
    along = np.linspace(reach[0], reach[-1], 81)
    for at in reach:
        for points in (
            np.stack([np.full_like(along, at), along], 1),
            np.stack([along, np.full_like(along, at)], 1),
        ):
            line = np.clip(kept.table.to_px(points), -30000, 30000).astype(np.int32)
            cv2.polylines(picture, [line], False, BLUE, _thick(picture) * (2 if at == 0 else 1))
    _label(picture, f"known sizes are {kept.table.error_mm:.2f} mm off", (0, 1.6 * _height(picture)), WHITE)
    plates = {slot.slot: slot for slot in look.slots}
    for slot in look.slots:
        _label(picture, f"slot {slot.slot}{_mm(slot.centre_mm)}", slot.centre_px, BLUE)
    for disc in () if secret else look.discs:
        if disc.slot in plates:
            ends = _whole(disc.centre_px), _whole(plates[disc.slot].centre_px)
            cv2.line(picture, *ends, GREEN, 2 * _thick(picture))
        else:
            _label(picture, "on no card", disc.centre_px, YELLOW)
    return picture


def _mm(at: Point | None) -> str:
    return "" if at is None else f" ({at[0]:.0f}, {at[1]:.0f})"


def _away(picture: Colour, kept: Kept) -> float:
    """Half the side of the codes that were read: what is written must not lie over them."""
    sides = [
        abs(outline[1][0] - outline[0][0]) + abs(outline[1][1] - outline[0][1]) for outline in kept.outlines
    ]
    return float(np.median(sides)) * 0.7 if sides else 0.02 * picture.shape[1]


def _thick(picture: Colour) -> int:
    return max(1, round(int(picture.shape[1]) / 1100))


def _height(picture: Colour) -> float:
    return 32 * int(picture.shape[1]) / LETTERS_PX


def _ring(picture: Colour, at: Point, radius: float) -> None:
    cv2.circle(picture, _whole(at), round(radius), RED, 2 * _thick(picture))


def _whole(point: Point) -> tuple[int, int]:
    return round(point[0]), round(point[1])


def _label(picture: Colour, text: str, at: Point, paint: Paint) -> None:
    """Letters on a dark ground, its top left corner at `at`, but never over the picture's edge."""
    scale = 0.8 * picture.shape[1] / LETTERS_PX
    thick = max(1, round(1.6 * scale))
    shown = text.encode("ascii", "replace").decode()
    (wide, high), low = cv2.getTextSize(shown, cv2.FONT_HERSHEY_SIMPLEX, scale, thick)
    edge = round(6 * scale) + 1
    x = round(min(max(0.0, at[0]), max(0, picture.shape[1] - wide - 2 * edge)))
    y = round(min(max(0.0, at[1]), max(0, picture.shape[0] - high - low - 2 * edge)))
    cv2.rectangle(picture, (x, y), (x + wide + 2 * edge, y + high + low + 2 * edge), DARK, -1)
    where = (x + edge, y + edge + high)
    cv2.putText(picture, shown, where, cv2.FONT_HERSHEY_SIMPLEX, scale, paint, thick, cv2.LINE_AA)
