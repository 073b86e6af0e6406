"""A share of full brightness goes in; the lamp behind the Pi's own display is set, where it may be.

Rule: what cannot be set is said by the answer, never by an error: the picture itself is then dimmed.
"""

from __future__ import annotations

from pathlib import Path

FOLDER = Path("/sys/class/backlight")
_LEAST = 1
"""Never quite off: whoever comes back must see where the display is."""


class PiBacklight:
    """Implements `ports.Backlight`. The brightness that a person had set comes back with 1.0."""

    def __init__(self, folder: Path = FOLDER) -> None:
        self._lamps = sorted(folder.glob("*/brightness"))
        self._usual: dict[Path, int] = {}

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
