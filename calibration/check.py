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
ROWS, ACROSS, FEW_PARTS = 200, 6, 10
"""Rows that are looked at, parts of each, parts in all that must have a contrast."""
LEAST_CONTRAST, DARK = 40, 0.5
"""Grey levels between the light and the dark of a part, and the dark over the light: print, not wood."""
_STEEPEST = 0.5
"""A sharp edge between black and white takes two pixels."""


def sharpness(grey: Grey, quads: Sequence[Quad]) -> float:
    """1 (black to white in two pixels) down to nearly 0, the median over the tags' squares.

    Along rows or along columns, whichever is softer: what has moved is soft along its way alone.
    Without tags the steepest edges of the whole picture are taken. 0: no edge is there to tell by.
    """
    if grey.size == 0:
        return 0.0
    some = quads[:: max(1, len(quads) // MOST_QUADS)]
    pieces = [_piece(grey, quad) for quad in some]
    values = [_steepness(piece) for piece in pieces if min(piece.shape) >= 4]
    steep = float(np.median(values)) if values else _steepest_both_ways(grey)
    return float(np.clip(steep / _STEEPEST, 0, 1))


def _steepest_both_ways(grey: Grey) -> float:
    """Of the two ways in which there are edges to tell by, the softer one."""
    rows, columns = (side[:: max(1, side.shape[0] // ROWS)] for side in (grey, grey.T))
    steep = [value for lines in (rows, columns) if (value := _steepest_edges(lines)) > 0]
    return min(steep, default=0.0)


def _steepest_edges(rows: Grey) -> float:
    """Of the parts of rows that have a contrast, how steep the steepest edges of a few are."""
    long = rows.shape[1] // ACROSS
    if long < 8:
        return 0.0
    # Noise of single pixels is no edge.
    smooth = np.asarray(cv2.blur(np.ascontiguousarray(rows), (3, 1)), np.uint8)
    parts = smooth[:, : long * ACROSS].reshape(-1, long)
    steps = cv2.absdiff(parts[:, 1:], parts[:, :-1]).max(axis=1)
    dark, light = parts.min(axis=1).astype(float), parts.max(axis=1).astype(float)
    clear = (light - dark >= LEAST_CONTRAST) & (dark < DARK * light)
    if clear.sum() < FEW_PARTS:
        return 0.0
    return float(np.quantile(steps[clear] / (light - dark)[clear], 0.9))


def light(small: Grey) -> float:
    """0 (dark) to 1 (white is white): how bright the brightest parts are. `small`: any level."""
    return _at_shares(small, (0.97,))[0] / 255 if small.size else 0.0


def _piece(grey: Grey, quad: Quad) -> Grey:
    x0, y0 = np.maximum(quad.min(axis=0).astype(int) - 2, 0)
    x1, y1 = quad.max(axis=0).astype(int) + 3
    return grey[y0:y1, x0:x1]


def _steepness(piece: Grey) -> float:
    """The steepest of steps between neighbours, over the contrast; of rows and of columns, the softer ones.

    Every second row and column says enough.
    """
    rows, columns = np.ascontiguousarray(piece[::2]), np.ascontiguousarray(piece[:, ::2])
    dark, light = _at_shares(rows, (0.04, 0.96))
    steps = cv2.absdiff(rows[:, 1:], rows[:, :-1]), cv2.absdiff(columns[1:], columns[:-1])
    steepest = min(_at_shares(np.asarray(way, np.uint8), (0.98,))[0] for way in steps)
    return steepest / max(light - dark, 16.0)


def _at_shares(picture: Grey, shares: Sequence[float]) -> list[float]:
    """The grey levels that these shares of the pixels do not exceed."""
    counts = np.cumsum(np.bincount(picture.ravel(), minlength=256))
    return [float(np.searchsorted(counts, share * picture.size)) for share in shares]
