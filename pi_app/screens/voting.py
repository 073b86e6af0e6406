"""VOTING: who has laid a disc and who is awaited. It knows no more, so nothing can leak."""

from __future__ import annotations

from kivy.properties import BooleanProperty, NumericProperty, StringProperty

from pi_app.screens.page import Desk, Page
from pi_app.screens.tiles import Card, load_kv
from pi_app.session.views import View


class VoterCard(Card):
    """One voter: awake and ready, or asleep and awaited."""

    name = StringProperty("")
    stickers = NumericProperty(0)
    ready = BooleanProperty(False)
    state_words = StringProperty("")


class VotingPage(Page):
    """A count to read from afar, and one card for each voter."""

    teller = StringProperty("")
    teller_stickers = NumericProperty(0)
    count = StringProperty("")
    ready_words = StringProperty("")

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self._cards: dict[int, VoterCard] = {}

    def show(self, view: View) -> None:
        super().show(view)
        words = self.desk.words
        teller = self.player(view.storyteller)
        self.teller = words.text("{player} tells", player=teller.shown) if teller else ""
        self.teller_stickers = teller.stickers if teller else 0
        everybody = len(view.voted) + len(view.awaited)
        self.count = words.text("{n} of {all}", n=len(view.voted), all=everybody)
        self.ready_words = words.text("have voted")
        expected = {*view.voted, *view.awaited}
        voters = [p for p in view.players if p.id in expected]
        if [p.id for p in voters] != list(self._cards):
            self._cards = {p.id: VoterCard() for p in voters}
            self.ids.grid.clear_widgets()
            for card in self._cards.values():
                self.ids.grid.add_widget(card)
        for player in voters:
            card = self._cards[player.id]
            card.name, card.stickers = player.shown, player.stickers
            card.ready = player.id in view.voted
            card.state_words = words.text("ready") if card.ready else words.text("thinking")


load_kv(__file__)
