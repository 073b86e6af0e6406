"""Patches -> the tags in them: number and corners, in pixels of the full picture.

Whole squares are read all at once by `squares`. What is left over and looks like a tag is tried by OpenCV's
detector, which finds squares of its own.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hardware.ports import Grey
from hardware.stickers import BY_TAG, PLATE_MM, PLATE_TAG_CENTRE_MM, PLATE_TAG_MM, TAG_MODULES, Plate
from pi_app.vision.atlas import tags_in_tiles
from pi_app.vision.seen import Corners, Patch
from pi_app.vision.squares import Enough, never, read_squares

Quad = NDArray[np.float32]
"""Shape (4, 2): top left, top right, bottom right, bottom left of the upright tag."""

AT_ONCE = 24
"""Patches that are read first: tags are nearly always the most promising ones."""
MOST_CUT, LEAST_CUT = 6, 0.07
"""Patches that are tried again with a side farther in until they are square: by this share at least."""
SMALLER, LARGER = 0.62, 1.6
"""Than the smallest and the largest tag read: what else may be a tag."""


@dataclass(frozen=True, slots=True, eq=False)
class Tag:
    """One tag of the dictionary, ours or not. corners: shape (4, 2), pixels of the full picture.

    centre: where the diagonals cross, so true under perspective. side_px: the mean of the four.
    """

    id: int
    corners: Quad
    centre: tuple[float, float]
    side_px: float

    @property
    def px_per_module(self) -> float:
        return self.side_px / TAG_MODULES


def tag_at(number: int, corners: Quad) -> Tag:
    """The tag with this number and these corners."""
    (x1, y1), (x2, y2), (x3, y3), (x4, y4) = corners.tolist()
    cross = (x1 - x3) * (y2 - y4) - (y1 - y3) * (x2 - x4)
    a, b = x1 * y3 - y1 * x3, x2 * y4 - y2 * x4
    centre = ((x1 + x2 + x3 + x4) / 4, (y1 + y2 + y3 + y4) / 4)
    if abs(cross) > 1e-9:
        centre = (a * (x2 - x4) - (x1 - x3) * b) / cross, (a * (y2 - y4) - (y1 - y3) * b) / cross
    around = ((x1, y1, x2, y2), (x2, y2, x3, y3), (x3, y3, x4, y4), (x4, y4, x1, y1))
    side = sum(math.hypot(p - r, q - s) for p, q, r, s in around) / 4
    return Tag(number, corners, centre, side)


def read_tags(grey: Grey, patches: Sequence[Patch], enough: Enough = never) -> tuple[list[Tag], list[Patch]]:
    """The tags read, each once, and the patches that look like tags but were not read.

    enough: tells by the numbers that read at once whether the rest is not worth another try.
    """
    tags, left, again = _read_squares(grey, patches[:AT_ONCE], enough)
    numbers = [tag.id for tag in tags]
    if not enough(numbers):
        found, unread, others = _read_squares(grey, patches[AT_ONCE:], lambda more: enough([*numbers, *more]))
        tags, left, again = _each_once([*tags, *found]), [*left, *unread], [*again, *others]
    left, again = _fitting(_empty(left, tags), tags), _off_plates(_fitting(_empty(again, tags), tags), tags)
    tags = _each_once([*tags, *_read_cut(grey, again[:MOST_CUT])])
    in_tiles = tags_in_tiles(grey, _empty(again, tags))
    tags = _each_once([*tags, *(tag_at(*found) for found in in_tiles)])
    return tags, _empty(left, tags)


def read_more_tags(
    grey: Grey, patches: Sequence[Patch], tags: Sequence[Tag], left: Sequence[Patch]
) -> tuple[list[Tag], list[Patch]]:
    """`read_tags` of more patches, joined with what it said before.

    Beside tags that were read, what does not read at once is not tried again.
    """
    if not tags:
        return read_tags(grey, patches)
    found, unread, _ = _read_squares(grey, _empty(list(patches), tags))
    tags = _each_once([*tags, *found])
    return tags, _fitting(_empty([*left, *unread], tags), tags)


def _read_squares(
    grey: Grey, patches: Sequence[Patch], enough: Enough = never
) -> tuple[list[Tag], list[Patch], list[Patch]]:
    """Tags whose square is whole, the patches that look like such tags, and those that may hold another."""
    squares = [patch for patch in patches if patch.quad is not None]
    rough = np.array([patch.quad for patch in squares], np.float32).reshape(-1, 4, 2)
    found = read_squares(grey, rough, enough)
    tags = _each_once([tag_at(int(found.ids[k]), found.quads[k]) for k in np.flatnonzero(found.ids >= 0)])
    left = [squares[k] for k in np.flatnonzero(found.likely)]
    again = [patch for patch in patches if patch.quad is None]
    again += [squares[k] for k in np.flatnonzero(found.askew)]
    return tags, _empty(left, tags), _empty(again, tags)


def _read_cut(grey: Grey, patches: Sequence[Patch]) -> list[Tag]:
    """Tags whose dark square runs on into a bar beside it: each side is tried a little farther in."""
    whole = np.array([patch.quad for patch in patches if patch.quad is not None], np.float32).reshape(
        -1, 4, 2
    )
    sides = np.linalg.norm(whole[:, 1:3] - whole[:, :2], axis=2)
    # Its longer sides first, then those across.
    whole = np.where((sides[:, 0] < sides[:, 1])[:, None, None], np.roll(whole, -1, axis=1), whole)
    share = 1 - sides.min(axis=1) / sides.max(axis=1)
    whole, share = whole[share >= LEAST_CUT], share[share >= LEAST_CUT, None, None]
    if not len(whole):
        return []
    cut = []
    for near, far in (((0, 3), (1, 2)), ((1, 2), (0, 3))):
        quads = whole.copy()
        quads[:, far] += share * (whole[:, near] - whole[:, far])
        cut.append(quads)
    found = read_squares(grey, np.concatenate(cut))
    return [tag_at(int(found.ids[k]), found.quads[k]) for k in np.flatnonzero(found.ids >= 0)]


def _each_once(tags: Sequence[Tag]) -> list[Tag]:
    """The same number at the same place is one tag: two patches overlapped."""
    kept: list[Tag] = []
    for tag in tags:
        if not any(tag.id == k.id and _apart(tag.centre, k.centre) < 0.5 * tag.side_px for k in kept):
            kept.append(tag)
    return kept


def _empty(patches: list[Patch], tags: Sequence[Tag]) -> list[Patch]:
    """The patches in whose middle no tag was read."""
    if not tags or not patches:
        return patches
    half = np.array([patch.side / 2 for patch in patches])
    middle = np.array([(patch.x, patch.y) for patch in patches]) + half[:, None]
    apart = np.abs(middle[:, None] - np.array([tag.centre for tag in tags])).max(axis=2)
    return [patches[k] for k in np.flatnonzero((apart >= 0.5 * half[:, None]).all(axis=1))]


def square_module(quad: Corners) -> float:
    """Pixels a module, if this dark square is a tag."""
    (ax, ay), (bx, by), (cx, cy), _ = quad
    return (math.hypot(bx - ax, by - ay) + math.hypot(cx - bx, cy - by)) / (2 * TAG_MODULES)


def _fitting(patches: list[Patch], tags: Sequence[Tag]) -> list[Patch]:
    """No sticker's tag is far smaller or larger than those read: QR codes have smaller squares."""
    if not tags:
        return patches
    sides = [tag.side_px for tag in tags]
    least, most = (limit / TAG_MODULES for limit in (SMALLER * min(sides), LARGER * max(sides)))
    return [patch for patch in patches if patch.quad is None or least <= square_module(patch.quad) <= most]


