"""CLUE: who tells the story, and where the rabbits stand. Somebody else may tell, with two taps."""

from __future__ import annotations

from kivy.properties import BooleanProperty, NumericProperty, StringProperty

from pi_app.game.moves import OpenVoting
from pi_app.screens.page import Page
from pi_app.screens.pickers import PlayerPicker, Question
from pi_app.screens.tiles import load_kv
from pi_app.session.views import View
from pi_app.words import Words

MOST_ROUNDS_TOLD = 6


class CluePage(Page):
    """The storyteller at the left, the race at the right."""

    teller = StringProperty("")
    teller_stickers = NumericProperty(0)
    tells = StringProperty("")
    target = StringProperty("")
    has_teller = BooleanProperty(False)
    left = StringProperty("")

    def show(self, view: View) -> None:
        super().show(view)
        words, teller = self.desk.words, self.player(view.storyteller)
        self.has_teller = teller is not None
        self.teller, self.teller_stickers = (teller.shown, teller.stickers) if teller else ("", 0)
        self.tells = words.text("tells the story")
        self.left = rounds_left(words, view.rounds_left)
        self.ids.race.show(view.players, view.target, {p.id: p.score for p in view.players})

    def somebody_else(self) -> None:
        """Choosing another storyteller opens the vote with that one."""
        if self.view is None:
            return
        others = [p for p in self.view.players if p.active and p.id != self.view.storyteller]
        title = self.desk.words.text("Who tells this round?")
        self.desk.open(PlayerPicker(self.desk, Question(title), others, self._tell))

    def _tell(self, player: int | None) -> None:
        self.desk.ask(OpenVoting(storyteller=player))


def rounds_left(words: Words, left: int | None) -> str:
    """Only where the rules count rounds, and only near the end."""
    if left is None or left > MOST_ROUNDS_TOLD:
        return ""
    return (
        words.text("The last round!") if left <= 1 else words.count("{n} round left", "{n} rounds left", left)
    )


load_kv(__file__)
