"""Paints one rabbit with Pillow: disc set 1..12, mood and size in pixels -> an RGBA picture.

Drawn four times too large and scaled down, because the display's own lines have no smooth edges.
A cream and a dark line round it keep every colour visible on dark and on light ground.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from math import cos, pi, radians, sin

from kivy import kivy_data_dir
from PIL import Image, ImageChops, ImageDraw, ImageFont

from hardware.palette import PlayerLook, Rgb, look_of

Point = tuple[float, float]
WIDE, HIGH = 100, 132
"""The design's own units; a picture keeps this shape."""
OVER = 4
_CREAM, _DARK, _BLUSH, _PETAL = (255, 246, 220), (18, 20, 38), (255, 140, 150), (255, 190, 190)
_FONT = f"{kivy_data_dir}/fonts/DejaVuSans.ttf"


class Mood(StrEnum):
    """How a rabbit looks."""

    SIT = "sit"
    LEAP = "leap"
    GLAD = "glad"
    SAD = "sad"
    SLEEP = "sleep"


@dataclass(frozen=True, slots=True)
class _Oval:
    """Centre, radii and turn (degrees, clockwise) in design units."""

    x: float
    y: float
    rx: float
    ry: float
    turn: float = 0.0

    def points(self, grow: float = 0.0) -> list[Point]:
        c, s = cos(radians(self.turn)), sin(radians(self.turn))
        rx, ry = self.rx + grow, self.ry + grow
        circle = [(rx * cos(2 * pi * k / 72), ry * sin(2 * pi * k / 72)) for k in range(72)]
        return [(self.x + c * x - s * y, self.y + s * x + c * y) for x, y in circle]


EARS: dict[Mood, tuple[_Oval, _Oval]] = {
    Mood.SIT: (_Oval(36, 28, 9.5, 25, -10), _Oval(64, 28, 9.5, 25, 10)),
    Mood.LEAP: (_Oval(31, 33, 9.5, 25, -24), _Oval(69, 33, 9.5, 25, 24)),
    Mood.GLAD: (_Oval(39, 27, 9.5, 25, -3), _Oval(61, 27, 9.5, 25, 3)),
    Mood.SAD: (_Oval(22, 60, 9, 24, 24), _Oval(78, 60, 9, 24, -24)),
    Mood.SLEEP: (_Oval(22, 60, 9, 24, 24), _Oval(66, 28, 9.5, 25, 12)),
}
_HEAD, _BODY = _Oval(50, 62, 27, 23), _Oval(50, 102, 30, 27)
_FEET = (_Oval(34, 124, 12, 6.5), _Oval(66, 124, 12, 6.5))
_PAWS = {
    Mood.GLAD: (_Oval(18, 84, 6.5, 12, -38), _Oval(82, 84, 6.5, 12, 38)),
    Mood.LEAP: (_Oval(17, 96, 6.5, 12, 55), _Oval(83, 96, 6.5, 12, -55)),
}
_SYMBOLS_AT: tuple[Point, ...] = ((29, 92), (71, 92), (25, 108), (75, 108), (50, 48))


def mix(one: Rgb, other: Rgb, share: float) -> Rgb:
    """`one` with a share 0..1 of `other`."""
    r, g, b = (round(a + (c - a) * share) for a, c in zip(one, other, strict=True))
    return (r, g, b)


class _Brush:
    """An oversized canvas that takes design units."""

    def __init__(self, width: int) -> None:
        self.k = width * OVER / WIDE
        self.image = Image.new("RGBA", (round(WIDE * self.k), round(HIGH * self.k)), (0, 0, 0, 0))
        self.draw = ImageDraw.Draw(self.image)

    def scaled(self, points: Sequence[Point]) -> list[Point]:
        return [(x * self.k, y * self.k) for x, y in points]

    def fill(self, points: Sequence[Point], colour: Rgb) -> None:
        self.draw.polygon(self.scaled(points), fill=colour)

    def oval(self, oval: _Oval, colour: Rgb, grow: float = 0.0) -> None:
        self.fill(oval.points(grow), colour)

    def line(self, points: Sequence[Point], colour: Rgb, width: float) -> None:
        self.draw.line(self.scaled(points), fill=colour, width=round(width * self.k), joint="curve")


@lru_cache(maxsize=256)
def rabbit(stickers: int, width: int, mood: Mood = Mood.SIT, nightcap: bool = False) -> Image.Image:
    """The whole rabbit, `width` pixels wide and 1.32 times as high."""
    brush, look = _Brush(max(8, width)), look_of(stickers)
    parts = (*EARS[mood], *_FEET, _BODY, *_PAWS.get(mood, ()), _HEAD)
    for grow, colour in ((3.4, _CREAM), (1.6, _DARK)):
        for part in parts:
            brush.oval(part, colour, grow)
    _coat(brush, look, mood)
    _face(brush, look, mood)
    _badge(brush, stickers)
    if nightcap:
        _nightcap(brush)
    return brush.image.resize((max(8, width), round(max(8, width) * HIGH / WIDE)), Image.Resampling.LANCZOS)


