"""What a screen is and what it may ask of the app; each phase has one page. `SHEETS` lie over a page."""

from __future__ import annotations

from typing import Any, Protocol

from hardware.ports import Button
from pi_app.game.moves import Move
from pi_app.screens.tiles import Box, Layer, load_kv
from pi_app.screens.wishes import Wishes
from pi_app.session.views import Answer, PlayerView, Table, View
from pi_app.words import Words


class Desk(Protocol):
    """The app as the screens know it."""

    words: Words
    u: float
    wide: bool
    table: Table
    wishes: Wishes
    calm: bool

    def refresh(self) -> None:
        """Show the table's newest view at once."""

    def ask(self, move: Move) -> None:
        """Ask the table for a move made on the view now shown; say what was refused."""

    def said(self, answer: Answer) -> None:
        """Say for a while why something was refused."""

    def confirm(self, move: Move, says: str) -> None:
        """Show what the move would change; ask for it when a person says yes. `says`: what it is."""

    def wish(self, **fields: Any) -> None:
        """Other settings, from now on and kept."""

    def hop(self) -> None:
        """The sound of one hop, now."""

    def stir(self) -> bool:
        """Somebody is here. True: the display was dark, and what woke it must do nothing else."""

    def open(self, sheet: Sheet) -> None:
        """Lay a sheet over the page; one at a time."""

    def close_sheet(self) -> None: ...

    def press(self, button: Button) -> None:
        """The same as the physical button."""


class Page(Box):
    """One phase's screen. `view` is what it shows; `arrangement` is another one when its tiles have moved."""

    arrangement: object = None

    def __init__(self, desk: Desk, **given: Any) -> None:
        self.desk = desk
        self.view: View | None = None
        super().__init__(**given)

    def show(self, view: View) -> None:
        """Show this view, whatever was shown before."""
        self.view = view

    def step(self, seconds: float) -> None:
        """A frame has passed."""

    def skip(self) -> bool:
        """A tap anywhere or NEXT: cut a running animation short. True when there was one."""
        return False

    def player(self, player: int | None) -> PlayerView | None:
        """The player of this id in the view, if any."""
        found = self.view.players if self.view else ()
        return next((one for one in found if one.id == player), None)


class Sheet(Layer):
    """A panel over a shaded page, with a title and a sign to close it. Fill `self.ids.body`.

    watched: people look at it without touching; the display does not rest meanwhile.
    """

    watched = False

    def __init__(self, desk: Desk, title: str, **given: Any) -> None:
        self.desk = desk
        super().__init__(**given)
        self.ids.title.words = title

    def follow(self, view: View) -> None:
        """The table has a newer view while the sheet is open."""

    def step(self, seconds: float) -> None:
        """A frame has passed."""

    def closed(self) -> None:
        """The sheet is gone from the display."""

    def key(self, name: str, letter: str) -> bool:  # noqa: ARG002 - for sheets that type
        """A key of a real keyboard while the sheet is open. True: used."""
        if name == "escape":
            self.desk.close_sheet()
        return name == "escape"

    def on_touch_down(self, touch: Any) -> bool:
        """Nothing below a sheet is tapped; outside its panel closes it."""
        if not super().on_touch_down(touch) and not self.ids.panel.collide_point(*touch.pos):
            self.desk.close_sheet()
        return True


load_kv(__file__)
