"""Small signs drawn by code, since fonts lack them: a name and a size in pixels -> a white picture.

White takes any colour on screen. The signs say what a colour alone must not say.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from math import cos, pi, sin

from PIL import Image, ImageDraw

Point = tuple[float, float]
_OVER = 4
_WHITE = (255, 255, 255, 255)
_HOLE = (255, 255, 255, 0)


class _Pen:
    """A canvas from 0 to 100, both ways."""

    def __init__(self, size: int) -> None:
        self.k = size * _OVER / 100
        self.image = Image.new("RGBA", (size * _OVER, size * _OVER), _HOLE)
        self._draw = ImageDraw.Draw(self.image)

    def line(self, *points: Point, width: float = 12, hole: bool = False) -> None:
        scaled = [(x * self.k, y * self.k) for x, y in points]
        fill = _HOLE if hole else _WHITE
        self._draw.line(scaled, fill=fill, width=round(width * self.k), joint="curve")
        for x, y in (points[0], points[-1]):
            self.dot(x, y, width / 2, hole)

    def dot(self, x: float, y: float, radius: float, hole: bool = False) -> None:
        box = tuple(n * self.k for n in (x - radius, y - radius, x + radius, y + radius))
        self._draw.ellipse(box, fill=_HOLE if hole else _WHITE)

    def shape(self, *points: Point) -> None:
        self._draw.polygon([(x * self.k, y * self.k) for x, y in points], fill=_WHITE)

    def arc(self, at: Point, radius: float, start: float, end: float, width: float = 12) -> None:
        """Angles in turns, clockwise from the right."""
        x, y = at
        steps = [start + (end - start) * k / 40 for k in range(41)]
        points = [(x + radius * cos(2 * pi * t), y + radius * sin(2 * pi * t)) for t in steps]
        self.line(*points, width=width)


def _sure(pen: _Pen) -> None:
    pen.line((16, 54), (40, 78), (84, 24), width=15)


def _ask(pen: _Pen) -> None:
    pen.arc((50, 32), 21, -0.5, 0.2, 13)
    pen.line((56, 52), (50, 58), (50, 68), width=13)
    pen.dot(50, 88, 8)


def _conflict(pen: _Pen) -> None:
    pen.line((12, 84), (50, 16), (88, 84), (12, 84), width=10)
    pen.line((50, 42), (50, 58), width=10)
    pen.dot(50, 72, 5.5)


def _missing(pen: _Pen) -> None:
    for k in range(8):
        pen.arc((50, 50), 36, k / 8, k / 8 + 0.055, 11)


def _hand(pen: _Pen) -> None:
    pen.shape((20, 66), (66, 18), (84, 36), (37, 82), (14, 88))
    pen.line((62, 20), (82, 40), width=6)


def _undo(pen: _Pen) -> None:
    pen.arc((54, 56), 28, -0.5, 0.3, 12)
    pen.shape((6, 54), (46, 54), (26, 82))


def _redo(pen: _Pen) -> None:
    pen.arc((46, 56), 28, 0.0, -0.8, 12)
    pen.shape((94, 54), (54, 54), (74, 82))


def _next(pen: _Pen) -> None:
    pen.line((14, 50), (74, 50), width=14)
    pen.line((52, 22), (82, 50), (52, 78), width=14)


def _close(pen: _Pen) -> None:
    pen.line((22, 22), (78, 78), width=13)
    pen.line((78, 22), (22, 78), width=13)


def _add(pen: _Pen) -> None:
    pen.line((50, 16), (50, 84), width=14)
    pen.line((16, 50), (84, 50), width=14)


def _menu(pen: _Pen) -> None:
    for y in (24, 50, 76):
        pen.line((16, y), (84, y), width=13)


def _letters(pen: _Pen) -> None:
    """A large and a small letter."""
    pen.line((8, 84), (34, 16), (60, 84), width=11)
    pen.line((19, 60), (49, 60), width=10)
    pen.line((66, 84), (80, 46), (94, 84), width=9)
    pen.line((72, 71), (88, 71), width=8)


def _still(pen: _Pen) -> None:
    for x in (32, 68):
        pen.line((x, 22), (x, 78), width=18)


def _voice(pen: _Pen) -> None:
    pen.shape((8, 16), (92, 16), (92, 66), (46, 66), (24, 90), (24, 66), (8, 66))
    for y in (32, 50):
        pen.line((26, y), (74, y), width=7, hole=True)


def _book(pen: _Pen) -> None:
    pen.line((20, 12), (80, 12), (80, 88), (20, 88), (20, 12), width=9)
    for y in (34, 50, 66):
        pen.line((36, y), (64, y), width=8)


def _halfspace(pen: _Pen) -> None:
    """The sign of a space, narrower."""
    pen.line((30, 44), (30, 72), (70, 72), (70, 44), width=10)


def _moon(pen: _Pen) -> None:
    pen.dot(48, 50, 38)
    pen.dot(66, 40, 32, hole=True)


def _disc(pen: _Pen) -> None:
    pen.dot(50, 50, 42)
    pen.dot(50, 50, 31, hole=True)
    pen.dot(50, 50, 17)


def _crown(pen: _Pen) -> None:
    pen.shape((10, 84), (6, 30), (30, 52), (50, 14), (70, 52), (94, 30), (90, 84))
    for x, y in ((6, 28), (50, 13), (94, 28)):
        pen.dot(x, y, 7)


def _backspace(pen: _Pen) -> None:
    pen.line((34, 22), (90, 22), (90, 78), (34, 78), (8, 50), (34, 22), width=9)
    pen.line((48, 38), (72, 62), width=9)
    pen.line((72, 38), (48, 62), width=9)


def _globe(pen: _Pen) -> None:
    pen.arc((50, 50), 38, 0, 1, 8)
    pen.line((12, 50), (88, 50), width=7)
    for side in (-1, 1):
        pen.line(*((50 + side * 18 * sin(pi * k / 20), 12 + 76 * k / 20) for k in range(21)), width=7)


def _shift(pen: _Pen) -> None:
    pen.shape((50, 10), (90, 52), (66, 52), (66, 88), (34, 88), (34, 52), (10, 52))


def _gear(pen: _Pen) -> None:
    for k in range(8):
        a = 2 * pi * k / 8
        pen.line((50 + 24 * cos(a), 50 + 24 * sin(a)), (50 + 38 * cos(a), 50 + 38 * sin(a)), width=15)
    pen.dot(50, 50, 30)
    pen.dot(50, 50, 13, hole=True)


def _camera(pen: _Pen) -> None:
    pen.shape((34, 30), (40, 16), (60, 16), (66, 30))
    pen.shape((8, 28), (92, 28), (92, 82), (8, 82))
    pen.dot(50, 54, 22, hole=True)
    pen.dot(50, 54, 13)


def _phone(pen: _Pen) -> None:
    pen.line((32, 14), (68, 14), (68, 86), (32, 86), (32, 14), width=9)
    pen.dot(50, 75, 5)


def _replay(pen: _Pen) -> None:
    pen.shape((26, 12), (86, 50), (26, 88))


def _sun(pen: _Pen) -> None:
    pen.dot(50, 50, 21)
    for k in range(8):
        a = 2 * pi * k / 8
        pen.line((50 + 32 * cos(a), 50 + 32 * sin(a)), (50 + 42 * cos(a), 50 + 42 * sin(a)), width=9)


def _sound(pen: _Pen) -> None:
    pen.shape((10, 38), (28, 38), (50, 18), (50, 82), (28, 62), (10, 62))
    pen.arc((50, 50), 18, -0.14, 0.14, 8)
    pen.arc((50, 50), 34, -0.14, 0.14, 8)


ICONS: dict[str, Callable[[_Pen], None]] = {
    "sure": _sure,
    "ask": _ask,
    "conflict": _conflict,
    "missing": _missing,
    "hand": _hand,
    "undo": _undo,
    "redo": _redo,
    "next": _next,
    "close": _close,
    "add": _add,
    "menu": _menu,
    "letters": _letters,
    "still": _still,
    "voice": _voice,
    "book": _book,
    "halfspace": _halfspace,
    "moon": _moon,
    "disc": _disc,
    "crown": _crown,
    "backspace": _backspace,
    "globe": _globe,
    "shift": _shift,
    "gear": _gear,
    "sun": _sun,
    "sound": _sound,
    "camera": _camera,
    "phone": _phone,
    "replay": _replay,
}

FOLLOW_READING = frozenset({"next", "undo", "redo", "backspace"})
"""Signs that point along the text."""


@lru_cache(maxsize=128)
def icon(name: str, size: int) -> Image.Image:
    """The sign `name` as white on nothing, `size` pixels square."""
    pen = _Pen(max(4, size))
    ICONS[name](pen)
    return pen.image.resize((max(4, size), max(4, size)), Image.Resampling.LANCZOS)
