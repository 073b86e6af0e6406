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
"""Pixels a module in the cutout."""
NEAR, FAR = 2, 4
"""A finder pattern is looked for within this many modules of its place."""
LEAST_LIKENESS, CLEAR_LIKENESS = 0.5, 0.75
"""What makes it one; so clear a one nearby is not looked for farther away."""
MOST_STRETCH = 0.25
"""The place comes from a tag three widths away, so it may be off by this share."""
CUTOUT = (MODULES + 2 * QUIET) * PX
DRAWN_PX = 2
TILE = (MODULES + 2 * QUIET) * DRAWN_PX
"""Of a drawing, in pixels: one a module is enough for what is drawn by itself."""
FINDERS = ((3.5, 3.5), (17.5, 3.5), (3.5, 17.5))
"""Centres of the finder patterns from the code's top left corner, in modules: x, y."""


@dataclass(frozen=True, slots=True, eq=False)
class Code:
    """One aligned code: a drawing, shape (TILE, TILE), and its corners in the frame, shape (4, 2)."""

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
_MIDDLES = np.arange(-1, MODULES + 1, dtype=np.float64) + 0.5
SAMPLED = np.stack([*np.meshgrid(_MIDDLES, _MIDDLES), np.ones((MODULES + 2, MODULES + 2))], axis=-1)
"""Middle of each module and of one module round the code, shape (MODULES + 2, MODULES + 2, 3)."""
OUTLINE = np.array([[0, 0, 1], [MODULES, 0, 1], [MODULES, MODULES, 1], [0, MODULES, 1]], np.float64)
_FOUND_AT = np.linalg.inv(np.array([(*place, 1) for place in FINDERS]).T)


def places(quads: Sequence[Floats]) -> Floats:
    """Where each plate's code must be: its middle and half its width in the frame, shape (N, 3)."""
    edge = np.array([[CUTOUT / 2, CUTOUT - QUIET * PX], [CUTOUT / 2, CUTOUT / 2], [1, 1]])
    found = np.zeros((len(quads), 3), np.float32)
    for row, quad in zip(found, quads, strict=True):
        middle, side = (_from_cutout(quad) @ edge).T
        row[:] = (*middle, np.linalg.norm(side - middle))
    return found


def codes(grey: Grey, quads: Sequence[Floats]) -> list[Code | None]:
    """The code of each plate, or None where no code is beside the tag.

    quads: corners of the plates' tags, each of shape (4, 2), upright, in pixels of `grey`.
    """
    found: list[Code | None] = [None] * len(quads)
    to_frames = [_from_cutout(quad) for quad in quads]
    pieces = [_cutout(grey, to_frame) for to_frame in to_frames]
    grids = [_grid(piece) for piece in pieces]
    there = [k for k, grid in enumerate(grids) if grid is not None]
    if not there:
        return found
    aligned = np.array([grids[k] for k in there])
    for k, grid, white in zip(
        there, aligned, _sharpened(_sampled([pieces[k] for k in there], aligned)), strict=True
    ):
        corners = OUTLINE @ np.vstack([grid, (0, 0, 1)]).T @ to_frames[k].T
        drawing = np.full((TILE, TILE), 255, np.uint8)
        inner = slice(QUIET * DRAWN_PX, -QUIET * DRAWN_PX)
        drawing[inner, inner] = np.kron(white, np.ones((DRAWN_PX, DRAWN_PX), np.uint8)) * 255
        found[k] = Code(drawing, corners.astype(np.float32))
    return found


def _from_cutout(quad: Floats) -> NDArray[np.float64]:
    """2x3, pixels of the cutout -> pixels of the frame. A module is a millimetre on our plates.

    Without perspective: three tag widths away it would multiply the small errors of the tag's corners.
    """
    corners = quad.astype(np.float64)
    along = (corners[1] - corners[0] + corners[2] - corners[3]) / (2 * PLATE_TAG_MM)
    down = (corners[3] - corners[0] + corners[2] - corners[1]) / (2 * PLATE_TAG_MM)
    left, top = (
        qr + (1 - CUTOUT) / (2 * PX) - tag
        for qr, tag in zip(PLATE_QR_CENTRE_MM, PLATE_TAG_CENTRE_MM, strict=True)
    )
    return np.stack([along / PX, down / PX, corners.mean(axis=0) + left * along + top * down], axis=1)


