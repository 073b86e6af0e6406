"""Frame -> the patches of it that may hold a tag: dark blobs of a fitting size on something lighter.

The picture is halved until tags are 7 to 50 pixels wide; nothing is read here. A picture without pixels
has no patches.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.ports import Grey
from hardware.stickers import TAG_MODULES
from pi_app.vision.seen import Patch

Floats = NDArray[np.float32]
Ints = NDArray[np.int32]

BOX = 9
"""Of the local mean, in pixels of the level: about three quarters of a small tag."""
DARKER_SHARES, DARKER_BY = (0.035, 0.15), 1.0
"""A pixel is dark when it is darker than the local mean by a share of it and this much. The lower share
keeps thin rims whole, the higher one keeps tags apart from what is dark beside them.
"""
BLOB_PX = (7, 52)
"""Width and height of a blob at the level where it is looked for."""
LEAST_WIDTH_PX = 700
"""A level is not halved once it is narrower than this (twice for the first level)."""
MOST_BLOBS, MOST_SQUARES, MOST_PATCHES = 600, 500, 160
"""Bounds on the work that a picture full of noise or pattern can make: the largest, the most promising."""
LEAST_FILLED, LEAST_HULL, LEAST_ASPECT = 0.16, 0.72, 0.6
"""Of a blob: share of its box, share of the turned rectangle, shorter over longer side."""
LEAST_RATIO, LEAST_STEP = 1.25, 4.0
"""How much lighter it must be round a square than on its rim."""
LEAST_INSIDE = 0.2
"""Of that step: how much lighter the lightest cells inside must be than the rim."""


def _cells() -> tuple[Floats, NDArray[np.bool_], NDArray[np.bool_]]:
    """Middles of a tag's modules and of those round it; which are its rim, and which its inside."""
    cells = [(x, y) for y in range(-1, TAG_MODULES + 1) for x in range(-1, TAG_MODULES + 1)]
    depth = np.array([min(x, y, TAG_MODULES - 1 - x, TAG_MODULES - 1 - y) for x, y in cells])
    at = (np.array(cells, np.float32) + 0.5) / TAG_MODULES
    return at.astype(np.float32), depth == 0, depth > 0


CELLS, RIM, INSIDE = _cells()
OUTSIDE = ~(RIM | INSIDE)


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
    found: list[tuple[float, Floats]] = []
    for k in range(max(0, start), len(levels.levels)):
        found += _blobs(levels.levels[k], 2**k, scale)
    return _patches(found)


