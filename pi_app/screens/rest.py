"""What happens at the table goes in; how bright the display is comes out. A dark display only wakes.

Nobody has touched or changed anything for a while: the display rests. In a match it stays readable. The
touch, key or press that wakes it does nothing else; whatever changes at the table wakes it too.
"""

from __future__ import annotations

from typing import Any, Protocol

from kivy.clock import Clock

from hardware.ports import Backlight, Button
from pi_app.game.pieces import Phase
from pi_app.session.views import Table

READABLE, NIGHT = 0.35, 0.06
"""Share of the usual brightness: while a match is on, and when nobody plays."""
_NOBODY_PLAYS = frozenset({Phase.LOBBY, Phase.OVER})


class NoBacklight:
    """A display whose lamp cannot be set."""

    def show(self, _share: float) -> bool:
        return False


class _Desk(Protocol):
    stage: Any
    table: Table
    wishes: Any


class Rest:
    """Call `look` many times a second, `stir` for whatever happens."""

    def __init__(self, desk: _Desk, lamp: Backlight | None = None) -> None:
        self._desk, self._lamp = desk, lamp or NoBacklight()
        self._stirred_at = Clock.get_time()
        self.resting = False
        self._lamp.show(1.0)  # It may have been left dim by a power cut.

    def look(self) -> None:
        """Dim the display when nothing has happened for as long as the settings say."""
        minutes = self._desk.wishes.settings.rest_after
        if self._looked_at():
            self._stirred_at = Clock.get_time()
        elif not self.resting and minutes and Clock.get_time() - self._stirred_at >= 60 * minutes:
            self.resting = True
            self._shine(NIGHT if self._desk.table.view().phase in _NOBODY_PLAYS else READABLE)
            self._desk.table.listen(self._pressed)

    def stir(self) -> bool:
        """Light again. True: it was dark, so that what stirred it must do nothing else."""
        self._stirred_at = Clock.get_time()
        if not self.resting:
            return False
        self.resting = False
        self._desk.table.listen(None)
        self._shine(1.0)
        self._desk.stage.unsettle()
        return True

    def _pressed(self, _button: Button) -> None:
        self.stir()

    def _looked_at(self) -> bool:
        """Something on the display goes on without a touch: a picture, a step of setting up."""
        sheet = self._desk.stage.sheet
        return sheet is not None and sheet.watched

    def _shine(self, share: float) -> None:
        """Where the lamp cannot be set, a curtain over the picture does."""
        set_lamp = self._lamp.show(share)
        self._desk.stage.curtain = 0.0 if set_lamp else 1.0 - share
