"""A line of text in any of our languages goes in; the ink of it comes out, its letters joined.

The fonts built into every reader of PDFs have the letters of Western Europe only; any other line is drawn
as a picture, as fine as the stickers are.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from PIL import Image, ImageDraw, ImageFont, features

DPI = 600
_POINTS_PER_INCH = 72


@dataclass(frozen=True, slots=True)
class Lettering:
    """Font files of the two weights, and which way the language is read."""

    regular: Path
    bold: Path
    right_to_left: bool = False

    @property
    def can_join(self) -> bool:
        """Whether letters that join do: it needs FriBiDi from the system."""
        return not self.right_to_left or bool(features.check("raqm") and features.check("fribidi"))

    def width(self, text: str, points: float, bold: bool = False) -> float:
        """In points."""
        font, ways = self._font(points, bold)
        return float(font.getlength(text, **ways)) * _POINTS_PER_INCH / DPI

    def ink(self, text: str, points: float, bold: bool = False) -> tuple[Image.Image, float]:
        """Black on white, as wide as the text, and how far its lower edge is below the line, in points."""
        font, ways = self._font(points, bold)
        ascent, descent = font.getmetrics()
        picture = Image.new("L", (max(1, round(font.getlength(text, **ways))), ascent + descent), 255)
        ImageDraw.Draw(picture).text((0, ascent), text, fill=0, font=font, anchor="ls", **ways)
        return picture, descent * _POINTS_PER_INCH / DPI

    def _font(self, points: float, bold: bool) -> tuple[Any, dict[str, Any]]:
        ways: dict[str, Any] = (
            {"direction": "rtl" if self.right_to_left else "ltr"} if features.check("raqm") else {}
        )
        return _truetype(self.bold if bold else self.regular, round(points * DPI / _POINTS_PER_INCH)), ways


@lru_cache(maxsize=16)
def _truetype(file: Path, size: int) -> Any:
    return ImageFont.truetype(str(file), size)


def is_western(text: str) -> bool:
    """Whether the built-in fonts have all of it."""
    try:
        text.encode("cp1252")
    except UnicodeEncodeError:
        return False
    return True
