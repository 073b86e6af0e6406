"""Paints the garden path under the stones: their middles and width in pixels -> always the same picture.

Grass with tufts and flowers, fireflies by night, a pennant where the match is won. Nothing of it moves:
one picture for each size of the track, and nothing a frame.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import cos, hypot, pi, sin
from random import Random

from PIL import Image, ImageDraw, ImageFilter

Point = tuple[float, float]
Rgb = tuple[int, int, int]
OVER = 2
_SEED = 12
_BENDS = 6
_GLOW_STEP = 6
"""Glows are painted this many times smaller: they are soft anyway."""
GOLD, _POLE, SHADE = (255, 209, 102), (240, 228, 196), (206, 150, 46)


@dataclass(frozen=True, slots=True)
class Light:
    """The colours of the grass by night or by day, and how many fireflies there are."""

    edge: Rgb
    grass: Rgb
    blade: Rgb
    petals: tuple[Rgb, ...]
    fireflies: int


NIGHT = Light(
    (17, 46, 58),
    (30, 76, 74),
    (50, 108, 92),
    ((255, 214, 120), (240, 150, 180), (190, 170, 255), (250, 246, 226)),
    16,
)
DAY = Light(
    (104, 160, 88),
    (158, 206, 124),
    (96, 156, 78),
    ((255, 250, 236), (236, 106, 140), (150, 104, 214), (255, 196, 60)),
    0,
)


@dataclass(frozen=True, slots=True)
class Way:
    """Where the stones lie: their middles from the lower left, how wide one is, and which wins the match."""

    size: tuple[int, int]
    fields: tuple[Point, ...]
    wide: float
    goal: int | None = None


def garden_path(way: Way, day: bool) -> Image.Image:
    """RGBA of this size, the first field's end open to the lower left like the track."""
    light, dice = (DAY if day else NIGHT), Random(_SEED)  # noqa: S311 - flowers
    wide, high = (max(1, n) * OVER for n in way.size)
    picture = Image.new("RGBA", (wide, high), (*light.edge, 0))
    draw, w = ImageDraw.Draw(picture), way.wide * OVER
    line = [(x * OVER, high - y * OVER) for x, y in way.fields]
    round_line = _rounded(line)
    _band(draw, round_line, w * 1.14, w * 0.12, light.edge)
    _band(draw, round_line, w * 1.0, w * 0.05, light.grass)
    for x, y in _beside(dice, line, w, per_stone=5):
        tuft(draw, dice, (x, y), w, light.blade)
    for x, y in _beside(dice, line, w, per_stone=1):
        flower(draw, (x, y), w * dice.uniform(0.045, 0.07), dice.choice(light.petals))
    if way.goal is not None and way.goal < len(line):
        _pennant(draw, line[way.goal], w)
    small = picture.reduce(OVER)
    sparks = _sparks(way, dice, light.fireflies)
    return Image.alpha_composite(small, fireflies(way.size, sparks, way.wide)) if sparks else small


def _rounded(line: Sequence[Point]) -> list[Point]:
    """Through the same points without corners (Catmull-Rom)."""
    if len(line) < 2:
        return list(line)
    ends = [line[0], *line, line[-1]]
    found = []
    for k in range(len(line) - 1):
        a, b, c, d = ends[k : k + 4]
        for step in range(_BENDS):
            t = step / _BENDS
            weights = (-t + 2 * t**2 - t**3, 2 - 5 * t**2 + 3 * t**3, t + 4 * t**2 - 3 * t**3, t**3 - t**2)
            x, y = (sum(w * p[n] for w, p in zip(weights, (a, b, c, d), strict=True)) / 2 for n in (0, 1))
            found.append((x, y))
    return [*found, line[-1]]


def _band(draw: ImageDraw.ImageDraw, line: Sequence[Point], wide: float, down: float, colour: Rgb) -> None:
    """A broad stroke with round ends and bends, `down` lower than the line."""
    lower = [(x, y + down) for x, y in line]
    draw.line(lower, fill=(*colour, 255), width=round(wide), joint="curve")
    for x, y in lower:
        draw.ellipse((x - wide / 2, y - wide / 2, x + wide / 2, y + wide / 2), fill=(*colour, 255))


