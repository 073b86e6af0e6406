"""An on-screen keyboard with a layout for each language: letters, `backspace` and `enter` come out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from pi_app.screens.page import Desk
from pi_app.screens.tiles import Card, Tile, load_kv

LAYOUTS: dict[str, tuple[str, ...]] = {
    "en": ("qwertyuiop", "asdfghjkl", "zxcvbnm-'"),
    "ru": ("йцукенгшщзхъ", "фывапролджэ", "ячсмитьбюё"),
    "et": ("qwertyuiopüõ", "asdfghjklöä", "zxcvbnmšž-"),
    "fa": ("ضصثقفغعهخحجچ", "شسیبلاتنمکگ", "ظطزرذدپوءئژآ"),
    "da": ("qwertyuiopå", "asdfghjklæø", "zxcvbnm-'"),
}


MOST_UPRIGHT = 10
"""Keys beside each other on an upright display: with more of them a finger hits two."""


JOINED = {"fa": "\u200c"}
"""Without capitals, that key is for what parts two letters inside of a word."""


def rows_of(language: str, wide: bool) -> tuple[str, ...]:
    """The rows of letters; on an upright display what is too much for a row stands in one more."""
    rows = LAYOUTS[language]
    if wide or max(map(len, rows)) <= MOST_UPRIGHT:
        return rows
    more = "".join(row[MOST_UPRIGHT:] for row in rows)
    return (*(row[:MOST_UPRIGHT] for row in rows), more)


class Field(Card):
    """What has been typed so far. `selected`: the next letter replaces all of it."""

    words = StringProperty("")
    typing = BooleanProperty(False)
    selected = BooleanProperty(False)


class KeyTile(Tile):
    """One key: a letter or a sign."""

    letter = StringProperty("")
    sign = StringProperty("")


class Keyboard(BoxLayout):
    """Starts with a capital, as names do; a sign changes the language."""

    def __init__(self, desk: Desk, typed: Callable[[str], None], **given: Any) -> None:
        super().__init__(orientation="vertical", spacing=0.1 * desk.u, **given)
        self._desk, self._typed = desk, typed
        self._language, self._capital = desk.words.language, True
        self._letters: list[tuple[KeyTile, str]] = []
        self._build()

    def _build(self) -> None:
        self.clear_widgets()
        self._letters = []
        rows = rows_of(self._language, self._desk.wide)
        for letters in rows:
            self.add_widget(self._row(letters, max(map(len, rows))))
        self._set_case()
        last = BoxLayout(spacing=0.08 * self._desk.u)
        if self._language in JOINED:
            last.add_widget(self._key("", lambda: self._type(JOINED[self._language]), sign="halfspace"))
        else:
            last.add_widget(self._key("", self._shift, sign="shift"))
        last.add_widget(self._key("", self._turn, sign="globe"))
        last.add_widget(self._key(" ", lambda: self._type(" "), wide=5.0))
        last.add_widget(self._key("", lambda: self._type("backspace"), sign="backspace", wide=1.5))
        last.add_widget(self._key("", lambda: self._type("enter"), sign="sure", wide=2.0))
        self.add_widget(last)

    def _row(self, letters: str, longest: int) -> BoxLayout:
        """In a short row keys are no wider than half as much again, in the middle."""
        row = BoxLayout(spacing=0.08 * self._desk.u)
        beside = (longest / 1.5 - len(letters)) / 2
        edges = [Widget(size_hint_x=beside) for _ in range(2)] if beside > 0 else []
        for edge in edges[:1]:
            row.add_widget(edge)
        for letter in letters:
            key = KeyTile(letter=letter)
            key.bind(on_release=lambda pressed: self._type(pressed.letter))
            self._letters.append((key, letter))
            row.add_widget(key)
        for edge in edges[1:]:
            row.add_widget(edge)
        return row

    def _key(self, letter: str, act: Callable[[], None], sign: str = "", wide: float = 1.0) -> KeyTile:
        key = KeyTile(letter=letter, sign=sign, size_hint_x=wide)
        key.bind(on_release=lambda _: act())
        return key

    def _type(self, letter: str) -> None:
        self._typed(letter)
        if self._capital and len(letter) == 1:
            self._capital = letter in " -"
            self._set_case()

    def _shift(self) -> None:
        self._capital = not self._capital
        self._set_case()

    def _set_case(self) -> None:
        """The same keys with other letters: forty new tiles would take a Pi too long."""
        for key, letter in self._letters:
            key.letter = letter.upper() if self._capital else letter

    def _turn(self) -> None:
        names = list(LAYOUTS)
        self._language = names[(names.index(self._language) + 1) % len(names)]
        self._build()


load_kv(__file__)
