"""QR codes of version 1: what is the same in all of them, and what our kits print on plates, as modules."""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np
import segno
from numpy.typing import NDArray

from hardware.ports import Grey
from hardware.stickers import plate_text

Floats = NDArray[np.float32]
Flags = NDArray[np.bool_]

MODULES = 21
_FINDER = np.where(np.isin(np.abs(np.mgrid[:9, :9] - 4).max(axis=0), (2, 4)), 1, 0)
"""A finder pattern and the white round it; 1 is white."""


def _shared() -> tuple[Flags, Floats]:
    """Which modules are the same in every code, and 1 where they are white."""
    known, white = np.zeros((MODULES, MODULES), bool), np.zeros((MODULES, MODULES), np.float32)
    for rows, columns, mark in (
        (slice(0, 8), slice(0, 8), _FINDER[1:, 1:]),
        (slice(0, 8), slice(13, 21), _FINDER[1:, :-1]),
        (slice(13, 21), slice(0, 8), _FINDER[:-1, 1:]),
    ):
        known[rows, columns], white[rows, columns] = True, mark
    known[6, 8:13] = known[8:13, 6] = True
    white[6, 8:13] = white[8:13, 6] = (0, 1, 0, 1, 0)
    return known, white


SHARED, SHARED_WHITE = _shared()


def drawn_finder(px: int) -> Grey:
    """A finder pattern and the white round it, `px` pixels a module, a little blurred."""
    drawn = np.kron(_FINDER * 255, np.ones((px, px))).astype(np.uint8)
    return np.asarray(cv2.GaussianBlur(drawn, (0, 0), 0.3 * px), np.uint8)


@lru_cache(maxsize=64)
def printed(slot: int, kit: int) -> Flags:
    """Which modules of a plate's code are white, shape (MODULES, MODULES)."""
    code = segno.make_qr(plate_text(slot, kit), version=1, error="h", boost_error=False)
    return ~np.array([list(row) for row in code.matrix], bool)
