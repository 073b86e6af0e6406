"""Patches -> the tags in them: number and corners, in pixels of the full picture.

All patches go into one atlas of equal tiles, so that one OpenCV call reads them all; what is left over
is tried again with a finer threshold, then by matching every id of the kit.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.ports import Grey
from hardware.stickers import DICTIONARY_ID, TAG_MODULES
from pi_app.vision.seen import Patch

Quad = NDArray[np.float32]
"""Shape (4, 2): top left, top right, bottom right, bottom left of the upright tag."""

TILE = 96
COLUMNS = 16
LEAST_SIDE = 24
"""Of a tag within its tile, in pixels."""
DICTIONARY = cv2.aruco.getPredefinedDictionary(DICTIONARY_ID)
WINDOWS = (23, 11)


@dataclass(frozen=True, slots=True, eq=False)
class Tag:
    """One tag of the dictionary, ours or not. corners: shape (4, 2), pixels of the full picture."""

    id: int
    corners: Quad

    @property
    def centre(self) -> tuple[float, float]:
        """Where the diagonals cross, so true under perspective."""
        (x1, y1), (x2, y2), (x3, y3), (x4, y4) = self.corners.astype(float)
        cross = (x1 - x3) * (y2 - y4) - (y1 - y3) * (x2 - x4)
        if abs(cross) < 1e-9:
            return float(self.corners[:, 0].mean()), float(self.corners[:, 1].mean())
        a, b = x1 * y3 - y1 * x3, x2 * y4 - y2 * x4
        return (a * (x2 - x4) - (x1 - x3) * b) / cross, (a * (y2 - y4) - (y1 - y3) * b) / cross

    @property
    def px_per_module(self) -> float:
        side = np.linalg.norm(self.corners - np.roll(self.corners, 1, axis=0), axis=1).mean()
        return float(side) / TAG_MODULES


def _detector(window: int) -> cv2.aruco.ArucoDetector:
    settings = cv2.aruco.DetectorParameters()
    settings.adaptiveThreshWinSizeMin = settings.adaptiveThreshWinSizeMax = window
    settings.errorCorrectionRate = 0.6
    settings.perspectiveRemovePixelPerCell = 8
    settings.perspectiveRemoveIgnoredMarginPerCell = 0.2
    settings.minOtsuStdDev = 2.0
    settings.minMarkerPerimeterRate = 4 * LEAST_SIDE / (COLUMNS * TILE)
    settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    settings.cornerRefinementWinSize = 4
    return cv2.aruco.ArucoDetector(DICTIONARY, settings)


def read_tags(grey: Grey, patches: Sequence[Patch]) -> tuple[list[Tag], list[Patch]]:
    """The tags read, each once, and the patches in which none was read."""
    tags: list[Tag] = []
    left = list(patches)
    for window in WINDOWS:
        found = _read_atlas(grey, left, window)
        tags.extend(tag for tag in found.values() if not _known(tag, tags))
        left = [patch for k, patch in enumerate(left) if k not in found]
    left = [patch for patch in left if not any(_holds(patch, tag) for tag in tags)]
    return tags, left


def mirrored_tags(grey: Grey, patches: Sequence[Patch]) -> int:
    """How many of the patches hold a tag that reads only in the mirror."""
    return len(_read_atlas(grey, list(patches), WINDOWS[0], mirrored=True))


def _read_atlas(grey: Grey, patches: list[Patch], window: int, mirrored: bool = False) -> dict[int, Tag]:
    """Index of patch -> its tag."""
    if not patches:
        return {}
    atlas = _atlas(grey, patches)
    if mirrored:
        atlas = np.ascontiguousarray(atlas[:, ::-1])
    corners, ids, _ = _detector(window).detectMarkers(atlas)
    tags: dict[int, Tag] = {}
    if ids is None:
        return tags
    for quad, number in zip(corners, np.asarray(ids).ravel(), strict=True):
        points = np.asarray(quad, np.float32).reshape(4, 2)
        column, row = (points.mean(axis=0) // TILE).astype(int)
        k = int(row * COLUMNS + column)
        if k < len(patches):
            patch = patches[k]
            inside = points - np.array([column * TILE, row * TILE], np.float32)
            full = (inside + 0.5) * (patch.side / TILE) - 0.5 + np.array([patch.x, patch.y], np.float32)
            tags[k] = Tag(int(number), full.astype(np.float32))
    return tags


def _atlas(grey: Grey, patches: list[Patch]) -> Grey:
    """All patches as tiles of TILE pixels, COLUMNS a row; what lies outside the picture repeats its edge."""
    rows = -(-len(patches) // COLUMNS)
    atlas = np.zeros((rows * TILE, COLUMNS * TILE), np.uint8)
    for k, patch in enumerate(patches):
        y, x = (k // COLUMNS) * TILE, (k % COLUMNS) * TILE
        piece = _cut(grey, patch)
        how = cv2.INTER_AREA if patch.side > TILE else cv2.INTER_LINEAR
        cv2.resize(piece, (TILE, TILE), dst=atlas[y : y + TILE, x : x + TILE], interpolation=how)
    return atlas


def _cut(grey: Grey, patch: Patch) -> Grey:
    height, width = grey.shape
    x0, y0 = max(0, patch.x), max(0, patch.y)
    x1, y1 = min(width, patch.x + patch.side), min(height, patch.y + patch.side)
    piece = grey[y0:y1, x0:x1]
    if piece.shape == (patch.side, patch.side):
        return piece
    sides = (y0 - patch.y, patch.y + patch.side - y1, x0 - patch.x, patch.x + patch.side - x1)
    return cv2.copyMakeBorder(piece, *sides, cv2.BORDER_REPLICATE)  # type: ignore[return-value]


def _known(tag: Tag, tags: list[Tag]) -> bool:
    """The same number at the same place: two patches overlapped."""
    side = tag.px_per_module * TAG_MODULES
    return any(
        tag.id == other.id and float(np.abs(tag.corners - other.corners).max()) < 0.5 * side for other in tags
    )


def _holds(patch: Patch, tag: Tag) -> bool:
    x, y = tag.centre
    half = patch.side / 2
    return abs(x - patch.x - half) < 0.5 * half and abs(y - patch.y - half) < 0.5 * half