def _off_plates(patches: list[Patch], tags: Sequence[Tag]) -> list[Patch]:
    """The patches that are not on a plate: its digits and its code are about as large and dark as a tag."""
    low = -np.array(PLATE_TAG_CENTRE_MM) / PLATE_TAG_MM
    high = low + np.array(PLATE_MM) / PLATE_TAG_MM
    middle = np.array([(patch.x + patch.side / 2, patch.y + patch.side / 2) for patch in patches]).reshape(
        -1, 2
    )
    off = np.ones(len(patches), bool)
    for tag in tags:
        if isinstance(BY_TAG.get(tag.id), Plate):
            a, b, _, d = tag.corners
            at = (middle - tag.centre) @ np.linalg.inv(np.array([b - a, d - a], np.float64))
            off &= ((at < low) | (at > high)).any(axis=1)
    return [patches[k] for k in np.flatnonzero(off)]


def mirrored_tags(grey: Grey, patches: Sequence[Patch]) -> int:
    """How many of the patches hold a tag that reads only in the mirror."""
    rough = np.array([patch.quad for patch in patches if patch.quad is not None], np.float32)
    if not len(rough):
        return 0
    # Mirrored corners run the other way round.
    turned = rough[:, ::-1] * np.array([-1, 1], np.float32) + np.array([grey.shape[1] - 1, 0], np.float32)
    return int((read_squares(np.ascontiguousarray(grey[:, ::-1]), turned).ids >= 0).sum())


def _apart(a: tuple[float, float], b: tuple[float, float]) -> float:
    return max(abs(a[0] - b[0]), abs(a[1] - b[1]))
