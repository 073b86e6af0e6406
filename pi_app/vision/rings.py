"""The tag of a face -> the ring of bars round it, straightened into strips a bar code reader can take.

The tag's corners give centre, turn and perspective; the radius is found from the ring itself, by the bars
every ring begins and ends with. White bleeds into the bars, so each ring is offered in several widths.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.ports import Grey
from hardware.stickers import RING_MODULES

Floats = NDArray[np.float32]

PER_MODULE = 6
RADII = np.linspace(0.74, 1.0, 14, dtype=np.float32)
"""Where bars may be, in black sides of the tag: discs of 25 to 40 mm, and tags seen a little small."""
BAND = 5
"""Neighbouring radii whose mean is the ring."""
WIDEN = (0.0, 0.3)
"""By how many modules the bars are widened in each strip."""
LEVEL_OVER = 10
"""No bar and no space is wider than 4 modules, so this many always hold both black and white."""
QUIET = 12
STRIP_PX = 3
GAP_PX = 2
START_C, STOP = "11010011100", "1100011101011"
LEAST_LIKENESS = 0.35


def _known() -> tuple[NDArray[np.bool_], Floats]:
    """Which samples of a turn are the same on every ring, and 1 where they are black."""
    modules = "00" + START_C + "?" * 33 + STOP + "00"
    known = np.repeat([m != "?" for m in modules], PER_MODULE)
    black = np.repeat([m == "1" for m in modules], PER_MODULE)
    return known, black.astype(np.float32)


KNOWN, BLACK = _known()


@dataclass(frozen=True, slots=True, eq=False)
class Strips:
    """All rings in one picture. `owner[k]`: index of the face whose ring is strip k, top first."""

    picture: Grey
    owner: tuple[int, ...]

    def face_at(self, y: float) -> int | None:
        k = int(y // (STRIP_PX + GAP_PX))
        return self.owner[k] if 0 <= k < len(self.owner) else None


def strips(grey: Grey, quads: Sequence[NDArray[np.float32]]) -> Strips:
    """One strip a width and face; faces whose ring is not there at all have none.

    quads: corners of the faces' tags, each of shape (4, 2), upright, in pixels of `grey`.
    """
    rows: list[Floats] = []
    owner: list[int] = []
    for k, turn in enumerate(unrolled(grey, quads)):
        for line in _variants(turn) if turn is not None else ():
            rows.append(line)
            owner.append(k)
    width = (RING_MODULES + 2 * QUIET) * PER_MODULE
    picture = np.full((len(rows) * (STRIP_PX + GAP_PX), width), 255, np.uint8)
    for k, line in enumerate(rows):
        top = k * (STRIP_PX + GAP_PX)
        picture[top : top + STRIP_PX, QUIET * PER_MODULE : -QUIET * PER_MODULE] = line.astype(np.uint8)
    return Strips(picture, tuple(owner))


def unrolled(grey: Grey, quads: Sequence[NDArray[np.float32]]) -> list[Floats | None]:
    """One turn of each ring from the middle of its gap, clockwise, PER_MODULE samples a module."""
    if not quads:
        return []
    angle = (np.arange(RING_MODULES * PER_MODULE, dtype=np.float32) + 0.5) * (
        2 * np.pi / (RING_MODULES * PER_MODULE)
    )
    flat = np.stack([np.outer(RADII, np.cos(angle)), np.outer(RADII, np.sin(angle))], axis=-1)
    square = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]], np.float32)
    at = np.concatenate(
        [
            cv2.perspectiveTransform(flat.reshape(1, -1, 2), cv2.getPerspectiveTransform(square, quad))
            for quad in quads
        ]
    )
    maps = at.reshape(-1, len(angle), 2).astype(np.float32)
    polar = cv2.remap(grey, maps[..., 0], maps[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return [_ring(turns) for turns in polar.reshape(len(quads), len(RADII), -1).astype(np.float32)]


def _ring(turns: Floats) -> Floats | None:
    """The mean of the neighbouring radii that look most like a ring's known bars."""
    inside = turns[:, KNOWN]
    inside = inside - inside.mean(axis=1, keepdims=True)
    wanted = BLACK[KNOWN].mean() - BLACK[KNOWN]
    likeness = inside @ wanted / (np.linalg.norm(inside, axis=1) * np.linalg.norm(wanted) + 1e-6)
    score = np.convolve(likeness, np.ones(BAND) / BAND, mode="valid")
    best = int(np.argmax(score))
    if score[best] < LEAST_LIKENESS:
        return None
    ring: Floats = turns[best : best + BAND].mean(axis=0)
    return ring


def _variants(turn: Floats) -> list[Floats]:
    """The ring from dark to white, its bars as they are, widened, and sharpened by its known bars."""
    flat = _levelled(turn)
    lines = []
    for widen in WIDEN:
        wide = round(widen * PER_MODULE)
        kernel = np.ones((1, wide + 1), np.uint8)
        lines.append(cv2.erode(flat[None], kernel)[0] if wide else flat)
    sharp = _equalised(flat)
    return [*lines, sharp, _redrawn(sharp)]


def _redrawn(sharp: Floats) -> Floats:
    """Each module wholly black or white, by its middle."""
    edge = PER_MODULE // 4
    middles = sharp.reshape(RING_MODULES, PER_MODULE)[:, edge : PER_MODULE - edge].mean(axis=1)
    return np.repeat(np.where(middles > 127, 255, 0), PER_MODULE).astype(np.float32)


def _levelled(turn: Floats) -> Floats:
    """Dark bars to 0 and white to 255 all the way round, whatever shadow lies on the disc."""
    reach = np.ones((1, LEVEL_OVER * PER_MODULE + 1), np.uint8)
    loop = np.concatenate([turn, turn, turn])[None]
    white = cv2.blur(cv2.dilate(loop, reach), (3 * PER_MODULE + 1, 1))[0]
    dark = cv2.blur(cv2.erode(loop, reach), (4 * PER_MODULE + 1, 1))[0]
    middle = slice(len(turn), 2 * len(turn))
    level: Floats = np.clip(255 * (turn - dark[middle]) / np.maximum(white - dark, 8)[middle], 0, 255).astype(
        np.float32
    )
    return level


def _equalised(flat: Floats) -> Floats:
    """The linear filter that turns the known modules into what was printed, applied to the whole ring."""
    steps = np.arange(-9, 10, 3)
    columns = np.stack([np.roll(flat, step) for step in steps] + [np.full_like(flat, 255)], axis=1) / 255
    inside, wanted = columns[KNOWN], 1 - BLACK[KNOWN]
    damped = inside.T @ inside + 1.0 * np.eye(len(steps) + 1, dtype=np.float32)
    weights = np.linalg.solve(damped, inside.T @ wanted)
    sharp: Floats = np.clip(255 * (columns @ weights), 0, 255).astype(np.float32)
    return sharp