def _cutout(grey: Grey, to_frame: NDArray[np.float64]) -> Grey:
    how = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    cutout = cv2.warpAffine(grey, to_frame, (CUTOUT, CUTOUT), flags=how, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(cutout, np.uint8)


def _grid(piece: Grey) -> NDArray[np.float64] | None:
    """2x3, modules of the code -> pixels of the cutout; None where its finder patterns are not all there."""
    found = []
    for x, y in FINDERS:
        likeness, place = _finder_at(piece, x, y, NEAR)
        if likeness < CLEAR_LIKENESS:
            likeness, place = _finder_at(piece, x, y, FAR)
        if likeness < LEAST_LIKENESS:
            return None
        found.append(place)
    grid = np.array(found).T @ _FOUND_AT
    stretch = np.linalg.svd(grid[:, :2] / PX, compute_uv=False)
    return None if np.abs(stretch - 1).max() > MOST_STRETCH else grid


def _finder_at(piece: Grey, x: float, y: float, reach: int) -> tuple[float, tuple[float, float]]:
    """What is most like a finder pattern near (x, y) modules: how much, and its centre in the cutout."""
    half = FINDER.shape[0] // 2
    left, top = (max(0, round((QUIET + v) * PX - 0.5 - half - reach * PX)) for v in (x, y))
    size = 2 * (reach * PX + half) + 1
    area = piece[top : top + size, left : left + size]
    likeness = np.asarray(cv2.matchTemplate(area, FINDER, cv2.TM_CCOEFF_NORMED), np.float32)
    _, best, _, (px, py) = cv2.minMaxLoc(likeness)
    dx = _vertex(likeness[py, max(0, px - 1) : px + 2])
    dy = _vertex(likeness[max(0, py - 1) : py + 2, px])
    return float(best), (left + px + dx + half, top + py + dy + half)


def _vertex(three: Floats) -> float:
    """Where the parabola through three values peaks, from the middle one."""
    if len(three) < 3:
        return 0.0
    low, middle, high = (float(value) for value in three)
    bend = low - 2 * middle + high
    return 0.0 if bend > -1e-6 else float(np.clip(0.5 * (low - high) / bend, -0.5, 0.5))


def _sampled(pieces: list[Grey], grids: NDArray[np.float64]) -> Floats:
    """Brightness of the places SAMPLED in each code, shape (N, MODULES + 2, MODULES + 2)."""
    smooth = np.concatenate([cv2.blur(piece, (PX - 1, PX - 1), anchor=(0, 0)) for piece in pieces])
    # The mean of a 2x2 block lies half a pixel from the pixel it is anchored at.
    places = np.einsum("rcj,nij->nirc", SAMPLED, grids).astype(np.float32) - 0.5
    places[:, 1] += np.arange(len(pieces), dtype=np.float32)[:, None, None] * CUTOUT
    x, y = (places[:, k].reshape(-1, MODULES + 2) for k in (0, 1))
    sampled = cv2.remap(smooth, x, y, cv2.INTER_LINEAR)
    return np.asarray(sampled, np.float32).reshape(len(pieces), MODULES + 2, MODULES + 2)


def _sharpened(sampled: Floats) -> NDArray[np.bool_]:
    """White or not, by the linear filter over 3x3 modules that fits the shared modules of each code best."""
    count, side = len(sampled), MODULES
    shifted = [sampled[:, y : y + side, x : x + side].reshape(count, -1) for y in range(3) for x in range(3)]
    columns = np.stack([*shifted, np.full_like(shifted[0], 255)], axis=2) / 255
    inside, wanted = columns[:, SHARED.ravel()], SHARED_WHITE[SHARED]
    across = inside.transpose(0, 2, 1)
    damped = across @ inside + 0.02 * np.eye(10, dtype=np.float32)
    weights = np.linalg.solve(damped, (across @ wanted)[..., None])
    white: NDArray[np.bool_] = (columns @ weights).reshape(count, side, side) > 0.5
    # A reader looks for what all codes share: it is known to be there, so it is drawn whole.
    white[:, SHARED] = SHARED_WHITE[SHARED] > 0.5
    return white