def _coat(brush: _Brush, look: PlayerLook, mood: Mood) -> None:
    """Body, ears and head, each with a shadow below and light from the moon at the upper left."""
    coat, shade = look.rgb, mix(look.rgb, _DARK, 0.28)
    for ear in EARS[mood]:
        brush.oval(ear, coat)
        brush.oval(_Oval(ear.x, ear.y + 1, ear.rx * 0.5, ear.ry * 0.72, ear.turn), mix(coat, _PETAL, 0.72))
    for foot in _FEET:
        brush.oval(foot, mix(coat, _CREAM, 0.25))
    _lit(brush, _BODY, coat, shade)
    for paw in _PAWS.get(mood, ()):
        brush.oval(paw, mix(coat, _CREAM, 0.18))
    # The line under the chin keeps head and body apart in one colour.
    brush.oval(_HEAD, _DARK, 1.2)
    _lit(brush, _HEAD, coat, shade)
    ink = mix(look.rgb, (255, 255, 255) if look.ink == (255, 255, 255) else _DARK, 0.62)
    for x, y in _SYMBOLS_AT:
        brush.fill([(x + 5.6 * px, y + 5.6 * py) for px, py in look.outline], ink)


def _lit(brush: _Brush, oval: _Oval, coat: Rgb, shade: Rgb) -> None:
    brush.oval(oval, shade)
    mask = Image.new("L", brush.image.size, 0)
    ImageDraw.Draw(mask).polygon(brush.scaled(oval.points()), fill=255)
    inner = Image.new("L", brush.image.size, 0)
    lifted = _Oval(oval.x - 1.5, oval.y - 3.5, oval.rx, oval.ry)
    ImageDraw.Draw(inner).polygon(brush.scaled(lifted.points()), fill=255)
    brush.image.paste(coat, mask=ImageChops.multiply(mask, inner))


def _face(brush: _Brush, look: PlayerLook, mood: Mood) -> None:
    muzzle = mix(look.rgb, _CREAM, 0.78)
    brush.oval(_Oval(50, 71, 12.5, 9), muzzle)
    for side in (-1, 1):
        _eye(brush, 50 + side * 13, mood)
        brush.oval(_Oval(50 + side * 19.5, 69.5, 4.2, 2.8), mix(look.rgb, _BLUSH, 0.7))
        bend = 4.0 if mood is not Mood.SAD else -3.0
        mouth = [(50 + side * (0.4 + 5.2 * t), 71.2 + bend * sin(pi * min(t, 0.94))) for t in _steps(10)]
        brush.line(mouth, _DARK, 1.3)
    brush.fill([(46.4, 66.2), (53.6, 66.2), (50, 70.6)], (236, 96, 118))


def _eye(brush: _Brush, x: float, mood: Mood) -> None:
    if mood in (Mood.SLEEP, Mood.GLAD):
        bend = 3.4 if mood is Mood.SLEEP else -4.4
        arc = [(x - 4.6 + 9.2 * t, 60 + bend * sin(pi * t)) for t in _steps(12)]
        brush.line(arc, _CREAM, 3.4)
        brush.line(arc, _DARK, 2.0)
        return
    brush.oval(_Oval(x, 60, 4.6, 6.0), _CREAM)
    brush.oval(_Oval(x, 60.4, 3.7, 5.0), _DARK)
    brush.oval(_Oval(x - 1.2, 58.4, 1.4, 1.7), (255, 255, 255))


def _steps(n: int) -> list[float]:
    return [k / n for k in range(n + 1)]


def _badge(brush: _Brush, stickers: int) -> None:
    """The number of the disc set on the belly: colours alone would not tell twelve apart."""
    brush.oval(_Oval(50, 104, 17, 16), _DARK)
    brush.oval(_Oval(50, 104, 15.4, 14.4), _CREAM)
    font = ImageFont.truetype(_FONT, round(21 * brush.k))
    at = (50 * brush.k, 104 * brush.k)
    brush.draw.text(at, str(stickers), font=font, fill=_DARK, anchor="mm", stroke_width=round(0.9 * brush.k))


def _nightcap(brush: _Brush) -> None:
    """Who tells the story wears it."""
    cap = [(27, 46), (37, 26), (54, 16), (74, 14), (90, 24), (92, 36), (82, 30), (74, 31), (73, 46)]
    for grow, colour in ((3.2, _CREAM), (1.6, _DARK)):
        brush.line([*cap, cap[0]], colour, grow * 2)
    brush.fill(cap, (88, 96, 190))
    for x, y in ((46, 33), (60, 24), (63, 37), (75, 23)):
        star = [(x + 3 * px, y + 3 * py) for px, py in look_of(4).outline]
        brush.fill(star, (255, 221, 120))
    brim = _Oval(50, 46, 26, 5.4)
    brush.oval(brim, _DARK, 1.4)
    brush.oval(brim, (222, 228, 255))
    brush.oval(_Oval(91, 38, 6.4, 6.4), _DARK, 1.4)
    brush.oval(_Oval(91, 38, 6.4, 6.4), (222, 228, 255))
