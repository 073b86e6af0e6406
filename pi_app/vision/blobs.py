"""Ever smaller pictures of one scene -> the dark blobs in them that may be squares, as turned rectangles.

They are laid below one another on one sheet, so that each step is done once for all sizes. Nothing is read.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Flag, auto

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.ports import Grey

Floats = NDArray[np.float32]
Whole = NDArray[np.int32]

BOX = 7
"""Of the local mean, in pixels of the level: about two thirds of a small tag."""
MUCH_DARKER, LITTLE_DARKER, DARKER_BY = 0.15, 0.035, 1.0
"""A pixel is dark when it is darker than the local mean by a share of it and this much. The higher share
keeps tags apart from what is dark beside them; the lower one, at the first level, keeps thin rims whole.
"""
BELOW_LIGHTEST = 0.9
"""Where a little darker counts, no more than this of the lightest nearby: wood and cloth do not."""
CROWD, LEAST_CROWD = 5, 5
"""A dark pixel counts with so many dark ones in the square of this side round it: grains of noise do not."""
BLOB_PX = (7, 34)
"""Width and height of a blob at the level where it is looked for."""
MOST_BLOBS = 600
LEAST_OUTLINE, MOST_OUTLINE = 2 * BLOB_PX[0], 8 * BLOB_PX[1]
"""Points, two for each piece of a row."""
LONGER, WIGGLY = 1.8, 5.0
"""Of an outline at most: longer over shorter side of its box, its length over half the box's."""
LEAST_FILL = 0.15
"""Of what the outline goes round: share of its upright box."""
LEAST_HULL, LEAST_ASPECT = 0.72, 0.6
"""Of a blob: share of the turned rectangle, shorter over longer side."""
GAP = 1
_NEAR = np.ones((BOX, BOX), np.uint8)


class Darker(Flag):
    """Than its local mean: by which share a pixel must be so to belong to a blob."""

    MUCH = auto()
    LITTLE = auto()


@dataclass(frozen=True, slots=True, eq=False)
class Sheet:
    """Levels below one another. tops: the row each begins at; sizes: width and height of each."""

    grey: Grey
    tops: Whole
    sizes: Whole

    def level_of(self, rows: NDArray[np.floating]) -> NDArray[np.intp]:
        """The level that each of these rows is in."""
        return np.searchsorted(self.tops, rows, side="right") - 1


def sheet_of(levels: Sequence[Grey]) -> Sheet:
    sizes = np.array([level.shape[::-1] for level in levels], np.int32)
    tops = np.concatenate([[0], np.cumsum(sizes[:, 1] + GAP)]).astype(np.int32)
    grey = np.zeros((tops[-1], sizes[:, 0].max()), np.uint8)
    for level, top in zip(levels, tops.tolist(), strict=False):
        grey[top : top + level.shape[0], : level.shape[1]] = level
    return Sheet(grey, tops[:-1], sizes)


def blobs(levels: Sequence[Grey], sheet: Sheet, darker: Darker) -> Floats:
    """Middle x and y on the sheet, both sides, turn in degrees, of at most MOST_BLOBS; shape (N, 5)."""
    height, pages = sheet.grey.shape[0], []
    if Darker.MUCH in darker:
        pages.append(np.zeros_like(sheet.grey))
        for level, top in zip(levels, sheet.tops.tolist(), strict=True):
            mean = cv2.blur(level, (BOX, BOX))
            pages[0][top : top + level.shape[0], : level.shape[1]] = much_darker(level, mean)
    if Darker.LITTLE in darker:
        pages.append(little_darker(levels[0], cv2.blur(levels[0], (BOX, BOX))))
    found = rectangles(np.concatenate(pages), height)
    found[:, 1] -= height * (found[:, 1] >= height)
    return found


def rectangles(dark: Grey, height: int) -> Floats:
    """Of the blobs of white in `dark`, as `blobs`. What lies below `height` is the top of it once more."""
    outlines, _ = cv2.findContoursLinkRuns(dark)
    some = [outline for outline in outlines if LEAST_OUTLINE <= len(outline) <= MOST_OUTLINE]
    boxes = [box for k in _compact(some, height) if (box := _box(some[k])) is not None] if some else []
    flat = [(*middle, *size, turn) for middle, size, turn in boxes[:MOST_BLOBS]]
    return np.array(flat, np.float32).reshape(-1, 5)


