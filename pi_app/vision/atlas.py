"""Patches -> the tags that OpenCV's own detector finds in them, laid side by side as equal tiles."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.ports import Grey
from pi_app.vision.seen import Patch
from pi_app.vision.squares import DICTIONARY

TILE = 96
LEAST_SIDE = 24
"""Of a tag within its tile, in pixels."""
WINDOW = 15
MOST_TILES = 2
"""In one look: the most promising patches."""


def _detector() -> cv2.aruco.ArucoDetector:
    settings = cv2.aruco.DetectorParameters()
    settings.adaptiveThreshWinSizeMin = settings.adaptiveThreshWinSizeMax = WINDOW
    settings.errorCorrectionRate = 0.4
    settings.perspectiveRemovePixelPerCell = 8
    settings.perspectiveRemoveIgnoredMarginPerCell = 0.2
    settings.minOtsuStdDev = 2.0
    settings.minMarkerPerimeterRate = 4 * LEAST_SIDE / (MOST_TILES * TILE)
    settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    settings.cornerRefinementWinSize = 4
    return cv2.aruco.ArucoDetector(DICTIONARY, settings)


DETECTOR = _detector()


def tags_in_tiles(grey: Grey, patches: Sequence[Patch]) -> list[tuple[int, NDArray[np.float32]]]:
    """Number and corners (shape (4, 2), pixels of `grey`) of one tag at most in each of the first patches."""
    patches = patches[:MOST_TILES]
    if not patches:
        return []
    corners, ids, _ = DETECTOR.detectMarkers(np.hstack([_tile(grey, patch) for patch in patches]))
    found: dict[int, tuple[int, NDArray[np.float32]]] = {}
    for quad, number in zip(corners, [] if ids is None else np.asarray(ids).ravel(), strict=True):
        points = np.asarray(quad, np.float32).reshape(4, 2)
        k = int(points[:, 0].mean() // TILE)
        inside = points - np.array([k * TILE, 0], np.float32)
        start = np.array([patches[k].x, patches[k].y], np.float32)
        full = (inside + 0.5) * (patches[k].side / TILE) - 0.5 + start
        found[k] = int(number), full.astype(np.float32)
    return list(found.values())


def _tile(grey: Grey, patch: Patch) -> Grey:
    """What lies outside the picture repeats its edge."""
    height, width = grey.shape
    x0, y0 = max(0, patch.x), max(0, patch.y)
    x1, y1 = min(width, patch.x + patch.side), min(height, patch.y + patch.side)
    piece: cv2.typing.MatLike = grey[y0:y1, x0:x1]
    if piece.shape != (patch.side, patch.side):
        sides = (y0 - patch.y, patch.y + patch.side - y1, x0 - patch.x, patch.x + patch.side - x1)
        piece = cv2.copyMakeBorder(piece, *sides, cv2.BORDER_REPLICATE)
    how = cv2.INTER_AREA if patch.side > TILE else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(piece, (TILE, TILE), interpolation=how), np.uint8)
