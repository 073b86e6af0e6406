"""A share of full brightness goes in; the lamp behind the Pi's own display is set, where it may be.

Rule: what cannot be set is said by the answer, never by an error: the picture itself is then dimmed.
"""

from __future__ import annotations

from pathlib import Path

FOLDER = Path("/sys/class/backlight")
_LEAST = 1
"""Never quite off: whoever comes back must see where the display is."""
_LEFT_DIM, _READABLE = 0.12, 0.6
"""Shares of the most a lamp can give: found so dim, it was cut off while it rested, and is made readable."""


class PiBacklight:
    """Implements `ports.Backlight`. The brightness that a person had set comes back with 1.0."""

    def __init__(self, folder: Path = FOLDER) -> None:
        self._lamps = sorted(folder.glob("*/brightness"))
        self._usual = {lamp: found for lamp in self._lamps if (found := _left_dim(lamp)) is not None}

    def show(self, share: float) -> bool:
        return bool([lamp for lamp in self._lamps if self._set(lamp, share)])

    def _set(self, lamp: Path, share: float) -> bool:
        try:
            if share >= 1.0:
                usual = self._usual.pop(lamp, None)
                if usual is not None:
                    lamp.write_text(str(usual))
                return True
            usual = self._usual.setdefault(lamp, int(lamp.read_text()))
            lamp.write_text(str(max(_LEAST, round(usual * share))))
        except (OSError, ValueError):
            return False
        return True


def _left_dim(lamp: Path) -> int | None:
    """What to set where the lamp was left dimmed by a power cut; None where it was not, or cannot be told."""
    try:
        most = int(lamp.with_name("max_brightness").read_text())
        return round(most * _READABLE) if int(lamp.read_text()) <= most * _LEFT_DIM else None
    except (OSError, ValueError):
        return None
