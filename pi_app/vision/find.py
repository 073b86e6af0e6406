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
from pi_app.vision.seen import Patch

Floats = NDArray[np.float32]

BOX = 9
"""Of the local mean, in pixels of the level: about three quarters of a small tag."""
DARKER_SHARES, DARKER_BY = (0.15, 0.035), 1.0
"""A pixel is dark when it is darker than the local mean by a share of it and this much. The higher share
keeps tags apart from what is dark beside them; the lower one, at the first level, keeps thin rims whole.
"""
BLOB_PX = (7, 34)
"""Width and height of a blob at the level where it is looked for."""
WIDTH_PX, FINEST_WIDTH_PX, LEAST_HEIGHT_PX = 1024, 1536, 24
"""Of the first level that is searched: usually, for small tags, and where searching ends."""
SMALL_PX = 10.5
"""A tag narrower than this at the usual first level has neighbours that may have been missed there."""
MOST_BLOBS, MOST_SQUARES, MOST_PATCHES = 600, 400, 160
"""Bounds on the work that a picture full of noise or pattern can make: the largest, the most promising."""
LEAST_OUTLINE, MOST_OUTLINE = 3 * BLOB_PX[0], 8 * BLOB_PX[1]
LONGER, WIGGLY = 1.8, 4.0
"""Of an outline at most: longer over shorter side of its box, its length over half the box's: through a
scratch in the border it runs on round the white inside.
"""
LEAST_HULL, LEAST_ASPECT = 0.72, 0.6
"""Of a blob: share of the turned rectangle, shorter over longer side."""
LEAST_RATIO, LEAST_STEP = 1.25, 4.0
"""How much lighter it must be round a square than on its rim."""
LEAST_RIM, LEAST_OUTSIDE = 0.65, 0.5
"""Shares of a square's rim that are dark, and of the cells round it that are light."""
LEAST_INSIDE = 0.2
"""Of that step: how much lighter the lightest cells inside must be than the rim."""


def _cells() -> tuple[Floats, NDArray[np.bool_], NDArray[np.bool_]]:
    """Middles of a tag's modules and of those round it; which are its rim, and which its inside."""
    cells = [(x, y) for y in range(-1, TAG_MODULES + 1) for x in range(-1, TAG_MODULES + 1)]
    depth = np.array([min(x, y, TAG_MODULES - 1 - x, TAG_MODULES - 1 - y) for x, y in cells])
    at = (np.array(cells, np.float32) + 0.5) / TAG_MODULES
    return at.astype(np.float32), depth == 0, depth > 0


CELLS, RIM, INSIDE = _cells()
OUTSIDE = ~(RIM | INSIDE)


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


def find(levels: Pyramid, finest: bool = False) -> tuple[Patch, ...]:
    """Patches in order of promise, at most MOST_PATCHES.

    finest: look closer: for small or distant tags.
    """
    full = levels.levels[0]
    if min(full.shape, default=0) < BOX:
        return ()
    level = _first_level(levels, FINEST_WIDTH_PX if finest else WIDTH_PX)
    shares: Sequence[float] = DARKER_SHARES
    found: list[tuple[Floats, Floats]] = []
    while not found or min(level.shape) >= LEAST_HEIGHT_PX:
        found.append(_squares_in(level, full.shape[1] / level.shape[1], shares))
        level, shares = halved(level), DARKER_SHARES[:1]
    return _patches(np.concatenate([p for p, _ in found]), np.concatenate([q for _, q in found]))


