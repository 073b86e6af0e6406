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
WIDEN = (0.3,)
"""By how many modules the bars are widened, each in a strip of its own."""
LEVEL_OVER = 10
"""No bar and no space is wider than 4 modules, so this many always hold both black and white."""
QUIET = 12
STRIP_PX, ROWS = 3, 4
"""Rows of a strip that are bars, and all of them: one white one is between two strips."""
CODE_MODULES = 57
START_C, STOP = "11010011100", "1100011101011"
LEAST_LIKENESS = 0.35


def _known() -> tuple[NDArray[np.bool_], Floats]:
    """Which samples of a turn are the same on every ring, and 1 where they are black."""
    modules = "00" + START_C + "?" * 33 + STOP + "00"
    known = np.repeat([m != "?" for m in modules], PER_MODULE)
    black = np.repeat([m == "1" for m in modules], PER_MODULE)
    return known, black.astype(np.float32)


def _polar(copies: int) -> Floats:
    """Where each sample of each radius lies, in black sides of the tag from its middle: shape (1, N, 2)."""
    count = copies * RING_MODULES * PER_MODULE
    angle = (np.arange(count, dtype=np.float32) + 0.5) * (2 * np.pi / count)
    flat = np.stack([np.outer(RADII, np.cos(angle)), np.outer(RADII, np.sin(angle))], axis=-1)
    return flat.reshape(1, -1, 2).astype(np.float32)


KNOWN, BLACK = _known()
POLAR = {copies: _polar(copies) for copies in (1, 2)}
"""A ring may be printed twice, half a turn each, so that a thumb hides one of them only."""


