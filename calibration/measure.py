"""Marks of known size seen in a picture -> the table map and its error.

Marks lie anywhere on the table, so only distances within a mark are used: the sides of a tag, and from a
plate's tag to its QR code. Unknown are the table's slope and distance, how far white bleeds into black,
and, for a guessed lens, its focal length and distortion.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from calibration.lens import Lens, Points
from calibration.table_map import TableMap, triple

Floats = NDArray[np.float64]

ROUNDS = 12
SURE_MM = 0.35
"""How well a distance within a mark is known."""
OUTLIER = 3.0
MOST_ERROR_MM = 0.8
# slope x, slope y, log distance, bleed (px), log focal, k1: what is expected before looking, and how surely.
EXPECTED = np.zeros(6)
LOOSE = np.array([0.5, 0.5, 3.0, 0.8, 0.15, 0.05])
MOST_SLOPE = 1.2
NUDGE, STILL = 1e-5, 3e-4


@dataclass(frozen=True, slots=True, eq=False)
class Span:
    """Two points of one mark. bleed_a, bleed_b: where the print's true edge lies, as pixel directions."""

    a_px: Points
    b_px: Points
    mm: float
    bleed_a: Points
    bleed_b: Points


def square_spans(corners_px: Points, side_mm: float) -> list[Span]:
    """The sides and diagonals of a black square; white bleeds into it, so it looks small."""
    corners = np.asarray(corners_px, np.float64)
    outward = _outward(corners)
    spans = []
    for i, j in ((0, 1), (1, 2), (2, 3), (3, 0), (0, 2), (1, 3)):
        length = side_mm * (np.sqrt(2.0) if j - i == 2 else 1.0)
        spans.append(Span(corners[i], corners[j], float(length), outward[i], outward[j]))
    return spans


def centre_span(a_px: Points, b_px: Points, mm: float) -> Span:
    """From the middle of one print to that of another; no bleeding moves those."""
    nowhere = np.zeros(2)
    return Span(np.asarray(a_px, np.float64), np.asarray(b_px, np.float64), mm, nowhere, nowhere)


def _outward(corners: Floats) -> Floats:
    """From each corner away from the square by one pixel along both of its sides."""
    # Four points as complex numbers: ten times as fast as small arrays.
    at = [complex(x, y) for x, y in corners.tolist()]
    ways = [(at[k] - at[k - 1], at[k] - at[(k + 1) % 4]) for k in range(4)]
    away = [a / (abs(a) + 1e-9) + b / (abs(b) + 1e-9) for a, b in ways]
    return np.array([(z.real, z.imag) for z in away])


def measure(spans: Sequence[Span], lens: Lens) -> TableMap | None:
    """The map that fits the spans best, its origin below the picture's middle; None when none fits."""
    if len(spans) < 6:
        return None
    problem = _Problem(spans, lens)
    state = problem.start()
    for _ in range(ROUNDS):
        step = problem.step(state)
        state = state + step
        state[:2] = np.clip(state[:2], -MOST_SLOPE, MOST_SLOPE)
        if np.abs(step).max() < STILL:
            break
    error = float(np.sqrt(np.mean(np.minimum(np.abs(problem.misses(state[None])), OUTLIER) ** 2)) * SURE_MM)
    if not np.isfinite(error) or error > MOST_ERROR_MM:
        return None
    return problem.map_of(state, error)


class _Problem:
    """Least squares over the spans; every miss is in units of SURE_MM. Many states are tried at once."""

    def __init__(self, spans: Sequence[Span], lens: Lens) -> None:
        self.lens = lens
        ends = np.stack([s.a_px for s in spans] + [s.b_px for s in spans])
        bleed = np.stack([s.bleed_a for s in spans] + [s.bleed_b for s in spans])
        # Bleeding is at most a pixel or two: rays change evenly with it.
        self.rays = lens.rays(ends)
        self.bleed = lens.rays(ends + bleed) - self.rays
        self.mm = np.array([s.mm for s in spans])
        self.free = np.array([True, True, True, True, not lens.measured, not lens.measured])
        self.expected = EXPECTED.copy()

    def start(self) -> Floats:
        n = len(self.mm)
        apart = np.linalg.norm(self.rays[:n] - self.rays[n:], axis=1)
        self.expected[2] = float(np.log(np.median(self.mm / np.maximum(apart, 1e-9))))
        return self.expected.copy()

    def lens_of(self, state: Floats) -> Lens:
        if self.lens.measured:
            return self.lens
        focal = self.lens.focal[0] / max(self.lens.size) * float(np.exp(state[4]))
        return Lens.guess(self.lens.size, focal, float(state[5]))

    def plane_of(self, state: Floats) -> tuple[Floats, float]:
        normal = np.array([state[0], state[1], 1.0])
        normal /= np.linalg.norm(normal)
        # The distance is kept along the axis, so that it hardly depends on the slope.
        return normal, float(np.exp(state[2])) * float(normal[2])

    def misses(self, states: Floats) -> Floats:
        """states: shape (S, 6). Returns shape (S, spans)."""
        rays = self.rays + states[:, 3, None, None] * self.bleed
        if not self.lens.measured:
            rays = _straightened(rays * np.exp(-states[:, 4, None, None]), states[:, 5, None])
        # Where the ray (x, y, 1) meets the plane: as `on_plane`, without the plane's own length.
        facing = np.maximum(rays[..., 0] * states[:, None, 0] + rays[..., 1] * states[:, None, 1] + 1, 1e-3)
        far = np.exp(states[:, 2, None]) / facing
        n = len(self.mm)
        apart = rays * far[..., None]
        apart = apart[:, :n] - apart[:, n:]
        deep = far[:, :n] - far[:, n:]
        miss: Floats = (np.sqrt(_squared(apart) + deep**2) - self.mm) / SURE_MM
        return miss

    def step(self, state: Floats) -> Floats:
        miss, *nudged = self.misses(state + np.concatenate([np.zeros((1, 6)), NUDGE * np.eye(6)[self.free]]))
        slopes = np.zeros((len(miss), 6))
        slopes[:, self.free] = (np.array(nudged).T - miss[:, None]) / NUDGE
        trust = np.minimum(1.0, OUTLIER / np.maximum(np.abs(miss), 1e-9))
        firm = 1 / LOOSE**2
        left = (slopes * trust[:, None]).T @ slopes + np.diag(firm)
        right = (slopes * trust[:, None]).T @ miss + firm * (state - self.expected)
        return np.asarray(-np.linalg.solve(left, right), np.float64)

    def map_of(self, state: Floats, error: float) -> TableMap:
        normal, distance = self.plane_of(state)
        plane = TableMap(
            self.lens_of(state), triple(normal), distance, (0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0)
        )
        middle = (self.lens.size[0] / 2, self.lens.size[1] / 2)
        return replace(plane.moved_to(middle, (middle[0] + 1, middle[1])), error_mm=error)


def _straightened(bent: Floats, k1: Floats) -> Floats:
    """Rays without the radial distortion `k1`: bent = straight * (1 + k1 * |straight|^2)."""
    straight = bent
    for _ in range(4):
        straight = bent / (1 + k1 * _squared(straight))[..., None]
    return straight


def _squared(vectors: Floats) -> Floats:
    """Squares of the lengths, over the last axis of two."""
    return np.asarray(vectors[..., 0] ** 2 + vectors[..., 1] ** 2)
