"""Patches without a tag that look like QR codes -> the plates whose tag is hidden, and codes of others."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.ports import Grey
from hardware.stickers import plate_of_text
from pi_app.vision import plates
from pi_app.vision.find import sample_cells
from pi_app.vision.qr import MODULES
from pi_app.vision.seen import Ignored, Patch, Sighting
from pi_app.vision.zbar import qr_codes_in

Floats = NDArray[np.float32]

MOST_STRAY = 3
"""Patches that are tried in one look, the likeliest."""
TILE = 120
"""What a patch is shrunk to, in pixels: a code of version 3 then has 3 pixels a module."""
LEAST_LIKENESS = 0.5
"""Of the third of the four corners of a code, to a finder pattern: from -1 to 1, a dark corner has 0.35."""


def _finders() -> tuple[Floats, Floats]:
    """Modules of the four corners, in sides of the code; 1 where a finder pattern is white, else -1."""
    step = (np.arange(7, dtype=np.float32) + 0.5) / MODULES
    near = np.stack(np.meshgrid(step, step), axis=-1).reshape(-1, 2)
    far = 1 - 7 / MODULES
    corners = np.array([[0, 0], [far, 0], [far, far], [0, far]], np.float32)
    ring = np.abs(np.mgrid[:7, :7] - 3).max(axis=0)
    signs = np.where(ring == 2, 1, -1).ravel()
    return (near + corners[:, None]).reshape(-1, 2).astype(np.float32), signs.astype(np.float32)


CORNERS, SIGNS = _finders()


def strays_in(
    grey: Grey, patches: Sequence[Patch], tags: Sequence[Floats], slots: Collection[int], kit: int
) -> tuple[list[Sighting], list[Ignored]]:
    """tags: corners of the plates' tags that were read; slots: of those plates."""
    sightings: list[Sighting] = []
    ignored: list[Ignored] = []
    seen = set(slots)
    sheet, tried = _sheet(grey, _like_codes(grey, _free(patches, tags)))
    for code in qr_codes_in(sheet):
        k = min(int(code.middle[0] // TILE), len(tried) - 1)
        scale, shift = tried[k]
        quad = (np.array(code.outline, np.float32) - (k * TILE, 0)) * scale + shift
        said = plate_of_text(code.text)
        middle = (float(quad[:, 0].mean()), float(quad[:, 1].mean()))
        reason = plates.refusal(said, kit)
        if said is None or reason:
            ignored.append(Ignored(f"QR code {code.text[:40]}", reason or "not in this kit", middle))
        elif said.slot not in seen and len(quad) == 4:
            seen.add(said.slot)
            sightings.append(plates.sighting(said, quad))
    return sightings, ignored


def _free(patches: Sequence[Patch], tags: Sequence[Floats]) -> list[Patch]:
    """Those that are not on the code of a plate whose tag was read: that one has been tried already."""
    taken = plates.places(tags)
    middles = np.array([(patch.x, patch.y) for patch in patches], np.float32).reshape(-1, 2)
    middles += np.array([patch.side / 2 for patch in patches], np.float32)[:, None]
    apart = np.abs(middles[:, None] - taken[None, :, :2]).max(axis=2)
    free = (apart >= 1.5 * taken[:, 2]).all(axis=1)
    return [patches[k] for k in np.flatnonzero(free).tolist()]


def _like_codes(grey: Grey, patches: Sequence[Patch]) -> list[Patch]:
    """The likeliest, where three corners look like finder patterns."""
    some = [patch for patch in patches if patch.quad is not None]
    if not some:
        return []
    cells = sample_cells(grey, np.array([patch.quad for patch in some], np.float32), CORNERS)
    cells = cells.reshape(len(some), 4, -1)
    low, high = np.partition(cells.reshape(len(some), -1), [20, 175], axis=1)[:, [20, 175]].T
    white = cells > ((low + high) / 2)[:, None, None]
    likeness = np.sort((np.where(white, 1, -1) * SIGNS).mean(axis=2), axis=1)[:, 1]
    order = np.argsort(-likeness, kind="stable")[:MOST_STRAY]
    return [some[k] for k in order.tolist() if likeness[k] >= LEAST_LIKENESS]


def _sheet(grey: Grey, patches: Sequence[Patch]) -> tuple[Grey, list[tuple[float, tuple[int, int]]]]:
    """The patches side by side, with a margin, and how each pixel of a tile lies in the frame."""
    tiles, tried = [], []
    for patch in patches:
        margin = patch.side // 4
        x, y = max(0, patch.x - margin), max(0, patch.y - margin)
        piece = grey[y : patch.y + patch.side + margin, x : patch.x + patch.side + margin]
        if not piece.size:
            continue
        scale = max(max(piece.shape) / TILE, 0.5)
        size = tuple(min(TILE, max(1, round(side / scale))) for side in piece.shape[::-1])
        tile = np.full((TILE, TILE), 255, np.uint8)
        how = cv2.INTER_AREA if scale > 1 else cv2.INTER_LINEAR
        tile[: size[1], : size[0]] = cv2.resize(piece, size, interpolation=how)
        tiles.append(tile)
        tried.append((scale, (x, y)))
    return (np.hstack(tiles), tried) if tiles else (np.zeros((0, 0), np.uint8), [])
