"""Frame -> the patches of it that may hold a tag: dark blobs of a fitting size on something lighter.

The picture is halved until tags are 7 to 50 pixels wide; nothing is read here. A picture without pixels
has no patches.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.ports import Grey
from hardware.stickers import TAG_MODULES
from pi_app.vision.blobs import BOX, Darker, Sheet, blobs, little_darker, much_darker, sheet_of
from pi_app.vision.seen import Patch

Floats = NDArray[np.float32]

WIDTHS_PX, LEAST_HEIGHT_PX = (960, 1152, 1536), 24
"""Of the first level that is searched: usually, and closer for smaller tags; and where searching ends."""
SMALL_PX = 9.5
"""A tag narrower than this at the first level has neighbours that may have been missed there."""
MOST_SQUARES, MOST_PATCHES = 400, 160
"""Bounds on the work that a picture full of noise or pattern can make: the most promising."""
LEAST_INSIDE = 0.2
"""Of that step: how much lighter the lightest cells inside must be than the rim."""


def cells_of(modules: int, beyond: int = 1) -> Floats:
    """Middles of a square's modules and of so many round it, row by row, in sides of the square."""
    steps = (np.arange(-beyond, modules + beyond, dtype=np.float32) + 0.5) / modules
    return np.stack(np.meshgrid(steps, steps), axis=-1).reshape(-1, 2).astype(np.float32)


CELLS = cells_of(TAG_MODULES)
_DEPTH = np.minimum(CELLS, 1 - CELLS).min(axis=1) * TAG_MODULES
RIM, INSIDE = (_DEPTH > 0) & (_DEPTH < 1), _DEPTH > 1
OUTSIDE = ~(RIM | INSIDE)


@dataclass(frozen=True, slots=True)
class Bounds:
    """Of a square that may be a tag: how much lighter it is round it than on its rim, as a ratio and in grey
    levels; shares of its rim that are dark, and of the cells round it that are light.
    """

    ratio: float
    step: float
    rim: float
    outside: float


PLAIN = Bounds(ratio=1.25, step=4.0, rim=0.5, outside=0.5)


@dataclass(frozen=True, slots=True)
class Pyramid:
    """The full picture and its halves, halves of halves, ...; `levels[k]` is smaller by 2**k."""

    levels: tuple[Grey, ...]


def pyramid(grey: Grey, count: int = 4) -> Pyramid:
    """Halve `grey` up to `count - 1` times, as long as both sides stay above 64 pixels."""
    levels = [grey]
    while len(levels) < count and min(levels[-1].shape) >= 128:
        levels.append(halved(levels[-1]))
    return Pyramid(tuple(levels))


