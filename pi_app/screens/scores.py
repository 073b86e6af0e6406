"""SCORES: the round's points as a story in two beats; rabbits hop; a tap skips to its end.

Afterwards a tap on a player says again why; a second one shows the rules behind it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kivy.clock import Clock
from kivy.properties import BooleanProperty, NumericProperty, StringProperty

from pi_app.game.moves import NextRound
from pi_app.game.pieces import PlayerId
from pi_app.screens.page import Desk, Page
from pi_app.screens.reasons import WhySheet, signed
from pi_app.screens.story import Line, Story, landed, told
from pi_app.screens.tiles import Tile, in_two_columns, load_kv
from pi_app.session.views import PlayerView, PointsView, View

MOST_MET = 3
"""So many are named whom a rabbit overtakes or joins."""


class ScoreTile(Tile):
    """One player's points of this round, beat by beat, and the sum so far.

    two_lines: the name above the points, where the tile is one of two columns.
    """

    name = StringProperty("")
    stickers = NumericProperty(0)
    first = StringProperty("")
    second = StringProperty("")
    total = StringProperty("")
    spoken = BooleanProperty(False)
    teller = BooleanProperty(False)
    two_lines = BooleanProperty(False)

    def __init__(self, page: ScoresPage, player: int, **given: Any) -> None:
        self.page, self.player = page, player
        super().__init__(**given)


class ScoresPage(Page):
    """Track, one sentence below it, one row a player."""

    sentence = StringProperty("")
    speaker = NumericProperty(0)
    tip = StringProperty("")
    deck_words = StringProperty("")
    crowded = BooleanProperty(False)

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self._rows: dict[int, ScoreTile] = {}
        self._points: dict[int, PointsView] = {}
        self._story = Story((), {})
        self._key: object = None
        self._began = 0.0
        self._lines_told = -1
        self._running = False
        self._at: dict[int, float] = {}
        self._asked = 0

    def show(self, view: View) -> None:
        super().show(view)
        words = self.desk.words
        self.deck_words = words.text("The deck is empty") if view.can_end_by_deck else ""
        key = (view.points, view.players, view.target)
        if key == self._key:
            return
        # Nor is it told to people who came back with UNDO: they want to mend something.
        again = self._key is not None or view.can_redo
        self._key, self._asked = key, 0
        self._points = {one.player: one for one in view.points}
        self._story = told(view.points, view.players)
        self.ids.race.show(view.players, view.target, self._story.start)
        self._make_rows([p for p in view.players if p.active or p.id in self._points])
        # A correction of the round just told is shown at once, not told again.
        # A calm table reads the points without anything moving.
        self._began = Clock.get_time() - (self._story.ends if again or self.desk.calm else 0.0)
        self._at = self._story.fields(Clock.get_time() - self._began)
        self._lines_told, self._running = -1, True
        self.step(0.0)

    def _make_rows(self, players: list[PlayerView]) -> None:
        self.ids.rows.clear_widgets()
        self._rows = {}
        self.crowded = in_two_columns(len(players), self.desk.wide)
        for player in players:
            row = ScoreTile(self, player.id, name=player.shown, stickers=player.stickers)
            row.teller, row.two_lines = player.storyteller, self.crowded
            self._rows[player.id] = row
            self.ids.rows.add_widget(row)

    def step(self, seconds: float) -> None:
        if not self._running:
            return
        now = Clock.get_time() - self._began
        at = self._story.fields(now)
        self.ids.race.move(at, seconds, self._story.glad(now))
        if landed(self._at, at):
            self.desk.hop()
        self._at = at
        so_far = self._story.told(now)
        if so_far != self._lines_told:
            self._lines_told = so_far
            self._tell(self._story.lines[:so_far])
        # One second more, for rabbits that still make room for each other.
        self._running = now < self._story.ends + 1.0
        over = now >= self._story.ends and not self._asked
        self.tip = self.desk.words.text("Tap a player: why these points?") if over else ""

    def _tell(self, lines: tuple[Line, ...]) -> None:
        words = self.desk.words
        gained = {(line.player, line.beat): line.points for line in lines}
        for player, row in self._rows.items():
            first, second = gained.get((player, 1), 0), gained.get((player, 2), 0)
            row.first, row.second = signed(words, first), signed(words, second)
            row.total = words.number(self._story.start.get(player, 0) + first + second)
        if lines:
            said = words.parted(lines[-1].said)
            self._speak(lines[-1].player, said, self._met(lines[-1]))

    def _met(self, line: Line) -> str:
        """Whom the rabbit overtakes, else whom it joins; nothing when it meets nobody."""
        words = self.desk.words
        passed, joined = map(self._named, (line.passed, line.joined))
        if passed:
            return words.text("past {players}", players=passed)
        return words.text("now beside {players}", players=joined) if joined else ""

    def _named(self, players: Sequence[PlayerId]) -> str:
        """Their names; of many the first ones and how many more."""
        words = self.desk.words
        names = [p.shown for p in map(self.player, players) if p is not None]
        if len(names) <= MOST_MET:
            return words.listed(names)
        more = len(names) - MOST_MET + 1
        rest = words.count("and {n} more", "and {n} more", more)
        return f"{words.listed(names[: MOST_MET - 1])} {rest}"

    def _speak(self, player: int, sentence: str, met: str = "") -> None:
        for one, row in self._rows.items():
            row.spoken = one == player
        who = self.player(player)
        if who is not None:
            self.speaker = who.stickers
            why = f"{sentence} – {met}" if met else sentence
            self.sentence = self.desk.words.text("{player}: {why}", player=who.shown, why=why)

    def deck_is_empty(self) -> None:
        """No camera sees the deck; what it ends is shown before it ends."""
        self.desk.confirm(NextRound(deck_empty=True), self.deck_words)

    def skip(self) -> bool:
        if Clock.get_time() - self._began >= self._story.ends:
            return False
        self._began = Clock.get_time() - self._story.ends
        self._at = self._story.fields(self._story.ends)
        self.step(1.0)
        return True

    def why(self, player: int) -> None:
        """Say all reasons of this player's points; asked again, show where each comes from."""
        points, who = self._points.get(player), self.player(player)
        if player == self._asked and points and points.reasons and who and self.view:
            self.desk.open(WhySheet(self.desk, self.view, who, points))
            return
        self._asked, self.tip = player, ""
        nothing = self.desk.words.text("no points in this round")
        self._speak(player, self.desk.words.parted(points.why) if points and points.why else nothing)

    def on_touch_down(self, touch: Any) -> bool:
        if self.collide_point(*touch.pos) and self.skip():
            return True
        return bool(super().on_touch_down(touch))


load_kv(__file__)
