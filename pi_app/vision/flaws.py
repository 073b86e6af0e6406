"""A look's picture and sightings -> what keeps it from being read, and where: the gravest first.

Flaws are facts about the picture. Whether they matter is for whoever knows what is missing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration import check
from hardware.ports import Grey
from hardware.stickers import Corner
from pi_app.vision.find import sample_cells
from pi_app.vision.seen import Corners, Flaw, FlawSeen, Ignored, Look, Picture, Point, Sighting

GLARING = 250
"""A grey level at which nothing can be told apart any more."""
DROWNED = 10 / 61
"""Of a turn: the widest white of a ring, its gap between two spaces, is 8 of 61 modules."""
AT_RING = 0.86
"""The middle of the bars, in black sides of the tag from its centre."""
MOST_GLARES = 3
OTHER_KIT = "another kit"
MOVED_PX, MOVED_ALIKE_PX = 4.0, 2.0
"""The camera has moved when all plates have, by so much at least, and all alike."""
ENOUGH_PLATES = 3
RING_STEPS = 122


def flaws_of(
    picture: Picture, sightings: Sequence[Sighting], ignored: Sequence[Ignored], glaring: Sequence[Point]
) -> tuple[FlawSeen, ...]:
    """glaring: where light drowns a code, of `glares`."""
    if picture.mirrored:
        return (FlawSeen(Flaw.MIRRORED),)
    found: list[FlawSeen] = []
    if picture.light < check.LEAST_LIGHT:
        found.append(FlawSeen(Flaw.TOO_DARK))
    if picture.sharpness < check.LEAST_SHARPNESS:
        found.append(FlawSeen(Flaw.OUT_OF_FOCUS))
    size = picture.px_per_module
    if size is not None and size < check.LEAST_PX_PER_MODULE:
        found.append(FlawSeen(Flaw.CODES_TOO_SMALL, detail=f"{size:.1f}"))
    found += [FlawSeen(Flaw.GLARE, at) for at in glaring[:MOST_GLARES]]
    found += _hidden_corners(sightings)
    found += [
        FlawSeen(
            Flaw.OTHER_KIT if thing.reason == OTHER_KIT else Flaw.FOREIGN_STICKERS,
            thing.centre_px,
            thing.what,
        )
        for thing in ignored
    ]
    return tuple(found if sightings else [*found, FlawSeen(Flaw.NOTHING_SEEN)])


def with_flaw(picture: Picture, flaw: FlawSeen) -> Picture:
    return replace(picture, flaws=(flaw, *picture.flaws))


def glares(grey: Grey, ringless: Sequence[Corners]) -> list[Point]:
    """Where light drowns the bars of a ring, in pixels of `grey`.

    ringless: tags of faces whose ring was not read.
    """
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


def _hidden_corners(sightings: Sequence[Sighting]) -> list[FlawSeen]:
    """Who uses corner marks has all four."""
    seen = {s.sticker.corner for s in sightings if isinstance(s.sticker, Corner)}
    hidden = [str(corner) for corner in range(1, 5) if corner not in seen]
    return [FlawSeen(Flaw.CORNERS_HIDDEN, detail=", ".join(hidden))] if seen and hidden else []


def camera_moved(before: Look, after: Look) -> bool:
    """Whether all plates have moved at once and alike, as people never move them."""
    old = {slot.slot: slot.centre_px for slot in before.slots}
    both = [(old[slot.slot], slot.centre_px) for slot in after.slots if slot.slot in old]
    if len(both) < ENOUGH_PLATES:
        return False
    moves = np.array([b for _, b in both]) - np.array([a for a, _ in both])
    if np.hypot(*moves.T).min() < MOVED_PX:
        return False
    first, second = (np.array(points, np.float32) for points in zip(*both, strict=True))
    fit, _ = cv2.estimateAffinePartial2D(first, second, method=cv2.LMEDS)
    if fit is None:
        return False
    apart = np.hypot(*(cv2.transform(first[None], fit)[0] - second).T)
    reach = max(MOVED_ALIKE_PX, 0.1 * float(np.hypot(*moves.T).max()))
    return bool(np.quantile(apart, 0.7) < reach)
