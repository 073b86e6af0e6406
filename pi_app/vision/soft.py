"""Cells of squares that did not read plainly -> the numbers they most likely spell, or -1.

For shadow edges, glare veils and scratches: what is black and what is white is judged at each cell by the
border round about, cells count by how clear they are, and the best number must beat every other by far.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hardware.stickers import BY_TAG, TAG_MODULES

Floats = NDArray[np.floating]
Flags = NDArray[np.bool_]
Ids = NDArray[np.int64]

SIDE = TAG_MODULES + 2
REACH = 2.5
"""Modules: how far light is much the same."""
LEAST_CONTRAST = 0.25
"""Of the square's own contrast: a cell with less, as in a glare spot, says little."""
LEAST_SCORE, LEAST_LEAD = 0.75, 0.2
"""From 0 to 1: how well the cells agree with the best number, and how much better than with the next.

Of 28,000 squares on drawn tables that were no tags none came near: 0.65 at most with a border like this.
"""
CLEARLY_WRONG, MOST_CLEARLY_WRONG = -0.5, 2
"""Damage leaves cells grey; more that are clearly of the other colour make it another number."""
ROUGHLY_BORDER, LEAST_BORDER = 0.5, 0.6
"""The same for the black rim and the white round it, by the first, rough corners and by the exact ones."""


@dataclass(frozen=True, slots=True, eq=False)
class Soft:
    """For each square: the number, -1 where none is likely; in which of four turns; and the figures why."""

    ids: Ids
    turns: Ids
    score: Floats
    lead: Floats
    border: Floats


def _parts() -> tuple[Flags, Flags, Flags]:
    """Which of a square's cells are the white round it, its rim, its inside; row by row."""
    rows, columns = np.mgrid[0:SIDE, 0:SIDE]
    last = SIDE - 1
    depth = np.minimum.reduce([rows, columns, last - rows, last - columns]).ravel()
    return depth == 0, depth == 1, depth >= 2


OUTSIDE, RIM, INSIDE = _parts()


def _nearness(part: Flags) -> NDArray[np.float32]:
    """Shape (cells of the square, cells of the part): each row adds to 1, no cell counts for itself."""
    rows, columns = np.mgrid[0:SIDE, 0:SIDE]
    at = np.stack([rows.ravel(), columns.ravel()], axis=1).astype(np.float32)
    apart = ((at[:, None] - at[part][None]) ** 2).sum(axis=2)
    near = np.where(apart > 0, np.exp(-apart / (2 * REACH**2)), 0)
    return np.asarray(near / near.sum(axis=1, keepdims=True), np.float32)


WHITE_NEAR, BLACK_NEAR = _nearness(OUTSIDE), _nearness(RIM)


def bordered(cells: Floats) -> Floats:
    """How well the border fits a tag's, dark within light whatever the light; from -1 to 1, shape (N,)."""
    return _border(_toned(cells))


def read_soft(cells: Floats, codes: Flags) -> Soft:
    """cells: brightness, shape (N, 10, 10). codes: each number in its four turns, white is true: (4M, 36)."""
    tone, rows = _toned(cells), np.arange(len(cells))
    signs = np.where(codes, np.float32(1), np.float32(-1))
    agree = (tone[:, INSIDE] @ signs.T / signs.shape[1]).reshape(len(cells), -1, 4)
    each = agree.max(axis=2)
    first = np.argmax(each, axis=1)
    score = each[rows, first]
    each[rows, first] = -1
    lead, border = score - each.max(axis=1), _border(tone)
    against = tone[:, INSIDE] * signs.reshape(-1, 4, signs.shape[1])[first, agree[rows, first].argmax(axis=1)]
    likely = (
        (score >= LEAST_SCORE)
        & (lead >= LEAST_LEAD)
        & (border >= LEAST_BORDER)
        & ((against <= CLEARLY_WRONG).sum(axis=1) <= MOST_CLEARLY_WRONG)
    )
    ids = np.where(likely & OURS[first], first, -1)
    return Soft(ids, agree[rows, first].argmax(axis=1), score, lead, border)


def _toned(cells: Floats) -> Floats:
    """Each cell from -1, as dark as the rim near it, to 1, as light as the white near it; shape (N, 100)."""
    flat = cells.reshape(len(cells), -1).astype(np.float32)
    white, black = flat[:, OUTSIDE] @ WHITE_NEAR.T, flat[:, RIM] @ BLACK_NEAR.T
    half = (white - black) / 2
    least = np.maximum(LEAST_CONTRAST * np.median(half, axis=1, keepdims=True), 1.0)
    return np.asarray(np.clip((flat - (white + black) / 2) / np.maximum(half, least), -1, 1))


def _border(tone: Floats) -> Floats:
    return np.asarray(np.minimum(-tone[:, RIM].mean(axis=1), tone[:, OUTSIDE].mean(axis=1)))


OURS = np.array([number in BY_TAG for number in range(250)])
"""A number that no sticker has is not worth a guess."""
