"""How a camera bends light: pixels <-> straight rays, for one size of picture.

A lens is measured with a ChArUco board, or guessed; a guessed one may be refined by the table map.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.float64]
"""Shape (N, 2)."""

_UNTIL = (cv2.TERM_CRITERIA_COUNT | cv2.TERM_CRITERIA_EPS, 40, 1e-9)
"""OpenCV's own five rounds are pixels wrong at the edge of a wide lens."""
USUAL_FOCAL = 0.78
"""Focal length over picture width of the usual cameras above a table (65 degrees across)."""


@dataclass(frozen=True, slots=True)
class Lens:
    """Focal lengths and centre in pixels of a picture of `size` (width, height); OpenCV's distortion."""

    size: tuple[int, int]
    focal: tuple[float, float]
    centre: tuple[float, float]
    distortion: tuple[float, ...] = ()
    measured: bool = False

    @staticmethod
    def guess(size: tuple[int, int], focal: float = USUAL_FOCAL, k1: float = 0.0) -> Lens:
        """A lens nobody has measured. focal: over the picture's longer side; k1: radial distortion."""
        f = focal * max(size)
        centre = ((size[0] - 1) / 2, (size[1] - 1) / 2)
        return Lens(size, (f, f), centre, (k1, 0.0, 0.0, 0.0) if k1 else ())

    @property
    def matrix(self) -> NDArray[np.float64]:
        """The 3x3 camera matrix."""
        (fx, fy), (cx, cy) = self.focal, self.centre
        return np.array([[fx, 0.0, cx], [0.0, fy, cy], [0.0, 0.0, 1.0]])

    def rays(self, points_px: Points) -> Points:
        """Where each pixel looks: x and y at distance 1."""
        points = np.asarray(points_px, np.float64).reshape(-1, 2)
        if not len(points):
            return points
        if not self.distortion:
            return (points - self.centre) / self.focal
        flat = cv2.undistortPoints(
            points.reshape(-1, 1, 2), self.matrix, np.array(self.distortion), criteria=_UNTIL
        )
        return np.asarray(flat, np.float64).reshape(-1, 2)

    def pixels(self, rays: Points) -> Points:
        """The inverse of `rays`."""
        rays = np.asarray(rays, np.float64).reshape(-1, 2)
        if not len(rays):
            return rays
        if not self.distortion:
            return rays * self.focal + self.centre
        spatial = np.concatenate([rays, np.ones((len(rays), 1))], axis=1)
        points, _ = cv2.projectPoints(
            spatial, np.zeros(3), np.zeros(3), self.matrix, np.array(self.distortion)
        )
        return np.asarray(points, np.float64).reshape(-1, 2)
