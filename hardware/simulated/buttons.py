"""Buttons without pins: `press` stands for a finger."""

from __future__ import annotations

from collections.abc import Callable

from hardware.ports import Button


class SimulatedButtons:
    """Reports each press at once, in the thread that pressed; nothing before start and after close."""

    def __init__(self) -> None:
        self._on_press: Callable[[Button], None] | None = None

    def start(self, on_press: Callable[[Button], None]) -> None:
        self._on_press = on_press

    def check(self) -> None:
        """Nothing can be wrong with buttons that are none."""

    def close(self) -> None:
        self._on_press = None

    def press(self, button: Button) -> None:
        if self._on_press is not None:
            self._on_press(button)
