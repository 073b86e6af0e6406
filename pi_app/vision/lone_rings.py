"""A picture and middles of circles on the table -> what the rings round them say, without any tag.

Rule: a ring must read the same from several places near its middle, for it is turned and placed by itself.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from calibration.table_map import TableMap
from hardware.ports import Grey
from hardware.stickers import DISC_THICKNESS_MM, RING_MODULES, Face, ring_radii_mm
from pi_app.vision.find import sampled
from pi_app.vision.ring_faces import faces_of
from pi_app.vision.rings import BLACK, KNOWN, modules_of

Floats = NDArray[np.float64]

STEPS_MM, LIKENESS = (1.0, 0.4), (0.35, 0.55)
AROUND = np.stack(np.meshgrid(np.arange(-2.0, 3.0), np.arange(-2.0, 3.0)), axis=-1).reshape(-1, 2)
"""A ring's middle is looked for within two steps of the circle's: first wide ones, then narrow; and how like
the bars that all rings share it must be there, from 0 to 1.
"""
LEAST_AGREE, MOST_OTHERS = 3, 0.25
"""From so many places near its middle a ring must read the same; from few of them, as a share, otherwise."""
BAND = 3
"""Radii whose mean is the ring."""
LEAST_PX = 2.5
"""A module of a ring: where it is smaller, no ring is believed."""
SAME_MM = 14.0
"""Two circles nearer than this have become one ring."""
_SHARED = KNOWN.astype(np.float64)
_WANTED = np.where(KNOWN, BLACK[KNOWN].mean() - BLACK, 0.0)


@dataclass(frozen=True, slots=True, eq=False)
class LoneRing:
    """What a ring says, and its middle on the table, shape (2,)."""

    face: Face
    at_mm: Floats


def lone_rings(grey: Grey, table: TableMap, middles: Floats, disc_mm: float) -> list[LoneRing]:
    """The rings round these middles, or near them.

    middles: millimetres on the table, shape (N, 2). disc_mm: width of a disc.
    """
    if not len(middles) or _px_per_module(table, middles, disc_mm) < LEAST_PX:
        return []
    tried = (middles[:, None] + STEPS_MM[0] * AROUND).reshape(-1, 2)
    _, likeness = _aligned(_unrolled(grey, table, tried, disc_mm))
    best = likeness.reshape(len(middles), -1).argmax(axis=1) + np.arange(len(middles)) * len(AROUND)
    likely = tried[best[likeness[best] >= LIKENESS[0]]]
    if not len(likely):
        return []
    tried = (likely[:, None] + STEPS_MM[1] * AROUND).reshape(-1, 2)
    turns, likeness = _aligned(_unrolled(grey, table, tried, disc_mm))
    good = np.flatnonzero(likeness >= LIKENESS[1])
    said: list[list[LoneRing]] = [[] for _ in likely]
    for k, face in zip(good.tolist(), faces_of(modules_of(turns[good])), strict=True):
        if face is not None:
            said[k // len(AROUND)].append(LoneRing(face, tried[k]))
    rings: list[LoneRing] = []
    for near in said:
        if not near:
            continue
        ((face, times),) = Counter(ring.face for ring in near).most_common(1)
        if times < LEAST_AGREE or len(near) - times > MOST_OTHERS * times:
            continue
        middle = np.mean([ring.at_mm for ring in near if ring.face == face], axis=0)
        if all(np.hypot(*(middle - other.at_mm)) > SAME_MM for other in rings):
            rings.append(LoneRing(face, middle))
    return rings


def _px_per_module(table: TableMap, middles: Floats, disc_mm: float) -> float:
    """Of the smallest ring round these."""
    round_mm = np.pi * sum(ring_radii_mm(disc_mm))
    ends = [table.to_px(middles + shift, DISC_THICKNESS_MM) for shift in ((0, 0), (1, 0))]
    return float(np.linalg.norm(ends[1] - ends[0], axis=1).min() * round_mm / RING_MODULES)


def _unrolled(grey: Grey, table: TableMap, middles: Floats, disc_mm: float) -> NDArray[np.float32]:
    """The middle of the bars round each of these points, clockwise from the table's right; shape (N, L)."""
    inner, outer = ring_radii_mm(disc_mm)
    angle = (np.arange(len(KNOWN)) + 0.5) * (2 * np.pi / len(KNOWN))
    radii = np.linspace(inner, outer, 2 * BAND + 1)[1::2]
    around = np.stack([np.outer(radii, np.cos(angle)).ravel(), np.outer(radii, np.sin(angle)).ravel()])
    # So small a piece of the table is seen without perspective.
    ends = [table.to_px(middles + shift, DISC_THICKNESS_MM) for shift in ((0, 0), (outer, 0), (0, outer))]
    across = np.stack([ends[1] - ends[0], ends[2] - ends[0]], axis=2) / outer
    at = (ends[0][:, :, None] + across @ around).astype(np.float32)
    level = sampled(grey, at[:, 0], at[:, 1]).reshape(len(middles), BAND, -1)
    return np.asarray(level.mean(axis=1), np.float32)


def _aligned(turns: NDArray[np.float32]) -> tuple[NDArray[np.float32], Floats]:
    """The same turns, each from the middle of its gap, and how like the bars that all rings share."""
    seen = np.fft.rfft(turns - turns.mean(axis=1, keepdims=True))
    squares = np.fft.rfft((turns - turns.mean(axis=1, keepdims=True)) ** 2)
    count = len(KNOWN)
    both, total, power = (
        np.fft.irfft(part * np.conj(np.fft.rfft(mask)), count)
        for part, mask in ((seen, _WANTED), (seen, _SHARED), (squares, _SHARED))
    )
    spread = np.sqrt(np.maximum(power - total**2 / _SHARED.sum(), 1.0))
    likeness = both / (spread * np.linalg.norm(_WANTED))
    start = likeness.argmax(axis=1)
    rows = np.arange(len(turns))[:, None]
    return turns[rows, (start[:, None] + np.arange(count)) % count], likeness.max(axis=1)
