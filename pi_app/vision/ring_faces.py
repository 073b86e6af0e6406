"""Rings as light and dark modules -> the faces they most likely say, or None.

All faces of the kit are compared, whatever the tag inside says: the ring stays a witness of its own. Every
symbol of the code must be seen itself, so that nothing is guessed of what a thumb covers.
"""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from hardware.artwork import ring_modules
from hardware.stickers import BY_TAG, Face

Floats = NDArray[np.float32]

LEAST_SCORE, LEAST_LEAD = 0.5, 0.06
"""From 0 to 1: how well the modules agree with the best face, and how much better than with the next.

Two faces differ in at least four of the 57 modules, a lead of 0.14 on a clean ring; what was best and wrong
on 838 drawn rings led by 0.03 at most.
"""
_SYMBOLS = (0, 11, 22, 33, 44)
"""Where start, player, number, check and stop begin."""


@cache
def _faces() -> tuple[tuple[Face, ...], Floats]:
    """Every face, and its modules: 1 is white, -1 black; shape (faces, 57)."""
    faces = tuple(sticker for sticker in BY_TAG.values() if isinstance(sticker, Face))
    black = np.array([ring_modules(face) for face in faces])
    return faces, np.where(black, np.float32(-1), np.float32(1))


def faces_of(modules: Floats) -> list[Face | None]:
    """modules: from -1, black, to 1, white; of each ring the 57 from start to stop, shape (N, 57)."""
    faces, codes = _faces()
    if not len(modules):
        return []
    agree = modules @ codes.T / codes.shape[1]
    best, rows = np.argmax(agree, axis=1), np.arange(len(modules))
    score = agree[rows, best]
    agree[rows, best] = -1
    # What lies over a symbol is all dark or all light there: the black and the white of each must both agree.
    seen = np.minimum(*(_each_symbol(modules, codes[best], colour) for colour in (-1, 1)))
    clear = (score >= LEAST_SCORE) & (score - agree.max(axis=1) >= LEAST_LEAD) & (seen > 0)
    return [faces[k] if good else None for k, good in zip(best, clear, strict=True)]


def _each_symbol(modules: Floats, codes: Floats, colour: int) -> Floats:
    """How well the modules of this colour agree in the symbol in which they do least."""
    mine = codes == colour
    agree = np.add.reduceat(modules * codes * mine, _SYMBOLS, axis=1) / np.add.reduceat(
        mine, _SYMBOLS, axis=1
    )
    return np.asarray(agree.min(axis=1), np.float32)