def _beside(dice: Random, line: Sequence[Point], w: float, per_stone: int) -> list[Point]:
    """Places on the grass at both sides of the stones, the farther ones first."""
    places = []
    for (ax, ay), (bx, by) in pairwise(line):
        long = hypot(bx - ax, by - ay) or 1.0
        for _ in range(per_stone):
            t, side = dice.random(), dice.choice((-1, 1)) * dice.uniform(0.4, 0.54) * w
            places.append(
                (ax + (bx - ax) * t - (by - ay) / long * side, ay + (by - ay) * t + (bx - ax) / long * side)
            )
    return sorted(places, key=lambda at: at[1])


def tuft(draw: ImageDraw.ImageDraw, dice: Random, at: Point, w: float, colour: Rgb) -> None:
    """Three blades; `w`: width of a stone."""
    x, y = at
    for lean in (-0.6, 0.0, 0.6):
        h = w * dice.uniform(0.09, 0.16)
        draw.polygon([(x - w * 0.02, y), (x + lean * h, y - h), (x + w * 0.02, y)], fill=(*colour, 255))


def flower(draw: ImageDraw.ImageDraw, at: Point, r: float, colour: Rgb) -> None:
    """Five petals; `r`: as far as their middles are away."""
    for k in range(5):
        x, y = at[0] + r * cos(2 * pi * k / 5), at[1] + r * sin(2 * pi * k / 5)
        draw.ellipse((x - r * 0.7, y - r * 0.7, x + r * 0.7, y + r * 0.7), fill=(*colour, 255))
    draw.ellipse((at[0] - r * 0.5, at[1] - r * 0.5, at[0] + r * 0.5, at[1] + r * 0.5), fill=(*SHADE, 255))


def _pennant(draw: ImageDraw.ImageDraw, at: Point, w: float) -> None:
    """Beside the goal, so that the rabbit that gets there does not hide it."""
    x, y = at[0] + w * 0.36, at[1] - w * 0.12
    draw.line([(x, y), (x, y - w * 1.05)], fill=(*_POLE, 255), width=max(2, round(w * 0.06)))
    draw.polygon(
        [(x, y - w * 1.05), (x + w * 0.46, y - w * 0.88), (x, y - w * 0.7)],
        fill=(*GOLD, 255),
        outline=(*SHADE, 255),
    )


def _sparks(way: Way, dice: Random, count: int) -> list[Point]:
    """Where fireflies are, over the stones."""
    sparks = []
    for _ in range(count):
        x, y = dice.choice(way.fields)
        sparks.append(
            (x + dice.uniform(-0.6, 0.6) * way.wide, way.size[1] - y - dice.uniform(0.3, 0.75) * way.wide)
        )
    return sparks


def fireflies(size: tuple[int, int], sparks: Sequence[Point], wide: float) -> Image.Image:
    """RGBA of this size with a soft light at each of these places; `wide`: of a stone beside them."""
    soft = Image.new("L", (max(1, size[0] // _GLOW_STEP), max(1, size[1] // _GLOW_STEP)), 0)
    draw, r = ImageDraw.Draw(soft), wide * 0.16 / _GLOW_STEP
    for x, y in sparks:
        a, b = x / _GLOW_STEP, y / _GLOW_STEP
        draw.ellipse((a - r, b - r, a + r, b + r), fill=150)
    alpha = soft.filter(ImageFilter.GaussianBlur(r)).resize(size, Image.Resampling.BICUBIC)
    dots, s = ImageDraw.Draw(alpha), max(1.0, wide * 0.03)
    for x, y in sparks:
        dots.ellipse((x - s, y - s, x + s, y + s), fill=235)
    lit = Image.new("RGBA", size, (255, 233, 150, 0))
    lit.putalpha(alpha)
    return lit
