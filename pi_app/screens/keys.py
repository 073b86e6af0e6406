"""A real keyboard: Enter, Space, N are NEXT; U and Backspace are UNDO; an open sheet comes first.

A held key counts once.
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


class Keys:
    """Bind `down` and `up` to the window."""

    def __init__(self, desk: _Desk) -> None:
        self._desk = desk
        self._held: dict[int, float] = {}

    def down(self, _window: Any, key: int, _scan: int, letter: str | None, modifiers: list[str]) -> bool:
        """True: used."""
        now = Clock.get_time()
        held = now - self._held.get(key, -9.0) < HELD_S
        self._held[key] = now
        name = _NAMES.get(key) or (letter or "").lower()
        sheet = self._desk.stage.sheet
        if sheet is not None:
            return bool(sheet.key(name, letter or ""))
        button = _BUTTONS.get(name)
        if button is None:
            return False
        if not held and not {"ctrl", "alt", "meta"} & set(modifiers) and self._desk.stage.settled():
            self._desk.press(button)
        return True

    def up(self, _window: Any, key: int, *_: Any) -> bool:
        self._held.pop(key, None)
        return False
