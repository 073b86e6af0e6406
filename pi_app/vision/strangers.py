"""A picture and what was read in it -> the codes in it that are none of ours, each with its place.

Slower than a look, and of no consequence for any vote: for whoever wants to know what else lies there.
Rule: only what reads without a single error counts, so that pictures and patterns have no names.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.ports import Grey
from hardware.stickers import DEFAULT_KIT, plate_of_text
from pi_app.vision.find import cells_of, find, pyramid, sample_cells
from pi_app.vision.plates import refusal
from pi_app.vision.seen import Corners, Ignored, Point
from pi_app.vision.zbar import codes_in

Floats = NDArray[np.float32]
Box = tuple[int, int, int, int]
"""x, y, width, height."""

ACROSS = 400
"""Cells in the width of the picture, each as large as a few modules of a code."""
LIVELY, LEAST_STD = (0.33, 0.24, 0.15), 9.0
"""How much the pixels of a cell differ where a code may be: these shares of the picture's white, so that a
faint code is found, and a bold one apart from what is lively beside it.
"""
CODE_CELLS, MOST_SHARE = 6, 0.4
"""Sides of a code: in cells at least, of the picture's width at most."""
LEAST_FILL, LONGEST = 0.5, 4.5
MOST_REGIONS = 20
LEAST_PX = 48
ROUND_KNOWN = 1.15
"""Half the side of what belongs to a sticker that was read, in sides of its tag: the ring of a face."""
MARGINS, MOST_AGAIN = (0.2, 0.4), 5
"""Round a region, of its longer side. Where nothing reads with the narrow one, the likeliest are tried with
the wider one: a code may be lively in a part of it only.
"""
TILE, LEAST_SCALE = 320, 0.5
"""Pixels of a region as it is read, and of the picture for each of them: few pixels a module are doubled."""
FAMILIES: Mapping[int, Mapping[str, int]] = {
    6: {"4x4": cv2.aruco.DICT_4X4_250, "AprilTag 16h5": cv2.aruco.DICT_APRILTAG_16h5},
    7: {
        "5x5": cv2.aruco.DICT_5X5_250,
        "ArUco": cv2.aruco.DICT_ARUCO_ORIGINAL,
        "AprilTag 25h9": cv2.aruco.DICT_APRILTAG_25h9,
    },
    8: {"6x6": cv2.aruco.DICT_6X6_250, "AprilTag 36h11": cv2.aruco.DICT_APRILTAG_36h11},
    9: {"7x7": cv2.aruco.DICT_7X7_250},
}
"""Of other tags, by modules a side with the black rim."""
LEAST_STEP, CLEAR, UNCLEAR = 40.0, 0.3, 0.12
"""A tag's white over its black, in grey levels; what a cell of its rim, or round it, may differ, and how near
the middle a module may be, as shares of that.
"""
COVERED = 2
"""Cells round a tag that something may lie on."""


@dataclass(frozen=True, slots=True, eq=False)
class _Tile:
    """A region cut out: a pixel (x, y) of it lies at `shift + scale * (x, y)` of the picture."""

    picture: Grey
    scale: float
    shift: Point


def strangers_in(
    grey: Grey, known: Sequence[Sequence[Point]], ignored: Sequence[Ignored] = (), kit: int = DEFAULT_KIT
) -> tuple[Ignored, ...]:
    """Codes that are not of this kit. known: outlines of what was read; ignored: what has a name already."""
    if min(grey.shape, default=0) < LEAST_PX:
        return ()
    named: list[Ignored] = []
    for what, reason, at, reach in [*_codes(grey, known, kit), *_tags(grey, known)]:
        others = [*ignored, *named]
        if not any(_apart(at, other.centre_px) < reach for other in others):
            named.append(Ignored(what, reason, at))
    return tuple(named)