@dataclass(frozen=True, slots=True, eq=False)
class Strips:
    """All rings in one picture. `owner[k]`: index of the face whose ring is strip k, top first.

    modules: of each of `rings`, indices of faces: from -1, black, to 1, white, start to stop; shape (N, 57).
    """

    picture: Grey
    owner: tuple[int, ...]
    rings: tuple[int, ...]
    modules: Floats

    def face_at(self, y: float) -> int | None:
        k = int(y // ROWS)
        return self.owner[k] if 0 <= k < len(self.owner) else None


def strips(grey: Grey, quads: Sequence[NDArray[np.float32]]) -> Strips:
    """One strip a width and face; faces whose ring is not there at all have none.

    quads: corners of the faces' tags, each of shape (4, 2), upright, in pixels of `grey`.
    """
    turns, owner = unrolled(grey, quads)
    width = (RING_MODULES + 2 * QUIET) * PER_MODULE
    lines, middles = _variants(turns)
    picture = np.full((len(lines) * len(owner), ROWS, width), 255, np.uint8)
    inside = picture[:, :STRIP_PX, QUIET * PER_MODULE : -QUIET * PER_MODULE]
    for k, variant in enumerate(lines):
        inside[k :: len(lines)] = variant[:, None]
    owners = tuple(k for k in owner for _ in lines)
    return Strips(picture.reshape(-1, width), owners, tuple(owner), _modules(middles))


def modules_of(turns: Floats) -> Floats:
    """As `Strips.modules`. turns: as of `unrolled`."""
    return _modules(_variants(turns)[1])


def _modules(middles: Floats) -> Floats:
    gap = (RING_MODULES - CODE_MODULES) // 2
    return np.asarray(middles[:, gap : gap + CODE_MODULES] / np.float32(127.5) - 1, np.float32)


def unrolled(grey: Grey, quads: Sequence[NDArray[np.float32]]) -> tuple[Floats, list[int]]:
    """One turn of each ring that is there, and the index of its face: twice, where the ring is printed twice.

    A turn begins in the middle of the gap and goes clockwise, PER_MODULE samples a module; shape (N, L).
    """
    turns, owner = _turns(grey, quads, 1)
    left = [k for k in range(len(quads)) if k not in owner]
    halves, at = _turns(grey, [quads[k] for k in left], 2)
    return np.concatenate([turns, halves]), [*owner, *(left[k] for k in at)]


def _turns(grey: Grey, quads: Sequence[NDArray[np.float32]], copies: int) -> tuple[Floats, list[int]]:
    """Each copy of each ring that is there, and the index of its face."""
    if not quads:
        return np.zeros((0, len(KNOWN)), np.float32), []
    square = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]], np.float32)
    views = [cv2.getPerspectiveTransform(square, quad) for quad in quads]
    maps = np.concatenate([cv2.perspectiveTransform(POLAR[copies], view) for view in views])
    maps = maps.reshape(-1, copies * len(KNOWN), 2)
    polar = cv2.remap(grey, maps[..., 0], maps[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    each = np.asarray(polar, np.float32).reshape(len(quads), len(RADII), copies, -1).swapaxes(1, 2)
    turns, there = _rings(each.reshape(len(quads) * copies, len(RADII), -1))
    return turns, [k // copies for k in there]


def _rings(turns: Floats) -> tuple[Floats, list[int]]:
    """The mean of the neighbouring radii that look most like a ring's known bars; who has a ring."""
    inside = turns[:, :, KNOWN]
    inside = inside - inside.mean(axis=2, keepdims=True)
    wanted = BLACK[KNOWN].mean() - BLACK[KNOWN]
    likeness = inside @ wanted / (np.linalg.norm(inside, axis=2) * np.linalg.norm(wanted) + 1e-6)
    score = np.lib.stride_tricks.sliding_window_view(likeness, BAND, axis=1).mean(axis=2)
    first = np.argmax(score, axis=1)
    there = np.flatnonzero(score.max(axis=1) >= LEAST_LIKENESS)
    band = first[there, None] + np.arange(BAND)
    return turns[there[:, None], band].mean(axis=1), there.tolist()


def _variants(turns: Floats) -> tuple[list[Floats], Floats]:
    """The rings from dark to white: as they are, bars widened, sharpened by the known, redrawn.

    And how light the middle of each module of the sharpened is, shape (N, RING_MODULES).
    """
    if not len(turns):
        return [], np.zeros((0, RING_MODULES), np.float32)
    flat = _levelled(turns)
    wide = [cv2.erode(flat, np.ones((1, round(w * PER_MODULE) + 1), np.uint8)) for w in WIDEN]
    sharp = _equalised(flat)
    edge = PER_MODULE // 4
    middles = sharp.reshape(len(sharp), RING_MODULES, PER_MODULE)[:, :, edge : PER_MODULE - edge].mean(axis=2)
    redrawn = np.repeat(np.where(middles > 127, np.float32(255), np.float32(0)), PER_MODULE, axis=1)
    return [flat, *(np.asarray(line, np.float32) for line in wide), sharp, redrawn], middles


def _levelled(turns: Floats) -> Floats:
    """Dark bars to 0 and white to 255 all the way round, whatever shadow lies on the disc."""
    reach = np.ones((1, LEVEL_OVER * PER_MODULE + 1), np.uint8)
    # Round the turn: what is reached beyond its ends is its other end.
    around = 2 * LEVEL_OVER * PER_MODULE
    loop = np.concatenate([turns[:, -around:], turns, turns[:, :around]], axis=1)
    white = cv2.blur(cv2.dilate(loop, reach), (3 * PER_MODULE + 1, 1))[:, around:-around]
    dark = cv2.blur(cv2.erode(loop, reach), (4 * PER_MODULE + 1, 1))[:, around:-around]
    return np.asarray(np.clip(255 * (turns - dark) / np.maximum(white - dark, 8), 0, 255), np.float32)


def _equalised(flat: Floats) -> Floats:
    """The linear filter that turns the known modules into what was printed, applied to each whole ring."""
    steps = np.arange(-9, 10, 3)
    columns = [np.roll(flat, step, axis=1) for step in steps] + [np.full_like(flat, 255)]
    seen = np.stack(columns, axis=2) / 255
    inside, wanted = seen[:, KNOWN], 1 - BLACK[KNOWN]
    across = inside.transpose(0, 2, 1)
    damped = across @ inside + 1.0 * np.eye(len(steps) + 1, dtype=np.float32)
    weights = np.linalg.solve(damped, (across @ wanted)[..., None])
    return np.asarray(np.clip(255 * (seen @ weights)[..., 0], 0, 255), np.float32)
