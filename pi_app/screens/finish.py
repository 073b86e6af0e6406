"""OVER: who won, shared or alone, and the whole ranking."""

from __future__ import annotations

from kivy.properties import BooleanProperty, NumericProperty, StringProperty

from pi_app.screens.page import Page
from pi_app.screens.tiles import Card, load_kv
from pi_app.session.views import PlayerView, View
from pi_app.words import Words


class Winner(Card):
    """One winner's rabbit, glad, under a crown."""

    name = StringProperty("")
    stickers = NumericProperty(0)


class RankRow(Card):
    """Place, rabbit, name, points."""

    place = StringProperty("")
    name = StringProperty("")
    stickers = NumericProperty(0)
    total = StringProperty("")
    won = BooleanProperty(False)


def verdict(words: Words, winners: list[PlayerView]) -> str:
    """Who won, in a sentence."""
    if not winners:
        return words.text("Nobody has won this time.")
    if len(winners) == 1:
        return words.text("{player} wins!", player=winners[0].name)
    return words.count("{n} rabbit wins!", "{n} rabbits share the victory!", len(winners))


class FinishPage(Page):
    """Winners at the left, the ranking at the right."""

    verdict = StringProperty("")

    def show(self, view: View) -> None:
        super().show(view)
        words = self.desk.words
        winners = [p for p in view.players if p.id in view.winners]
        self.verdict = verdict(words, winners)
        self.ids.winners.clear_widgets()
        for player in winners:
            self.ids.winners.add_widget(Winner(name=player.name, stickers=player.stickers))
        self.ids.rows.clear_widgets()
        for player in sorted(view.players, key=lambda p: (p.rank, p.id)):
            row = RankRow(name=player.name, stickers=player.stickers, won=player in winners)
            row.place, row.total = words.number(player.rank), words.number(player.score)
            self.ids.rows.add_widget(row)


load_kv(__file__)
