"""A camera pose goes in; out comes where every millimetre of the table falls in the picture, and back.

Pinhole with OpenCV's radial distortion. Pixels: the centre of the top left one is (0, 0).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.simulated.scene import CameraPose

Floats = NDArray[np.float32]
Doubles = NDArray[np.float64]
_STEP = 16
"""Rays are computed on every 16th pixel; between them they are straight to a hundredth of a pixel."""
_HORIZON = 0.05
"""Rays flatter than this would meet the table a dozen heights away: they are bent down to it."""


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle of the picture, in whole pixels."""

    x: int
    y: int
    width: int
    height: int

    def of(self, picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """The same pixels, not a copy."""
        return picture[self.y : self.y + self.height, self.x : self.x + self.width]


class View:
    """One camera pose, ready to be asked."""

    def __init__(self, pose: CameraPose) -> None:
        self.pose = pose
        self._focal = pose.width_px / 2 / math.tan(math.radians(pose.view_deg / 2))
        self._middle = np.array([(pose.width_px - 1) / 2, (pose.height_px - 1) / 2])
        tilt, yaw, turn = (math.radians(a) for a in (pose.tilt_deg, pose.yaw_deg, pose.turn_deg))
        away = pose.height_mm * math.tan(tilt)
        self.eye: Doubles = np.array(
            [pose.aim_x + away * math.sin(yaw), pose.aim_y + away * math.cos(yaw), pose.height_mm]
        )
        self._ahead = _unit(np.array([pose.aim_x, pose.aim_y, 0.0]) - self.eye)
        right = _unit(_without(np.array([1.0, 0.0, 0.0]), self._ahead))
        down = _unit(_without(_without(np.array([0.0, 1.0, 0.0]), self._ahead), right))
        self._right = math.cos(turn) * right + math.sin(turn) * down
        self._down = math.cos(turn) * down - math.sin(turn) * right

    @property
    def whole(self) -> Box:
        return Box(0, 0, self.pose.width_px, self.pose.height_px)

    def project(self, x: Doubles, y: Doubles, z: float = 0.0) -> Doubles:
        """Pixels, shape (n, 2), of the points x, y (mm, shape (n,)) at `z` mm above the table."""
        seen = np.stack([x, y, np.full_like(x, z)], axis=-1) - self.eye
        depth = seen @ self._ahead
        flat = np.stack([seen @ self._right, seen @ self._down], axis=-1) / depth[:, None]
        square = (flat**2).sum(axis=1, keepdims=True)
        bent = flat * (1 + self.pose.k1 * square + self.pose.k2 * square**2)
        return np.asarray(self._focal * bent + self._middle)

    def slopes(self, box: Box) -> Floats:
        """For each pixel of `box` how far its ray goes sideways per mm down: shape (h, w, 2)."""
        columns, rows = -(-box.width // _STEP), -(-box.height // _STEP)
        u = box.x + (np.arange(-1, columns + 1) + 0.5) * _STEP - 0.5
        v = box.y + (np.arange(-1, rows + 1) + 0.5) * _STEP - 0.5
        coarse = self.slopes_at(*np.meshgrid(u, v)).astype(np.float32)
        fine = cv2.resize(coarse, None, fx=_STEP, fy=_STEP, interpolation=cv2.INTER_LINEAR)
        return np.asarray(fine[_STEP : _STEP + box.height, _STEP : _STEP + box.width])

    def slopes_at(self, u: Doubles, v: Doubles) -> Doubles:
        """The same for single pixels: shape (..., 2)."""
        bent = (np.stack([u, v], axis=-1) - self._middle) / self._focal
        flat = self._straightened(bent)
        ray = self._ahead + flat[..., :1] * self._right + flat[..., 1:] * self._down
        return np.asarray(ray[..., :2] / np.maximum(-ray[..., 2:], _HORIZON))

    def on_plane(self, slopes: Floats, z: float = 0.0) -> tuple[Floats, Floats]:
        """Where rays of these slopes meet the plane `z` mm above the table: x and y in mm."""
        drop = np.float32(self.eye[2] - z)
        return (
            np.float32(self.eye[0]) + drop * slopes[..., 0],
            np.float32(self.eye[1]) + drop * slopes[..., 1],
        )

    def px_per_mm(self, x: float, y: float, z: float = 0.0) -> float:
        """Scale at one place: the mean of both directions."""
        at = self.project(np.array([x, x + 1.0, x]), np.array([y, y, y + 1.0]), z)
        return float(np.hypot(*(at[1:] - at[0]).T).mean())

    def box_round(self, x: Doubles, y: Doubles, z: float = 0.0, margin_px: int = 2) -> Box | None:
        """The part of the picture that holds these points, or None when they lie outside."""
        depth = (np.stack([x, y, np.full_like(x, z)], axis=-1) - self.eye) @ self._ahead
        if depth.min() < 1:  # beside or behind the lens
            return None
        at = self.project(x, y, z)
        low = np.maximum(np.floor(at.min(axis=0)).astype(int) - margin_px, 0)
        high = np.minimum(np.ceil(at.max(axis=0)).astype(int) + margin_px + 1, self._size)
        width, height = (high - low).tolist()
        return Box(int(low[0]), int(low[1]), width, height) if width > 0 and height > 0 else None

    @property
    def _size(self) -> tuple[int, int]:
        return self.pose.width_px, self.pose.height_px

    def _straightened(self, bent: Doubles) -> Doubles:
        """Undo the distortion by Newton's method on the radius."""
        k1, k2 = self.pose.k1, self.pose.k2
        target = np.sqrt((bent**2).sum(axis=-1, keepdims=True))
        radius = target.copy()
        for _ in range(8 if k1 or k2 else 0):
            square = radius**2
            error = radius * (1 + k1 * square + k2 * square**2) - target
            # A lens folds back where this slope reaches zero; no picture comes from out there.
            radius -= error / np.maximum(1 + 3 * k1 * square + 5 * k2 * square**2, 0.1)
        return np.asarray(bent * (radius / np.maximum(target, 1e-12)))


@lru_cache(maxsize=4)
def view_of(pose: CameraPose) -> View:
    return View(pose)


def _unit(vector: Doubles) -> Doubles:
    return np.asarray(vector / np.linalg.norm(vector))


def _without(vector: Doubles, direction: Doubles) -> Doubles:
    """The part of `vector` across `direction`."""
    return np.asarray(vector - (vector @ direction) * direction)