def halved(grey: Grey) -> Grey:
    """Means of 2x2 pixels; an odd last row or column is left out."""
    height, width = (side // 2 for side in grey.shape)
    even = grey[: 2 * height, : 2 * width]
    return cv2.resize(even, (width, height), interpolation=cv2.INTER_AREA)  # type: ignore[return-value]


def find(
    levels: Pyramid, width: int = WIDTHS_PX[0], darker: Darker = Darker.MUCH | Darker.LITTLE
) -> tuple[Patch, ...]:
    """Patches in order of promise, at most MOST_PATCHES.

    width: of the first level that is searched. darker: what counts as dark; a little, at that level alone.
    """
    full = levels.levels[0]
    if min(full.shape, default=0) < BOX:
        return ()
    level = _first_level(levels, width)
    searched = [level]
    while Darker.MUCH in darker and min(searched[-1].shape) >= 2 * LEAST_HEIGHT_PX:
        searched.append(halved(searched[-1]))
    return _patches(*_squares(searched, full.shape[1] / level.shape[1], darker))


def threshold(levels: Pyramid) -> Grey:
    """The first level that is searched, white where it is darker than round about, grey where a little."""
    level = _first_level(levels, WIDTHS_PX[0])
    mean = cv2.blur(level, (BOX, BOX))
    return np.asarray(little_darker(level, mean) // 2 + much_darker(level, mean) // 2, np.uint8)


def width_for(levels: Pyramid, side_px: float) -> int:
    """The least width at which tags with sides of so many full pixels are large enough to be found."""
    full = int(levels.levels[0].shape[1])
    fitting = (width for width in WIDTHS_PX if side_px * width >= SMALL_PX * full)
    return min(next(fitting, WIDTHS_PX[-1]), full)


def _first_level(levels: Pyramid, width: int) -> Grey:
    """The picture at `width` pixels, whatever its own size, so that searching always costs the same."""
    level = next((k for k in reversed(levels.levels) if k.shape[1] >= width), levels.levels[0])
    if level.shape[1] < 1.06 * width:
        return level
    height = max(1, round(level.shape[0] * width / level.shape[1]))
    # Shrunk by less than two: linear is as good as the mean of an area, and five times as fast.
    return cv2.resize(level, (width, height), interpolation=cv2.INTER_LINEAR)  # type: ignore[return-value]


def _squares(levels: Sequence[Grey], step: float, darker: Darker) -> tuple[Floats, Floats]:
    """How promising each dark square is, and its corners in full pixels, clockwise, shape (N, 4, 2).

    step: full pixels that a pixel of the first level covers, and half of what one of the next does.
    """
    sheet = sheet_of(levels)
    found = blobs(levels, sheet, darker)
    if not len(found):
        return np.zeros(0, np.float32), np.zeros((0, 4, 2), np.float32)
    level = sheet.level_of(found[:, 1])
    quads = turned_squares(found)
    promise = _promise(sheet, quads, level)
    good = promise > 0
    quads, level = quads[good], level[good]
    quads[..., 1] -= sheet.tops[level, None]
    # Centres, not edges, are mapped.
    steps = (step * (1 << level)[:, None, None]).astype(np.float32)
    return promise[good], np.asarray(quads * steps + (steps - 1) / 2, np.float32)


def turned_squares(flat: Floats) -> Floats:
    """Corners of turned rectangles, clockwise, shape (N, 4, 2). flat: middle, sides and turn of each."""
    turn = np.deg2rad(flat[:, 4])
    along = np.stack([np.cos(turn), np.sin(turn)], axis=1) * flat[:, 2:3] / 2
    down = np.stack([-np.sin(turn), np.cos(turn)], axis=1) * flat[:, 3:4] / 2
    middle = flat[:, :2]
    corners = (middle - along - down, middle + along - down, middle + along + down, middle - along + down)
    return np.stack(corners, axis=1).astype(np.float32)


def _promise(sheet: Sheet, quads: Floats, level: NDArray[np.intp]) -> Floats:
    """How much lighter the module round each square is than the square's own rim; 0: not enough."""
    (x, y), (width, height), top = _places(quads, CELLS), sheet.sizes[level].T, sheet.tops[level, None]
    # Beyond the edge of a level there is another one.
    x, y = np.clip(x, 0, width[:, None] - 1), np.clip(y, top, top + height[:, None] - 1)
    step, ratio = contrast(sampled(sheet.grey, x, y), PLAIN)
    return np.asarray(step * np.minimum(ratio, 4.0), np.float32)


def contrast(cells: Floats, least: Bounds) -> tuple[Floats, Floats]:
    """How much lighter it is round each square than on its rim: in grey levels, 0 where that or anything else
    of it is below the bounds; and as a ratio. cells: brightness at CELLS, shape (N, 100).
    """
    # A part may be covered: the darker half of the rim and the lighter half outside must tell.
    dark, light = _share(cells[:, RIM], 0.4), _share(cells[:, OUTSIDE], 0.65)
    # A tag has white cells inside, a plain dark square has none.
    inside = _share(cells[:, INSIDE], 0.9)
    ratio = (light + 1) / (dark + 1)
    middle = (dark + light)[:, None] / 2
    good = (
        (ratio >= least.ratio)
        & (light - dark >= least.step)
        & (inside - dark >= LEAST_INSIDE * (light - dark))
        & ((cells[:, RIM] < middle).mean(axis=1) >= least.rim)
        & ((cells[:, OUTSIDE] > middle).mean(axis=1) >= least.outside)
    )
    return np.where(good, light - dark, 0.0).astype(np.float32), ratio


def _share(values: Floats, share: float) -> Floats:
    """The value that `share` of each row lie below."""
    k = round(share * (values.shape[1] - 1))
    return np.partition(values, k, axis=1)[:, k]


def sample_cells(grey: Grey, quads: Floats, at: Floats) -> Floats:
    """Brightness at places given in squares.

    quads: shape (N, 4, 2), clockwise. at: shape (M, 2), in sides of the square from its first corner.
    Returns shape (N, M).
    """
    return sampled(grey, *_places(quads, at))


def _places(quads: Floats, at: Floats) -> tuple[Floats, Floats]:
    """Where those places are in the picture: x and y, each of shape (N, M)."""
    u, v = at[:, 0], at[:, 1]
    mix = np.stack([(1 - u) * (1 - v), u * (1 - v), u * v, (1 - u) * v]).astype(np.float32)
    return quads[..., 0] @ mix, quads[..., 1] @ mix


def sampled(grey: Grey, x: Floats, y: Floats) -> Floats:
    """Brightness at points of the picture, between its pixels; beyond its edge that of the edge."""
    x, y = (np.asarray(at, np.float32) for at in (x, y))
    return np.asarray(cv2.remap(grey, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), np.float32)


def _patches(promise: Floats, quads: Floats) -> tuple[Patch, ...]:
    """The most promising first; a blob found at two levels counts once."""
    if not len(quads):
        return ()
    quads = quads[np.argsort(-promise, kind="stable")[:MOST_SQUARES]]
    centres = quads.mean(axis=1)
    edges = quads[:, 1:3] - quads[:, 0:2]
    sides = np.hypot(edges[..., 0], edges[..., 1]).mean(axis=1)
    apart = np.abs(centres[:, None, 0] - centres[None, :, 0]) + np.abs(
        centres[:, None, 1] - centres[None, :, 1]
    )
    alike = (apart < 0.35 * sides) & (np.abs(np.log(sides[:, None] / sides)) < 0.35)
    kept = np.flatnonzero(~np.tril(alike, -1).any(axis=1))[:MOST_PATCHES]
    wholes = (np.ptp(quads[kept], axis=1).max(axis=1) + 0.5 * sides[kept]).astype(int) + 4
    starts = np.round(centres[kept] - wholes[:, None] / 2).astype(int)
    return tuple(
        Patch(x, y, whole, ((ax, ay), (bx, by), (cx, cy), (dx, dy)))
        for (x, y), whole, ((ax, ay), (bx, by), (cx, cy), (dx, dy)) in zip(
            starts.tolist(), wholes.tolist(), quads[kept].tolist(), strict=True
        )
    )
