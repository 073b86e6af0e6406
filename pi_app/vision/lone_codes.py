"""Where no tag was read -> the plates of this kit that tell by their QR code alone.

Rule: looked for only while a slot's number is missing among those read, or what looks like a plate's tag
says nothing; and only a slot counts that no other plate told.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.ports import Grey
from hardware.stickers import (
    BY_TAG,
    MOST,
    PLATE_QR_CENTRE_MM,
    PLATE_QR_MM,
    PLATE_TAG_CENTRE_MM,
    PLATE_TAG_MM,
    Plate,
    PlateCode,
    Sticker,
    plate_of_text,
    tag_side_mm,
)
from pi_app.vision import plates
from pi_app.vision.find import cells_of, pyramid, sample_cells, sampled
from pi_app.vision.qr import MODULES
from pi_app.vision.seen import Patch, Sighting
from pi_app.vision.tags import Tag
from pi_app.vision.zbar import qr_codes_in

Floats = NDArray[np.float32]

MOST_SQUARES, MOST_BLOBS = 12, 20
MOST_SPELLED = 3
"""Codes that are not as this kit prints them are read by a reader, slowly where they are blurred."""
LIKE_SIZE = (0.8, 1.25)
"""Side of what may be a plate's tag, over those of the smallest and the largest one expected."""
APART = 0.6
"""Of a code's side: what is nearer is the same thing."""
LEAST_PX = 1.6
"""A module of a code."""
CODE_PX, BOX, DARKER = 9, 13, 0.96
"""Where a code's side is so many pixels, it is one blob: darker than this share of the mean of a box."""
BLOB_SIDES = (0.6, 1.7)
"""Of the upright box of such a blob, over those of a code."""
STEPS, FEW, BEYOND = 56, 13, 0.55
"""Places a side at which a code's edges are looked at, and how far from its middle, in sides."""
LEAST_SQUARE = 0.1
"""From 0 to 1: how much edges lie along two directions square to each other. Codes have 0.15 and more."""
ROUND, LEAST_SPREAD, LIGHTER = 3, 0.07, 0.92
"""What may be a code: how much its modules differ, and what is so many modules round it, over their mean."""
_ACROSS_MM = PLATE_QR_CENTRE_MM[0] - PLATE_TAG_CENTRE_MM[0]
_CELLS: Floats = np.asarray(
    0.5 + (np.array((_ACROSS_MM, 0)) + PLATE_QR_MM * (cells_of(MODULES, ROUND) - 0.5)) / PLATE_TAG_MM,
    np.float32,
)
"""Middles of the modules of a plate's code and of some round it, in sides of the plate's tag."""
_INSIDE = (np.abs(cells_of(MODULES, ROUND) - 0.5) < 0.5).all(axis=1)
_SQUARE = np.array([-1 - 1j, 1 - 1j, 1 + 1j, -1 + 1j])


def lone_codes(
    grey: Grey, patches: Sequence[Patch], left: Sequence[Patch], tags: Sequence[Tag], kit: int
) -> list[Sighting]:
    """A sighting for each place where a code of this kit names a slot that no tag of a plate does.

    patches: all that were tried. left: those that look like a tag but were not read. tags: all that were.
    """
    stickers = [BY_TAG.get(tag.id) for tag in tags]
    slots = _slots(stickers)
    if not left and not _gap(slots):
        return []
    taken = _taken(tags)
    sides = [(tag.side_px, sticker) for tag, sticker in zip(tags, stickers, strict=True) if sticker]
    per_mm = sorted(px / tag_side_mm(sticker) for px, sticker in sides if not slots or _slots([sticker]))
    found: list[Sighting] = []
    gap = bool(per_mm) and _gap(slots)
    squares = _squares([*left, *patches] if gap else left, per_mm, taken)
    for said, corners in _codes(grey, squares, kit):
        _count(plates.sighting(said, corners), slots, taken, found)
    if gap and _gap(slots | _slots([seen.sticker for seen in found])):
        side = float(np.median(per_mm)) * PLATE_QR_MM
        for said, corners in _codes(grey, _beside(grey, _blobs(grey, side, taken), side), kit):
            _count(plates.sighting(said, corners), slots, taken, found)
    return found


