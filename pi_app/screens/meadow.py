"""Paints the meadow on which rabbits stand at the start and at the finish: a size in pixels -> a picture.

Clear above the grass, so that it lies on any ground. For a party: fireworks by night, paper by day. And the
winners' crown, with the lines that the rabbits have.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, pi, sin
from random import Random

from PIL import Image, ImageChops, ImageDraw

from pi_app.screens.path import DAY, GOLD, NIGHT, OVER, SHADE, Light, Point, Rgb, fireflies, flower, tuft

CROWN_HIGH = 0.8
"""Of its width."""
_SEED = 5
_TOP = 0.62
"""Where the grass begins in the middle, from above, in heights of the picture."""
_RAYS, _BURSTS, _PAPERS = 14, 7, 90
_CREAM, _DARK = (255, 246, 220), (18, 20, 38)


@dataclass(frozen=True, slots=True)
class Meadow:
    """`size` in pixels; `u`: the unit of the display, which flowers go by."""

    size: tuple[int, int]
    u: float
    party: bool = False


def meadow(scene: Meadow, day: bool) -> Image.Image:
    """RGBA of this size."""
    light, dice = (DAY if day else NIGHT), Random(_SEED)  # noqa: S311 - flowers
    wide, high = (max(4, n) * OVER for n in scene.size)
    picture = Image.new("RGBA", (wide, high), (*light.edge, 0))
    draw, w = ImageDraw.Draw(picture), scene.u * OVER
    if scene.party:
        (_papers if day else _fireworks)(draw, dice, light, (wide, high))
    _hill(draw, (wide, high), 0.0, light.edge)
    _hill(draw, (wide, high), 0.09 * w, light.grass)
    for x, y in _places(dice, wide, high, round(wide / w * 9)):
        tuft(draw, dice, (x, y), w, light.blade)
    for x, y in _places(dice, wide, high, round(wide / w * 3)):
        flower(draw, (x, y), w * dice.uniform(0.045, 0.075), dice.choice(light.petals))
    small = _rounded_below(picture.reduce(OVER), round(scene.u * 0.3))
    if not light.fireflies:
        return small
    count = min(light.fireflies, round(small.width / scene.u))
    sparks = [(dice.random() * small.width, small.height * dice.uniform(0.3, 0.9)) for _ in range(count)]
    return Image.alpha_composite(small, fireflies(small.size, sparks, scene.u * 0.7))


def _rounded_below(picture: Image.Image, radius: int) -> Image.Image:
    """Its lower corners round, as panels are."""
    mask = Image.new("L", picture.size, 0)
    box = (0, 0, picture.width - 1, picture.height - 1)
    ImageDraw.Draw(mask).rounded_rectangle(box, radius, fill=255, corners=(False, False, True, True))
    picture.putalpha(ImageChops.multiply(picture.getchannel("A"), mask))
    return picture


def _level(x: float, wide: float, high: float) -> float:
    """How far below the upper edge the grass begins at `x`."""
    return high * (_TOP + 0.14 * (1 - sin(pi * x / wide)))


def _hill(draw: ImageDraw.ImageDraw, size: tuple[int, int], lower: float, colour: Rgb) -> None:
    wide, high = size
    line = [(wide * k / 60, _level(wide * k / 60, wide, high) + lower) for k in range(61)]
    draw.polygon([*line, (wide, high), (0, high)], fill=(*colour, 255))


def _places(dice: Random, wide: int, high: int, count: int) -> list[Point]:
    """On the grass, the farther ones first."""
    found = []
    for _ in range(count):
        x = dice.random() * wide
        top = _level(x, wide, high)
        found.append((x, top + (high - top) * dice.uniform(0.04, 0.95)))
    return sorted(found, key=lambda at: at[1])


def _fireworks(draw: ImageDraw.ImageDraw, dice: Random, light: Light, size: tuple[int, int]) -> None:
    wide, high = size
    for k in range(_BURSTS):
        x, y = wide * (k + dice.uniform(0.2, 0.8)) / _BURSTS, high * dice.uniform(0.08, 0.42)
        far, colour = min(wide, high) * dice.uniform(0.14, 0.26), dice.choice(light.petals)
        for ray in range(_RAYS):
            a = 2 * pi * (ray + k / 3) / _RAYS
            for share in (0.35, 0.55, 0.75, 0.95):
                r = far * 0.045 * (1.25 - share)
                px, py = x + far * share * cos(a), y + far * share * (sin(a) + 0.16 * share)
                draw.ellipse((px - r, py - r, px + r, py + r), fill=(*colour, round(245 - 110 * share)))


def _papers(draw: ImageDraw.ImageDraw, dice: Random, light: Light, size: tuple[int, int]) -> None:
    wide, high = size
    for _ in range(_PAPERS):
        x, y, a = dice.random() * wide, dice.random() * high, dice.random() * pi
        r = min(wide, high) * dice.uniform(0.010, 0.018)
        turned = _turned(((-r, -r / 2), (r, -r / 2), (r, r / 2), (-r, r / 2)), a)
        draw.polygon([(x + px, y + py) for px, py in turned], fill=(*dice.choice(light.petals[1:]), 255))


def _turned(points: Sequence[Point], angle: float) -> list[Point]:
    c, s = cos(angle), sin(angle)
    return [(c * x - s * y, s * x + c * y) for x, y in points]


def crown(width: int) -> Image.Image:
    """Gold with a cream and a dark line, `width` pixels wide and `CROWN_HIGH` times as high."""
    k = max(8, width) * OVER * 2 / 100
    picture = Image.new("RGBA", (round(100 * k), round(100 * CROWN_HIGH * k)), (0, 0, 0, 0))
    draw = ImageDraw.Draw(picture)
    shape = [(14, 72), (9, 28), (31, 46), (50, 12), (69, 46), (91, 28), (86, 72)]
    tips = ((9, 26), (50, 12), (91, 26))
    for grow, colour in ((6.5, _CREAM), (3.0, _DARK), (0.0, GOLD)):
        points = [(x * k, y * k) for x, y in shape]
        draw.polygon(points, fill=colour)
        draw.line([*points, points[0], points[1]], fill=colour, width=round(2 * grow * k), joint="curve")
        for x, y in tips:
            r = 5.5 + grow
            draw.ellipse(((x - r) * k, (y - r) * k, (x + r) * k, (y + r) * k), fill=colour)
    draw.line([(17 * k, 63 * k), (83 * k, 63 * k)], fill=SHADE, width=round(6 * k))
    for x, colour in ((32, (236, 96, 118)), (50, (120, 190, 255)), (68, (236, 96, 118))):
        draw.ellipse(((x - 5) * k, 50 * k, (x + 5) * k, 60 * k), fill=colour)
    high = round(max(8, width) * CROWN_HIGH)
    return picture.resize((max(8, width), high), Image.Resampling.LANCZOS)
