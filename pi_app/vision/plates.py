"""The tag of a slot plate -> what the QR code beside it says, as modules.

The code is cut out upright, aligned by its three finder patterns, and sharpened by the modules that every
code of version 1 shares. A code that is as this kit prints it is known by that; others are for a reader.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.ports import Grey
from hardware.stickers import (
    PLATE_QR_CENTRE_MM,
    PLATE_TAG_CENTRE_MM,
    PLATE_TAG_MM,
    Plate,
    PlateCode,
)
from pi_app.vision.find import sampled
from pi_app.vision.qr import MODULES, SHARED, SHARED_WHITE, drawn_finder, printed
from pi_app.vision.seen import Sighting, Source

Floats = NDArray[np.float32]
Flags = NDArray[np.bool_]

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
MOST_WRONG = 24
"""Of the 239 modules that differ from code to code: two codes, of whichever kits, differ in 50 and more."""
DRAWN_PX = 2
TILE = (MODULES + 2 * QUIET) * DRAWN_PX
"""Of a drawing, in pixels: one a module is enough for what is drawn by itself."""
FINDER = drawn_finder(PX)
FINDERS = ((3.5, 3.5), (17.5, 3.5), (3.5, 17.5))
"""Centres of the finder patterns from the code's top left corner, in modules: x, y."""


@dataclass(frozen=True, slots=True, eq=False)
class Code:
    """One aligned code. white: which modules are, shape (21, 21). corners: in the frame, shape (4, 2)."""

    white: Flags
    corners: Floats

    @property
    def drawing(self) -> Grey:
        """It with its quiet zone, shape (TILE, TILE)."""
        drawn = np.full((TILE, TILE), 255, np.uint8)
        inner = slice(QUIET * DRAWN_PX, -QUIET * DRAWN_PX)
        drawn[inner, inner] = np.kron(self.white, np.ones((DRAWN_PX, DRAWN_PX), np.uint8)) * 255
        return drawn

    def says(self, slot: int, kit: int) -> bool:
        """Whether it is what our kits print for this slot, but for a few modules."""
        wrong = (self.white != printed(slot, kit)) & ~SHARED
        return int(wrong.sum()) <= MOST_WRONG


_MIDDLES = np.arange(-1, MODULES + 1, dtype=np.float64) + 0.5
SAMPLED = np.stack([*np.meshgrid(_MIDDLES, _MIDDLES), np.ones((MODULES + 2, MODULES + 2))], axis=-1)
"""Middle of each module and of one module round the code, shape (MODULES + 2, MODULES + 2, 3)."""
OUTLINE = np.array([[0, 0, 1], [MODULES, 0, 1], [MODULES, MODULES, 1], [0, MODULES, 1]], np.float64)
_FOUND_AT = np.linalg.inv(np.array([(*place, 1) for place in FINDERS]).T)
_PIXELS = np.stack([*np.meshgrid(np.arange(CUTOUT), np.arange(CUTOUT)), np.ones((CUTOUT, CUTOUT))])
_LAID = np.array(
    [
        qr + (1 - CUTOUT) / (2 * PX) - tag
        for qr, tag in zip(PLATE_QR_CENTRE_MM, PLATE_TAG_CENTRE_MM, strict=True)
    ]
)
"""From the tag's centre to the middle of the cutout's first pixel, in millimetres."""


def refusal(said: PlateCode | None, kit: int, tag: Plate | None = None) -> str | None:
    """Why a QR code does not count, or None when it does."""
    if said is None:
        return "not in this kit"
    if said.kit != kit:
        return "another kit"
    if tag is not None and said.slot != tag.slot:
        return "its tag says another slot"
    return None


def sighting(said: PlateCode, corners: Floats) -> Sighting:
    """Of a code with these corners, shape (4, 2)."""
    middle = (float(corners[:, 0].mean()), float(corners[:, 1].mean()))
    side = float(np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1).mean())
    a, b, c, d = ((float(x), float(y)) for x, y in corners)
    return Sighting(Plate(said.slot), Source.QR, middle, (a, b, c, d), side / MODULES, said.kit)


def codes(grey: Grey, quads: Sequence[Floats]) -> list[Code | None]:
    """The code of each plate, or None where no code is beside the tag.

    quads: corners of the plates' tags, each of shape (4, 2), upright, in pixels of `grey`.
    """
    found: list[Code | None] = [None] * len(quads)
    if not quads:
        return found
    to_frames = _from_cutouts(np.array(quads))
    x, y = np.moveaxis(to_frames @ _PIXELS.reshape(3, -1), 1, 0)
    pieces = sampled(grey, x, y).reshape(len(quads), CUTOUT, CUTOUT)
    grids, there = _grids(pieces)
    if not len(there):
        return found
    white = _sharpened(_sampled(pieces[there], grids))
    corners = to_frames[there] @ np.stack(
        [*(grids @ OUTLINE.T).transpose(1, 0, 2), np.ones((len(there), 4))], 1
    )
    for k, code, quad in zip(there.tolist(), white, corners.transpose(0, 2, 1), strict=True):
        found[k] = Code(code, quad.astype(np.float32))
    return found


def corners_like_finders(grey: Grey, quads: Floats) -> Floats:
    """How like a finder pattern each corner beside these squares is, clockwise from the top left; (N, 4).

    In an upright code all but the third are. quads: as of `codes`, shape (N, 4, 2).
    """
    x, y = np.moveaxis(_from_cutouts(quads) @ _PIXELS.reshape(3, -1), 1, 0)
    pieces = sampled(grey, x, y).reshape(len(quads), CUTOUT, CUTOUT)
    (left, top), (right, _), (_, bottom) = FINDERS
    likeness, _ = _finders(pieces, FAR, ((left, top), (right, top), (right, bottom), (left, bottom)))
    return likeness


