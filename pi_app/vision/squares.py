"""Rough corners of dark squares -> exact corners, and the tag numbers their cells spell. All at once.

Each side is the straight line through the steepest places along it; a number counts with at most
MOST_WRONG_BITS of its 36 bits, and a rim that is dark.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.ports import Grey
from hardware.stickers import DICTIONARY_ID, TAG_MODULES
from pi_app.vision.find import sample_cells
from pi_app.vision.soft import read_soft

Floats = NDArray[np.floating]
Flags = NDArray[np.bool_]
Words = NDArray[np.uint64]

DICTIONARY = cv2.aruco.getPredefinedDictionary(DICTIONARY_ID)
MOST_WRONG_BITS = int(0.6 * DICTIONARY.maxCorrectionBits)
CLEAR_WRONG_BITS = 2
FAINT = 0.6
"""More wrong bits than CLEAR_WRONG_BITS are forgiven only where the wrong cells are grey: damage, glare."""
MOST_WRONG_RIM = 5
"""Of the 28 cells of a tag's black border."""
LIKELY_WRONG_RIM, LIKELY_LIGHT = 2, 0.9
"""What looks like a tag: so many wrong cells of its border at most, such a share of white round it."""
ASKEW_WRONG_RIM, ASKEW_LIGHT = (2, 7), 0.85
"""What may be a tag whose corners were not found: where the border is whole they were."""
ROUGHLY_WRONG_RIM, ROUGHLY_LIGHT = 9, 0.62
"""After the first, rough search of the edges: the rest is not looked at closely."""
LEAST_PX_PER_MODULE, LEAST_SOFT_PX = 2.0, 3.0
"""Of a tag's module; the latter where it is read only by `soft`."""


@dataclass(frozen=True, slots=True, eq=False)
class Search:
    """Where the edge of a side is looked for: places along it, in sides, and across it, in modules.

    grid: 1, along, across for each place and step, shape (3, places * steps).
    """

    along: Floats
    across: Floats
    grid: Floats


def _search(places: int, reach: float, steps: int) -> Search:
    along = np.linspace(0.1, 0.9, places, dtype=np.float32)
    across = np.linspace(-reach, reach, steps, dtype=np.float32)
    each = np.meshgrid(along, across, indexing="ij")
    return Search(along, across, np.stack([np.ones_like(each[0]), *each]).reshape(3, -1))


ROUGH, CLOSE = _search(7, 1.6, 13), _search(11, 0.6, 13)


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


def read_squares(grey: Grey, rough: Floats) -> Squares:
    """rough: shape (N, 4, 2), clockwise, in pixels of `grey`."""
    ids, likely, askew = np.full(len(rough), -1, np.int64), *np.zeros((2, len(rough)), bool)
    if not len(rough):
        return Squares(ids, rough, likely, askew)
    quads = _edged(grey, rough, ROUGH)
    cells = _cells(grey, quads, MIDDLES)
    some = np.flatnonzero((cells.wrong_rim <= ROUGHLY_WRONG_RIM) & (cells.light > ROUGHLY_LIGHT))
    if len(some):
        closer = _edged(grey, quads[some], CLOSE)
        # Bilinear cells are within a tenth of a module of perspective ones at a table camera's tilts.
        cells = _cells(grey, closer, CELL_POINTS)
        ids[some], quads[some] = _read(cells, closer)
        _read_rest(cells, ids, quads, some)
        unread, (least, most) = ids[some] < 0, ASKEW_WRONG_RIM
        likely[some] = unread & (cells.wrong_rim <= LIKELY_WRONG_RIM) & (cells.light > LIKELY_LIGHT)
        askew[some] = (
            unread & (cells.wrong_rim >= least) & (cells.wrong_rim <= most) & (cells.light > ASKEW_LIGHT)
        )
    return Squares(ids, quads, likely, askew)


def _cells(grey: Grey, quads: Floats, points: Floats) -> _Cells:
    size = TAG_MODULES + 2
    cells = sample_cells(grey, quads, points).reshape(len(quads), -1, size, size).mean(axis=1)
    tag = cells[:, 1:-1, 1:-1]
    outside, rim = _border(cells), _border(tag)
    white, black = _median(outside), _median(rim)
    middle = (white + black) / 2
    wrong_rim = (rim > middle[:, None]).sum(axis=1)
    return _Cells(
        cells, tag, middle, np.abs(white - middle) + 1e-3, wrong_rim, (outside > middle[:, None]).mean(axis=1)
    )


def _border(cells: Floats) -> Floats:
    return np.concatenate([cells[:, 0], cells[:, -1], cells[:, 1:-1, 0], cells[:, 1:-1, -1]], axis=1)