def much_darker(level: Grey, mean: cv2.typing.MatLike) -> Grey:
    """White where `level` is much darker than its local mean."""
    return _crowded(_below(mean, 1 - MUCH_DARKER, level), LEAST_CROWD)


def little_darker(
    level: Grey,
    mean: cv2.typing.MatLike,
    share: float = LITTLE_DARKER,
    lightest: float = BELOW_LIGHTEST,
    crowd: int = LEAST_CROWD,
) -> Grey:
    """White where it is darker by this share, no more than that of the lightest nearby, and not alone."""
    near = cv2.dilate(cv2.blur(level, (3, 3)), _NEAR)
    dark = cv2.bitwise_and(_below(mean, 1 - share, level), _below(near, lightest, level))
    return _crowded(cv2.medianBlur(dark, 3), crowd)


def _below(other: cv2.typing.MatLike, share: float, level: Grey) -> cv2.typing.MatLike:
    _, dark = cv2.threshold(cv2.addWeighted(other, share, level, -1.0, -DARKER_BY), 0, 255, cv2.THRESH_BINARY)
    return dark


def _crowded(dark: cv2.typing.MatLike, count: int) -> Grey:
    least = int((count - 0.5) * 255 / CROWD**2)
    _, crowd = cv2.threshold(cv2.blur(dark, (CROWD, CROWD)), least, 255, cv2.THRESH_BINARY)
    return np.asarray(cv2.bitwise_and(dark, crowd), np.uint8)


def _compact(outlines: Sequence[cv2.typing.MatLike], height: int) -> NDArray[np.intp]:
    """Which outlines are of a fitting size, about as high as wide, not of a hole, and not there twice.

    height: of the sheet; what lies below it is the first level once more.
    """
    lengths = np.array([len(outline) for outline in outlines])
    ends = np.cumsum(lengths)
    starts = ends - lengths
    x, y = np.ascontiguousarray(np.concatenate(outlines)[:, 0].T)
    left, top = np.minimum.reduceat(x, starts), np.minimum.reduceat(y, starts)
    w, h = np.maximum.reduceat(x, starts) - left + 1, np.maximum.reduceat(y, starts) - top + 1
    next_x, next_y = np.empty_like(x), np.empty_like(y)
    next_x[:-1], next_y[:-1] = x[1:], y[1:]
    next_x[ends - 1], next_y[ends - 1] = x[starts], y[starts]
    around = np.add.reduceat(np.abs(next_x - x) + np.abs(next_y - y), starts)
    twice = np.add.reduceat(x * next_y - next_x * y, starts)
    longer, shorter = np.maximum(w, h), np.minimum(w, h)
    good = np.flatnonzero(
        (longer <= BLOB_PX[1])
        & (shorter >= BLOB_PX[0])
        & (longer <= LONGER * shorter)
        & (around <= WIGGLY * (w + h))
        & (twice > 2 * LEAST_FILL * w * h)
    )
    # Most blobs are the same at both thresholds, outline and all; where they differ, either may be the tag.
    about = np.stack([left, top % height, (w + h) // 2, around // 2])[:, good] // 2
    _, first = np.unique(about, axis=1, return_index=True)
    return good[np.sort(first)]


def _box(outline: cv2.typing.MatLike) -> cv2.typing.RotatedRect | None:
    """The smallest turned rectangle round a blob, when it is about square, and filled."""
    hull = cv2.convexHull(outline)
    middle, (long, short), turn = cv2.minAreaRect(hull)
    # Points are the middles of pixels, so the blob is a pixel longer and wider.
    long, short = long + 1, short + 1
    if min(long, short) < LEAST_ASPECT * max(long, short):
        return None
    if cv2.contourArea(hull) + long + short < LEAST_HULL * long * short:
        return None
    return middle, (long, short), turn
