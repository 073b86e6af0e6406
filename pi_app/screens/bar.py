"""The frame round every page: a title and a hint above; UNDO, problems and NEXT below."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from typing import Any

from kivy.properties import BooleanProperty, NumericProperty, StringProperty
from kivy.uix.relativelayout import RelativeLayout

from hardware.ports import Button
from pi_app.game.moves import Redo
from pi_app.game.pieces import Phase
from pi_app.screens import theme
from pi_app.screens.page import Desk, Sheet
from pi_app.screens.tiles import Box, Card, Sign, Text, TileGrid, load_kv
from pi_app.session.views import Problem, Trust, View

_MOST_BANNERS = 2
MOST_LINES, LETTER_U = 3, 0.165
"""Of a banner; how wide one of its letters is, about."""


class TopBar(Box):
    """Where we are, what to do now, and the way to the scoreboard's address."""

    title = StringProperty("")
    hint = StringProperty("")

    def __init__(self, desk: Desk, **given: Any) -> None:
        self.desk = desk
        super().__init__(**given)


class Notice(Card):
    """One banner, as high as what it says needs."""

    words = StringProperty("")
    lines = NumericProperty(1)

    def lines_for(self, wide: float) -> int:
        """How many lines it takes in a box `wide` U across."""
        return max(1, min(MOST_LINES, ceil(len(self.words) * LETTER_U / max(1.0, wide))))


class Banners(Box):
    """Parts that are missing or back; no higher than needed, gone when all is well."""

    def show(self, texts: Sequence[str]) -> None:
        self.clear_widgets()
        for text in texts[:_MOST_BANNERS]:
            self.add_widget(Notice(words=text))


class BottomBar(RelativeLayout):
    """What the two buttons do, and what keeps NEXT from it.

    waits: NEXT would be accepted, but somebody has not voted yet: it does not call for a press.
    begun: something of what this screen asks for is there; before, what is missing is no alarm.
    """

    next_label = StringProperty("")
    ready = BooleanProperty(False)
    waits = BooleanProperty(False)
    begun = BooleanProperty(True)
    can_undo = BooleanProperty(False)
    can_redo = BooleanProperty(False)
    problem = StringProperty("")
    more = StringProperty("")
    left = NumericProperty(140)
    mirrored = BooleanProperty(False)

    def __init__(self, desk: Desk, **given: Any) -> None:
        self.desk = desk
        self._problems: tuple[str, ...] = ()
        super().__init__(**given)

    def show(self, view: View, notes: Sequence[str]) -> None:
        """`notes`: what was just refused, before the view's own problems."""
        words = self.desk.words
        self._problems = tuple(dict.fromkeys((*notes, *(problem.text for problem in view.problems))))
        self.next_label, self.ready = view.next_label, view.next_ready
        self.waits = bool(view.awaited)
        self.begun = bool(notes) or has_begun(view)
        self.can_undo, self.can_redo = view.can_undo, view.can_redo
        self.problem = self._problems[0] if self._problems else ""
        others = len(self._problems) - 1
        self.more = words.count("and {n} more", "and {n} more", others) if others > 0 else ""

    @staticmethod
    def side(x: float, wide: float, whole: float, mirrored: bool) -> float:
        """Where a part that begins at `x` begins on a table that may read from the right."""
        return whole - x - wide if mirrored else x

    def next(self) -> None:
        self.desk.press(Button.NEXT)

    def undo(self) -> None:
        self.desk.press(Button.UNDO)

    def redo(self) -> None:
        self.desk.ask(Redo())

    def open_problems(self) -> None:
        if self._problems:
            self.desk.open(Problems(self.desk, self._problems))


class Problems(Sheet):
    """Every open problem, each in its own line."""

    def __init__(self, desk: Desk, texts: Sequence[str]) -> None:
        super().__init__(desk, desk.words.text("What is still open"))
        column = TileGrid(most_columns=1, tallest=1.4, widest=15.0, gap=0.1)
        for text in texts:
            line = Card(padding=0.1 * desk.u, spacing=0.2 * desk.u)
            sign = Sign(name="conflict", colour=theme.ROSE, most=0.6, size_hint_x=None, width=0.8 * desk.u)
            line.add_widget(sign)
            line.add_widget(Text(words=text, halign="left", most=0.5, least=0.28, rows=2))
            column.add_widget(line)
        self.ids.body.add_widget(column)


def has_begun(view: View) -> bool:
    """Whether any vote, or any card's owner, of this screen is known or doubtful yet."""
    asked = {
        Phase.REVEAL: [vote.trust for vote in view.votes],
        Phase.OWNERS: [owner.trust for owner in view.owners if owner.needed],
    }.get(view.phase, [])
    return not asked or any(trust is not Trust.MISSING for trust in asked)


def problem_of(problems: Sequence[Problem], player: int | None = None, slot: int | None = None) -> str:
    """The first problem that names this player or slot, in words, or nothing."""
    fits = (p.text for p in problems if (player and p.player == player) or (slot and p.slot == slot))
    return next(fits, "")


load_kv(__file__)
