"""A camera module and its height in; what it sees of the table and how large the stickers are out.

The lens is taken as straight (rectilinear): real wide lenses squeeze their edges.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from calibration.check import LEAST_PX_PER_MODULE
from hardware.stickers import (
    CARD_MM,
    DISC_MM,
    MOST,
    PLATE_CARD_GAP_MM,
    PLATE_MM,
    TAG_MODULES,
    Face,
    tag_side_mm,
)

DISCS_MM = (28.0, 32.0, 36.0)
HEIGHTS_CM = (60, 70, 80, 90, 100, 110, 120)
COMFORT = 2.0
"""Recommended: this many times the least size that is read, for poor light and worn stickers."""
CARDS_WANTED = 6
_BETWEEN_MM = 12.0
"""Beside and below a card with its plate."""
_EDGE_MM = DISC_MM + 20.0
"""Room round the cards: discs lie before the players until they are turned."""


@dataclass(frozen=True, slots=True)
class Module:
    """A camera: whole angles of view in degrees, picture in pixels (all of the sensor)."""

    name: str
    view_deg: tuple[float, float]
    size_px: tuple[int, int]


MODULES: Sequence[Module] = (
    Module("Camera Module 3", (66.0, 41.0), (4608, 2592)),
    Module("Camera Module 3 Wide", (102.0, 67.0), (4608, 2592)),
    Module("HQ Camera with 6 mm lens", (55.3, 42.9), (4056, 3040)),
    Module("Camera Module 2", (62.2, 48.8), (3280, 2464)),
    Module("USB camera, 1080 lines, 78 degrees across", (70.4, 43.3), (1920, 1080)),
)
"""Angles and sizes from the makers' data sheets."""


@dataclass(frozen=True, slots=True)
class Mounted:
    """What a module sees from `height_mm` above the table, straight down."""

    module: Module
    height_mm: float

    @property
    def field_mm(self) -> tuple[float, float]:
        """Width and height of the part of the table in the picture."""
        wide, high = (
            2 * self.height_mm * math.tan(math.radians(angle) / 2) for angle in self.module.view_deg
        )
        return wide, high

    @property
    def px_per_mm(self) -> float:
        return min(px / mm for px, mm in zip(self.module.size_px, self.field_mm, strict=True))

    @property
    def cards(self) -> int:
        """How many cards with plates fit, with room for discs all round; at most as many as a match has."""
        deep = CARD_MM[1] + PLATE_CARD_GAP_MM + PLATE_MM[1]
        wide, high = (
            int(max(0.0, field - 2 * _EDGE_MM + _BETWEEN_MM) // (each + _BETWEEN_MM))
            for field, each in zip(self.field_mm, (PLATE_MM[0], deep), strict=True)
        )
        return min(MOST, wide * high)

    def px_per_module(self, disc_mm: float) -> float:
        """Pixels along one little square of the tag on a disc's face."""
        return self.px_per_mm * tag_side_mm(Face(1, 1), disc_mm) / TAG_MODULES

    def recommended(self, disc_mm: float) -> bool:
        comfortable = self.px_per_module(disc_mm) >= COMFORT * LEAST_PX_PER_MODULE
        return comfortable and self.cards >= CARDS_WANTED


def table(
    modules: Iterable[Module] = MODULES,
    heights_cm: Sequence[float] = HEIGHTS_CM,
    discs_mm: Sequence[float] = DISCS_MM,
) -> str:
    """Markdown: bold where recommended, in brackets where too small to be read."""
    titles = ["height", "sees (mm)", "cards", *(f"{disc:g} mm discs" for disc in discs_mm)]
    lines = []
    for module in modules:
        lines += [f"### {module.name}", "", f"| {' | '.join(titles)} |", "|---" * len(titles) + "|"]
        for height in heights_cm:
            mounted = Mounted(module, height * 10)
            wide, high = mounted.field_mm
            sizes = [_shown(mounted, disc) for disc in discs_mm]
            cells = [f"{height:g} cm", f"{wide:.0f} x {high:.0f}", str(mounted.cards), *sizes]
            lines.append(f"| {' | '.join(cells)} |")
        lines.append("")
    return "\n".join(lines)


def _shown(mounted: Mounted, disc_mm: float) -> str:
    size = mounted.px_per_module(disc_mm)
    if size < LEAST_PX_PER_MODULE:
        return f"({size:.1f})"
    return f"**{size:.1f}**" if mounted.recommended(disc_mm) else f"{size:.1f}"
