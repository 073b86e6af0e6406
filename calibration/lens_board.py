"""Pictures of the ChArUco board -> the lens, and how well it explains them.

Rule: too few views, all flat, or all in the middle say nothing about a lens, and are refused.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.lens import Lens
from calibration.table_map import on_plane
from hardware.board import SQUARE_MM, board
from hardware.ports import Grey

Floats = NDArray[np.float64]

LEAST_CORNERS = 12
SEARCHED_PX = 1640
"""Width of the picture in which the board is looked for; its corners are then found in the whole one."""
_WINDOW = 4
_UNTIL = (cv2.TERM_CRITERIA_COUNT | cv2.TERM_CRITERIA_EPS, 40, 1e-3)
LEAST_VIEWS = 6
GRID = (4, 3)
"""Parts of the picture, across and down, that the views together should cover."""
LEAST_COVERED = 0.6
LEAST_TILT_DEG = 15.0
"""At least TILTED views must be tilted so much: flat ones cannot tell a long lens from a far board."""
TILTED = 3
MOST_ERROR_PX = 1.5
BETTER = 0.8
"""A richer model of the lens is taken where its error is at most so much of the simple one's."""


class LensError(Exception):
    """The lens cannot be measured so. `code` for programs; `views`: how many were good."""

    def __init__(self, code: str, views: int) -> None:
        super().__init__(code)
        self.code = code
        self.views = views


@dataclass(frozen=True, slots=True, eq=False)
class BoardView:
    """The board's inner corners in one picture: pixels, shape (N, 2), and their places in mm, (N, 3)."""

    size: tuple[int, int]
    ids: tuple[int, ...]
    corners_px: Floats
    corners_mm: Floats

    @property
    def covered(self) -> frozenset[tuple[int, int]]:
        """Which parts of the picture it reaches."""
        cells = self.corners_px / np.array(self.size) * np.array(GRID)
        whole = np.clip(cells.astype(int), 0, np.array(GRID) - 1)
        return frozenset((int(x), int(y)) for x, y in whole)


@dataclass(frozen=True, slots=True)
class MeasuredLens:
    """error_px, error_mm: root mean square over all corners; in mm on the board itself.

    worst_mm: the worst corner. covered: share of the picture's parts that were reached.
    """

    lens: Lens
    views: int
    error_px: float
    error_mm: float
    worst_mm: float
    covered: float


def find_board(grey: Grey, square_mm: float = SQUARE_MM) -> BoardView | None:
    """The board in a picture, or None when too little of it is seen."""
    drawn = board(square_mm)
    scale = max(1.0, grey.shape[1] / SEARCHED_PX)
    small = (
        grey
        if scale == 1
        else cv2.resize(grey, None, fx=1 / scale, fy=1 / scale, interpolation=cv2.INTER_AREA)
    )
    corners, ids, _, _ = cv2.aruco.CharucoDetector(drawn).detectBoard(np.asarray(small, np.uint8))
    if ids is None or len(ids) < LEAST_CORNERS:
        return None
    numbers = np.asarray(ids).ravel()
    places = np.asarray(drawn.getChessboardCorners(), np.float64)[numbers]
    size = (grey.shape[1], grey.shape[0])
    about = (np.array(corners, np.float32).reshape(-1, 1, 2) + 0.5) * scale - 0.5
    window = (round(_WINDOW * scale), round(_WINDOW * scale))
    finer = cv2.cornerSubPix(grey, about.astype(np.float32), window, (-1, -1), _UNTIL)
    return BoardView(size, tuple(int(n) for n in numbers), np.array(finer, np.float64).reshape(-1, 2), places)


def covered(views: Sequence[BoardView]) -> float:
    """Share of the picture's parts that the views reach together."""
    return len(frozenset().union(*(view.covered for view in views))) / math.prod(GRID)


def is_new(view: BoardView, before: Sequence[BoardView]) -> bool:
    """Whether the board lies elsewhere, or otherwise, than in every view before."""
    apart = 0.06 * max(view.size)
    return all(_apart(view, other) > apart for other in before)


def measure_lens(views: Sequence[BoardView]) -> MeasuredLens:
    """Raise LensError: SIZES_DIFFER, TOO_FEW_VIEWS, TOO_LITTLE_COVERED, TOO_FLAT, LENS_POOR."""
    if len({view.size for view in views}) > 1:
        raise LensError("SIZES_DIFFER", len(views))
    if len(views) < LEAST_VIEWS:
        raise LensError("TOO_FEW_VIEWS", len(views))
    if covered(views) < LEAST_COVERED:
        raise LensError("TOO_LITTLE_COVERED", len(views))
    error, lens, poses = _solved(views, 0)
    if error > 0.3:
        richer = _solved(views, cv2.CALIB_RATIONAL_MODEL)
        error, lens, poses = richer if richer[0] < BETTER * error else (error, lens, poses)
    if sum(_tilt_deg(turn) >= LEAST_TILT_DEG for turn, _ in poses) < TILTED:
        raise LensError("TOO_FLAT", len(views))
    if not math.isfinite(error) or error > MOST_ERROR_PX:
        raise LensError("LENS_POOR", len(views))
    away = np.concatenate([_away_mm(view, lens, *pose) for view, pose in zip(views, poses, strict=True)])
    return MeasuredLens(
        lens, len(views), error, float(np.sqrt((away**2).mean())), float(away.max()), covered(views)
    )


def _apart(view: BoardView, other: BoardView) -> float:
    """How far the corners that both show have moved at most, in pixels."""
    places = dict(zip(other.ids, other.corners_px, strict=True))
    moved = [
        float(np.linalg.norm(at - places[n]))
        for n, at in zip(view.ids, view.corners_px, strict=True)
        if n in places
    ]
    return max(moved, default=math.inf)


def _solved(views: Sequence[BoardView], flags: int) -> tuple[float, Lens, list[tuple[Floats, Floats]]]:
    """Error in pixels, the lens, and each board's turn (a 3x3 matrix) and shift."""
    size = views[0].size
    error, matrix, distortion, turns, shifts = cv2.calibrateCamera(
        [view.corners_mm.astype(np.float32) for view in views],
        [view.corners_px.astype(np.float32) for view in views],
        size,
        Lens.guess(size).matrix,
        np.zeros(5),
        flags=flags | cv2.CALIB_USE_INTRINSIC_GUESS,
    )
    found = np.asarray(matrix, np.float64)
    lens = Lens(
        size,
        (float(found[0, 0]), float(found[1, 1])),
        (float(found[0, 2]), float(found[1, 2])),
        tuple(float(value) for value in np.asarray(distortion).ravel()[: 8 if flags else 5]),
        measured=True,
    )
    poses = [
        (np.asarray(cv2.Rodrigues(turn)[0], np.float64), np.asarray(shift, np.float64).ravel())
        for turn, shift in zip(turns, shifts, strict=True)
    ]
    return float(error), lens, poses


def _tilt_deg(turn: Floats) -> float:
    """Between the board's normal and the camera's axis."""
    return math.degrees(math.acos(min(1.0, abs(float(turn[2, 2])))))


def _away_mm(view: BoardView, lens: Lens, turn: Floats, shift: Floats) -> Floats:
    """How far on the board each corner lies from where its pixel is seen to be."""
    normal = turn[:, 2] * np.sign(turn[:, 2] @ shift)
    met = on_plane(lens.rays(view.corners_px), normal, float(normal @ shift))
    return np.asarray(np.linalg.norm((met - shift) @ turn - view.corners_mm, axis=1), np.float64)
