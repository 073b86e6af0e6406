"""Rough corners of dark squares -> exact corners, and the tag numbers their cells spell. All at once.

A number counts with at most MOST_WRONG_BITS wrong of its 36 bits, and a rim that is dark; in uneven light
`soft` says what counts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.ports import Grey
from hardware.stickers import DICTIONARY_ID, TAG_MODULES
from pi_app.vision.edges import CLOSE, ROUGH, edged, median
from pi_app.vision.find import sample_cells
from pi_app.vision.soft import LEAST_BORDER, ROUGHLY_BORDER, bordered, read_soft

Floats = NDArray[np.floating]
Flags = NDArray[np.bool_]
Words = NDArray[np.uint64]
Enough = Callable[[Iterable[int]], bool]

DICTIONARY = cv2.aruco.getPredefinedDictionary(DICTIONARY_ID)
MOST_WRONG_BITS = int(0.6 * DICTIONARY.maxCorrectionBits)
CLEAR_WRONG_BITS = 2
FAINT = 0.6
"""More wrong bits than CLEAR_WRONG_BITS are forgiven only where the wrong cells are grey: damage, glare."""
MOST_WRONG_RIM = 5
"""Of the 28 cells of a tag's black border."""
LIKELY_WRONG_RIM, LIKELY_LIGHT = 2, 0.9
"""What looks like a tag: so many wrong cells of its border at most, such a share of white round it."""
ASKEW_WRONG_RIM, ASKEW_LIGHT = (2, 10), 0.78
"""What may be a tag whose corners were not found: where the border is whole they were."""
LEAST_CHANGES = 17
"""Between neighbours of the inner cells, from black to white or back: numbers have 20 of 60 and more."""
ROUGHLY_WRONG_RIM, ROUGHLY_LIGHT = 9, 0.62
"""After the first, rough search of the edges: the rest is not looked at closely."""
LEAST_PX_PER_MODULE, LEAST_SOFT_PX = 2.0, 3.0
"""Of a tag's module; the latter where it is read only by `soft`."""


def _code_bits() -> Flags:
    """Every number in its four turns, white is true: shape (1000, 36), row 4 * id + turn."""
    rows = []
    for number in range(len(DICTIONARY.bytesList)):
        drawn = cv2.aruco.generateImageMarker(DICTIONARY, number, TAG_MODULES)
        bits = drawn[1:-1, 1:-1] > 127
        # Turned squares: corner k of the square is corner 0 of the tag.
        rows += [np.rot90(bits, -turn).ravel() for turn in range(4)]
    return np.array(rows)


def _packed(bits: Flags) -> Words:
    """Rows of 36 bits as whole numbers."""
    places = np.arange(36, dtype=np.uint64)
    return np.asarray((bits.astype(np.uint64) << places).sum(axis=1, dtype=np.uint64), np.uint64)


def _cell_points(spread: float) -> Floats:
    """Places in the 10x10 cells of a tag and the white round it, in sides of the tag.

    spread: from the middle, in modules; 0: the middle alone, else four places round it: one of each cell,
    then another one of each.
    """
    middle = np.arange(-1, TAG_MODULES + 1, dtype=np.float32) + 0.5
    points = np.stack(np.meshgrid(middle, middle), axis=-1).reshape(-1, 2)
    turns = np.array([[-1, -1], [1, -1], [-1, 1], [1, 1]], np.float32) * spread
    places = points + (turns if spread else turns[:1])[:, None]
    return np.asarray(places.reshape(-1, 2) / TAG_MODULES, np.float32)


CODE_BITS = _code_bits()
CODES = _packed(CODE_BITS)
MIDDLES, CELL_POINTS = _cell_points(0), _cell_points(0.2)


@dataclass(frozen=True, slots=True, eq=False)
class Squares:
    """ids: -1 where none was read. quads: shape (N, 4, 2), upright where read.

    Of those that were not read, likely: looks like a tag; askew: may be one, but not with these corners.
    """

    ids: NDArray[np.int64]
    quads: Floats
    likely: Flags
    askew: Flags


@dataclass(frozen=True, slots=True, eq=False)
class _Cells:
    """all: brightness, shape (N, 10, 10); tag: of its 8x8. middle, half: between black and white.

    wrong_rim, light: of each.
    """

    all: Floats
    tag: Floats
    middle: Floats
    half: Floats
    wrong_rim: NDArray[np.int64]
    light: Floats


def never(_ids: Iterable[int]) -> bool:
    """No numbers are enough."""
    return False