def _from_cutouts(quads: Floats) -> NDArray[np.float64]:
    """Shape (N, 2, 3), pixels of the cutout -> pixels of the frame. A module is a millimetre on our plates.

    Without perspective: three tag widths away it would multiply the small errors of the tag's corners.
    """
    a, b, c, d = np.moveaxis(quads.astype(np.float64), 1, 0)
    along, down = (b - a + c - d) / (2 * PLATE_TAG_MM), (d - a + c - b) / (2 * PLATE_TAG_MM)
    start = (a + b + c + d) / 4 + _LAID[0] * along + _LAID[1] * down
    return np.stack([along / PX, down / PX, start], axis=2)


def _grids(pieces: Floats) -> tuple[NDArray[np.float64], NDArray[np.intp]]:
    """2x3 each, modules of the code -> pixels of the cutout, of those whose finder patterns are all there."""
    likeness, at = _finders(pieces, NEAR)
    unclear = np.flatnonzero((likeness < CLEAR_LIKENESS).any(axis=1))
    if len(unclear):
        farther, there = _finders(pieces[unclear], FAR)
        better = likeness[unclear] < CLEAR_LIKENESS
        likeness[unclear] = np.where(better, farther, likeness[unclear])
        at[unclear] = np.where(better[..., None], there, at[unclear])
    grids = at.transpose(0, 2, 1) @ _FOUND_AT
    stretch = np.linalg.svd(grids[:, :, :2] / PX, compute_uv=False)
    good = (likeness >= LEAST_LIKENESS).all(axis=1) & (np.abs(stretch - 1).max(axis=1) <= MOST_STRETCH)
    return grids[good], np.flatnonzero(good)


def _finders(
    pieces: Floats, reach: int, places: Sequence[tuple[float, float]] = FINDERS
) -> tuple[Floats, NDArray[np.float64]]:
    """What is most like a finder pattern near each place: how much (N, M), and its centre (N, M, 2)."""
    half, count = FINDER.shape[0] // 2, len(places) * len(pieces)
    starts = np.array([[round((QUIET + v) * PX - 0.5 - half - reach * PX) for v in xy] for xy in places])
    starts = np.maximum(starts, 0)
    size, steps = 2 * (reach * PX + half) + 1, 2 * reach * PX + 1
    areas = [pieces[:, y : y + size, x : x + size] for x, y in starts]
    sheet = np.stack(areas, axis=1).reshape(count * size, size).astype(np.uint8)
    likeness = cv2.matchTemplate(sheet, FINDER, cv2.TM_CCOEFF_NORMED)
    rows = np.arange(count)[:, None] * size + np.arange(steps)
    each = np.asarray(likeness, np.float32)[rows].reshape(count, -1)
    best = np.argmax(each, axis=1)
    py, px = np.divmod(best, steps)
    around = np.pad(each.reshape(count, steps, steps), ((0, 0), (1, 1), (1, 1)), mode="edge")
    k = np.arange(count)
    dx = _vertex(*(around[k, py + 1, px + step] for step in range(3)))
    dy = _vertex(*(around[k, py + step, px + 1] for step in range(3)))
    at = np.stack([px + dx, py + dy], axis=1).reshape(-1, len(places), 2) + starts + half
    return each[k, best].reshape(-1, len(places)), at


def _vertex(low: Floats, middle: Floats, high: Floats) -> Floats:
    """Where the parabola through three values peaks, from the middle one."""
    bend = np.minimum(low - 2 * middle + high, -1e-6)
    return np.asarray(np.clip(0.5 * (low - high) / bend, -0.5, 0.5))


def _sampled(pieces: Floats, grids: NDArray[np.float64]) -> Floats:
    """Brightness of the places SAMPLED in each code, shape (N, MODULES + 2, MODULES + 2)."""
    smooth = np.concatenate([cv2.blur(piece, (PX - 1, PX - 1), anchor=(0, 0)) for piece in pieces])
    # The mean of a 2x2 block lies half a pixel from the pixel it is anchored at.
    x, y = np.moveaxis(grids @ SAMPLED.reshape(-1, 3).T - 0.5, 1, 0)
    y += np.arange(len(pieces))[:, None] * CUTOUT
    return sampled(smooth, x, y).reshape(len(pieces), MODULES + 2, MODULES + 2)


def _sharpened(cells: Floats) -> NDArray[np.bool_]:
    """White or not, by the linear filter over 3x3 modules that fits the shared modules of each code best."""
    count, side = len(cells), MODULES
    shifted = [cells[:, y : y + side, x : x + side].reshape(count, -1) for y in range(3) for x in range(3)]
    columns = np.stack([*shifted, np.full_like(shifted[0], 255)], axis=2) / 255
    inside, wanted = columns[:, SHARED.ravel()], SHARED_WHITE[SHARED]
    across = inside.transpose(0, 2, 1)
    damped = across @ inside + 0.02 * np.eye(10, dtype=np.float32)
    weights = np.linalg.solve(damped, (across @ wanted)[..., None])
    white: NDArray[np.bool_] = (columns @ weights).reshape(count, side, side) > 0.5
    # A reader looks for what all codes share: it is known to be there, so it is drawn whole.
    white[:, SHARED] = SHARED_WHITE[SHARED] > 0.5
    return white