def _median(values: Floats) -> Floats:
    """Over the last axis; the upper one of an even number of values (three times as fast as NumPy's)."""
    half = values.shape[-1] // 2
    return np.partition(values, half, axis=-1)[..., half]


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
    left = np.flatnonzero(ids[some] < 0)
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


def _edged(grey: Grey, quads: Floats, search: Search) -> Floats:
    """Each side moved to the steepest change from dark inside to light outside."""
    count, along_at, across = len(quads), search.along, search.across
    start, end = quads, np.roll(quads, -1, axis=1)
    along = end - start
    length = np.linalg.norm(along, axis=2, keepdims=True) + 1e-6
    outward = np.stack([along[..., 1], -along[..., 0]], axis=2) / length
    module = length.mean(axis=1, keepdims=True) / TAG_MODULES
    # Corner, side and outward module of each side, mixed for each place.
    axes = np.stack([start, along, outward * module], axis=2).reshape(-1, 3, 2)
    x, y = axes[..., 0] @ search.grid, axes[..., 1] @ search.grid
    lines = cv2.remap(grey, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    lines = np.asarray(lines, np.int16).reshape(count, 4, len(along_at), len(across))
    rise = lines[..., 2:] - lines[..., :-2]
    # Twice the weighted mean of neighbouring steps, in whole numbers.
    rise = 2 * rise[..., 1:-1] + rise[..., 2:] + rise[..., :-2]
    best = np.argmax(rise, axis=3)
    steep = np.take_along_axis(rise, best[..., None], axis=3)[..., 0].astype(np.float32)
    offset = (across[2:-2][best] + _between(rise, best) * (across[1] - across[0])) * module
    return _corners(quads, outward, along, *_lines(offset, np.maximum(steep, 0.1), along_at - 0.5))


def _between(rise: Floats, best: NDArray[np.int64]) -> Floats:
    """Where the parabola through the steepest step and its neighbours peaks, in steps."""
    at = np.clip(best, 1, rise.shape[3] - 2)
    low, mid, high = (
        np.take_along_axis(rise, (at + k)[..., None], axis=3)[..., 0].astype(np.float32) for k in (-1, 0, 1)
    )
    bend = low - 2 * mid + high
    shift = np.where(bend < -1e-6, 0.5 * (low - high) / np.minimum(bend, -1e-6), 0.0)
    return np.asarray(np.where(at == best, np.clip(shift, -0.5, 0.5), 0.0), np.float32)


def _lines(offset: Floats, weight: Floats, at: Floats) -> tuple[Floats, Floats]:
    """Offset of each side at its start and at its end: a line through most of its places, outliers out.

    at: where the places are along the side, from its middle, in sides.
    """
    middle = _median(offset)[..., None]
    spread = _median(np.abs(offset - middle))[..., None] + 0.15
    level, slope = middle[..., 0], np.zeros_like(middle[..., 0])
    powers = np.stack([np.ones_like(at), at, at * at], axis=1)
    for _ in range(2):
        miss = offset - level[..., None] - slope[..., None] * at
        far = (miss / (1.5 * spread)) ** 2
        w = weight / (1 + far * far)
        s0, s1, s2 = np.moveaxis(w @ powers, 2, 0)
        t0, t1 = np.moveaxis((w * offset) @ powers[:, :2], 2, 0)
        det = np.maximum(s0 * s2 - s1 * s1, 1e-9)
        level, slope = (s2 * t0 - s1 * t1) / det, (s0 * t1 - s1 * t0) / det
    return level - slope / 2, level + slope / 2


def _corners(quads: Floats, outward: Floats, along: Floats, first: Floats, last: Floats) -> Floats:
    """Where neighbouring moved sides meet."""
    a = quads + first[..., None] * outward
    b = quads + along + last[..., None] * outward
    direction = b - a
    before_a, before_d = np.roll(a, 1, axis=1), np.roll(direction, 1, axis=1)
    cross = before_d[..., 0] * direction[..., 1] - before_d[..., 1] * direction[..., 0]
    gap = a - before_a
    share = (gap[..., 0] * direction[..., 1] - gap[..., 1] * direction[..., 0]) / np.where(
        np.abs(cross) < 1e-6, 1e-6, cross
    )
    met = before_a + share[..., None] * before_d
    # Sides that hardly cross come from something that is no square: leave its corners alone.
    far = np.linalg.norm(met - quads, axis=2, keepdims=True) > 0.5 * np.linalg.norm(along, axis=2).mean()
    return np.where(far, quads, met).astype(np.float32)
