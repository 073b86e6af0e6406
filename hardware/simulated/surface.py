"""A kind of surface goes in, its pattern comes out: grey pixels that can be repeated in both directions.

Brightness only; what the light does to it comes later.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.simulated.scene import Surface

Grey = NDArray[np.uint8]
Floats = NDArray[np.float32]
PX_PER_MM = 3.0
_WIDTH, _HEIGHT = 2160, 1620
"""720 x 540 mm before the pattern repeats."""
_PLANK = 270
MEAN = 120
FLOOR = 0.6
"""How bright the floor beside the table is against the table."""


@lru_cache(maxsize=16)
def pattern(surface: Surface, grain: int) -> Grey:
    """uint8, shape (1620, 2160), 3 pixels a millimetre; `MEAN` is the surface's own tone."""
    relief = _SURFACES[surface](np.random.default_rng((grain, 11)))
    return np.asarray(np.clip(MEAN * relief, 0, 255), np.uint8)


def clouds(rng: np.random.Generator, width: int, height: int, cell_x: int, cell_y: int) -> Floats:
    """Soft noise round 0, about +-1, whose lumps are `cell` pixels wide; it repeats seamlessly."""
    coarse = rng.standard_normal((max(height // cell_y, 1), max(width // cell_x, 1))).astype(np.float32)
    wrapped = cv2.copyMakeBorder(coarse, 2, 2, 2, 2, cv2.BORDER_WRAP)
    size = (wrapped.shape[1] * width // coarse.shape[1], wrapped.shape[0] * height // coarse.shape[0])
    fine = cv2.resize(wrapped, size, interpolation=cv2.INTER_CUBIC)
    left, top = (size[0] - width) // 2, (size[1] - height) // 2
    return np.asarray(fine[top : top + height, left : left + width])


def _wood(rng: np.random.Generator) -> Floats:
    size = (_WIDTH, _HEIGHT)
    grain = 0.05 * clouds(rng, *size, 700, 9) + 0.035 * clouds(rng, *size, 240, 3)
    grain += 0.03 * clouds(rng, *size, 60, 2) + 0.05 * clouds(rng, *size, 500, 90)
    pores = clouds(rng, *size, 36, 3)
    relief = 1 + grain - 0.16 * np.clip(pores - 1.1, 0, 1)
    for top in range(0, _HEIGHT, _PLANK):
        plank = relief[top : top + _PLANK]
        plank[:] = np.roll(plank, int(rng.integers(_WIDTH)), axis=1) * (1 + 0.07 * rng.standard_normal())
        plank[:3] *= 0.45
    return np.asarray(relief, np.float32)


def _felt(rng: np.random.Generator) -> Floats:
    size = (_WIDTH, _HEIGHT)
    return 1 + 0.06 * clouds(rng, *size, 120, 120) + 0.1 * clouds(rng, *size, 3, 3)


def _plain(rng: np.random.Generator) -> Floats:
    size = (_WIDTH, _HEIGHT)
    return 1 + 0.04 * clouds(rng, *size, 90, 70) + 0.012 * clouds(rng, *size, 2, 2)


def _weave(rng: np.random.Generator) -> Floats:
    return 1 + 0.06 * clouds(rng, _WIDTH, _HEIGHT, 4, 4)


def _tartan(rng: np.random.Generator) -> Floats:
    stripe = np.ones(540, np.float32)
    for start, wide, tone in (
        (0, 150, 0.55),
        (60, 18, 1.5),
        (210, 24, 1.35),
        (300, 120, 0.75),
        (352, 14, 1.6),
    ):
        stripe[start : start + wide] = tone
    across = np.resize(stripe, _WIDTH)
    along = np.resize(stripe, _HEIGHT)
    return np.asarray((across[None, :] + along[:, None]) / 2 * _weave(rng), np.float32)


def _stripes(rng: np.random.Generator) -> Floats:
    band = np.where(np.arange(_WIDTH) % 216 < 108, 1.55, 0.4).astype(np.float32)
    return np.asarray(band[None, :] * _weave(rng), np.float32)


def _checker(rng: np.random.Generator) -> Floats:
    odd = (np.arange(_WIDTH)[None, :] // 90 + np.arange(_HEIGHT)[:, None] // 90) % 2
    return np.asarray(np.where(odd, 1.5, 0.5) * _weave(rng), np.float32)


_SURFACES: dict[Surface, Callable[[np.random.Generator], Floats]] = {
    Surface.WOOD: _wood,
    Surface.FELT: _felt,
    Surface.PLAIN: _plain,
    Surface.TARTAN: _tartan,
    Surface.STRIPES: _stripes,
    Surface.CHECKER: _checker,
}
