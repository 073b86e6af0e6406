"""Paints the garden by night or by day behind every screen: a size in pixels -> always the same picture.

Most of it stays dark sky, because texts and tiles lie on it; the moon rises behind the hills.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sin
from random import Random

import numpy as np
from PIL import Image, ImageDraw, ImageFilter

from pi_app.screens import theme

Size = tuple[int, int]
_OVER = 2


def garden(size: Size) -> Image.Image:
    """Sky, moon and stars or sun and clouds, two hills and grass, opaque, in the colours of `theme`."""
    wide, high = (max(16, n) for n in size)
    sky = _sky(wide, high)
    day = theme.is_day()
    _glow(sky)
    shapes = Image.new("RGBA", (wide * _OVER, high * _OVER), (0, 0, 0, 0))
    if day:
        _clouds(shapes)
    else:
        _stars(shapes)
    _moon(shapes, craters=not day)
    _hill(shapes, _Hill(0.86, 0.050, 2.1, 0.4), theme.HILL_FAR)
    _hill(shapes, _Hill(0.92, 0.040, 3.3, 2.2), theme.HILL_NEAR)
    _grass(shapes)
    smooth = shapes.reduce(_OVER)
    sky.paste(smooth, mask=smooth.getchannel("A"))
    return sky


def _bytes(colour: theme.Colour) -> tuple[int, int, int]:
    r, g, b = (round(255 * c) for c in colour[:3])
    return (r, g, b)


def _sky(wide: int, high: int) -> Image.Image:
    down = np.linspace(0.0, 1.0, high, dtype=np.float32)[:, None]
    rows = np.array(_bytes(theme.SKY_TOP)) * (1 - down) + np.array(_bytes(theme.SKY_LOW)) * down
    # A little noise, or a dark gradient shows bands on an 18-bit display.
    noise = np.random.default_rng(7).random((high, wide, 1), dtype=np.float32)
    pixels = (rows[:, None, :].astype(np.float32) + noise * 2).astype(np.uint8)
    return Image.fromarray(pixels)


def _stars(picture: Image.Image) -> None:
    draw, dice = ImageDraw.Draw(picture), Random(30)  # noqa: S311 - stars
    wide, high = picture.size
    for _ in range(110):
        x, y = dice.random() * wide, dice.random() ** 1.3 * high * 0.75
        r = dice.choice((0.8, 1.0, 1.3, 1.9)) * min(wide, high) / 900
        shine = dice.randint(120, 235)
        draw.ellipse((x - r, y - r, x + r, y + r), fill=(shine, shine, min(255, shine + 20)))


def _moon_at(wide: int, high: int) -> tuple[float, float, float]:
    """Middle and radius: in the gap between the two buttons; behind them where there is no gap."""
    return wide * 0.41, high * (0.865 if wide > high else 0.945), min(wide, high) * 0.125


def _glow(sky: Image.Image) -> None:
    x, y, r = _moon_at(*sky.size)
    small = Image.new("L", (sky.width // 8, sky.height // 8), 0)
    reach = r / 8 * 2.0
    box = (x / 8 - reach, y / 8 - reach, x / 8 + reach, y / 8 + reach)
    ImageDraw.Draw(small).ellipse(box, fill=70)
    soft = small.filter(ImageFilter.GaussianBlur(reach * 0.55)).resize(sky.size, Image.Resampling.BICUBIC)
    sky.paste(_bytes(theme.MOON), mask=soft)


def _clouds(picture: Image.Image) -> None:
    draw = ImageDraw.Draw(picture)
    wide, high = picture.size
    for x, y, size in ((0.14, 0.2, 0.06), (0.52, 0.1, 0.045), (0.83, 0.3, 0.07), (0.3, 0.52, 0.05)):
        for dx, dy, part in ((-1.1, 0.15, 0.6), (0.0, -0.15, 0.85), (1.1, 0.1, 0.65), (2.0, 0.3, 0.4)):
            r = part * size * min(wide, high)
            cx, cy = x * wide + dx * size * min(wide, high), y * high + dy * size * min(wide, high)
            draw.ellipse((cx - r * 1.5, cy - r, cx + r * 1.5, cy + r), fill=(255, 255, 255, 150))


def _moon(picture: Image.Image, craters: bool) -> None:
    x, y, r = _moon_at(*picture.size)
    draw = ImageDraw.Draw(picture)
    draw.ellipse((x - r, y - r, x + r, y + r), fill=_bytes(theme.MOON))
    spots = ((-0.35, -0.45, 0.2), (0.3, -0.1, 0.26), (-0.1, 0.3, 0.13), (0.38, -0.62, 0.11))
    for dx, dy, part in spots if craters else ():
        cx, cy, cr = x + dx * r, y + dy * r, part * r
        draw.ellipse((cx - cr, cy - cr, cx + cr, cy + cr), fill=(240, 225, 186))


@dataclass(frozen=True, slots=True)
class _Hill:
    """Its line: level and swell in heights of the picture, waves across it, and where they begin."""

    level: float
    swell: float
    waves: float
    shift: float


def _hill(picture: Image.Image, hill: _Hill, colour: theme.Colour) -> None:
    wide, high = picture.size
    steps = 160
    line = [
        (
            wide * k / steps,
            high * (hill.level + hill.swell * sin(hill.shift + hill.waves * 2 * k / steps) - 0.02),
        )
        for k in range(steps + 1)
    ]
    ImageDraw.Draw(picture).polygon([*line, (wide, high), (0, high)], fill=_bytes(colour))


def _grass(picture: Image.Image) -> None:
    draw, dice = ImageDraw.Draw(picture), Random(8)  # noqa: S311 - grass
    wide, high = picture.size
    tall = min(wide, high) * 0.05
    for _ in range(wide // 5):
        x, lean = dice.random() * wide, dice.uniform(-0.5, 0.5)
        h = tall * dice.uniform(0.4, 1.0)
        blade = [(x - tall * 0.07, high), (x + lean * h, high - h), (x + tall * 0.07, high)]
        draw.polygon(blade, fill=_bytes(theme.GRASS))
