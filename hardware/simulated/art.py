"""Flat things as pixels: what a sticker, worn or new, looks like from straight above in plain light.

Paper is not white and ink is not black, as a camera sees them.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware import artwork
from hardware.stickers import DEFAULT_KIT, Sticker

Grey = NDArray[np.uint8]
Bgr = NDArray[np.uint8]
Bgra = NDArray[np.uint8]
_INK, _PAPER = 42, 208
_DAYLIGHT = np.array([0.114, 0.587, 0.299])
_BULB = np.array([0.05, 0.51, 0.44])


@dataclass(frozen=True, slots=True, eq=False)
class Art:
    """layers: uint8 (h, w, 2): brightness already weighed by cover (an edge mixes without a fringe), and
    cover, 255 where it hides what lies below.
    """

    layers: NDArray[np.uint8]
    px_per_mm: float

    @staticmethod
    def of(grey: Grey, cover: Grey, px_per_mm: float) -> Art:
        weighed = cv2.multiply(grey, cover, scale=1 / 255)
        return Art(np.asarray(cv2.merge([weighed, cover]), np.uint8), px_per_mm)

    @property
    def size_mm(self) -> tuple[float, float]:
        height, width = self.layers.shape[:2]
        return width / self.px_per_mm, height / self.px_per_mm


def as_grey(bgr: Bgr, warmth: float) -> Grey:
    """The sensor's brightness of a coloured thing, white balanced: a bulb lifts reds and sinks blues."""
    weights = (1 - warmth) * _DAYLIGHT + warmth * _BULB
    return np.asarray(cv2.transform(bgr, weights[None, :].astype(np.float32)), np.uint8).reshape(
        bgr.shape[:2]
    )


def card_like(bgr: Bgr, warmth: float, px_per_mm: float) -> Art:
    """A printed rectangle with rounded corners of 3 mm."""
    height, width = bgr.shape[:2]
    cover = np.zeros((height, width), np.uint8)
    r = int(3 * px_per_mm)
    cv2.rectangle(cover, (r, 0), (width - 1 - r, height - 1), 255, -1)
    cv2.rectangle(cover, (0, r), (width - 1, height - 1 - r), 255, -1)
    for x in (r, width - 1 - r):
        for y in (r, height - 1 - r):
            cv2.circle(cover, (x, y), r, 255, -1, cv2.LINE_AA)
    return Art.of(printed(as_grey(bgr, warmth)), cover, px_per_mm)


def printed(grey: Grey) -> Grey:
    """Full black and white, brought down to what ink and paper reflect."""
    return np.asarray(cv2.convertScaleAbs(grey, alpha=(_PAPER - _INK) / 255, beta=_INK))


@dataclass(frozen=True, slots=True)
class Print:
    """One sticker at one scale: at least 1.6 pixels of it for each pixel of the picture keep it sharp."""

    sticker: Sticker
    disc_mm: float
    px_per_mm: int
    warmth: float
    kit: int = DEFAULT_KIT


@lru_cache(maxsize=256)
def sticker_art(fresh: Print) -> Art:
    """A new sticker."""
    return Art.of(*_drawn(fresh), fresh.px_per_mm)


@lru_cache(maxsize=256)
def worn_art(fresh: Print, wear: float, seed: int) -> Art:
    """The same after many evenings: pale, stained, scratched, chipped at its rim. wear: 0 to 1."""
    new, cover = _drawn(fresh)
    rng = np.random.default_rng((seed, 23))
    height, width = new.shape
    grey = new.astype(np.float32)
    grey += (196 - grey) * 0.3 * wear * rng.random()
    stains = cv2.resize(rng.random((5, 5)).astype(np.float32), (width, height), interpolation=cv2.INTER_CUBIC)
    grey *= 1 - 0.35 * wear * np.clip(stains - 0.45, 0, 1)
    marks = np.zeros((height, width), np.uint8)
    for _ in range(int(rng.poisson(7 * wear))):
        _scratch(marks, rng, fresh.px_per_mm)
    lost = cv2.blur(marks, (3, 3)).astype(np.float32) / 255
    grey += (205 - grey) * lost
    chipped = _chipped(cover, rng, wear, fresh.px_per_mm)
    return Art.of(grey.clip(0, 255).astype(np.uint8), chipped, fresh.px_per_mm)


def _drawn(fresh: Print) -> tuple[Grey, Grey]:
    """Its brightness and its cover."""
    drawn = _in_colour(fresh.sticker, fresh.disc_mm, fresh.px_per_mm, fresh.kit)
    grey = printed(as_grey(np.ascontiguousarray(drawn[..., :3]), fresh.warmth))
    return grey, np.ascontiguousarray(drawn[..., 3])


@lru_cache(maxsize=192)
def _in_colour(sticker: Sticker, disc_mm: float, px_per_mm: int, kit: int) -> Bgra:
    return artwork.draw(sticker, disc_mm, px_per_mm, kit)


def _scratch(marks: Grey, rng: np.random.Generator, px_per_mm: float) -> None:
    """A line where the print has come off; long ones are thin."""
    height, width = marks.shape
    start = rng.random(2) * (width, height)
    turn, length = rng.random() * 2 * np.pi, rng.uniform(3, 16) * px_per_mm
    bow = rng.standard_normal(2) * length * 0.12
    along = np.linspace(0, 1, 8)[:, None]
    points = start + along * length * (np.cos(turn), np.sin(turn)) + 4 * along * (1 - along) * bow
    thick = max(1, round(rng.uniform(0.1, 0.5) * px_per_mm))
    cv2.polylines(marks, [points.astype(np.int32)], False, int(rng.integers(120, 255)), thick, cv2.LINE_AA)


def _chipped(cover: Grey, rng: np.random.Generator, wear: float, px_per_mm: float) -> Grey:
    height, width = cover.shape
    left = cover.copy()
    for _ in range(int(rng.poisson(2 * wear))):
        turn = rng.random() * 2 * np.pi
        edge = (0.5 + 0.5 * np.cos(turn)) * width, (0.5 + 0.5 * np.sin(turn)) * height
        size = max(1, int(rng.uniform(0.3, 1.4) * px_per_mm))
        cv2.circle(left, (int(edge[0]), int(edge[1])), size, 0, -1, cv2.LINE_AA)
    return left
