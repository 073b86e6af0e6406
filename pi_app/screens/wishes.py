"""The settings a person changes on the display: the settings in use go in, changed ones are saved at once.

A file that cannot be written changes nothing for this evening's play: the wish holds until the end.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from pi_app.settings import Settings


def _nowhere(_settings: Settings) -> None:
    """Settings that are kept for this evening only."""


class Wishes:
    """`save` writes the settings and may raise OSError. `saved`: the last change is on the disk."""

    def __init__(self, settings: Settings, save: Callable[[Settings], None] = _nowhere) -> None:
        self.settings, self.saved = settings, True
        self._save = save

    def change(self, **fields: Any) -> None:
        """Other values for these fields of `Settings`."""
        self.settings = msgspec.structs.replace(self.settings, **fields)
        try:
            self._save(self.settings)
            self.saved = True
        except OSError:
            self.saved = False