def _slots(stickers: Sequence[Sticker | None]) -> set[int]:
    """Of the plates among them."""
    return {sticker.slot for sticker in stickers if isinstance(sticker, Plate)}


def _gap(slots: Set[int]) -> bool:
    """Whether a number is missing; without any, the first one is."""
    return len(slots) < max(slots, default=1)


def _count(seen: Sighting, slots: Set[int], taken: Floats, found: list[Sighting]) -> None:
    """Each code once, and none that belongs to a tag that was read."""
    known = [*taken, *(np.array(other.centre_px) for other in found)]
    reach = APART * seen.px_per_module * MODULES
    near = any(np.abs(place - seen.centre_px).max() < reach for place in known)
    if not near and not _slots([seen.sticker]) & slots:
        found.append(seen)


def _taken(tags: Sequence[Tag]) -> Floats:
    """Middles of the tags, and of number and code beside those of plates, shape (N, 2)."""
    places = [np.array(tag.centre) for tag in tags]
    for tag in tags:
        if isinstance(BY_TAG.get(tag.id), Plate):
            code = _ACROSS_MM / PLATE_TAG_MM * (tag.corners[1] - tag.corners[0])
            places += [tag.centre + share * code for share in (0.5, 1)]
    return np.array(places, np.float32).reshape(-1, 2)


def _squares(patches: Sequence[Patch], per_mm: Sequence[float], taken: Floats) -> Floats:
    """Those as large as a plate's tag, each once, the first ones, in all four turns; shape (N, 4, 2)."""
    quads = np.array([patch.quad for patch in patches if patch.quad is not None], np.float32).reshape(
        -1, 4, 2
    )
    sides = np.linalg.norm(quads[:, 1:3] - quads[:, :2], axis=2).mean(axis=1)
    if per_mm:
        low, high = LIKE_SIZE[0] * PLATE_TAG_MM * per_mm[0], LIKE_SIZE[1] * PLATE_TAG_MM * per_mm[-1]
        fitting = (sides > low) & (sides < high)
        quads, sides = quads[fitting], sides[fitting]
    middles = quads.mean(axis=1)
    places = np.concatenate([taken, middles])
    near = np.abs(middles[:, None] - places).max(axis=2) < APART * sides[:, None]
    first = ~np.tril(near, len(taken) - 1).any(axis=1)
    return np.concatenate([np.roll(quads[first][:MOST_SQUARES], turn, axis=1) for turn in range(4)])


def _blobs(grey: Grey, side: float, taken: Floats) -> Floats:
    """Middles of what looks from afar like a code with sides of so many pixels, shape (N, 2)."""
    if side < LEAST_PX * MODULES or min(grey.shape) < side:
        return np.zeros((0, 2), np.float32)
    step = side / CODE_PX
    size = (round(grey.shape[1] / step), round(grey.shape[0] / step))
    level = next(level for level in reversed(pyramid(grey).levels) if level.shape[1] >= size[0])
    small = np.asarray(cv2.resize(level, size, interpolation=cv2.INTER_AREA), np.float32)
    dark = (small < DARKER * np.asarray(cv2.blur(small, (BOX, BOX)))).astype(np.uint8)
    _, _, boxes, _ = cv2.connectedComponentsWithStats(dark, connectivity=4)
    wide = boxes[1:, 2:4]
    low, high = (limit * CODE_PX for limit in BLOB_SIDES)
    fitting = (wide.min(axis=1) >= low) & (wide.max(axis=1) <= high)
    middles = ((boxes[1:, :2] + wide / 2)[fitting] * step - 0.5).astype(np.float32)
    free = (np.abs(middles[:, None] - taken).max(axis=2) >= APART * side).all(axis=1)
    return np.asarray(middles[free])


