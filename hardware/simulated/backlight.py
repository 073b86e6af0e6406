"""A backlight that remembers what it was told, and may be missing as on most displays."""

from __future__ import annotations


class SimulatedBacklight:
    """Implements `ports.Backlight`. `there` False: nothing can be dimmed."""

    def __init__(self, there: bool = True) -> None:
        self.there = there
        self.shown: list[float] = []

    def show(self, share: float) -> bool:
        self.shown.append(share)
        return self.there
