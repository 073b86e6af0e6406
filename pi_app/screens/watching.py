"""A sheet that shows what the camera sees: the camera looks closer while it is open, and no longer."""

from __future__ import annotations

from pi_app.screens.page import Sheet

_LOOK_S = 0.15


class WatchingSheet(Sheet):
    """Call `begin` once it is filled; `look` then shows the newest look, again and again."""

    watched = True
    _since = 0.0

    def begin(self) -> None:
        self.desk.table.look_closer(True)
        self.look()

    def look(self) -> None:
        raise NotImplementedError

    def step(self, seconds: float) -> None:
        self._since += seconds
        if self._since >= _LOOK_S:
            self._since = 0.0
            self.look()

    def closed(self) -> None:
        self.desk.table.look_closer(False)
