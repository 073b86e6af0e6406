"""The twelve players' colours and symbols: one table for stickers, screens and the web page.

A symbol is a filled outline, points in -1..1, x right, y down; it tells players apart who cannot
tell the colours apart.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, pi, sin

Rgb = tuple[int, int, int]
Outline = tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class PlayerLook:
    """How a player's things look. `name` is English; screens translate it."""

    name: str
    rgb: Rgb
    symbol: str

    @property
    def outline(self) -> Outline:
        return SYMBOLS[self.symbol]

    @property
    def ink(self) -> Rgb:
        """Black or white: whichever is legible on the colour (relative luminance of sRGB)."""
        red, green, blue = ((channel / 255) ** 2.2 for channel in self.rgb)
        return (0, 0, 0) if 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.18 else (255, 255, 255)

    @property
    def hex(self) -> str:
        return "#{:02x}{:02x}{:02x}".format(*self.rgb)


def _wheel(*radii: float, corners: int, turn: float = -0.25) -> Outline:
    """Points at `corners` equal steps round the centre, their distances taken in turn from `radii`."""
    angles = (2 * pi * (turn + k / corners) for k in range(corners))
    return tuple(
        (radii[k % len(radii)] * cos(angle), radii[k % len(radii)] * sin(angle))
        for k, angle in enumerate(angles)
    )


def _arc(x: float, y: float, radius: float, start: float, end: float) -> Outline:
    """25 points on a circle from one angle to another, in turns, clockwise."""
    angles = (2 * pi * (start + (end - start) * k / 24) for k in range(25))
    return tuple((x + radius * cos(a), y + radius * sin(a)) for a in angles)


_CLOVER = tuple(
    ((0.62 + 0.38 * cos(4 * a)) * cos(a), (0.62 + 0.38 * cos(4 * a)) * sin(a))
    for a in (2 * pi * (k + 0.5) / 64 for k in range(64))
)
_BAR = 0.36

SYMBOLS: dict[str, Outline] = {
    "circle": _wheel(0.9, corners=36),
    "triangle": ((0.0, -0.95), (1.0, 0.8), (-1.0, 0.8)),
    "square": ((-0.82, -0.82), (0.82, -0.82), (0.82, 0.82), (-0.82, 0.82)),
    "star": _wheel(1.0, 0.42, corners=10),
    "diamond": ((0.0, -1.0), (0.72, 0.0), (0.0, 1.0), (-0.72, 0.0)),
    "cross": (
        *((-_BAR, -1.0), (_BAR, -1.0), (_BAR, -_BAR), (1.0, -_BAR), (1.0, _BAR), (_BAR, _BAR)),
        *((_BAR, 1.0), (-_BAR, 1.0), (-_BAR, _BAR), (-1.0, _BAR), (-1.0, -_BAR), (-_BAR, -_BAR)),
    ),
    "heart": (*_arc(-0.48, -0.36, 0.5, 0.4, 1.0), *_arc(0.48, -0.36, 0.5, 0.5, 1.1), (0.0, 0.95)),
    "hourglass": ((-0.85, -0.95), (0.85, -0.95), (0.14, 0.0), (0.85, 0.95), (-0.85, 0.95), (-0.14, 0.0)),
    "moon": (*_arc(0.0, 0.0, 0.98, 0.13, 0.87), *reversed(_arc(0.42, 0.0, 0.76, 0.21, 0.79))),
    "drop": ((0.0, -1.0), *_arc(0.0, 0.3, 0.68, -0.05, 0.55)),
    "arrow": ((0.0, -1.0), (0.95, 0.0), (0.4, 0.0), (0.4, 0.95), (-0.4, 0.95), (-0.4, 0.0), (-0.95, 0.0)),
    "clover": _CLOVER,
}

LOOKS: tuple[PlayerLook, ...] = (
    PlayerLook("Red", (208, 40, 46), "circle"),
    PlayerLook("Blue", (32, 96, 196), "triangle"),
    PlayerLook("Green", (34, 139, 58), "square"),
    PlayerLook("Yellow", (250, 205, 35), "star"),
    PlayerLook("Purple", (122, 60, 160), "diamond"),
    PlayerLook("Orange", (242, 122, 24), "cross"),
    PlayerLook("Pink", (242, 140, 184), "heart"),
    PlayerLook("Black", (36, 36, 40), "hourglass"),
    PlayerLook("Turquoise", (20, 170, 180), "moon"),
    PlayerLook("Brown", (122, 78, 42), "drop"),
    PlayerLook("Grey", (140, 146, 152), "arrow"),
    PlayerLook("Lime", (160, 205, 50), "clover"),
)


def look_of(player: int) -> PlayerLook:
    """Colour and symbol of the disc set 1..12."""
    return LOOKS[player - 1]