def threshold(levels: Pyramid) -> Grey:
    """The first level that is searched, white where it is darker than round about, grey where a little."""
    level = levels.levels[_first_level(levels)]
    mean = cv2.blur(level, (BOX, BOX))
    little, much = (_darker(level, mean, share) for share in DARKER_SHARES)
    return np.asarray(little // 2 + much // 2, np.uint8)


def _darker(level: Grey, mean: cv2.typing.MatLike, share: float) -> Grey:
    below = cv2.addWeighted(mean, 1 - share, level, -1.0, -DARKER_BY)
    _, dark = cv2.threshold(below, 0, 255, cv2.THRESH_BINARY)
    return np.asarray(dark, np.uint8)


def _first_level(levels: Pyramid) -> int:
    widths = [level.shape[1] for level in levels.levels]
    return max((k for k, width in enumerate(widths) if width >= LEAST_WIDTH_PX), default=0)


def _blobs(level: Grey, step: int, scale: Scale | None) -> list[tuple[float, Floats]]:
    """How promising each dark square is, and its corners in full pixels, clockwise, shape (4, 2)."""
    mean = cv2.blur(level, (BOX, BOX))
    squares: list[Floats] = []
    boxes: set[tuple[int, ...]] = set()
    for share in DARKER_SHARES:
        _, marked, stats, _ = cv2.connectedComponentsWithStats(_darker(level, mean, share), connectivity=4)
        labels = np.asarray(marked, np.int32)
        for k in _fitting(np.asarray(stats, np.int32), step, scale):
            # Most blobs are the same at both thresholds.
            box = tuple(stats[k, :4] // 2)
            if box not in boxes and (square := _square(labels, int(k), stats[k])) is not None:
                boxes.add(box)
                squares.append(square)
    if not squares:
        return []
    quads = np.stack(squares)
    promise = _promise(level, quads)
    # A pixel of this level covers `step` pixels of the full picture; centres, not edges, are mapped.
    quads = quads * step + (step - 1) / 2
    return [(float(p), quad) for p, quad in zip(promise, quads, strict=True) if p > 0]


def _fitting(stats: Ints, step: int, scale: Scale | None) -> NDArray[np.intp]:
    """The blobs that have the size, shape and filling of a tag's black square."""
    w, h, area = (stats[:, k] for k in (2, 3, 4))
    longer, shorter = np.maximum(w, h), np.minimum(w, h)
    fits = (longer <= BLOB_PX[1]) & (shorter >= BLOB_PX[0]) & (longer <= 1.8 * shorter)
    fits &= area > LEAST_FILLED * w * h
    if scale is not None:
        fits &= (longer * step >= 0.72 * scale.least_px) & (longer * step <= 1.62 * scale.most_px)
    fits[0] = False
    kept = np.flatnonzero(fits)
    return kept if len(kept) <= MOST_BLOBS else kept[np.argsort(-area[kept])[:MOST_BLOBS]]


def _square(labels: Ints, k: int, stats: Ints) -> Floats | None:
    """The smallest turned rectangle round a blob, when it is about square and the blob fills it."""
    x, y, w, h = (int(value) for value in stats[:4])
    points = cv2.findNonZero((labels[y : y + h, x : x + w] == k).view(np.uint8))
    hull = cv2.convexHull(points)
    (cx, cy), (long, short), turn = cv2.minAreaRect(hull)
    # Points are the middles of pixels, so the blob is a pixel longer and wider.
    long, short = long + 1, short + 1
    filled = (cv2.contourArea(hull) + long + short) / (long * short)
    if min(long, short) < LEAST_ASPECT * max(long, short) or filled < LEAST_HULL:
        return None
    return np.asarray(cv2.boxPoints(((cx + x, cy + y), (long, short), turn)), np.float32)


def _promise(level: Grey, quads: Floats) -> Floats:
    """How much lighter the module round each square is than the square's own rim; 0: not enough."""
    cells = sample_cells(level, quads, CELLS)
    # A part may be covered: the darker half of the rim and the lighter half outside must tell.
    dark, light = np.percentile(cells[:, RIM], 40, axis=1), np.percentile(cells[:, OUTSIDE], 65, axis=1)
    # A tag has white cells inside, a plain dark square has none.
    inside = np.percentile(cells[:, INSIDE], 90, axis=1)
    ratio = (light + 1) / (dark + 1)
    good = (
        (ratio >= LEAST_RATIO)
        & (light - dark >= LEAST_STEP)
        & (inside - dark >= LEAST_INSIDE * (light - dark))
    )
    return np.where(good, (light - dark) * np.minimum(ratio, 4.0), 0.0).astype(np.float32)


def sample_cells(grey: Grey, quads: Floats, at: Floats) -> Floats:
    """Brightness at places given in squares.

    quads: shape (N, 4, 2), clockwise. at: shape (M, 2), in sides of the square from its first corner.
    Returns shape (N, M).
    """
    origin, along, down = quads[:, 0], quads[:, 1] - quads[:, 0], quads[:, 3] - quads[:, 0]
    skew = quads[:, 2] - quads[:, 1] - quads[:, 3] + quads[:, 0]
    u, v = at[:, 0, None], at[:, 1, None]
    places = origin[:, None] + u * along[:, None] + v * down[:, None] + u * v * skew[:, None]
    places = places.astype(np.float32)
    sampled = cv2.remap(
        grey, places[..., 0], places[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(sampled, np.float32)


def _patches(found: list[tuple[float, Floats]]) -> tuple[Patch, ...]:
    """The most promising first; a blob found at two levels counts once."""
    if not found:
        return ()
    quads = np.stack([quad for _, quad in sorted(found, key=lambda pair: -pair[0])[:MOST_SQUARES]])
    centres = quads.mean(axis=1)
    sides = np.linalg.norm(quads[:, 1] - quads[:, 0], axis=1) + np.linalg.norm(
        quads[:, 2] - quads[:, 1], axis=1
    )
    sides /= 2
    wholes = (np.ptp(quads, axis=1).max(axis=1) + 0.5 * sides).astype(int) + 4
    kept: list[int] = []
    for k, (centre, side) in enumerate(zip(centres, sides, strict=True)):
        apart = np.abs(centres[kept] - centre).sum(axis=1)
        alike = (apart < 0.35 * sides[kept]) & (np.abs(np.log(side / sides[kept])) < 0.35)
        if not alike.any():
            kept.append(k)
    return tuple(_patch(centres[k], int(wholes[k]), quads[k]) for k in kept[:MOST_PATCHES])


def _patch(centre: Floats, whole: int, quad: Floats) -> Patch:
    a, b, c, d = ((float(x), float(y)) for x, y in quad)
    return Patch(
        round(float(centre[0]) - whole / 2), round(float(centre[1]) - whole / 2), whole, (a, b, c, d)
    )
