"""The tag of a slot plate -> the QR code beside it, redrawn clean enough for any reader.

The code is cut out upright, aligned by its three finder patterns, sharpened by the modules that every code
of version 1 shares, and drawn module by module. What it says is left to the reader.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.ports import Grey
from hardware.stickers import PLATE_QR_CENTRE_MM, PLATE_TAG_CENTRE_MM, PLATE_TAG_MM

Floats = NDArray[np.float32]

MODULES = 21
QUIET = 6
PX = 3
"""Pixels a module in the cutout, and in the drawing."""
REACH = 4
"""A finder pattern is looked for within this many modules of its place."""
LEAST_LIKENESS = 0.5
MOST_STRETCH = 0.25
"""The place comes from a tag three widths away, so it may be off by this share."""
TILE = (MODULES + 2 * QUIET) * PX
FINDERS = ((3.5, 3.5), (17.5, 3.5), (3.5, 17.5))
"""Centres of the finder patterns from the code's top left corner, in modules: x, y."""


@dataclass(frozen=True, slots=True, eq=False)
class Code:
    """One aligned code: a drawing of TILE pixels a side, and its corners in the frame, shape (4, 2)."""

    drawing: Grey
    corners: Floats


def _finder() -> Grey:
    """A finder pattern and the white round it, PX pixels a module."""
    modules = np.full((9, 9), 255, np.uint8)
    modules[1:8, 1:8] = 0
    modules[2:7, 2:7] = 255
    modules[3:6, 3:6] = 0
    drawn = np.kron(modules, np.ones((PX, PX), np.uint8))
    return cv2.GaussianBlur(drawn, (0, 0), 0.3 * PX)  # type: ignore[return-value]


def _shared() -> tuple[NDArray[np.bool_], Floats]:
    """Which modules are the same in every code of version 1, and 1 where they are white."""
    known, white = np.zeros((MODULES, MODULES), bool), np.zeros((MODULES, MODULES), np.float32)
    mark = np.ones((8, 8), np.float32)
    mark[:7, :7] = 0
    mark[1:6, 1:6] = 1
    mark[2:5, 2:5] = 0
    for rows, columns, turned in (
        (slice(0, 8), slice(0, 8), mark),
        (slice(0, 8), slice(13, 21), mark[:, ::-1]),
        (slice(13, 21), slice(0, 8), mark[::-1]),
    ):
        known[rows, columns], white[rows, columns] = True, turned
    known[6, 8:13] = known[8:13, 6] = True
    white[6, 8:13] = white[8:13, 6] = (0, 1, 0, 1, 0)
    return known, white


FINDER = _finder()
SHARED, SHARED_WHITE = _shared()


def places(quads: Sequence[Floats]) -> Floats:
    """Where each plate's code must be: its middle and half its width in the frame, shape (N, 3)."""
    edge = np.array([[[TILE / 2, TILE / 2], [TILE - QUIET * PX, TILE / 2]]], np.float32)
    found = np.zeros((len(quads), 3), np.float32)
    for row, quad in zip(found, quads, strict=True):
        middle, side = cv2.perspectiveTransform(edge, _from_cutout(quad))[0]
        row[:] = (*middle, np.linalg.norm(side - middle))
    return found


def codes(grey: Grey, quads: Sequence[Floats]) -> list[Code | None]:
    """The code of each plate, or None where no code is beside the tag.

    quads: corners of the plates' tags, each of shape (4, 2), upright, in pixels of `grey`.
    """
    return [_code(grey, _from_cutout(quad)) for quad in quads]


def _from_cutout(quad: Floats) -> NDArray[np.float64]:
    """3x3, pixels of the cutout -> pixels of the frame. A module is a millimetre on our plates.

    Without perspective: three tag widths away it would multiply the small errors of the tag's corners.
    """
    corners = quad.astype(np.float64)
    along = (corners[1] - corners[0] + corners[2] - corners[3]) / (2 * PLATE_TAG_MM)
    down = (corners[3] - corners[0] + corners[2] - corners[1]) / (2 * PLATE_TAG_MM)
    left, top = (
        qr + (1 - TILE) / (2 * PX) - tag
        for qr, tag in zip(PLATE_QR_CENTRE_MM, PLATE_TAG_CENTRE_MM, strict=True)
    )
    start = corners.mean(axis=0) + left * along + top * down
    return np.array(
        [[along[0] / PX, down[0] / PX, start[0]], [along[1] / PX, down[1] / PX, start[1]], [0, 0, 1]]
    )


