"""One earlier round to mend: votes, cards, storyteller, red disc. A `CorrectRound` or `VoidRound` comes out.

What was changed is collected first; "See what changes" shows it all before anybody says yes.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from kivy.properties import BooleanProperty, NumericProperty, StringProperty

from pi_app.game.moves import CorrectRound, VoidRound
from pi_app.game.pieces import PlayerId, SlotNumber
from pi_app.screens.acts import Acts, act_tile
from pi_app.screens.page import Desk, Sheet
from pi_app.screens.pickers import PlayerPicker, Question, SlotPicker, slots_text
from pi_app.screens.reasons import PointsSheet
from pi_app.screens.shaped_text import Text
from pi_app.screens.tiles import Tile, TileGrid, Token, load_kv
from pi_app.session.views import PlayerView, RoundView, Trust, View, VoteView

CARDS_UPRIGHT = 6
"""Beside each other on an upright display; more lie in two rows."""


class PieceTile(Tile):
    """One vote of a round: whose, and the number; `changed`: not as it was."""

    name = StringProperty("")
    stickers = NumericProperty(0)
    number = StringProperty("")
    changed = BooleanProperty(False)


class CardTile(Tile):
    """One card as it lay on the table: its number, whose it was, and who voted for it.

    told: it is the storyteller's.
    """

    number = StringProperty("")
    stickers = NumericProperty(0)
    told = BooleanProperty(False)
    changed = BooleanProperty(False)


class Heading(Text):
    """What the tiles below it are."""


class RoundSheet(Sheet):
    """One round: votes, cards, storyteller, each to be changed with a tap or two."""

    def __init__(self, desk: Desk, view: View, played: RoundView) -> None:
        words = desk.words
        super().__init__(desk, words.text("Round {n}", n=played.number))
        self._view, self._was = view, played
        self.votes: dict[PlayerId, tuple[SlotNumber, ...]] = dict(played.votes)
        self.slots: dict[SlotNumber, PlayerId] = dict(played.slots)
        self.storyteller, self.red = played.storyteller, played.red
        body = self.ids.body
        body.orientation = "vertical"
        body.spacing = 0.1 * desk.u
        lines = 1 if desk.wide else -(-len(played.in_play) // CARDS_UPRIGHT)
        self._cards = TileGrid(shape=0.8, widest=2.4, tallest=1.7, gap=0.08, size_hint_y=None)
        self._cards.height = 1.75 * lines * desk.u
        self._votes = TileGrid(shape=2.8, widest=4.9, tallest=1.4, gap=0.1)
        self._acts = Acts()
        for widget in (
            Heading(words=words.text("Cards")),
            self._cards,
            Heading(words=words.text("Votes")),
            self._votes,
            self._acts,
        ):
            body.add_widget(widget)
        self._fill()

    # --- what is shown --------------------------------------------------------------------------

    def _fill(self) -> None:
        words = self.desk.words
        for grid, tiles in ((self._cards, self._card_tiles()), (self._votes, self._vote_tiles())):
            grid.clear_widgets()
            for tile in tiles:
                grid.add_widget(tile)
        teller = words.text("{player} told", player=self._name(self.storyteller))
        acts = [act_tile(teller, "moon", self.choose_teller)]
        if self.red is not None:
            lay = words.text("Red disc: {slot}", slot=words.number(self.red))
            acts.append(act_tile(lay, "hand" if self.red != self._was.red else "", self.choose_red))
        if not self._was.void:
            acts.append(act_tile(words.text("Points"), "ask", self.points))
            acts.append(act_tile(words.text("Does not count"), "close", self.void))
        ready, void = self.changed or self._was.void, self._was.void
        see = words.text("Counts again") if void else words.text("See what changes")
        self.see = act_tile(see, "next", self.propose, main=ready)
        self.see.disabled = not ready
        self._acts.show((*acts, self.see))

    def _vote_tiles(self) -> Iterator[PieceTile]:
        for player, slots in self.votes.items():
            tile = PieceTile(name=self._name(player), stickers=self._stickers(player))
            tile.number = slots_text(self.desk.words, slots) or "?"
            tile.changed = slots != self._was.votes.get(player)
            tile.bind(on_release=lambda _, player=player: self.choose_vote(player))
            yield tile

    def _card_tiles(self) -> Iterator[CardTile]:
        for slot in self._was.in_play:
            owner = self.slots.get(slot)
            tile = CardTile(number=self.desk.words.number(slot), stickers=self._stickers(owner))
            tile.told, tile.changed = owner == self.storyteller, owner != self._was.slots.get(slot)
            for player, slots in self.votes.items():
                for _ in range(slots.count(slot)):
                    tile.ids.voters.add_widget(Token(stickers=self._stickers(player)))
            tile.bind(on_release=lambda _, slot=slot: self.choose_owner(slot))
            yield tile

    def _stickers(self, player: PlayerId | None) -> int:
        return next((p.stickers for p in self._view.players if p.id == player), 0)

    def _name(self, player: PlayerId | None) -> str:
        return next((p.shown for p in self._view.players if p.id == player), "?")

    # --- what a person changes ------------------------------------------------------------------

    @property
    def changed(self) -> bool:
        was = self._was
        now = (self.votes, self.slots, self.storyteller, self.red)
        return now != (dict(was.votes), dict(was.slots), was.storyteller, was.red)

    def choose_vote(self, player: PlayerId) -> None:
        who = next(p for p in self._view.players if p.id == player)
        vote = VoteView(player, self.votes[player], Trust.SURE)
        asked = replace(self._view, slots=self._was.in_play, votes_each=self._was.votes_each)
        self._ask(SlotPicker(self.desk, asked, vote, who, lambda slots: self._set_vote(player, slots)))

    def choose_red(self) -> None:
        who = next(p for p in self._view.players if p.id == self.storyteller)
        vote = VoteView(who.id, (self.red,) if self.red is not None else (), Trust.SURE)
        asked = replace(self._view, slots=self._was.in_play, votes_each=(1, 1))
        self._ask(SlotPicker(self.desk, asked, vote, who, self._set_red))

    def _set_red(self, slots: tuple[SlotNumber, ...]) -> None:
        self.red = slots[0] if slots else self.red
        self._again()

    def _set_vote(self, player: PlayerId, slots: tuple[SlotNumber, ...]) -> None:
        self.votes[player] = slots
        self._again()

    def choose_owner(self, slot: SlotNumber) -> None:
        title = self.desk.words.text("Whose card lay at {slot}?", slot=slot)
        question = Question(title, self.slots.get(slot))
        self._ask(PlayerPicker(self.desk, question, self._in_round(), lambda p: self._set_owner(slot, p)))

    def _set_owner(self, slot: SlotNumber, player: PlayerId | None) -> None:
        """Who had that card before gets the other one, so that everybody still has theirs."""
        if player is None:
            return
        before, mine = self.slots.get(slot), [s for s, p in self.slots.items() if p == player]
        if before is not None and len(mine) == 1:
            self.slots[mine[0]] = before
        self.slots[slot] = player
        self._again()

    def choose_teller(self) -> None:
        question = Question(self.desk.words.text("Who told this round?"), self.storyteller)
        self._ask(PlayerPicker(self.desk, question, self._in_round(), self._set_teller))

    def _set_teller(self, player: PlayerId | None) -> None:
        """Whoever told did not vote: the one who had been written down as telling has no vote yet."""
        if player is not None and player != self.storyteller:
            self.votes.pop(player, None)
            self.votes.setdefault(self.storyteller, ())
            self.storyteller = player
        self._again()

    def _in_round(self) -> list[PlayerView]:
        took_part = {*self.votes, self._was.storyteller, *self.slots.values()}
        return [p for p in self._view.players if p.id in took_part]

    def _ask(self, sheet: Sheet) -> None:
        """What was changed so far must not be lost with a sheet that is closed without an answer."""
        self.desk.open(sheet.comes_from(self._again, keeps=True))

    def _again(self) -> None:
        """A picker had taken this sheet's place."""
        self._fill()
        self.desk.open(self)

    # --- what comes out -------------------------------------------------------------------------

    def propose(self) -> None:
        """Only what differs is said, so that the rest stays as it was. Whoever told is said anyway where a
        round did not count: a round that is corrected counts again.
        """
        was = self._was
        votes = {p: s for p, s in self.votes.items() if s != was.votes.get(p) and s}
        slots = {s: p for s, p in self.slots.items() if p != was.slots.get(s)}
        teller = self.storyteller if was.void or self.storyteller != was.storyteller else None
        red = self.red if self.red != was.red else None
        move = CorrectRound(was.number, votes or None, slots or None, teller, red)
        says = self.desk.words.text("Round {n} is corrected", n=was.number)
        self.desk.confirm(move, says, self._again)

    def points(self) -> None:
        """What the round paid, as it stands, and why."""
        title = self.desk.words.text("Round {n}", n=self._was.number)
        self._ask(PointsSheet(self.desk, self._view, self._was.points, title))

    def void(self) -> None:
        says = self.desk.words.text("Round {n} does not count", n=self._was.number)
        self.desk.confirm(VoidRound(self._was.number), says, self._again)


load_kv(__file__)
