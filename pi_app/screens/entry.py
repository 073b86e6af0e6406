"""Sheets that take in a text or a number: a title and a first value go in, `done` gets the result."""

from __future__ import annotations

from collections.abc import Callable

from kivy.properties import StringProperty

from pi_app.screens.keyboard import Field, Keyboard
from pi_app.screens.page import Desk, Sheet
from pi_app.screens.reasons import signed
from pi_app.screens.tiles import Box, Tile, load_kv

TEXT_MOST = 40
_STEPS = (-10, -1, 1, 10)


class TextSheet(Sheet):
    """The first letter replaces what stood there; an empty text is not taken."""

    def __init__(self, desk: Desk, title: str, text: str, done: Callable[[str], object]) -> None:
        super().__init__(desk, title)
        self.text, self._fresh, self._done = text, True, done
        self.ids.body.orientation = "vertical"
        self._field = Field(words=text, typing=True, selected=bool(text))
        self.ids.body.add_widget(self._field)
        self.ids.body.add_widget(Keyboard(desk, self.typed))

    def typed(self, letter: str) -> None:
        """A letter, `backspace` or `enter`."""
        if letter == "enter":
            self.take()
            return
        if letter == "backspace":
            self.text = self.text[:-1]
        elif len(self.text) < TEXT_MOST or self._fresh:
            self.text = letter if self._fresh else self.text + letter
        self._fresh = False
        self._field.words, self._field.selected = self.text, False

    def take(self) -> None:
        if self.text.strip():
            self.desk.close_sheet()
            self._done(self.text.strip())
            self.desk.refresh()

    def key(self, name: str, letter: str) -> bool:
        """A real keyboard types too."""
        if name in ("enter", "backspace"):
            self.typed(name)
            return True
        if letter and letter.isprintable():
            self.typed(letter)
            return True
        return super().key(name, letter)


class StepTile(Tile):
    """`+1`, `−10`, or "take it"."""

    words = StringProperty("")
    sign = StringProperty("")


class NumberSheet(Sheet):
    """A number in steps of one and ten."""

    def __init__(
        self, desk: Desk, title: str, number: int, done: Callable[[int], object], with_sign: bool = False
    ) -> None:
        super().__init__(desk, title)
        self.number, self._done, self._signed = number, done, with_sign
        self.ids.body.orientation = "vertical"
        self._field = Field(size_hint_y=1)
        self.ids.body.add_widget(self._field)
        row = Box(spacing=0.2 * desk.u)
        self.tiles: dict[int, StepTile] = {}
        for step in _STEPS:
            tile = StepTile(words=signed(desk.words, step))
            tile.bind(on_release=lambda _, step=step: self.change(step))
            self.tiles[step] = tile
            row.add_widget(tile)
        self.ids.body.add_widget(row)
        self.ok = StepTile(sign="sure", size_hint_y=0.7)
        self.ok.bind(on_release=lambda _: self.take())
        self.ids.body.add_widget(self.ok)
        self.change(0)

    def change(self, step: int) -> None:
        self.number += step
        words = self.desk.words
        plain = words.number(self.number) if self.number >= 0 and not self._signed else ""
        self._field.words = plain or signed(words, self.number) or words.number(0)

    def take(self) -> None:
        self.desk.close_sheet()
        self._done(self.number)
        self.desk.refresh()

    def key(self, name: str, letter: str) -> bool:
        if name == "enter":
            self.take()
            return True
        return super().key(name, letter)


load_kv(__file__)
