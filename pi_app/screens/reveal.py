"""REVEAL: each voter's vote, how far it is known, and the very spot the camera saw.

A tap on a voter opens the numbers: two taps set any vote. A vote with a question has its own "Yes".
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from kivy.properties import BooleanProperty, ListProperty, NumericProperty, ObjectProperty, StringProperty

from pi_app.screens import theme
from pi_app.screens.bar import has_begun
from pi_app.screens.page import Desk, Page
from pi_app.screens.pickers import SlotPicker, short_witnesses, slots_text
from pi_app.screens.tiles import Tile, load_kv
from pi_app.session.views import Trust, View, VoteView
from pi_app.words import Words

_SIGNS: dict[Trust, tuple[str, str]] = {
    Trust.SURE: ("sure", "LEAF"),
    Trust.ASK: ("ask", "GOLD"),
    Trust.CONFLICT: ("conflict", "ROSE"),
    Trust.MISSING: ("missing", "ROSE"),
    Trust.HAND: ("hand", "MIST"),
}


def sign_of(trust: Trust, begun: bool = True) -> tuple[str, theme.Colour]:
    """The sign and its colour; where nothing has come yet, what is missing is no alarm."""
    sign, colour = _SIGNS[trust]
    return sign, theme.named(colour if begun else "MIST")


def trust_word(words: Words, trust: Trust) -> str:
    """The word beside the sign: a colour alone says nothing."""
    return {
        Trust.SURE: words.text("sure"),
        Trust.ASK: words.text("right?"),
        Trust.CONFLICT: words.text("unclear"),
        Trust.MISSING: words.text("not seen"),
        Trust.HAND: words.text("by hand"),
    }[trust]


class VoteTile(Tile):
    """One voter; `yes` is where a question is answered with one tap. quiet: no vote at all has come yet."""

    name = StringProperty("")
    stickers = NumericProperty(0)
    crop = ObjectProperty(None, allownone=True)
    slots = StringProperty("")
    word = StringProperty("")
    sign = StringProperty("")
    colour = ListProperty(theme.CREAM)
    detail = StringProperty("")
    asks = BooleanProperty(False)
    yes_words = StringProperty("")
    quiet = BooleanProperty(False)

    def __init__(self, page: RevealPage, player: int, **given: Any) -> None:
        self.page, self.player = page, player
        super().__init__(**given)


class RedTile(Tile):
    """The storyteller's red disc, where the rules have one: which card it lies on."""

    name = StringProperty("")
    slot = StringProperty("")
    word = StringProperty("")
    sign = StringProperty("")
    colour = ListProperty(theme.CREAM)


class RevealPage(Page):
    """One tile a voter, in seat order; the red disc last."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self._tiles: dict[int, VoteTile] = {}
        self._begun = False
        self.red: RedTile | None = None

    def show(self, view: View) -> None:
        super().show(view)
        voters = [vote.player for vote in view.votes]
        if voters != list(self._tiles) or view.red_wanted != (self.red is not None):
            self.ids.grid.clear_widgets()
            self.red = None
            self._tiles = {player: VoteTile(self, player) for player in voters}
            for tile in self._tiles.values():
                self.ids.grid.add_widget(tile)
            if view.red_wanted:
                self.red = RedTile()
                self.red.bind(on_release=lambda _: self.choose_red())
                self.ids.grid.add_widget(self.red)
        self._begun = has_begun(view)
        for vote in view.votes:
            self._fill(self._tiles[vote.player], vote)
        if self.red is not None:
            self._fill_red(self.red, view)

    def _fill_red(self, tile: RedTile, view: View) -> None:
        words, teller = self.desk.words, self.player(view.storyteller)
        tile.name = words.text("{player}: the red disc", player=teller.shown if teller else "")
        trust = Trust.MISSING if view.red is None else Trust.HAND
        tile.sign, tile.colour = sign_of(trust)
        tile.word = words.text("Where does it lie?") if view.red is None else trust_word(words, trust)
        tile.slot = "?" if view.red is None else words.number(view.red)

    def choose_red(self) -> None:
        """Open the numbers for the red disc."""
        view, table = self.view, self.desk.table
        teller = self.player(view.storyteller) if view else None
        if view is None or teller is None:
            return
        slots = () if view.red is None else (view.red,)
        vote = VoteView(teller.id, slots, Trust.HAND if slots else Trust.MISSING)
        asked = replace(view, votes_each=(1, 1))
        self.desk.open(
            SlotPicker(self.desk, asked, vote, teller, lambda said: table.set_red(said[0] if said else None))
        )

    def _fill(self, tile: VoteTile, vote: VoteView) -> None:
        words, player = self.desk.words, self.player(vote.player)
        tile.name, tile.stickers = (player.shown, player.stickers) if player else ("", 0)
        tile.crop = vote.crops[0] if vote.crops else None
        tile.slots = slots_text(words, vote.slots) or "?"
        tile.sign, tile.colour = sign_of(vote.trust, self._begun)
        tile.quiet = not self._begun
        tile.word = trust_word(words, vote.trust)
        read = vote.tag or vote.ring or vote.place
        tile.detail = short_witnesses(words, vote) if read else ""
        tile.asks = vote.trust is Trust.ASK and bool(vote.slots)
        tile.yes_words = words.text("Yes")

    def agree(self, player: int) -> None:
        """A person says yes to the proposal."""
        vote = self._vote(player)
        if vote is not None:
            self.desk.table.correct_vote(player, vote.slots)
            self.desk.refresh()

    def correct(self, player: int) -> None:
        """Open the numbers for this voter."""
        vote, who = self._vote(player), self.player(player)
        if vote is not None and who is not None and self.view is not None:
            self.desk.open(SlotPicker(self.desk, self.view, vote, who))

    def _vote(self, player: int) -> VoteView | None:
        votes = self.view.votes if self.view else ()
        return next((vote for vote in votes if vote.player == player), None)


load_kv(__file__)
