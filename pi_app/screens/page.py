"""What a screen is and what it may ask of the app; each phase has one page. `SHEETS` lie over a page."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol, Self

from kivy.properties import BooleanProperty

from hardware.ports import Button
from pi_app.game.moves import Move
from pi_app.screens.tiles import Box, Layer, load_kv
from pi_app.screens.wishes import Wishes
from pi_app.session.views import Answer, PlayerView, Table, View
from pi_app.words import Words

Opens = Callable[[], object]


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

    def confirm(self, move: Move, says: str, before: Opens | None = None) -> None:
        """Show what the move would change; ask for it when a person says yes. `says`: what it is;
        `before`: opens the sheet that a no leads back to.
        """

    def wish(self, **fields: Any) -> None:
        """Other settings, from now on and kept."""

    def hop(self) -> None:
        """The sound of one hop, now."""

    def stir(self) -> bool:
        """Somebody is here. True: the display was dark, and what woke it must do nothing else."""

    def open(self, sheet: Sheet) -> None:
        """Lay a sheet over the page; one at a time."""

    def close_sheet(self) -> None: ...

    def open_menu(self) -> None:
        """What is seldom needed."""

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
    """A panel over a shaded page, with a title, a sign to close it, and one to go back where it was opened
    from another sheet. Fill `self.ids.body`.

    watched: people look at it without touching; the display does not rest meanwhile.
    """

    watched = False
    returns = BooleanProperty(False)

    def __init__(self, desk: Desk, title: str, **given: Any) -> None:
        self.desk = desk
        self.before: Opens | None = None
        self._keeps = False
        super().__init__(**given)
        self.ids.title.words = title

    def comes_from(self, before: Opens | None, keeps: bool = False) -> Self:
        """`before`: opens the sheet that this one was opened from. keeps: closing leads there too, since
        it holds what would else be lost.
        """
        self.before, self.returns, self._keeps = before, before is not None, keeps
        return self

    def back(self) -> None:
        """To the sheet before, or to the page."""
        self.desk.close_sheet()
        if self.before is not None:
            self.before()

    def leave(self) -> None:
        """To the page, unless something would be lost."""
        if self._keeps:
            self.back()
        else:
            self.desk.close_sheet()

    def follow(self, view: View) -> None:
        """The table has a newer view while the sheet is open."""

    def step(self, seconds: float) -> None:
        """A frame has passed."""

    def closed(self) -> None:
        """The sheet is gone from the display."""

    def key(self, name: str, letter: str) -> bool:  # noqa: ARG002 - for sheets that type
        """A key of a real keyboard while the sheet is open. True: used."""
        if name == "escape":
            self.leave()
        return name == "escape"

    def on_touch_down(self, touch: Any) -> bool:
        """Nothing below a sheet is tapped; outside its panel closes it."""
        if not super().on_touch_down(touch) and not self.ids.panel.collide_point(*touch.pos):
            self.leave()
        return True


load_kv(__file__)