def _code(grey: Grey, to_frame: NDArray[np.float64]) -> Code | None:
    how = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    cutout = cv2.warpPerspective(grey, to_frame, (TILE, TILE), flags=how, borderMode=cv2.BORDER_REPLICATE)
    piece = np.asarray(cutout, np.uint8)
    found = [_finder_at(piece, x, y) for x, y in FINDERS]
    places = np.array([place for place in found if place is not None], np.float32)
    if len(places) < len(FINDERS):
        return None
    grid = np.asarray(cv2.getAffineTransform(np.array(FINDERS, np.float32), places), np.float64)
    stretch = np.linalg.svd(grid[:, :2] / PX, compute_uv=False)
    if np.abs(stretch - 1).max() > MOST_STRETCH:
        return None
    outline = np.array([[[0, 0], [MODULES, 0], [MODULES, MODULES], [0, MODULES]]], np.float32)
    corners = cv2.perspectiveTransform(cv2.transform(outline, grid), to_frame)[0]
    return Code(_drawn(_sharpened(_sampled(piece, grid))), corners.astype(np.float32))


def _finder_at(piece: Grey, x: float, y: float) -> tuple[float, float] | None:
    """Centre of the finder pattern nearest to (x, y) modules, in pixels of the cutout."""
    half = FINDER.shape[0] // 2
    left, top = (round((QUIET + v) * PX - 0.5 - half - REACH * PX) for v in (x, y))
    left, top = max(0, left), max(0, top)
    size = 2 * (REACH * PX + half) + 1
    area = piece[top : top + size, left : left + size]
    likeness = np.asarray(cv2.matchTemplate(area, FINDER, cv2.TM_CCOEFF_NORMED), np.float32)
    _, best, _, (px, py) = cv2.minMaxLoc(likeness)
    if best < LEAST_LIKENESS:
        return None
    dx = _vertex(likeness[py, max(0, px - 1) : px + 2])
    dy = _vertex(likeness[max(0, py - 1) : py + 2, px])
    return left + px + dx + half, top + py + dy + half


def _vertex(three: Floats) -> float:
    """Where the parabola through three values peaks, from the middle one."""
    if len(three) < 3:
        return 0.0
    low, middle, high = (float(value) for value in three)
    bend = low - 2 * middle + high
    return 0.0 if bend > -1e-6 else float(np.clip(0.5 * (low - high) / bend, -0.5, 0.5))


def _sampled(piece: Grey, grid: NDArray[np.float64]) -> Floats:
    """Brightness of each module and of one module round the code, shape (MODULES + 2, MODULES + 2)."""
    middle = np.arange(-1, MODULES + 1, dtype=np.float32) + 0.5
    points = np.stack(np.meshgrid(middle, middle), axis=-1)
    places = np.asarray(cv2.transform(points, grid), np.float32)
    smooth = cv2.blur(piece, (PX - 1, PX - 1), anchor=(0, 0))
    # The mean of a 2x2 block lies half a pixel from the pixel it is anchored at.
    sampled = cv2.remap(smooth, places[..., 0] - 0.5, places[..., 1] - 0.5, cv2.INTER_LINEAR)
    return np.asarray(sampled, np.float32)


def _sharpened(sampled: Floats) -> NDArray[np.bool_]:
    """White or not, by the linear filter over 3x3 modules that fits the shared modules best."""
    count = MODULES
    shifted = [sampled[dy : dy + count, dx : dx + count].ravel() for dy in range(3) for dx in range(3)]
    columns = np.stack([*shifted, np.full(count * count, 255, np.float32)], axis=1) / 255
    inside, wanted = columns[SHARED.ravel()], SHARED_WHITE[SHARED]
    damped = inside.T @ inside + 0.02 * np.eye(10, dtype=np.float32)
    weights = np.linalg.solve(damped, inside.T @ wanted)
    white: NDArray[np.bool_] = (columns @ weights).reshape(count, count) > 0.5
    return white


def _drawn(white: NDArray[np.bool_]) -> Grey:
    drawing = np.full((TILE, TILE), 255, np.uint8)
    inner = slice(QUIET * PX, QUIET * PX + MODULES * PX)
    drawing[inner, inner] = np.kron(white, np.ones((PX, PX), np.uint8)) * 255
    return drawing
