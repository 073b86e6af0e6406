"""Where a pixel lies on the table, in millimetres, and back. Immutable; only points are mapped.

The table is a plane before the camera; what lies on something thick lies on a plane that much nearer.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from calibration.lens import Lens, Points

Triple = tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class TableMap:
    """The plane `normal . X = distance_mm` seen from the camera; `normal` points away from it.

    origin: a point of the plane; right, down: the table's axes, all in the camera's millimetres.
    error_mm: how far the known sizes of the marks were missed (root mean square).
    """

    lens: Lens
    normal: Triple
    distance_mm: float
    origin: Triple
    right: Triple
    down: Triple
    error_mm: float = 0.0

    def to_mm(self, points_px: Points, height_mm: float = 0.0) -> Points:
        """Pixels, shape (N, 2) -> millimetres, shape (N, 2), of things `height_mm` above the table."""
        spatial = on_plane(self.lens.rays(points_px), np.array(self.normal), self.distance_mm - height_mm)
        away = spatial - np.array(self.origin)
        return np.stack([away @ np.array(self.right), away @ np.array(self.down)], axis=1)

    def to_px(self, points_mm: Points, height_mm: float = 0.0) -> Points:
        """Millimetres, shape (N, 2) -> pixels, shape (N, 2)."""
        points = np.asarray(points_mm, np.float64).reshape(-1, 2)
        spatial = (
            np.array(self.origin)
            + points[:, :1] * np.array(self.right)
            + points[:, 1:] * np.array(self.down)
            - height_mm * np.array(self.normal)
        )
        return self.lens.pixels(spatial[:, :2] / spatial[:, 2:])

    def moved_to(self, point_px: tuple[float, float], right_px: tuple[float, float]) -> TableMap:
        """The same map with its origin at a pixel, and `right` towards another pixel."""
        rays = self.lens.rays(np.array([point_px, right_px]))
        normal = np.array(self.normal)
        origin, towards = on_plane(rays, normal, self.distance_mm)
        right = (towards - origin) / np.linalg.norm(towards - origin)
        (a, b, c), (x, y, z) = self.normal, triple(right)
        # Their cross product; NumPy's takes twenty times as long.
        down = np.array([b * z - c * y, c * x - a * z, a * y - b * x])
        return TableMap(
            self.lens,
            self.normal,
            self.distance_mm,
            triple(origin),
            triple(right),
            triple(down),
            self.error_mm,
        )


def on_plane(rays: Points, normal: NDArray[np.float64], distance: float) -> NDArray[np.float64]:
    """Where rays meet the plane `normal . X = distance`, shape (N, 3); never behind the camera."""
    spatial = np.concatenate([rays, np.ones((len(rays), 1))], axis=1)
    facing = np.maximum(spatial @ normal, 1e-3)
    met: NDArray[np.float64] = spatial * (distance / facing)[:, None]
    return met


def triple(vector: NDArray[np.float64]) -> Triple:
    x, y, z = (float(value) for value in vector)
    return x, y, z
