"""A look's picture and sightings -> where light drowns what may be printed there.

Three things tell: a ring that was not read and is white round a long part of its turn; a plate of which one
print is read and the other is all white; and a spot of light where nothing was read (`spots.py`).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from hardware.ports import Grey
from hardware.stickers import (
    PLATE_QR_CENTRE_MM,
    PLATE_QR_MM,
    PLATE_TAG_CENTRE_MM,
    PLATE_TAG_MM,
    Face,
    Plate,
)
from pi_app.vision.find import cells_of, sample_cells
from pi_app.vision.seen import Corners, Ignored, Point, Sighting, Source
from pi_app.vision.spots import GLARING, spots

Floats = NDArray[np.float32]

DROWNED = 10 / 61
"""Of a turn: the widest white of a ring, its gap between two spaces, is 8 of 61 modules."""
AT_RING = 0.86
"""The middle of the bars, in black sides of the tag from its centre."""
RING_STEPS = 122
WASHED = 0.75
"""Share of a plate's print that is white: half of it would be black."""
_BETWEEN_MM = PLATE_QR_CENTRE_MM[0] - PLATE_TAG_CENTRE_MM[0]
"""From the middle of a plate's tag to that of its code."""
USUAL_SIDE = 1 / 70
"""Of a tag, over the picture's width, where none was read."""


def glares(
    grey: Grey, small: Grey, sightings: Sequence[Sighting], ignored: Sequence[Ignored] = ()
) -> list[Point]:
    """Places in pixels of `grey`, each once; `small`: the same picture, 400 to 1,000 pixels wide.

    ignored: what was read and is none of ours.
    """
    tags = [s for s in sightings if s.source is Source.TAG and s.corners_px is not None]
    side = float(np.median([8 * tag.px_per_module for tag in tags])) if tags else USUAL_SIDE * grey.shape[1]
    found: list[Point] = []
    lights = spots(grey, small, side, sightings, ignored)
    for at in [*_on_rings(grey, sightings), *_on_plates(grey, sightings), *lights]:
        if all(max(abs(at[0] - x), abs(at[1] - y)) > 2 * side for x, y in found):
            found.append(at)
    return found


def _on_rings(grey: Grey, sightings: Sequence[Sighting]) -> list[Point]:
    """Faces whose tag alone was read."""
    ringed = {s.centre_px for s in sightings if s.source is Source.RING}
    ringless = [
        s.corners_px
        for s in sightings
        if isinstance(s.sticker, Face) and s.corners_px is not None and s.centre_px not in ringed
    ]
    if not ringless:
        return []
    turn = np.arange(RING_STEPS) * (2 * np.pi / RING_STEPS)
    places = (0.5 + AT_RING * np.stack([np.cos(turn), np.sin(turn)], axis=1)).astype(np.float32)
    quads = np.array(ringless, np.float32)
    found: list[Point] = []
    for quad, row in zip(quads, sample_cells(grey, quads, places) >= GLARING, strict=True):
        start, length = _longest_run(row)
        if length > DROWNED * RING_STEPS:
            u, v = places[(start + length // 2) % RING_STEPS]
            x, y = quad[0] + u * (quad[1] - quad[0]) + v * (quad[3] - quad[0])
            found.append((float(x), float(y)))
    return found


def _longest_run(row: NDArray[np.bool_]) -> tuple[int, int]:
    """Start and length of the longest run of true round a circle."""
    if row.all():
        return 0, len(row)
    first = int(np.argmin(row))
    edges = np.diff(np.concatenate([[0], np.roll(row, -first).astype(int), [0]]))
    starts, ends = np.flatnonzero(edges == 1), np.flatnonzero(edges == -1)
    if not len(starts):
        return 0, 0
    k = int(np.argmax(ends - starts))
    return first + int(starts[k]), int(ends[k] - starts[k])


def _on_plates(grey: Grey, sightings: Sequence[Sighting]) -> list[Point]:
    """Plates of which one print was read and the other is nothing but white."""
    seen: dict[int, dict[Source, Corners]] = {}
    for sighting in sightings:
        if isinstance(sighting.sticker, Plate) and sighting.corners_px is not None:
            seen.setdefault(sighting.sticker.slot, {})[sighting.source] = sighting.corners_px
    halves = [next(iter(prints.items())) for prints in seen.values() if len(prints) == 1]
    quads = [_other_print(source, np.array(quad, np.float32)) for source, quad in halves]
    if not quads:
        return []
    washed = (sample_cells(grey, np.array(quads, np.float32), cells_of(9, beyond=0)) >= GLARING).mean(
        axis=1
    ) > WASHED
    return [_middle(quads[k]) for k in np.flatnonzero(washed)]


def _other_print(source: Source, quad: Floats) -> Floats:
    """Where a plate's code lies by its tag, or the tag by its code."""
    here, there = (PLATE_TAG_MM, PLATE_QR_MM) if source is Source.TAG else (PLATE_QR_MM, PLATE_TAG_MM)
    along = (quad[1] - quad[0] + quad[2] - quad[3]) / (2 * here)
    way = along * (_BETWEEN_MM if source is Source.TAG else -_BETWEEN_MM)
    middle = quad.mean(axis=0)
    return np.asarray(middle + way + (quad - middle) * (there / here), np.float32)


def _middle(quad: Floats) -> Point:
    x, y = quad.mean(axis=0)
    return float(x), float(y)
