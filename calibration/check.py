"""How good a picture is for reading: size of the codes in pixels, focus, light.

Pure figures; what to tell the people follows from the limits here.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.ports import Grey

Quad = NDArray[np.float32]

LEAST_PX_PER_MODULE = 2.5
"""Of the tag of a face: below it rings fail first, then tags."""
LEAST_SHARPNESS = 0.25
LEAST_LIGHT = 0.12
MOST_QUADS = 6
_STEEPEST = 0.5
"""A sharp edge between black and white takes two pixels."""


def sharpness(grey: Grey, quads: Sequence[Quad]) -> float:
    """0 (no edge left) to 1 (black to white in two pixels), the median over the tags' squares.

    Without tags the steepest edges of the whole picture are taken, measured against its full contrast.
    """
    if grey.size == 0:
        return 0.0
    some = quads[:: max(1, len(quads) // MOST_QUADS)]
    pieces = [_piece(grey, quad) for quad in some] or [grey[:: max(1, grey.shape[0] // 200)]]
    values = [_steepness(piece) for piece in pieces if min(piece.shape) >= 4]
    return float(np.clip(np.median(values) / _STEEPEST, 0, 1)) if values else 0.0


def light(small: Grey) -> float:
    """0 (dark) to 1 (white is white): how bright the brightest parts are. `small`: any level."""
    return _at_shares(small, (0.97,))[0] / 255 if small.size else 0.0


def _piece(grey: Grey, quad: Quad) -> Grey:
    x0, y0 = np.maximum(quad.min(axis=0).astype(int) - 2, 0)
    x1, y1 = quad.max(axis=0).astype(int) + 3
    return grey[y0:y1, x0:x1]


def _steepness(piece: Grey) -> float:
    """The steepest of steps between neighbours, over the contrast. Every second row says enough."""
    piece = np.ascontiguousarray(piece[::2])
    steps = np.asarray(cv2.absdiff(piece[:, 1:], piece[:, :-1]), np.uint8)
    dark, light = _at_shares(piece, (0.04, 0.96))
    return _at_shares(steps, (0.98,))[0] / max(light - dark, 16.0)


def _at_shares(picture: Grey, shares: Sequence[float]) -> list[float]:
    """The grey levels that these shares of the pixels do not exceed."""
    counts = np.cumsum(np.bincount(picture.ravel(), minlength=256))
    return [float(np.searchsorted(counts, share * picture.size)) for share in shares]
