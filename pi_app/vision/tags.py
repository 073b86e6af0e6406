"""Patches -> the tags in them: number and corners, in pixels of the full picture.

Whole squares are read all at once by `squares`. What is left over and looks like a tag goes into one atlas
of equal tiles for OpenCV's detector, which finds squares of its own.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.ports import Grey
from hardware.stickers import BY_TAG, PLATE_MM, PLATE_TAG_CENTRE_MM, PLATE_TAG_MM, TAG_MODULES, Plate
from pi_app.vision.seen import Corners, Patch
from pi_app.vision.squares import DICTIONARY, read_squares

Quad = NDArray[np.float32]
"""Shape (4, 2): top left, top right, bottom right, bottom left of the upright tag."""

TILE = 96
COLUMNS = 4
LEAST_SIDE = 24
"""Of a tag within its tile, in pixels."""
WINDOW = 15
MOST_AGAIN = 2
"""Patches that OpenCV's detector tries in one look, the most promising."""
MOST_CUT, LEAST_CUT = 6, 0.07
"""Patches that are tried again with a side farther in until they are square: by this share at least."""
SMALLER, LARGER = 0.62, 1.6
"""Than the smallest and the largest tag read: what else may be a tag."""


@dataclass(frozen=True, slots=True, eq=False)
class Tag:
    """One tag of the dictionary, ours or not. corners: shape (4, 2), pixels of the full picture.

    centre: where the diagonals cross, so true under perspective. side_px: the mean of the four.
    """

    id: int
    corners: Quad
    centre: tuple[float, float]
    side_px: float

    @property
    def px_per_module(self) -> float:
        return self.side_px / TAG_MODULES


def tag_at(number: int, corners: Quad) -> Tag:
    """The tag with this number and these corners."""
    (x1, y1), (x2, y2), (x3, y3), (x4, y4) = corners.tolist()
    cross = (x1 - x3) * (y2 - y4) - (y1 - y3) * (x2 - x4)
    a, b = x1 * y3 - y1 * x3, x2 * y4 - y2 * x4
    centre = ((x1 + x2 + x3 + x4) / 4, (y1 + y2 + y3 + y4) / 4)
    if abs(cross) > 1e-9:
        centre = (a * (x2 - x4) - (x1 - x3) * b) / cross, (a * (y2 - y4) - (y1 - y3) * b) / cross
    around = ((x1, y1, x2, y2), (x2, y2, x3, y3), (x3, y3, x4, y4), (x4, y4, x1, y1))
    side = sum(math.hypot(p - r, q - s) for p, q, r, s in around) / 4
    return Tag(number, corners, centre, side)


def _detector() -> cv2.aruco.ArucoDetector:
    settings = cv2.aruco.DetectorParameters()
    settings.adaptiveThreshWinSizeMin = settings.adaptiveThreshWinSizeMax = WINDOW
    settings.errorCorrectionRate = 0.4
    settings.perspectiveRemovePixelPerCell = 8
    settings.perspectiveRemoveIgnoredMarginPerCell = 0.2
    settings.minOtsuStdDev = 2.0
    settings.minMarkerPerimeterRate = 4 * LEAST_SIDE / (MOST_AGAIN * TILE)
    settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    settings.cornerRefinementWinSize = 4
    return cv2.aruco.ArucoDetector(DICTIONARY, settings)


DETECTOR = _detector()


def read_tags(grey: Grey, patches: Sequence[Patch]) -> tuple[list[Tag], list[Patch]]:
    """The tags read, each once, and the patches that look like tags but were not read."""
    tags, left, again = _read_squares(grey, patches)
    left, again = _fitting(left, tags), _off_plates(_fitting(again, tags), tags)
    tags = _each_once([*tags, *_read_cut(grey, again[:MOST_CUT])])
    again = _empty(again, tags)[:MOST_AGAIN]
    tags = _each_once([*tags, *_read_atlas(grey, again).values()])
    return tags, _empty(left, tags)


def read_more_tags(
    grey: Grey, patches: Sequence[Patch], tags: Sequence[Tag], left: Sequence[Patch]
) -> tuple[list[Tag], list[Patch]]:
    """`read_tags` of more patches, joined with what it said before.

    Beside tags that were read, what does not read at once is not tried again.
    """
    if not tags:
        return read_tags(grey, patches)
    found, unread, _ = _read_squares(grey, _empty(list(patches), tags))
    tags = _each_once([*tags, *found])
    return tags, _fitting(_empty([*left, *unread], tags), tags)


def _read_squares(grey: Grey, patches: Sequence[Patch]) -> tuple[list[Tag], list[Patch], list[Patch]]:
    """Tags whose square is whole, the patches that look like such tags, and those that may hold another."""
    squares = [patch for patch in patches if patch.quad is not None]
    rough = np.array([patch.quad for patch in squares], np.float32).reshape(-1, 4, 2)
    found = read_squares(grey, rough)
    tags = _each_once([tag_at(int(found.ids[k]), found.quads[k]) for k in np.flatnonzero(found.ids >= 0)])
    left = [squares[k] for k in np.flatnonzero(found.likely)]
    again = [patch for patch in patches if patch.quad is None]
    again += [squares[k] for k in np.flatnonzero(found.askew)]
    return tags, _empty(left, tags), _empty(again, tags)


