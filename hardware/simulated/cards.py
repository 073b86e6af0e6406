"""Card pictures out of a seed: skies, hills, towns, chessboard floors, ladders, moons and lanterns.

As busy as the real ones, with dark squares and dots that are no codes.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.simulated.art import Art, card_like
from hardware.stickers import CARD_MM

Bgr = NDArray[np.uint8]
Colour = tuple[int, int, int]
PX_PER_MM = 5.0
_BORDER_MM = 3.5


@lru_cache(maxsize=96)
def card_art(seed: int, warmth: float) -> Art:
    """The front of a card, white border and all."""
    return card_like(_front(seed), warmth, PX_PER_MM)


@lru_cache(maxsize=96)
def _front(seed: int) -> Bgr:
    width, height = (int(side * PX_PER_MM) for side in CARD_MM)
    return _bordered(picture(seed, width, height), (236, 238, 240))


@lru_cache(maxsize=4)
def card_back(warmth: float) -> Art:
    """The back that all cards share."""
    width, height = (int(side * PX_PER_MM) for side in CARD_MM)
    back = np.full((height, width, 3), (52, 44, 92), np.uint8)
    gold, middle = (96, 148, 190), (width // 2, height // 2)
    cv2.rectangle(back, (30, 30), (width - 30, height - 30), gold, 4, cv2.LINE_AA)
    for step in range(9):
        turn = 2 * np.pi * step / 9
        at = (int(middle[0] + 42 * np.cos(turn)), int(middle[1] + 70 * np.sin(turn)))
        cv2.ellipse(back, at, (130, 170), 0, 0, 360, gold, 1, cv2.LINE_AA)
    for dx, dy, wide, high in ((0, 40, 44, 60), (0, -40, 28, 30), (-16, -104, 10, 44), (16, -104, 10, 44)):
        cv2.ellipse(back, (middle[0] + dx, middle[1] + dy), (wide, high), 0, 0, 360, gold, -1, cv2.LINE_AA)
    return card_like(back, warmth, PX_PER_MM)


def picture(seed: int, width: int, height: int) -> Bgr:
    """uint8 BGR, shape (height, width, 3)."""
    rng = np.random.default_rng((seed, 37))
    canvas = _sky(rng, width, height)
    _hills(canvas, rng)
    chosen = rng.choice(len(_MOTIFS), size=6)
    for motif in sorted(chosen.tolist()):
        _MOTIFS[motif](canvas, rng)
    return canvas


def _bordered(inner: Bgr, colour: Colour) -> Bgr:
    edge = int(_BORDER_MM * PX_PER_MM)
    inner[:edge], inner[-edge:] = colour, colour
    inner[:, :edge], inner[:, -edge:] = colour, colour
    return inner


def _colour(rng: np.random.Generator, low: int = 10, high: int = 245) -> Colour:
    # One brightness and a hue round it: three free channels would all be the same grey.
    b, g, r = np.clip(rng.uniform(low, high) + rng.uniform(-55, 55, 3), 0, 255).astype(int).tolist()
    return b, g, r


def _at(canvas: Bgr, rng: np.random.Generator, top: float, bottom: float) -> tuple[int, int]:
    height, width = canvas.shape[:2]
    return int(rng.uniform(0.06, 0.94) * width), int(rng.uniform(top, bottom) * height)


def _sky(rng: np.random.Generator, width: int, height: int) -> Bgr:
    high, low = np.array(_colour(rng, 20, 200), np.float32), np.array(_colour(rng, 60, 235), np.float32)
    down = np.linspace(0, 1, height, dtype=np.float32)[:, None, None]
    puffs = cv2.resize(rng.standard_normal((14, 9)).astype(np.float32), (width, height), interpolation=2)
    return (high + (low - high) * down + 16 * puffs[..., None]).clip(0, 255).astype(np.uint8)


def _hills(canvas: Bgr, rng: np.random.Generator) -> None:
    height, width = canvas.shape[:2]
    across = np.arange(0, width + 8, 8)
    for layer in range(int(rng.integers(1, 4))):
        wave = sum(
            rng.uniform(6, 40) * np.sin(across * rng.uniform(0.006, 0.04) + rng.uniform(0, 6))
            for _ in range(3)
        )
        ridge = height * (0.5 + 0.14 * layer) + wave
        outline = np.concatenate(
            [np.stack([across, ridge], axis=1), [[width, height], [0, height]]], axis=0
        ).astype(np.int32)
        cv2.fillPoly(canvas, [outline], _colour(rng), cv2.LINE_AA)


def _floor(canvas: Bgr, rng: np.random.Generator) -> None:
    """A chessboard running to the horizon."""
    height, width = canvas.shape[:2]
    horizon, lean = height * rng.uniform(0.72, 0.85), width * rng.uniform(0.3, 0.7)
    dark, bright = _colour(rng, 5, 60), _colour(rng, 190, 250)
    rows = [horizon + (height - horizon) * (k / 7) ** 1.8 for k in range(8)]

    def x_at(line: int, y: float) -> float:
        return float(lean + (line - 5) * width * 0.17 * (0.25 + (y - horizon) / (height - horizon)))

    for row in range(7):
        for line in range(10):
            top, bottom = rows[row], rows[row + 1]
            corners = [(x_at(line, top), top), (x_at(line + 1, top), top)]
            corners += [(x_at(line + 1, bottom), bottom), (x_at(line, bottom), bottom)]
            cv2.fillPoly(canvas, [np.array(corners, np.int32)], (dark, bright)[(row + line) % 2])


def _moons(canvas: Bgr, rng: np.random.Generator) -> None:
    for _ in range(int(rng.integers(2, 7))):
        centre, radius = _at(canvas, rng, 0.06, 0.5), int(rng.uniform(0.02, 0.12) * canvas.shape[1])
        cv2.circle(canvas, centre, radius, _colour(rng), -1, cv2.LINE_AA)
        cv2.circle(canvas, centre, int(radius * 1.25), _colour(rng), int(rng.integers(1, 4)), cv2.LINE_AA)


def _town(canvas: Bgr, rng: np.random.Generator) -> None:
    unit = canvas.shape[1] // 16
    for _ in range(int(rng.integers(2, 6))):
        x, y = _at(canvas, rng, 0.45, 0.8)
        wide, high, wall = unit * int(rng.integers(1, 4)), unit * int(rng.integers(2, 6)), _colour(rng)
        cv2.rectangle(canvas, (x, y), (x + wide, y + high), wall, -1)
        roof = np.array([(x - 4, y), (x + wide + 4, y), (x + wide // 2, y - unit * 2)], np.int32)
        cv2.fillPoly(canvas, [roof], _colour(rng), cv2.LINE_AA)
        for wy in range(y + 6, y + high - 8, unit):
            for wx in range(x + 5, x + wide - 8, unit):
                cv2.rectangle(canvas, (wx, wy), (wx + unit // 2, wy + unit // 2), _colour(rng, 120, 250), -1)


def _ladder(canvas: Bgr, rng: np.random.Generator) -> None:
    (x0, y0), (x1, y1), ink = _at(canvas, rng, 0.7, 0.95), _at(canvas, rng, 0.05, 0.3), _colour(rng, 5, 70)
    gap = canvas.shape[1] // 26
    for side in (-gap, gap):
        cv2.line(canvas, (x0 + side, y0), (x1 + side, y1), ink, 4, cv2.LINE_AA)
    for step in np.linspace(0, 1, 15):
        x, y = int(x0 + (x1 - x0) * step), int(y0 + (y1 - y0) * step)
        cv2.line(canvas, (x - gap, y), (x + gap, y), ink, 3, cv2.LINE_AA)


def _blossoms(canvas: Bgr, rng: np.random.Generator) -> None:
    x, y = _at(canvas, rng, 0.3, 0.65)
    cv2.line(canvas, (x, y), (x, canvas.shape[0]), _colour(rng, 10, 90), 5, cv2.LINE_AA)
    for _ in range(24):
        dx, dy = (rng.standard_normal(2) * canvas.shape[1] * 0.08).astype(int).tolist()
        radius = int(rng.uniform(0.012, 0.05) * canvas.shape[1])
        cv2.circle(canvas, (x + dx, y + dy), radius, _colour(rng), -1, cv2.LINE_AA)


def _lanterns(canvas: Bgr, rng: np.random.Generator) -> None:
    """Dark squares with a bright quadrangle inside: what tag finders stumble over."""
    for _ in range(int(rng.integers(1, 6))):
        at, side = np.array(_at(canvas, rng, 0.08, 0.7)), rng.uniform(0.03, 0.1) * canvas.shape[1]
        turn = rng.uniform(0, np.pi) + np.arange(4) * np.pi / 2
        corners = np.stack([np.cos(turn), np.sin(turn)], axis=1)
        cv2.fillPoly(canvas, [(at + corners * side).astype(np.int32)], _colour(rng, 0, 40), cv2.LINE_AA)
        inner = at + corners * side * 0.5 + rng.standard_normal((4, 2)) * 2
        cv2.fillPoly(canvas, [inner.astype(np.int32)], _colour(rng, 200, 250), cv2.LINE_AA)


def _confetti(canvas: Bgr, rng: np.random.Generator) -> None:
    for _ in range(40):
        cv2.circle(
            canvas, _at(canvas, rng, 0.05, 0.95), int(rng.integers(2, 9)), _colour(rng), -1, cv2.LINE_AA
        )


_MOTIFS: tuple[Callable[[Bgr, np.random.Generator], None], ...] = (
    _moons,
    _blossoms,
    _floor,
    _town,
    _ladder,
    _lanterns,
    _confetti,
)
