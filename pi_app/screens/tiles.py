"""What all screens are built from: panels, tiles to tap, signs, rabbits, crops, and a grid that fits its box.

A tile acts when the finger leaves it. Sizes are in U; colours come from `theme`.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kivy.clock import Clock
from kivy.lang import Builder
from kivy.properties import (
    BooleanProperty,
    ColorProperty,
    NumericProperty,
    ObjectProperty,
    StringProperty,
)
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.layout import Layout
from kivy.uix.relativelayout import RelativeLayout
from kivy.uix.widget import Widget

from pi_app.screens import paint, theme
from pi_app.screens.evens import Evens
from pi_app.screens.rabbit_art import HIGH, WIDE, Mood
from pi_app.screens.shaped_text import Text


def load_kv(python_file: str) -> None:
    """Load the .kv file beside a module, once."""
    path = Path(python_file).with_suffix(".kv")
    if str(path) not in Builder.files:
        Builder.load_file(str(path))


def in_two_columns(players: int, wide: bool) -> bool:
    """Whether so many rows one below the other could be read and tapped no more."""
    return players > (8 if wide else 6)


class Box(BoxLayout):
    """Lays children in a row or a column; a `mirrored` row begins at the right, its padding too."""

    mirrored = BooleanProperty(False)

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        self.fbind("mirrored", self._trigger_layout)

    def do_layout(self, *args: Any) -> None:
        super().do_layout(*args)
        if self.mirrored and self.orientation == "horizontal":
            for child in self.children:
                child.x = self.x + self.right - child.right


class EvenBox(Evens, Box):
    """A row or a column whose texts of a kin have letters of one size."""


class Panel(Widget):
    """A rounded sheet: `fill` inside, `line` round it, `corner` in U, `stroke` in pixels."""

    fill = ColorProperty(theme.PANEL)
    line = ColorProperty(theme.PANEL_LINE)
    corner = NumericProperty(0.22)
    stroke = NumericProperty(2)


class Card(Panel, Box):
    """A panel that lays its children in a row or a column."""


class Tile(ButtonBehavior, Panel, Box):
    """A panel to tap. `resting` is its colour when no finger is on it."""

    resting = ColorProperty(theme.PANEL)
    held = ColorProperty(theme.PANEL_LIT)


class Sign(Widget):
    """One of `icons.ICONS` in a colour, as large as its box allows, at most `most` U.

    mirrored: arrows that follow the reading direction point the other way.
    """

    name = StringProperty("")
    colour = ColorProperty(theme.CREAM)
    most = NumericProperty(2.0)
    texture = ObjectProperty(None, allownone=True)
    side = NumericProperty(1)
    mirrored = BooleanProperty(False)

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        for name in ("name", "size", "most", "mirrored"):
            self.fbind(name, self._paint)
        self._paint()

    def _paint(self, *_: object) -> None:
        self.side = int(max(4, min(self.width, self.height, self.most * theme.unit(_window_size()))))
        self.texture = paint.sign(self.name, self.side, self.mirrored) if self.name else None


class Rabbit(Widget):
    """A player's rabbit, as large as its box allows; `stickers` 0: none."""

    stickers = NumericProperty(0)
    mood = StringProperty(Mood.SIT.value)
    nightcap = BooleanProperty(False)
    faint = BooleanProperty(False)
    texture = ObjectProperty(None, allownone=True)

    def __init__(self, **given: Any) -> None:
        self._soon = Clock.create_trigger(self._paint, -1)
        super().__init__(**given)
        for name in ("stickers", "size", "mood", "nightcap"):
            self.fbind(name, self._soon)
        self._soon()

    def _paint(self, *_: object) -> None:
        wide = int(min(self.width, self.height * WIDE / HIGH))
        if not self.stickers or wide < 8:
            self.texture = None
            return
        self.texture = paint.rabbit_texture(int(self.stickers), wide, Mood(self.mood), self.nightcap)


class Thumb(Widget):
    """The crop of the very spot, square, or nothing."""

    crop = ObjectProperty(None, allownone=True)
    texture = ObjectProperty(None, allownone=True)

    def on_crop(self, *_: object) -> None:
        self.texture = paint.crop_texture(self.crop) if self.crop is not None else None


class Picture(Widget):
    """A texture in its own size, in the middle."""

    texture = ObjectProperty(None, allownone=True)


class Token(Widget):
    """A player as a small round chip: colour and number, where a rabbit would be too small to tell."""

    stickers = NumericProperty(0)
    texture = ObjectProperty(None, allownone=True)

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        self.fbind("size", self._paint)
        self.fbind("stickers", self._paint)
        self._paint()

    def _paint(self, *_: object) -> None:
        side = int(min(self.width, self.height))
        self.texture = paint.token(int(self.stickers), side) if self.stickers and side >= 8 else None


FILLED, EMPTY_PLACE = 0.5, 0.06
"""What a filled width is worth, and an empty place in the last row costs, in U of a tile's size."""


class TileGrid(Evens, Layout):
    """Children in rows and columns, as many columns as make them largest in the shape `shape` (w/h).

    widest, tallest: the most a child grows, in U; the whole block stands in the middle.
    downwards: a column is filled before the next one, as a list is read.
    """

    shape = NumericProperty(3.0)
    widest = NumericProperty(9.0)
    tallest = NumericProperty(2.2)
    gap = NumericProperty(0.15)
    u = NumericProperty(53.0)
    most_columns = NumericProperty(12)
    downwards = BooleanProperty(False)
    mirrored = BooleanProperty(False)

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        for name in (
            "children",
            "size",
            "pos",
            "shape",
            "u",
            "widest",
            "tallest",
            "most_columns",
            "mirrored",
        ):
            self.fbind(name, self._trigger_layout)

    def do_layout(self, *_: object) -> None:
        count = len(self.children)
        if not count:
            return
        gap = self.gap * self.u
        columns, wide, high = self._best(count, gap)
        rows = -(-count // columns)
        left = self.x + (self.width - columns * (wide + gap) + gap) / 2
        block = rows * (high + gap) - gap
        top = self.top - (self.height - block) / 2
        for n, child in enumerate(reversed(self.children)):
            row, column = divmod(n, rows)[::-1] if self.downwards else divmod(n, columns)
            column = columns - 1 - column if self.mirrored else column
            child.size = (int(wide), int(high))
            child.pos = (int(left + column * (wide + gap)), int(top - row * (high + gap) - high))

    def _best(self, count: int, gap: float) -> tuple[int, float, float]:
        def laid(columns: int) -> tuple[int, float, float]:
            rows = -(-count // columns)
            wide = min((self.width + gap) / columns - gap, self.widest * self.u)
            high = min((self.height + gap) / rows - gap, self.tallest * self.u)
            return columns, max(1.0, wide), max(1.0, high)

        def worth(columns: int, wide: float, high: float) -> tuple[float, int]:
            """Large tiles; almost as large ones where they fill the box's width and the last row."""
            filled = columns * (wide + gap) / (self.width + gap)
            size = min(wide / self.shape, high) / self.u
            return round(size + FILLED * filled - EMPTY_PLACE * (-count % columns), 4), columns

        fitting = map(laid, range(1, min(count, int(self.most_columns)) + 1))
        return max(fitting, key=lambda it: worth(*it))


def _window_size() -> tuple[float, float]:
    from kivy.core.window import Window  # noqa: PLC0415 - opens the window, not at import

    return (Window.width, Window.height)


class Layer(RelativeLayout):
    """A plain layer in the display's stack."""


load_kv(__file__)
__all__ = ["Text"]