def _regions(grey: Grey, known: Sequence[Sequence[Point]]) -> list[Box]:
    """Where the picture is as lively as a code, the likeliest first."""
    height, width = grey.shape
    cell = max(2, round(width / ACROSS))
    size = (max(1, width // cell), max(1, height // cell))
    level = np.asarray(grey[: size[1] * cell, : size[0] * cell], np.float32)
    mean = cv2.resize(level, size, interpolation=cv2.INTER_AREA)
    square = cv2.resize(level * level, size, interpolation=cv2.INTER_AREA)
    std = np.sqrt(np.maximum(square - mean * mean, 0))
    free = np.ones(std.shape, np.uint8)
    for quad in known:
        corners = np.array(quad, np.float32)
        middle = corners.mean(axis=0)
        whole = (middle + 2 * ROUND_KNOWN * (corners - middle)) / cell
        cv2.fillConvexPoly(free, whole.astype(np.int32), 0)
    white = float(np.quantile(mean, 0.97))
    found: dict[tuple[int, ...], tuple[float, Box]] = {}
    for share in LIVELY:
        lively = (std > max(LEAST_STD, share * white)).astype(np.uint8) & free
        for mask in (cv2.morphologyEx(lively, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8)), lively):
            for strength, (x, y, w, h) in _blobs(
                np.asarray(mask, np.uint8), std, np.asarray(mean, np.float32)
            ):
                # The same thing at another threshold is about as large and at the same place.
                key = tuple(round(value / 3) for value in (2 * x + w, 2 * y + h, w, h))
                found.setdefault(key, (strength, (x * cell, y * cell, w * cell, h * cell)))
    return [box for _, box in sorted(found.values(), reverse=True)[:MOST_REGIONS]]


def _blobs(mask: Grey, std: Floats, mean: Floats) -> Iterator[tuple[float, Box]]:
    """Pieces as large and as square as a code: how like one, and their boxes in cells.

    A code is lively within each cell and much the same from cell to cell, as coarser patterns are not.
    """
    count, labels, stats, _ = cv2.connectedComponentsWithStats(mask)
    for k in range(1, count):
        x, y, w, h, area = (int(value) for value in stats[k])
        if min(w, h) < CODE_CELLS or max(w, h) > MOST_SHARE * mask.shape[1]:
            continue
        inside = labels[y : y + h, x : x + w] == k
        _, (a, b), _ = cv2.minAreaRect(np.argwhere(inside).astype(np.float32))
        if area >= LEAST_FILL * (a + 1) * (b + 1) and max(a, b) + 1 <= LONGEST * (min(a, b) + 1):
            fine, coarse = std[y : y + h, x : x + w][inside], mean[y : y + h, x : x + w][inside]
            yield float(fine.mean() - coarse.std()), (x, y, w, h)


def _tiles(grey: Grey, boxes: Sequence[Box], wider: float) -> Iterator[_Tile]:
    for x, y, w, h in boxes:
        margin = round(wider * max(w, h)) + 4
        left, top = max(0, x - margin), max(0, y - margin)
        piece = grey[top : y + h + margin, left : x + w + margin]
        longest = max(piece.shape)
        scale = max(longest / TILE, LEAST_SCALE)
        tile = np.full((TILE, TILE), int(piece.max()), np.uint8)
        size = (min(TILE, round(piece.shape[1] / scale)), min(TILE, round(piece.shape[0] / scale)))
        how = cv2.INTER_AREA if scale > 1 else cv2.INTER_CUBIC
        tile[: size[1], : size[0]] = cv2.resize(piece, size, interpolation=how)
        yield _Tile(tile, scale, (float(left), float(top)))


_Named = tuple[str, str, Point, float]
"""What, reason, where, and how near another name would be one for the same thing."""


def _codes(grey: Grey, known: Sequence[Sequence[Point]], kit: int) -> Iterator[_Named]:
    boxes = _regions(grey, known)
    for margin in MARGINS:
        if not boxes:
            return
        tiles = list(_tiles(grey, boxes, margin))
        silent = set(range(len(boxes)))
        for what, text, (x, y) in codes_in(np.hstack([tile.picture for tile in tiles])):
            k = min(int(x // TILE), len(tiles) - 1)
            silent.discard(k)
            reason = refusal(plate_of_text(text), kit)
            if reason is not None:
                at = (tiles[k].shift[0] + tiles[k].scale * (x % TILE), tiles[k].shift[1] + tiles[k].scale * y)
                yield f"{what} {text[:40]}", reason, at, 0.4 * TILE * tiles[k].scale
        boxes = [boxes[k] for k in sorted(silent)][:MOST_AGAIN]


def _tags(grey: Grey, known: Sequence[Sequence[Point]]) -> Iterator[_Named]:
    """Tags of other families: whole squares, white all round, whose every module is as some family has it."""
    squares = [patch.quad for patch in find(pyramid(grey)) if patch.quad is not None]
    middles = [_middle(quad) for quad in known]
    quads = np.array(
        [quad for quad in squares if not any(_apart(_middle(quad), at) < _side(quad) / 2 for at in middles)],
        np.float32,
    ).reshape(-1, 4, 2)
    for modules, families in FAMILIES.items() if len(quads) else ():
        values = sample_cells(grey, quads, cells_of(modules)).reshape(-1, modules + 2, modules + 2)
        for quad, cells in zip(quads, np.asarray(values, np.float32), strict=True):
            bits = _bits(cells)
            name = None if bits is None else _name(bits, families)
            if name is not None:
                x, y = (float(value) for value in quad.mean(axis=0))
                yield name, "not in this kit", (x, y), float(np.ptp(quad[:, 0]))


def _bits(cells: Floats) -> NDArray[np.uint8] | None:
    """White or not inside the rim; None unless all of the rim is black and nearly all round it is white."""
    inside = cells[1:-1, 1:-1]
    rim = np.concatenate([inside[0], inside[-1], inside[:, 0], inside[:, -1]])
    around = np.concatenate([cells[0, 1:-1], cells[-1, 1:-1], cells[1:-1, 0], cells[1:-1, -1]])
    black, white = float(np.median(rim)), float(np.median(around))
    step = white - black
    if step < LEAST_STEP or rim.max() > black + CLEAR * step:
        return None
    if np.partition(around, COVERED)[COVERED] < white - CLEAR * step:
        return None
    level = (inside[1:-1, 1:-1] - black) / step
    if np.abs(level - 0.5).min() < UNCLEAR:
        return None
    return np.asarray(level > 0.5, np.uint8)


def _name(bits: NDArray[np.uint8], families: Mapping[str, int]) -> str | None:
    for family, dictionary in families.items():
        known, number, _ = cv2.aruco.getPredefinedDictionary(dictionary).identify(bits, 0.0)
        if known:
            return f"tag {number} ({family})"
    return None


def _middle(quad: Sequence[Point]) -> Point:
    return sum(x for x, _ in quad) / 4, sum(y for _, y in quad) / 4


def _side(quad: Corners) -> float:
    return _apart(quad[0], quad[1])


def _apart(a: Point, b: Point) -> float:
    return max(abs(a[0] - b[0]), abs(a[1] - b[1]))
