"""OVER: who won, shared or alone, and the whole ranking."""

from __future__ import annotations

from collections.abc import Iterator
from math import pi, sin

from kivy.properties import BooleanProperty, NumericProperty, StringProperty

from pi_app.game.moves import PlayOn
from pi_app.screens.page import Desk, Page
from pi_app.screens.race import RaceSheet
from pi_app.screens.tiles import Card, Token, in_two_columns, load_kv
from pi_app.session.sentences import verdict_text
from pi_app.session.views import PlayerView, TitleView, View
from pi_app.words import Words

MOST_TITLES = 3
MOST_NAMED = 4
CHEER_S = 12.0
HOPS_A_SECOND = 1.3
HOP_U = 0.16


class Winner(Card):
    """One winner's rabbit, glad, under a crown; `lift`: how high it hops just now, in pixels."""

    name = StringProperty("")
    stickers = NumericProperty(0)
    lift = NumericProperty(0.0)


class TitleRow(Card):
    """One title, and who earned it."""

    words = StringProperty("")


class RankRow(Card):
    """Place, rabbit, name, points."""

    place = StringProperty("")
    name = StringProperty("")
    stickers = NumericProperty(0)
    total = StringProperty("")
    won = BooleanProperty(False)
    narrow = BooleanProperty(False)


class FinishPage(Page):
    """Winners at the left, the ranking at the right."""

    verdict = StringProperty("")
    why = StringProperty("")
    play_on = StringProperty("")
    again = StringProperty("")
    crowded = BooleanProperty(False)
    party = BooleanProperty(False)

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self._cheered = 0.0
        self._made_of: object = None

    def show(self, view: View) -> None:
        super().show(view)
        words = self.desk.words
        winners = [p for p in view.players if p.id in view.winners]
        self.verdict, self.party = verdict_text([p.shown for p in winners], words), bool(winners)
        self.why = " ".join(_why(words, view))
        self.again = words.text("The race again") if view.rounds else ""
        self.play_on = words.text("Play on") if view.can_play_on else ""
        made_of = (view.players, view.winners, view.titles, view.language, self.desk.wide)
        if made_of != self._made_of:
            self._made_of = made_of
            self._fill(view, winners)

    def _fill(self, view: View, winners: list[PlayerView]) -> None:
        """Winners, titles and ranking, anew."""
        words = self.desk.words
        self.ids.titles.clear_widgets()
        for title in view.titles[:MOST_TITLES]:
            self.ids.titles.add_widget(self._title(title))
        self.ids.winners.clear_widgets()
        for player in winners:
            # Alone, the winner's name is in the sentence above; of many there is room in the list only.
            name = player.shown if 1 < len(winners) <= MOST_NAMED else ""
            self.ids.winners.add_widget(Winner(name=name, stickers=player.stickers))
        self.crowded = in_two_columns(len(view.players), self.desk.wide)
        self.ids.rows.clear_widgets()
        for player in sorted(view.players, key=lambda p: (p.rank, p.id)):
            # Who has left keeps the place of the points, but cannot have won.
            name = player.shown if player.active else f"{player.shown} – {words.text('has left')}"
            row = RankRow(name=name, stickers=player.stickers, won=player in winners)
            row.narrow = self.crowded
            row.place, row.total = words.number(player.rank), words.number(player.score)
            self.ids.rows.add_widget(row)

    def _title(self, title: TitleView) -> TitleRow:
        row = TitleRow(words=title.text)
        for player in map(self.player, title.players[:2]):
            if player is not None:
                row.ids.who.add_widget(Token(stickers=player.stickers))
        return row

    def step(self, seconds: float) -> None:
        """The winners hop for joy for a while, one after the other; on a calm table they stand."""
        self._cheered += seconds
        left = 1.0 - self._cheered / CHEER_S
        if self.desk.calm or left < -0.1:
            return
        for n, winner in enumerate(self.ids.winners.children):
            hop = abs(sin(pi * (self._cheered * HOPS_A_SECOND - n / 3)))
            winner.lift = hop * HOP_U * self.desk.u * max(0.0, min(1.0, left * 4))

    def replay(self) -> None:
        """The whole race once more."""
        if self.view is not None:
            self.desk.open(RaceSheet(self.desk, self.view))

    def go_on(self) -> None:
        self.desk.ask(PlayOn())


def _why(words: Words, view: View) -> Iterator[str]:
    """Why the match is over."""
    texts = {
        "target": words.text("The target is reached."),
        "deck": words.text("The deck is empty."),
        "turns": words.text("Everybody has told as often as you agreed."),
        "stopped": words.text("You ended the match here."),
    }
    yield from (texts[reason] for reason in view.reasons if reason in texts)
    if view.played_on:
        yield words.text("You played on after the end.")


load_kv(__file__)
