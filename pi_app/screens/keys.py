"""A real keyboard: Enter, Space, N are NEXT; U and Backspace are UNDO; an open sheet comes first.

A held key counts once. What is typed into a sheet comes as text where the system sends text (capitals,
accents), else as the key's own letter.
"""

from __future__ import annotations

from typing import Any, Protocol

from kivy.clock import Clock

from hardware.ports import Button

HELD_S = 1.5
"""A key whose release was lost works again after this."""
_NAMES = {13: "enter", 271: "enter", 32: "space", 8: "backspace", 27: "escape"}
_BUTTONS = {
    "enter": Button.NEXT,
    "space": Button.NEXT,
    "n": Button.NEXT,
    "u": Button.UNDO,
    "backspace": Button.UNDO,
}


class _Desk(Protocol):
    stage: Any

    def press(self, button: Button) -> None: ...

    def stir(self) -> bool: ...


class Keys:
    """Bind `down` and `up` to the window."""

    def __init__(self, desk: _Desk) -> None:
        self._desk = desk
        self._held: dict[int, float] = {}
        self._letter = ""
        self._woke = False
        self._type_soon = Clock.create_trigger(self._type_letter)

    def down(self, _window: Any, key: int, _scan: int, letter: str | None, modifiers: list[str]) -> bool:
        """True: used."""
        self._woke = self._desk.stir()
        if self._woke:
            self._held[key] = Clock.get_time()
            return True
        now = Clock.get_time()
        held = now - self._held.get(key, -9.0) < HELD_S
        self._held[key] = now
        name = _NAMES.get(key) or (letter or "").lower()
        sheet = self._desk.stage.sheet
        if sheet is not None:
            if name in _NAMES.values() and name != "space":
                return bool(sheet.key(name, ""))
            self._letter = letter or ""
            self._type_soon()
            return True
        button = _BUTTONS.get(name)
        if button is None:
            return False
        if not held and not {"ctrl", "alt", "meta"} & set(modifiers) and self._desk.stage.settled():
            self._desk.press(button)
        return True

    def text(self, _window: Any, text: str) -> bool:
        """The text a key press makes comes right after the key itself."""
        sheet = self._desk.stage.sheet
        if sheet is None or self._woke:
            return self._woke
        self._letter = ""
        sheet.key("", text)
        return True

    def _type_letter(self, *_: object) -> None:
        sheet = self._desk.stage.sheet
        if sheet is not None and self._letter:
            sheet.key("", self._letter)
        self._letter = ""

    def up(self, _window: Any, key: int, *_: Any) -> bool:
        self._held.pop(key, None)
        return False
