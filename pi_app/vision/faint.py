"""A picture in which tags read faintly -> patches that a plain search passes over: veiled, dark, scratched.

It costs about as much as the plain search, so it is for pictures in which what was read is faint.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.ports import Grey
from pi_app.vision.blobs import little_darker, rectangles
from pi_app.vision.find import CELLS, OUTSIDE, RIM, Bounds, contrast, sample_cells, turned_squares
from pi_app.vision.seen import Patch
from pi_app.vision.tags import Tag

Floats = NDArray[np.float32]

WIDTH_PX, USUAL_PX = 1152, 24
"""Of the picture that is searched, at most; of a usual tag in it, at most."""
BOX, DARKER, BELOW_LIGHTEST, CROWD = 9, 0.02, 0.93, 9
"""A pixel is dark when it is darker than the mean of a box round it by this share of it, no more than that of
the lightest nearby, and so many round it are dark.
"""
FAINT = Bounds(ratio=1.08, step=4.0, rim=0.55, outside=0.45)
MOST_PATCHES = 80
TAKEN = 0.6
"""Sides of a tag that was read: nothing else is looked for so near its middle."""


def faint_patches(levels: Sequence[Grey], tags: Sequence[Tag]) -> tuple[Patch, ...]:
    """Patches where no tag was read, the most promising first. levels: the picture and its halves."""
    if not tags:
        return ()
    level = _level(levels, tags)
    quads = _free(_squares(level), tags, levels[0].shape[1] / level.shape[1])
    promise = _promise(level, quads)
    best = np.argsort(-promise, kind="stable")[: min(MOST_PATCHES, int((promise > 0).sum()))]
    return tuple(_patch(quad) for quad in _scaled(quads[best], levels[0].shape[1] / level.shape[1]))


def white_over_black(grey: Grey, tags: Sequence[Tag]) -> Floats:
    """How clearly each tag stands out, shape (N,): as a ratio, about 5 for ink on paper in even light."""
    cells = sample_cells(grey, np.array([tag.corners for tag in tags], np.float32), CELLS)
    white, black = np.median(cells[:, OUTSIDE], axis=1), np.median(cells[:, RIM], axis=1)
    return np.asarray((white + 1) / (black + 1), np.float32)


def _level(levels: Sequence[Grey], tags: Sequence[Tag]) -> Grey:
    """The picture at the width at which tags are neither lost nor larger than any blob."""
    full = levels[0].shape[1]
    width = min(full, WIDTH_PX, round(USUAL_PX * full / float(np.median([tag.side_px for tag in tags]))))
    level = next((k for k in reversed(levels) if k.shape[1] >= width), levels[0])
    height = max(1, round(level.shape[0] * width / level.shape[1]))
    how = cv2.INTER_LINEAR if level.shape[1] < 2 * width else cv2.INTER_AREA
    return np.asarray(cv2.resize(level, (width, height), interpolation=how), np.uint8)


def _squares(level: Grey) -> Floats:
    """Corners of the turned squares round dark blobs, clockwise, shape (N, 4, 2)."""
    dark = little_darker(level, cv2.blur(level, (BOX, BOX)), DARKER, BELOW_LIGHTEST, CROWD)
    return turned_squares(rectangles(dark, dark.shape[0]))


def _scaled(quads: Floats, step: float) -> Floats:
    """The same in pixels of the full picture; centres, not edges, are mapped."""
    return np.asarray(quads * np.float32(step) + np.float32((step - 1) / 2), np.float32)


def _free(quads: Floats, tags: Sequence[Tag], step: float) -> Floats:
    """The quads that are not where a tag was read. step: full pixels that a pixel of the level covers."""
    middles = _scaled(quads.mean(axis=1), step)
    apart = np.abs(middles[:, None] - np.array([tag.centre for tag in tags], np.float32)).max(axis=2)
    return np.asarray(quads[(apart > TAKEN * np.array([tag.side_px for tag in tags])).all(axis=1)])


def _promise(level: Grey, quads: Floats) -> Floats:
    """How much lighter the module round each square is than the square's own rim; 0: not enough."""
    if not len(quads):
        return np.zeros(0, np.float32)
    step, _ = contrast(sample_cells(level, quads, CELLS), FAINT)
    return step


def _patch(quad: Floats) -> Patch:
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = quad.tolist()
    x, y = quad.mean(axis=0)
    whole = int(1.5 * np.ptp(quad, axis=0).max()) + 4
    corners = (ax, ay), (bx, by), (cx, cy), (dx, dy)
    return Patch(round(float(x) - whole / 2), round(float(y) - whole / 2), whole, corners)