def _read_cut(grey: Grey, patches: Sequence[Patch]) -> list[Tag]:
    """Tags whose dark square runs on into a bar beside it: each side is tried a little farther in."""
    whole = np.array([patch.quad for patch in patches if patch.quad is not None], np.float32).reshape(
        -1, 4, 2
    )
    sides = np.linalg.norm(whole[:, 1:3] - whole[:, :2], axis=2)
    # Its longer sides first, then those across.
    whole = np.where((sides[:, 0] < sides[:, 1])[:, None, None], np.roll(whole, -1, axis=1), whole)
    share = 1 - sides.min(axis=1) / sides.max(axis=1)
    whole, share = whole[share >= LEAST_CUT], share[share >= LEAST_CUT, None, None]
    if not len(whole):
        return []
    cut = []
    for near, far in (((0, 3), (1, 2)), ((1, 2), (0, 3))):
        quads = whole.copy()
        quads[:, far] += share * (whole[:, near] - whole[:, far])
        cut.append(quads)
    found = read_squares(grey, np.concatenate(cut))
    return [tag_at(int(found.ids[k]), found.quads[k]) for k in np.flatnonzero(found.ids >= 0)]


def _each_once(tags: Sequence[Tag]) -> list[Tag]:
    """The same number at the same place is one tag: two patches overlapped."""
    kept: list[Tag] = []
    for tag in tags:
        if not any(tag.id == k.id and _apart(tag.centre, k.centre) < 0.5 * tag.side_px for k in kept):
            kept.append(tag)
    return kept


def _empty(patches: list[Patch], tags: Sequence[Tag]) -> list[Patch]:
    """The patches in whose middle no tag was read."""
    if not tags or not patches:
        return patches
    half = np.array([patch.side / 2 for patch in patches])
    middle = np.array([(patch.x, patch.y) for patch in patches]) + half[:, None]
    apart = np.abs(middle[:, None] - np.array([tag.centre for tag in tags])).max(axis=2)
    return [patches[k] for k in np.flatnonzero((apart >= 0.5 * half[:, None]).all(axis=1))]


def square_module(quad: Corners) -> float:
    """Pixels a module, if this dark square is a tag."""
    (ax, ay), (bx, by), (cx, cy), _ = quad
    return (math.hypot(bx - ax, by - ay) + math.hypot(cx - bx, cy - by)) / (2 * TAG_MODULES)


def _fitting(patches: list[Patch], tags: Sequence[Tag]) -> list[Patch]:
    """No sticker's tag is far smaller or larger than those read: QR codes have smaller squares."""
    if not tags:
        return patches
    sides = [tag.side_px for tag in tags]
    least, most = (limit / TAG_MODULES for limit in (SMALLER * min(sides), LARGER * max(sides)))
    return [patch for patch in patches if patch.quad is None or least <= square_module(patch.quad) <= most]


def _off_plates(patches: list[Patch], tags: Sequence[Tag]) -> list[Patch]:
    """The patches that are not on a plate: its digits and its code are about as large and dark as a tag."""
    low = -np.array(PLATE_TAG_CENTRE_MM) / PLATE_TAG_MM
    high = low + np.array(PLATE_MM) / PLATE_TAG_MM
    middle = np.array([(patch.x + patch.side / 2, patch.y + patch.side / 2) for patch in patches]).reshape(
        -1, 2
    )
    off = np.ones(len(patches), bool)
    for tag in tags:
        if isinstance(BY_TAG.get(tag.id), Plate):
            a, b, _, d = tag.corners
            at = (middle - tag.centre) @ np.linalg.inv(np.array([b - a, d - a], np.float64))
            off &= ((at < low) | (at > high)).any(axis=1)
    return [patches[k] for k in np.flatnonzero(off)]


def mirrored_tags(grey: Grey, patches: Sequence[Patch]) -> int:
    """How many of the patches hold a tag that reads only in the mirror."""
    rough = np.array([patch.quad for patch in patches if patch.quad is not None], np.float32)
    if not len(rough):
        return 0
    # Mirrored corners run the other way round.
    turned = rough[:, ::-1] * np.array([-1, 1], np.float32) + np.array([grey.shape[1] - 1, 0], np.float32)
    return int((read_squares(np.ascontiguousarray(grey[:, ::-1]), turned).ids >= 0).sum())


def _read_atlas(grey: Grey, patches: list[Patch]) -> dict[int, Tag]:
    """Index of patch -> its tag."""
    if not patches:
        return {}
    atlas = _atlas(grey, patches)
    corners, ids, _ = DETECTOR.detectMarkers(atlas)
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
            tags[k] = tag_at(int(number), full.astype(np.float32))
    return tags


def _atlas(grey: Grey, patches: list[Patch]) -> Grey:
    """All patches as tiles of TILE pixels, COLUMNS a row; what lies outside the picture repeats its edge."""
    rows = -(-len(patches) // COLUMNS)
    atlas = np.zeros((rows * TILE, min(COLUMNS, len(patches)) * TILE), np.uint8)
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


def _apart(a: tuple[float, float], b: tuple[float, float]) -> float:
    return max(abs(a[0] - b[0]), abs(a[1] - b[1]))