def threshold(levels: Pyramid) -> Grey:
    """The first level that is searched, white where it is darker than round about, grey where a little."""
    level = _first_level(levels, WIDTH_PX)
    mean = cv2.blur(level, (BOX, BOX))
    much, little = (_darker(level, mean, share) for share in DARKER_SHARES)
    return np.asarray(little // 2 + much // 2, np.uint8)


def small_in(levels: Pyramid, side_px: float) -> bool:
    """Whether tags with sides of so many full pixels are near the limit of the usual first level."""
    return side_px * WIDTH_PX < SMALL_PX * float(levels.levels[0].shape[1])


def _darker(level: Grey, mean: cv2.typing.MatLike, share: float) -> Grey:
    below = cv2.addWeighted(mean, 1 - share, level, -1.0, -DARKER_BY)
    _, dark = cv2.threshold(below, 0, 255, cv2.THRESH_BINARY)
    return np.asarray(dark, np.uint8)


def _first_level(levels: Pyramid, width: int) -> Grey:
    """The picture at `width` pixels, whatever its own size, so that searching always costs the same."""
    level = next((k for k in reversed(levels.levels) if k.shape[1] >= width), levels.levels[0])
    if level.shape[1] < 1.06 * width:
        return level
    height = max(1, round(level.shape[0] * width / level.shape[1]))
    # Shrunk by less than two: linear is as good as the mean of an area, and five times as fast.
    return cv2.resize(level, (width, height), interpolation=cv2.INTER_LINEAR)  # type: ignore[return-value]


def _squares_in(level: Grey, step: float, shares: Sequence[float]) -> tuple[Floats, Floats]:
    """How promising each dark square is, and its corners in full pixels, clockwise, shape (N, 4, 2)."""
    mean = cv2.blur(level, (BOX, BOX))
    boxes: dict[tuple[int, int, int], cv2.typing.RotatedRect] = {}
    for share in shares:
        dark = _darker(level, mean, share)
        # The lower share makes a blob of every grain of noise: thousands.
        dark = np.asarray(cv2.medianBlur(dark, 3), np.uint8) if share < DARKER_SHARES[0] else dark
        outlines, _ = cv2.findContours(dark, cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)
        for outline in outlines:
            if LEAST_OUTLINE <= len(outline) <= MOST_OUTLINE:
                x, y, w, h = cv2.boundingRect(outline)
                # Most blobs are the same at both thresholds.
                about = (x // 2, y // 2, (w + h) // 4)
                if about not in boxes and (box := _box(outline, w, h)) is not None:
                    boxes[about] = box
    if not boxes:
        return np.zeros(0, np.float32), np.zeros((0, 4, 2), np.float32)
    quads = _turned_squares(list(boxes.values())[:MOST_BLOBS])
    promise = _promise(level, quads)
    good = promise > 0
    # A pixel of this level covers `step` pixels of the full picture; centres, not edges, are mapped.
    return promise[good], quads[good] * np.float32(step) + np.float32((step - 1) / 2)


def _box(outline: cv2.typing.MatLike, w: int, h: int) -> cv2.typing.RotatedRect | None:
    """The smallest turned rectangle round a blob, when it is of a fitting size, about square, and filled."""
    longer, shorter = (w, h) if w > h else (h, w)
    if longer > BLOB_PX[1] or shorter < BLOB_PX[0] or longer > LONGER * shorter:
        return None
    if len(outline) > WIGGLY * (w + h) or cv2.contourArea(outline, True) >= 0:
        return None
    hull = cv2.convexHull(outline)
    middle, (long, short), turn = cv2.minAreaRect(hull)
    # Points are the middles of pixels, so the blob is a pixel longer and wider.
    long, short = long + 1, short + 1
    if min(long, short) < LEAST_ASPECT * max(long, short):
        return None
    if cv2.contourArea(hull) + long + short < LEAST_HULL * long * short:
        return None
    return middle, (long, short), turn


def _turned_squares(boxes: list[cv2.typing.RotatedRect]) -> Floats:
    """Corners of turned rectangles, clockwise, shape (N, 4, 2)."""
    flat = np.array([(*middle, *size, turn) for middle, size, turn in boxes], np.float32)
    turn = np.deg2rad(flat[:, 4])
    along = np.stack([np.cos(turn), np.sin(turn)], axis=1) * flat[:, 2:3] / 2
    down = np.stack([-np.sin(turn), np.cos(turn)], axis=1) * flat[:, 3:4] / 2
    middle = flat[:, :2]
    corners = (middle - along - down, middle + along - down, middle + along + down, middle - along + down)
    return np.stack(corners, axis=1).astype(np.float32)


def _promise(level: Grey, quads: Floats) -> Floats:
    """How much lighter the module round each square is than the square's own rim; 0: not enough."""
    cells = sample_cells(level, quads, CELLS)
    # A part may be covered: the darker half of the rim and the lighter half outside must tell.
    dark, light = _share(cells[:, RIM], 0.4), _share(cells[:, OUTSIDE], 0.65)
    # A tag has white cells inside, a plain dark square has none.
    inside = _share(cells[:, INSIDE], 0.9)
    ratio = (light + 1) / (dark + 1)
    middle = (dark + light)[:, None] / 2
    good = (
        (ratio >= LEAST_RATIO)
        & (light - dark >= LEAST_STEP)
        & (inside - dark >= LEAST_INSIDE * (light - dark))
        & ((cells[:, RIM] < middle).mean(axis=1) >= LEAST_RIM)
        & ((cells[:, OUTSIDE] > middle).mean(axis=1) >= LEAST_OUTSIDE)
    )
    return np.where(good, (light - dark) * np.minimum(ratio, 4.0), 0.0).astype(np.float32)


def _share(values: Floats, share: float) -> Floats:
    """The value that `share` of each row lie below."""
    k = round(share * (values.shape[1] - 1))
    return np.partition(values, k, axis=1)[:, k]


def sample_cells(grey: Grey, quads: Floats, at: Floats) -> Floats:
    """Brightness at places given in squares.

    quads: shape (N, 4, 2), clockwise. at: shape (M, 2), in sides of the square from its first corner.
    Returns shape (N, M).
    """
    origin, along, down = quads[:, 0], quads[:, 1] - quads[:, 0], quads[:, 3] - quads[:, 0]
    skew = quads[:, 2] - quads[:, 1] - quads[:, 3] + quads[:, 0]
    u, v = at[:, 0, None], at[:, 1, None]
    places = origin[:, None] + u * along[:, None] + v * down[:, None] + u * v * skew[:, None]
    places = places.astype(np.float32)
    sampled = cv2.remap(
        grey, places[..., 0], places[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(sampled, np.float32)


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
