"""Chooses a camera pose: as near as everything that lies on the table allows."""

from __future__ import annotations

import math
from dataclasses import replace

from hardware.simulated.scene import CameraPose

NEAREST_MM = 620.0
"""A camera that hangs lower is in the way of heads and hands."""
_SPARE = 1.03
MODULE_MM = {"tag": 1.99, "ring": 1.41, "qr": 1.0}
"""Printed size of one module: a face's tag and ring at 32 mm, a plate's QR code."""


def pose_over(width_mm: float, height_mm: float, size_px: tuple[int, int] = (2304, 1296)) -> CameraPose:
    """Straight over a rectangle in the table's middle; a Camera Module 3."""
    plain = CameraPose(width_px=size_px[0], height_px=size_px[1])
    half = math.tan(math.radians(plain.view_deg / 2))
    needed = max(width_mm / 2, height_mm / 2 * size_px[0] / size_px[1]) / half * _SPARE
    return replace(plain, height_mm=max(NEAREST_MM, needed))


def px_per_module(pose: CameraPose) -> dict[str, float]:
    """Pixels for each module of a tag, a ring (discs of 32 mm) and a QR code under the camera."""
    px_per_mm = pose.width_px / (2 * pose.height_mm * math.tan(math.radians(pose.view_deg / 2)))
    return {name: size * px_per_mm for name, size in MODULE_MM.items()}
