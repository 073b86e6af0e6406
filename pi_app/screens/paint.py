"""Turns painted pictures into Kivy textures, each made once: panels, signs, rabbits, crops, QR codes."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import segno
from kivy.graphics.texture import Texture
from PIL import Image, ImageDraw, ImageFont

from hardware.palette import look_of
from pi_app.screens import theme
from pi_app.screens.garden import garden
from pi_app.screens.icons import FOLLOW_READING, icon
from pi_app.screens.meadow import Meadow, crown, meadow
from pi_app.screens.path import Way, garden_path
from pi_app.screens.rabbit_art import Mood, rabbit
from pi_app.screens.runs import BOLD_FONT
from pi_app.vision.seen import Crop

_OVER = 4


def texture_of(picture: Image.Image) -> Any:
    """A texture that shows `picture` upright."""
    picture = picture if picture.mode in ("RGBA", "RGB") else picture.convert("RGB")
    kind = picture.mode.lower()
    texture = Texture.create(size=picture.size, colorfmt=kind)
    texture.blit_buffer(picture.tobytes(), colorfmt=kind, bufferfmt="ubyte")
    texture.flip_vertical()
    return texture


@lru_cache(maxsize=64)
def panel(radius: int, line: int) -> Any:
    """A rounded square, white; `line` 0: filled, else a frame of that width. Its border is `radius`+1."""
    side = 2 * radius + 4
    big = Image.new("RGBA", (side * _OVER, side * _OVER), (255, 255, 255, 0))
    box = (0, 0, side * _OVER - 1, side * _OVER - 1)
    fill = (255, 255, 255, 255) if line == 0 else None
    outline = (255, 255, 255, 255) if line else None
    ImageDraw.Draw(big).rounded_rectangle(box, radius * _OVER, fill=fill, outline=outline, width=line * _OVER)
    return texture_of(big.resize((side, side), Image.Resampling.LANCZOS))


@lru_cache(maxsize=128)
def sign(name: str, size: int, mirrored: bool = False) -> Any:
    """One of `icons.ICONS`; `mirrored`: for a table that reads from the right."""
    picture = icon(name, size)
    turned = mirrored and name in FOLLOW_READING
    return texture_of(picture.transpose(Image.Transpose.FLIP_LEFT_RIGHT) if turned else picture)


@lru_cache(maxsize=512)
def rabbit_texture(stickers: int, width: int, mood: Mood = Mood.SIT, nightcap: bool = False) -> Any:
    """See `rabbit_art.rabbit`."""
    return texture_of(rabbit(stickers, width, mood, nightcap))


def garden_texture(size: tuple[int, int]) -> Any:
    """See `garden.garden`."""
    return _garden_texture(size, theme.is_day())


@lru_cache(maxsize=4)
def _garden_texture(size: tuple[int, int], _day: bool) -> Any:
    return texture_of(garden(size))


def path_texture(way: Way) -> Any:
    """See `path.garden_path`."""
    return _path_texture(way, theme.is_day())


@lru_cache(maxsize=4)
def _path_texture(way: Way, day: bool) -> Any:
    return texture_of(garden_path(way, day))


def meadow_texture(size: tuple[float, float], u: float, party: bool) -> Any:
    """See `meadow.meadow`."""
    return _meadow_texture(Meadow((int(size[0]), int(size[1])), u, party), theme.is_day())


@lru_cache(maxsize=4)
def _meadow_texture(scene: Meadow, day: bool) -> Any:
    return texture_of(meadow(scene, day))


@lru_cache(maxsize=16)
def crown_texture(width: int) -> Any:
    """See `meadow.crown`."""
    return texture_of(crown(width))


@lru_cache(maxsize=32)
def crop_texture(crop: Crop) -> Any:
    """The very spot the camera saw."""
    return texture_of(Image.frombytes("L", (crop.width, crop.height), crop.pixels))


@lru_cache(maxsize=4)
def qr_texture(text: str, side: int) -> Any:
    """A QR code with its quiet zone, dark on white, at most `side` pixels square and sharp."""
    code = segno.make(text, error="m", micro=False)
    modules = [[255 if not dark else 0 for dark in row] for row in code.matrix_iter(border=3)]
    wide = len(modules)
    small = Image.frombytes("L", (wide, wide), bytes(value for row in modules for value in row))
    scale = max(1, side // wide)
    return texture_of(small.resize((wide * scale, wide * scale), Image.Resampling.NEAREST))


@lru_cache(maxsize=2)
def dot(wide: int) -> Any:
    """A soft round shadow, white, to be tinted."""
    big = Image.new("L", (wide * _OVER, wide * _OVER), 0)
    ImageDraw.Draw(big).ellipse((0, 0, wide * _OVER - 1, wide * _OVER - 1), fill=255)
    alpha = big.resize((wide, wide), Image.Resampling.LANCZOS)
    return texture_of(Image.merge("RGBA", (Image.new("L", alpha.size, 255),) * 3 + (alpha,)))


_STONES = {
    "stone": ((92, 108, 158), (60, 74, 122), (255, 246, 220)),
    "start": ((74, 140, 104), (44, 96, 72), (255, 246, 220)),
    "goal": ((255, 209, 102), (206, 150, 46), (20, 26, 51)),
    "past": ((140, 110, 178), (98, 72, 138), (255, 246, 220)),
}


@lru_cache(maxsize=256)
def stone(kind: str, wide: int, number: str) -> Any:
    """A flat stepping stone, `wide` pixels, with its number or nothing on it."""
    top, side, ink = _STONES[kind]
    w, h = wide * _OVER, round(wide * 0.66) * _OVER
    depth = round(h * 0.14)
    big = Image.new("RGBA", (w, h + depth), (*side, 0))
    draw = ImageDraw.Draw(big)
    draw.ellipse((0, depth, w - 1, h + depth - 1), fill=(*side, 255))
    draw.ellipse((0, 0, w - 1, h - 1), fill=(*top, 255))
    if number:
        font = ImageFont.truetype(BOLD_FONT, round(h * 0.62))
        draw.text((w / 2, h / 2), number, font=font, fill=(*ink, 255), anchor="mm")
    return texture_of(big.resize((wide, round(wide * (h + depth) / w)), Image.Resampling.LANCZOS))


@lru_cache(maxsize=64)
def token(stickers: int, side: int) -> Any:
    """A round chip in the player's colour with the number of the disc set."""
    look, wide = look_of(stickers), side * _OVER
    big = Image.new("RGBA", (wide, wide), (255, 246, 220, 0))
    draw = ImageDraw.Draw(big)
    draw.ellipse((0, 0, wide - 1, wide - 1), fill=(255, 246, 220, 255))
    rim = round(wide * 0.07)
    draw.ellipse((rim, rim, wide - 1 - rim, wide - 1 - rim), fill=(*look.rgb, 255))
    font = ImageFont.truetype(BOLD_FONT, round(wide * 0.56))
    draw.text((wide / 2, wide / 2), str(stickers), font=font, fill=(*look.ink, 255), anchor="mm")
    return texture_of(big.resize((side, side), Image.Resampling.LANCZOS))
