"""Frame -> the patches of it that may hold a tag: dark blobs of a fitting size on something lighter.

The picture is halved until tags are 7 to 32 pixels wide; nothing is read here. A picture without pixels
has no patches.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.ports import Grey
from pi_app.vision.seen import Patch

Floats = NDArray[np.float32]
Ints = NDArray[np.int32]

BOX = 9
"""Of the local mean, in pixels of the level: about three quarters of a small tag."""
DARKER_BY = 8
BLOB_PX = (7, 34)
"""Width and height of a blob at the level where it is looked for."""
LEAST_WIDTH_PX = 700
"""A level is not halved once it is narrower than this (twice for the first level)."""
MOST_PATCHES = 160
GRID = 14
"""Every candidate is resampled to this many pixels a side before it is judged."""
LEAST_SPREAD = 12.0
LEAST_SPREAD_OF_MEAN = 0.17
LEAST_RIM_RATIO = 1.3


@dataclass(frozen=True, slots=True)
class Scale:
    """How long the black side of a tag may be, in pixels of the full picture."""

    least_px: float
    most_px: float

    def fits(self, side_px: float) -> bool:
        """A blob is a tag's box: up to 1.42 times the side when turned, less when partly lost."""
        return 0.72 * self.least_px <= side_px <= 1.62 * self.most_px


@dataclass(frozen=True, slots=True)
class Pyramid:
    """The full picture and its halves, halves of halves, ...; `levels[k]` is smaller by 2**k."""

    levels: tuple[Grey, ...]


def pyramid(grey: Grey, count: int = 4) -> Pyramid:
    """Halve `grey` up to `count - 1` times, as long as both sides stay above 64 pixels."""
    levels = [grey]
    while len(levels) < count and min(levels[-1].shape) >= 128:
        levels.append(halved(levels[-1]))
    return Pyramid(tuple(levels))


def halved(grey: Grey) -> Grey:
    """Means of 2x2 pixels; an odd last row or column is left out."""
    height, width = (side // 2 for side in grey.shape)
    even = grey[: 2 * height, : 2 * width]
    return cv2.resize(even, (width, height), interpolation=cv2.INTER_AREA)  # type: ignore[return-value]


def find(levels: Pyramid, scale: Scale | None = None, finest: bool = False) -> tuple[Patch, ...]:
    """Patches in order of promise, at most MOST_PATCHES.

    scale: sizes known from earlier looks. finest: look one level closer too (small or distant tags).
    """
    full = levels.levels[0]
    if min(full.shape, default=0) < BOX:
        return ()
    start = _first_level(levels) - (1 if finest else 0)
    boxes, promise = [], []
    for k in range(max(0, start), len(levels.levels)):
        found, score = _blobs(levels.levels[k], 2**k, scale)
        boxes.append(found)
        promise.append(score)
    return _patches(np.concatenate(boxes), np.concatenate(promise), full.shape)


def threshold(levels: Pyramid) -> Grey:
    """The first level that is searched, white where it is darker than round about."""
    return _darker(levels.levels[_first_level(levels)])


def _darker(level: Grey) -> Grey:
    mean = cv2.blur(level, (BOX, BOX))
    _, dark = cv2.threshold(cv2.subtract(mean, level), DARKER_BY, 255, cv2.THRESH_BINARY)
    return np.asarray(dark, np.uint8)


def _first_level(levels: Pyramid) -> int:
    widths = [level.shape[1] for level in levels.levels]
    return max((k for k, width in enumerate(widths) if width >= LEAST_WIDTH_PX), default=0)


def _blobs(level: Grey, step: int, scale: Scale | None) -> tuple[Floats, Floats]:
    """Boxes (centre x, centre y, side) in full pixels and how promising each is."""
    _, _, stats, _ = cv2.connectedComponentsWithStats(_darker(level), connectivity=4)
    x, y, w, h, area = (stats[1:, k] for k in range(5))
    longer, shorter = np.maximum(w, h), np.minimum(w, h)
    fits = (longer <= BLOB_PX[1]) & (shorter >= BLOB_PX[0]) & (longer <= 1.8 * shorter)
    fits &= area > 0.16 * w * h
    if scale is not None:
        fits &= (longer * step >= 0.72 * scale.least_px) & (longer * step <= 1.62 * scale.most_px)
    boxes = np.stack([x + (w - 1) / 2, y + (h - 1) / 2, longer], axis=1)[fits].astype(np.float32)
    boxes, promise = _judged(level, boxes)
    # A pixel of this level covers `step` pixels of the full picture; centres, not edges, are mapped.
    boxes[:, :2] = boxes[:, :2] * step + (step - 1) / 2
    boxes[:, 2] *= step
    return boxes, promise


def _judged(level: Grey, boxes: Floats) -> tuple[Floats, Floats]:
    """Keep boxes with contrast inside and something lighter round them."""
    tiles = np.empty((len(boxes), GRID, GRID), np.uint8)
    for tile, (cx, cy, side) in zip(tiles, boxes, strict=True):
        half = 0.5 * side + 1.5
        x0, y0 = max(0, round(cx - half)), max(0, round(cy - half))
        piece = level[y0 : round(cy + half) + 1, x0 : round(cx + half) + 1]
        cv2.resize(piece, (GRID, GRID), dst=tile, interpolation=cv2.INTER_LINEAR)
    flat = tiles.reshape(len(boxes), -1).astype(np.float32)
    mean, spread = flat.mean(axis=1), flat.std(axis=1)
    border = np.ones((GRID, GRID), bool)
    border[1:-1, 1:-1] = False
    rim = np.partition(tiles[:, border], int(0.7 * border.sum()), axis=1)[:, int(0.7 * border.sum())]
    middle = tiles[:, 2:-2, 2:-2].reshape(len(boxes), -1)
    dark = np.partition(middle, int(0.12 * middle.shape[1]), axis=1)[:, int(0.12 * middle.shape[1])]
    ratio = (rim + 1.0) / (dark + 1.0)
    good = (spread > LEAST_SPREAD) & (spread > LEAST_SPREAD_OF_MEAN * mean) & (ratio >= LEAST_RIM_RATIO)
    return boxes[good], (spread * np.minimum(ratio, 4.0))[good].astype(np.float32)


def _patches(boxes: Floats, promise: Floats, shape: tuple[int, ...]) -> tuple[Patch, ...]:
    """The most promising first; a blob found at two levels counts once."""
    kept: list[tuple[float, float, float]] = []
    patches: list[Patch] = []
    for cx, cy, side in boxes[np.argsort(-promise)]:
        if any(abs(cx - x) + abs(cy - y) < 0.35 * s and 0.7 < side / s < 1.4 for x, y, s in kept):
            continue
        kept.append((cx, cy, side))
        whole = int(1.4 * side + 8)
        patches.append(Patch(round(cx - whole / 2), round(cy - whole / 2), whole))
        if len(patches) == MOST_PATCHES:
            break
    return tuple(p for p in patches if p.x < shape[1] and p.y < shape[0])
