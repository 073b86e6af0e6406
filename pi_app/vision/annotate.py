"""What each stage of a look saw, drawn into pictures for people: source, threshold, found, decoded, map."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.ports import Grey
from pi_app.vision.find import find, pyramid, threshold
from pi_app.vision.look import MOST_LEVELS, Kept
from pi_app.vision.seen import Look, Point, Side

Colour = NDArray[np.uint8]
Paint = tuple[int, int, int]

GREEN, YELLOW, RED, BLUE = (80, 200, 60), (0, 200, 255), (60, 60, 255), (255, 140, 40)
GRID_MM = 100


def annotate(grey: Grey, look: Look, stem: Path, kept: Kept, *, secret: bool = False) -> None:
    """Write `stem`-1-source.jpg to `stem`-5-map.jpg; raise OSError when that cannot be done.

    `secret`: while people vote, nothing that tells a vote is added to the picture: no disc's number,
    no line from a disc to its slot.
    """
    stem.parent.mkdir(parents=True, exist_ok=True)
    levels = pyramid(grey, MOST_LEVELS)
    found = cv2.cvtColor(grey, cv2.COLOR_GRAY2BGR)
    for patch in find(levels):
        cv2.rectangle(found, (patch.x, patch.y), (patch.x + patch.side, patch.y + patch.side), YELLOW, 3)
    pictures = {
        "1-source": grey,
        "2-threshold": threshold(levels),
        "3-found": found,
        "4-decoded": _decoded(grey, look, kept, secret),
        "5-map": _map(grey, look, kept, secret),
    }
    for name, picture in pictures.items():
        path = stem.with_name(f"{stem.name}-{name}.jpg")
        done, data = cv2.imencode(".jpg", picture)
        if not done:
            raise OSError(f"{path.name} cannot be encoded")
        path.write_bytes(data.tobytes())


def _decoded(grey: Grey, look: Look, kept: Kept, secret: bool) -> Colour:
    picture = np.asarray(cv2.cvtColor(grey, cv2.COLOR_GRAY2BGR), np.uint8)
    for outline in kept.outlines:
        cv2.polylines(picture, [np.array(outline, np.int32)], True, GREEN, 3)
    for slot in look.slots:
        _write(picture, f"slot {slot.slot}", slot.centre_px, BLUE)
    for disc in look.discs:
        number = "" if secret or disc.side is Side.BACK else f":{disc.number or '?'}"
        sure = disc.side is Side.BACK or len(disc.sources) > 1
        _write(picture, f"{disc.player}{number}", disc.centre_px, GREEN if sure else RED)
    for thing in look.ignored:
        _write(picture, thing.what, thing.centre_px, RED)
    return picture


def _map(grey: Grey, look: Look, kept: Kept, secret: bool) -> Colour:
    """A grid of GRID_MM over the table, and from each disc a line to its slot."""
    picture = np.asarray(cv2.cvtColor(grey, cv2.COLOR_GRAY2BGR), np.uint8)
    if kept.table is None:
        return picture
    reach = np.arange(-10, 11) * float(GRID_MM)
    along = np.linspace(reach[0], reach[-1], 81)
    for at in reach:
        for points in (
            np.stack([np.full_like(along, at), along], 1),
            np.stack([along, np.full_like(along, at)], 1),
        ):
            line = np.clip(kept.table.to_px(points), -30000, 30000).astype(np.int32)
            cv2.polylines(picture, [line], False, BLUE, 2)
    plates = {slot.slot: slot.centre_px for slot in look.slots}
    for disc in () if secret else look.discs:
        if disc.slot in plates:
            cv2.line(picture, _whole(disc.centre_px), _whole(plates[disc.slot]), GREEN, 3)
    return picture


def _whole(point: Point) -> tuple[int, int]:
    return round(point[0]), round(point[1])


def _write(picture: Colour, text: str, at: Point, paint: Paint) -> None:
    x, y = _whole(at)
    for colour, thick in (((0, 0, 0), 9), (paint, 4)):
        cv2.putText(picture, text, (x - 20, y + 15), cv2.FONT_HERSHEY_SIMPLEX, 1.4, colour, thick)
