"""What a move would change, shown before anybody says yes: a move goes in, and only "yes" asks for it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from kivy.properties import BooleanProperty, ColorProperty, NumericProperty, StringProperty

from pi_app.game.foresee import Foreseen, ScoreChange
from pi_app.game.moves import Move
from pi_app.game.pieces import PlayerId
from pi_app.screens import theme
from pi_app.screens.ground import Ground
from pi_app.screens.page import Desk, Sheet
from pi_app.screens.rabbit_art import Mood
from pi_app.screens.tiles import Box, Card, Rabbit, TileGrid, load_kv
from pi_app.session.views import Answer, PlayerView, View
from pi_app.words import Words

FEW = 3
"""So many rows stand below each other, as wide as they like."""


class ChangeRow(Card):
    """One player's score before and after; `colour` of the new one: more, fewer, or as many points."""

    name = StringProperty("")
    stickers = NumericProperty(0)
    before = StringProperty("")
    after = StringProperty("")
    place = StringProperty("")
    colour = ColorProperty(theme.CREAM)


class YesNo(Box):
    """The two answers. `can`: there is something to say yes to."""

    no_words = StringProperty("")
    yes_words = StringProperty("")
    can = BooleanProperty(True)

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        super().__init__()


class ConfirmSheet(Sheet):
    """`says`: in one sentence what the move is. A move that would be refused says why instead."""

    def __init__(self, desk: Desk, view: View, move: Move, says: str) -> None:
        words = desk.words
        self._move = move
        seen = desk.table.what_if(move)
        self.foreseen = seen if isinstance(seen, Foreseen) else None
        super().__init__(desk, says if self.foreseen else words.text("That is not possible now."))
        self.lines = tuple(told(words, view, self.foreseen)) if self.foreseen else _refusals(words, seen)
        body = self.ids.body
        body.orientation = "vertical"
        for line in self.lines:
            body.add_widget(ConfirmLine(words=line))
        changes = len(self.foreseen.scores) if self.foreseen else 0
        columns = 2 if desk.wide and changes > FEW else 1
        grid = TileGrid(
            shape=6.0, widest=7.4 if columns > 1 else 10, tallest=1.1, gap=0.1, most_columns=columns
        )
        players = {p.id: p for p in view.players}
        for change in self.foreseen.scores if self.foreseen else ():
            grid.add_widget(change_row(words, change, players))
        winners = self.foreseen.winners_after if self.foreseen and not changes else ()
        body.add_widget(_winners([players[p] for p in winners if p in players]) if winners else grid)
        answers = YesNo(self)
        answers.no_words = words.text("Leave it as it is")
        answers.yes_words, answers.can = words.text("Yes, do this"), self.foreseen is not None
        body.add_widget(answers)
        self.answers = answers

    def yes(self) -> None:
        """The move is asked for on the view that was shown."""
        self.desk.close_sheet()
        self.desk.ask(self._move)

    def key(self, name: str, letter: str) -> bool:
        if name == "enter" and self.answers.can:
            self.yes()
            return True
        return super().key(name, letter)


class ConfirmLine(Card):
    """One sentence of what else would change."""

    words = StringProperty("")


def _winners(winners: Sequence[PlayerView]) -> Ground:
    """Where no points change, who would have won is all there is to see."""
    ground = Ground()
    for player in winners:
        ground.add_widget(Rabbit(stickers=player.stickers, mood=Mood.GLAD.value))
    return ground


def change_row(words: Words, change: ScoreChange, players: Mapping[PlayerId, PlayerView]) -> ChangeRow:
    """`14 → 15`, and the place where that changes too."""
    who = players.get(change.player)
    row = ChangeRow(name=who.shown if who else words.text("new"), stickers=who.stickers if who else 0)
    row.before = words.number(change.before) if change.before is not None else "–"
    row.after = words.number(change.after) if change.after is not None else "–"
    more = (change.after or 0) - (change.before or 0)
    row.colour = theme.LEAF if more > 0 else theme.ROSE if more < 0 else theme.CREAM
    if change.rank_before != change.rank_after and change.rank_after is not None:
        row.place = words.text("place {n}", n=change.rank_after)
    return row


def told(words: Words, view: View, seen: Foreseen) -> Iterator[str]:
    """What the numbers alone do not say."""
    names = {p.id: p.shown for p in view.players}
    if seen.rounds:
        numbers = words.listed(words.number(n) for n in seen.rounds)
        yield words.text("Counted again: round {rounds}.", rounds=numbers)
    if seen.reopens:
        yield words.text("The match would go on.")
    if seen.winners_after != seen.winners_before and seen.winners_after:
        winners = words.listed(names.get(p, "?") for p in seen.winners_after)
        yield words.text("Would win: {players}.", players=winners)
    if not seen.scores:
        yield words.text("Nobody's points change.")


def _refusals(words: Words, answer: Foreseen | Answer) -> tuple[str, ...]:
    problems = answer.problems if isinstance(answer, Answer) else ()
    return tuple(p.text for p in problems) or (words.text("That is not possible now."),)


load_kv(__file__)