def _beside(grey: Grey, middles: Floats, side: float) -> Floats:
    """Where a plate's tag would be, were these its code, of the likeliest; shape (N, 4, 2).

    A code is full of edges, and they lie along two directions: its own.
    """
    if not len(middles):
        return np.zeros((0, 4, 2), np.float32)
    few = _pieces(grey, middles, 0.8 * BEYOND * side, FEW)
    lively = np.abs(np.diff(few, axis=2)).mean(axis=(1, 2)) / (few.mean(axis=(1, 2)) + 1)
    middles = middles[np.argsort(-lively)[:MOST_BLOBS]]
    down, along = np.gradient(_pieces(grey, middles, BEYOND * side, STEPS), axis=(1, 2))
    edges, strong = along + 1j * down, along**2 + down**2
    fourfold = (edges**4 / np.maximum(strong, 1e-3)).sum(axis=(1, 2)) / (strong.sum(axis=(1, 2)) + 1e-3)
    best = np.flatnonzero(np.abs(fourfold) >= LEAST_SQUARE)
    turn = np.exp(1j * np.angle(fourfold[best]) / 4)[:, None]
    # All four ways: the tag may lie on any side of the code.
    ways = (turn * np.array([1, 1j, -1, -1j])).reshape(-1, 4, 1)
    centre = (middles[best] @ np.array([1, 1j]))[:, None, None]
    quads = centre + side / PLATE_QR_MM * ways * (_SQUARE * PLATE_TAG_MM / 2 - _ACROSS_MM)
    return _upright(grey, np.stack([quads.real, quads.imag], axis=3).astype(np.float32))


def _pieces(grey: Grey, middles: Floats, reach: float, steps: int) -> Floats:
    """What is so many pixels and less from each of these points, shape (N, steps, steps)."""
    at = np.linspace(-reach, reach, steps, dtype=np.float32)
    x, y = (way.ravel() + middles[:, k, None] for k, way in enumerate(np.meshgrid(at, at)))
    return sampled(grey, x, y).reshape(-1, steps, steps)


def _upright(grey: Grey, ways: Floats) -> Floats:
    """Of the four ways that each code may lie, shape (N, 4, 4, 2), the one its finder patterns tell."""
    ways = ways[_like_codes(grey, ways[:, 0])]
    if not len(ways):
        return ways[:, 0]
    likeness = plates.corners_like_finders(grey, ways[:, 0])
    found = np.partition(likeness, 1, axis=1)[:, 1] >= plates.LEAST_LIKENESS
    without = np.argmin(likeness, axis=1)
    return np.asarray(ways[found, (without[found] - 2) % 4])


def _like_codes(grey: Grey, quads: Floats) -> NDArray[np.bool_]:
    """Beside which of these squares it is dark and light, with light round about."""
    if not len(quads):
        return np.zeros(0, bool)
    cells = sample_cells(grey, quads, _CELLS)
    inside, around = cells[:, _INSIDE], cells[:, ~_INSIDE]
    mean = inside.mean(axis=1)
    lively = inside.std(axis=1) > LEAST_SPREAD * mean
    return np.asarray(lively & (np.median(around, axis=1) > LIGHTER * mean))


def _codes(grey: Grey, quads: Floats, kit: int) -> Iterator[tuple[PlateCode, Floats]]:
    """Codes of this kit beside these squares, and their corners."""
    likely = quads[_like_codes(grey, quads)]
    offered = [code for code in plates.codes(grey, list(likely)) if code is not None]
    rest: list[plates.Code] = []
    for code in offered:
        slot = next((slot for slot in range(1, MOST + 1) if code.says(slot, kit)), None)
        if slot is None:
            rest.append(code)
        else:
            yield PlateCode(kit, slot), code.corners
    if rest:
        for symbol in qr_codes_in(np.hstack([code.drawing for code in rest[:MOST_SPELLED]])):
            said = plate_of_text(symbol.text)
            if said is not None and plates.refusal(said, kit) is None:
                yield said, rest[int(symbol.middle[0] // plates.TILE)].corners
