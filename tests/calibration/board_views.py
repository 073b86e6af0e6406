"""Pictures of the ChArUco board through a known lens, for the tests."""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np

from calibration.lens import Lens
from hardware.board import SQUARE_MM, SQUARES, board_picture
from hardware.ports import Grey

PX_PER_MM = 3
COARSE = 8
POSES = tuple(
    (tilt, yaw, x, y, far)
    for tilt, yaw, x, y, far in (
        (0, 0, 0, 0, 420),
        (25, 0, -0.28, -0.12, 430),
        (25, 90, 0.28, -0.12, 430),
        (25, 180, 0.28, 0.12, 430),
        (25, 270, -0.28, 0.12, 430),
        (35, 45, 0, 0.05, 380),
        (35, 225, 0.1, 0, 380),
        (20, 135, -0.38, 0.0, 480),
        (20, 315, 0.38, 0.0, 480),
    )
)
"""Tilt in degrees and towards where, the board's middle as a share of the width, distance in mm."""


def photograph(lens: Lens, tilt: float, yaw: float, x: float, y: float, far: float) -> Grey:
    """What the lens sees of a board there."""
    width, height = lens.size
    rays = _rays(lens)
    axis = np.radians(yaw)
    turn, _ = cv2.Rodrigues(np.radians(tilt) * np.array([np.cos(axis), np.sin(axis), 0.0]))
    middle = np.array([x * width / lens.focal[0] * far, y * width / lens.focal[1] * far, far])
    meet = rays * ((middle @ turn[:, 2]) / (rays @ turn[:, 2]))[:, None]
    size = np.array(SQUARES) * SQUARE_MM
    on_board = ((meet - middle) @ turn)[:, :2] + size / 2
    drawn = cv2.resize(board_picture(4 * PX_PER_MM), None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
    drawn = cv2.copyMakeBorder(drawn, 30, 30, 30, 30, cv2.BORDER_CONSTANT, value=(255,))
    at = (on_board * PX_PER_MM - 0.5 + 30).astype(np.float32).reshape(height, width, 2)
    x_map, y_map = at[..., 0], at[..., 1]
    seen = cv2.remap(
        drawn, x_map, y_map, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=(110,)
    )
    return np.asarray(cv2.GaussianBlur(seen, (0, 0), 0.7), np.uint8)


@lru_cache(maxsize=4)
def _rays(lens: Lens) -> np.ndarray:
    """Of every pixel, shape (pixels, 3); smooth, so worked out on a coarse grid."""
    width, height = lens.size
    xs, ys = (np.linspace(0, side - 1, side // COARSE) for side in lens.size)
    coarse = lens.rays(np.stack(np.meshgrid(xs, ys), axis=-1).reshape(-1, 2)).reshape(len(ys), len(xs), 2)
    across, down = _weights(xs, width), _weights(ys, height)
    fine = np.stack([down @ coarse[..., axis] @ across.T for axis in (0, 1)], axis=-1).reshape(-1, 2)
    return np.concatenate([fine, np.ones((width * height, 1))], axis=1)


def _weights(knots: np.ndarray, count: int) -> np.ndarray:
    """Linear interpolation between the knots, at each of `count` pixels: shape (count, knots)."""
    return np.stack([np.interp(np.arange(count), knots, row) for row in np.eye(len(knots))], axis=1)
