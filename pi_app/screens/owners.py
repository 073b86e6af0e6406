"""OWNERS: whose card lies at each slot that changes points; a tap on a slot opens the players."""

from __future__ import annotations

from typing import Any

from kivy.properties import BooleanProperty, ListProperty, NumericProperty, StringProperty

from pi_app.screens import theme
from pi_app.screens.bar import has_begun, problem_of
from pi_app.screens.page import Desk, Page
from pi_app.screens.pickers import PlayerPicker, Question
from pi_app.screens.reveal import sign_of, trust_word
from pi_app.screens.tiles import Text, Tile, Token, load_kv
from pi_app.session.views import OwnerView, View

MOST_CHIPS = 4


class SlotTile(Tile):
    """One card on the table: its number, its owner, who voted for it; `told`: it is the storyteller's;
    `quiet`: no card at all has an owner yet.
    """

    number = StringProperty("")
    name = StringProperty("")
    stickers = NumericProperty(0)
    word = StringProperty("")
    sign = StringProperty("")
    colour = ListProperty(theme.CREAM)
    needed = BooleanProperty(True)
    told = BooleanProperty(False)
    quiet = BooleanProperty(False)
    votes_words = StringProperty("")

    def __init__(self, page: OwnersPage, slot: int, **given: Any) -> None:
        self.page, self.slot = page, slot
        self._voters: tuple[tuple[int, ...], str] = ((), "")
        super().__init__(**given)

    def show_voters(self, stickers: tuple[int, ...], in_words: str) -> None:
        """Chips side by side, or only how many where they are too many for the tile."""
        if (stickers, in_words) == self._voters:
            return
        self._voters = (stickers, in_words)
        self.ids.voters.clear_widgets()
        self.votes_words = in_words if len(stickers) > MOST_CHIPS else ""
        if self.votes_words:
            self.ids.voters.add_widget(Text(words=in_words, halign="left", most=0.4, least=0.26))
            return
        for number in stickers:
            self.ids.voters.add_widget(Token(stickers=number))


class OwnersPage(Page):
    """One tile a slot; those that change nothing are faint."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self._tiles: dict[int, SlotTile] = {}

    def show(self, view: View) -> None:
        super().show(view)
        slots = [owner.slot for owner in view.owners]
        if slots != list(self._tiles):
            self.ids.grid.clear_widgets()
            self._tiles = {slot: SlotTile(self, slot) for slot in slots}
            for tile in self._tiles.values():
                self.ids.grid.add_widget(tile)
        for owner in view.owners:
            self._fill(self._tiles[owner.slot], owner)

    def _fill(self, tile: SlotTile, owner: OwnerView) -> None:
        words, player = self.desk.words, self.player(owner.player)
        tile.number, tile.needed = words.number(owner.slot), owner.needed
        tile.stickers = player.stickers if player else 0
        tile.told = player is not None and player.storyteller
        open_question = owner.needed or player is not None
        tile.name = player.shown if player else (words.text("Whose card?") if owner.needed else "")
        begun = self.view is not None and has_begun(self.view)
        tile.quiet = not begun
        tile.sign, tile.colour = sign_of(owner.trust, begun) if open_question else ("", theme.MIST)
        tile.word = trust_word(words, owner.trust) if open_question else words.text("changes no points")
        voters = [self.player(voter) for voter in owner.votes]
        count = words.count("{n} vote", "{n} votes", len(voters))
        tile.show_voters(tuple(voter.stickers for voter in voters if voter), count)

    def choose(self, slot: int) -> None:
        """Ask whose card it is."""
        if self.view is None:
            return
        words, table = self.desk.words, self.desk.table
        owner = next(one for one in self.view.owners if one.slot == slot)
        players = [p for p in self.view.players if p.active]
        title = words.text("Whose card lies at {slot}?", slot=slot)
        clear = words.text("Nobody has said") if owner.player is not None else ""
        problem = problem_of(self.view.problems, slot=slot)
        question = Question(problem or title, owner.player, clear)
        self.desk.open(
            PlayerPicker(self.desk, question, players, lambda player: table.correct_owner(slot, player))
        )


load_kv(__file__)