def read_squares(grey: Grey, rough: Floats, enough: Enough = never) -> Squares:
    """rough: shape (N, 4, 2), clockwise, in pixels of `grey`.

    enough: tells by the numbers that read plainly whether the rest is not worth a closer look.
    """
    ids, likely, askew = np.full(len(rough), -1, np.int64), *np.zeros((2, len(rough)), bool)
    if not len(rough):
        return Squares(ids, rough, likely, askew)
    quads = edged(grey, rough, ROUGH)
    cells = _cells(grey, quads, MIDDLES)
    plain = (cells.wrong_rim <= ROUGHLY_WRONG_RIM) & (cells.light > ROUGHLY_LIGHT)
    some = np.flatnonzero(plain | (bordered(cells.all) >= ROUGHLY_BORDER))
    if len(some):
        closer = edged(grey, quads[some], CLOSE)
        # Bilinear cells are within a tenth of a module of perspective ones at a table camera's tilts.
        cells = _cells(grey, closer, CELL_POINTS)
        ids[some], quads[some] = _read(cells, closer)
        if enough(ids.tolist()):
            return Squares(ids, quads, likely, askew)
        _read_rest(cells, ids, quads, some)
        unread, (least, most) = ids[some] < 0, ASKEW_WRONG_RIM
        likely[some] = unread & (cells.wrong_rim <= LIKELY_WRONG_RIM) & (cells.light > LIKELY_LIGHT)
        broken = (cells.wrong_rim >= least) & (cells.wrong_rim <= most) & (cells.light > ASKEW_LIGHT)
        askew[some] = unread & broken & (_changes(cells) >= LEAST_CHANGES)
    return Squares(ids, quads, likely, askew)


def _cells(grey: Grey, quads: Floats, points: Floats) -> _Cells:
    size = TAG_MODULES + 2
    cells = sample_cells(grey, quads, points).reshape(len(quads), -1, size, size).mean(axis=1)
    tag = cells[:, 1:-1, 1:-1]
    outside, rim = _border(cells), _border(tag)
    white, black = median(outside), median(rim)
    middle = (white + black) / 2
    wrong_rim = (rim > middle[:, None]).sum(axis=1)
    return _Cells(
        cells, tag, middle, np.abs(white - middle) + 1e-3, wrong_rim, (outside > middle[:, None]).mean(axis=1)
    )


def _changes(cells: _Cells) -> NDArray[np.int64]:
    white = cells.tag[:, 1:-1, 1:-1] > cells.middle[:, None, None]
    down, along = white[:, 1:] != white[:, :-1], white[:, :, 1:] != white[:, :, :-1]
    return np.asarray(down.sum(axis=(1, 2)) + along.sum(axis=(1, 2)))


def _border(cells: Floats) -> Floats:
    return np.concatenate([cells[:, 0], cells[:, -1], cells[:, 1:-1, 0], cells[:, 1:-1, -1]], axis=1)


def _read(cells: _Cells, quads: Floats) -> tuple[NDArray[np.int64], Floats]:
    """The ids, and the corners turned upright where one was read."""
    inner, rows = cells.tag[:, 1:-1, 1:-1].reshape(len(quads), 36), np.arange(len(quads))
    bits = inner > cells.middle[:, None]
    differ = np.bitwise_count(_packed(bits)[:, None] ^ CODES[None])
    best = np.argmin(differ, axis=1)
    wrong = differ[rows, best]
    firm = np.abs(inner - cells.middle[:, None]) / cells.half[:, None]
    against = (firm * (bits != CODE_BITS[best])).sum(axis=1) / np.maximum(wrong, 1)
    fitting = (wrong <= CLEAR_WRONG_BITS) | ((wrong <= MOST_WRONG_BITS) & (against < FAINT))
    large = _sides(quads) >= TAG_MODULES * LEAST_PX_PER_MODULE
    read = fitting & (cells.wrong_rim <= MOST_WRONG_RIM) & large
    turned = _turned(quads, best)
    return np.where(read, best // 4, -1), np.where(read[:, None, None], turned, quads)


def _read_rest(cells: _Cells, ids: NDArray[np.int64], quads: Floats, some: NDArray[np.intp]) -> None:
    """What was not read plainly, in place. cells: of those squares whose indices are `some`."""
    left = np.flatnonzero((ids[some] < 0) & (bordered(cells.all) >= LEAST_BORDER))
    if not len(left):
        return
    soft = read_soft(cells.all[left], CODE_BITS)
    whole = _sides(quads[some[left]]) >= TAG_MODULES * LEAST_SOFT_PX
    found = np.flatnonzero((soft.ids >= 0) & whole)
    at = some[left[found]]
    ids[at], quads[at] = soft.ids[found], _turned(quads[at], soft.turns[found])


def _sides(quads: Floats) -> Floats:
    """The shortest of each square."""
    return np.asarray(np.linalg.norm(quads - np.roll(quads, 1, axis=1), axis=2).min(axis=1))


def _turned(quads: Floats, turns: NDArray[np.int64]) -> Floats:
    """Corner k of a square turned k times is the tag's first."""
    return np.asarray(quads[np.arange(len(quads))[:, None], (np.arange(4) + turns[:, None]) % 4])
