"""Sheets to choose from: the slots one player voted for, and one player out of several."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty

from pi_app.game.pieces import PlayerId, SlotNumber
from pi_app.screens.page import Desk, Sheet
from pi_app.screens.tiles import Box, Tile, TileGrid, load_kv
from pi_app.session.views import PlayerView, Trust, View, VoteView
from pi_app.words import Words

Slots = tuple[SlotNumber, ...]
_BEFORE_NUMBER, _UNBROKEN = re.compile(r" (?=\W*\d)"), "\u00a0"
"""A number alone on the next line would not say what it is."""


class NumberTile(Tile):
    """One slot to choose. `times`: how often it is chosen; `note`: which witness says so."""

    number = StringProperty("")
    note = StringProperty("")
    times = NumericProperty(0)


class PlayerTile(Tile):
    """One player to choose."""

    name = StringProperty("")
    stickers = NumericProperty(0)
    chosen = BooleanProperty(False)
    detail = StringProperty("")
    sign = StringProperty("")


def slots_text(words: Words, slots: Sequence[SlotNumber]) -> str:
    """Slot numbers for people: `4`, or `4 + 7`."""
    return " + ".join(words.number(slot) for slot in slots)


def short_witnesses(words: Words, vote: VoteView) -> str:
    """Both witnesses in a few words; what one alone says as a sentence."""
    face, place = _said(vote), vote.place
    if not face or not place:
        return witnesses(words, vote)[0]
    said = words.text(
        "shows {face}, lies at {place}", face=slots_text(words, face), place=slots_text(words, place)
    )
    return _BEFORE_NUMBER.sub(_UNBROKEN, said)


def _said(vote: VoteView) -> Slots:
    return tuple(dict.fromkeys((*vote.tag, *vote.ring)))


def witnesses(words: Words, vote: VoteView) -> tuple[str, ...]:
    """What each witness says, one sentence each."""
    face, said = _said(vote), []
    if face:
        said.append(words.text("The disc says {slots}", slots=slots_text(words, face)))
    if vote.place:
        said.append(words.text("It lies at {slots}", slots=slots_text(words, vote.place)))
    return tuple(said) or (words.text("No disc was read"),)


def _claim(words: Words, vote: VoteView, slot: SlotNumber) -> str:
    """What speaks for this slot, where it is not settled yet."""
    if slot in _said(vote):
        return words.text("on the disc")
    return words.text("where it lies") if slot in vote.place else ""


class SlotPicker(Sheet):
    """The vote of one player, set by hand: the last number that is needed closes the sheet.

    Where one or two slots may be voted for, one tap sets one slot; a tap on "two cards" asks for both.
    done: gets the slots; None: the running round's vote is corrected.
    """

    def __init__(
        self,
        desk: Desk,
        view: View,
        vote: VoteView,
        player: PlayerView,
        done: Callable[[Slots], object] | None = None,
    ) -> None:
        super().__init__(desk, desk.words.text("Which card did {player} choose?", player=player.shown))
        self._vote, self._player = vote, player
        self._done = done or (lambda slots: desk.table.correct_vote(player.id, slots))
        self._fewest, self._most = view.votes_each
        self._twice = view.same_slot_twice
        self._wanted = max(self._fewest, min(self._most, len(vote.slots)), 1)
        self._chosen: Slots = ()
        self._side = PickerSide(self, desk.words, vote, player)
        self._grid = TileGrid(shape=1.15, widest=3.0, tallest=2.6)
        self.ids.body.orientation = "horizontal" if desk.wide else "vertical"
        self.ids.body.add_widget(self._side)
        self.ids.body.add_widget(self._grid)
        for slot in view.slots:
            tile = NumberTile(number=desk.words.number(slot), times=vote.slots.count(slot))
            tile.note = "" if vote.slots else _claim(desk.words, vote, slot)
            tile.bind(on_release=lambda _, slot=slot: self.choose(slot))
            self._grid.add_widget(tile)
        self._slots = view.slots
        self._side.show(self._wanted, self._fewest, self._most)
        # Only of the running round is there a reading, and are there pictures that show what went wrong.
        self._side.tell_read(done is None)

    def want(self, count: int) -> None:
        """How many slots this player voted for."""
        self._wanted, self._chosen = count, ()
        self._mark(())
        self._side.show(count, self._fewest, self._most)

    def choose(self, slot: SlotNumber) -> None:
        if slot in self._chosen and not self._twice:
            self._chosen = tuple(one for one in self._chosen if one != slot)
        else:
            self._chosen = (*self._chosen, slot)
        self._mark(self._chosen)
        if len(self._chosen) >= self._wanted:
            self.decide(self._chosen)

    def decide(self, slots: Slots) -> None:
        """Empty: forget what a person said, and go by the camera again."""
        self.desk.close_sheet()
        self._done(slots)
        self.desk.refresh()

    def _mark(self, chosen: Slots) -> None:
        for slot, tile in zip(self._slots, reversed(self._grid.children), strict=True):
            tile.times = chosen.count(slot)

    def key(self, name: str, letter: str) -> bool:
        """A number key chooses that slot."""
        if letter.isdecimal() and int(letter) in self._slots:
            self.choose(int(letter))
            return True
        return super().key(name, letter)


class PickerSide(Box):
    """The evidence and the other choices, beside the numbers."""

    stickers = NumericProperty(0)
    crop = ObjectProperty(None, allownone=True)
    says = StringProperty("")
    swap = StringProperty("")
    forget = StringProperty("")
    wrong = StringProperty("")
    noted = BooleanProperty(False)

    def __init__(self, sheet: SlotPicker, words: Words, vote: VoteView, player: PlayerView) -> None:
        self.sheet, self._words, self._vote = sheet, words, vote
        self._other = 2
        super().__init__(stickers=player.stickers, crop=vote.crops[0] if vote.crops else None)

    def show(self, wanted: int, fewest: int, most: int) -> None:
        """Offer what is not the case now: one card or two, the camera's reading or the person's."""
        self._other = fewest if wanted == most else most
        both = self._words.text("Two cards"), self._words.text("One card")
        self.swap = both[0 if self._other > 1 else 1] if fewest != most else ""
        by_hand = self._vote.trust is Trust.HAND
        self.forget = self._words.text("As the camera read it") if by_hand else ""

    def swap_count(self) -> None:
        self.sheet.want(self._other)

    def tell_read(self, running: bool) -> None:
        """What the camera read, and a way to say that it is wrong."""
        self.says = ". ".join((*witnesses(self._words, self._vote), "")) if running else ""
        self.wrong = self._words.text("This was read wrong") if running else ""

    def report_wrong(self) -> None:
        """Keep what the camera sees, so that it can be looked into; the number is then chosen as ever."""
        self.noted = self.sheet.desk.table.report_wrong(self._vote.player)
        words = self._words
        noted, not_noted = words.text("Noted: now tap the right card"), words.text("It could not be saved")
        self.wrong = noted if self.noted else not_noted


@dataclass(frozen=True, slots=True)
class Question:
    """What a player picker asks. `nobody`: the words of a last tile that chooses none; empty: no tile.

    sign: of that last tile.
    """

    title: str
    chosen: PlayerId | None = None
    nobody: str = ""
    sign: str = ""


class PlayerPicker(Sheet):
    """One tap chooses a player."""

    def __init__(
        self,
        desk: Desk,
        question: Question,
        players: Sequence[PlayerView],
        choose: Callable[[PlayerId | None], Any],
    ) -> None:
        super().__init__(desk, question.title)
        grid = TileGrid(shape=2.2, widest=7.4 if desk.wide else 9.0, tallest=2.2)
        for player in players:
            tile = PlayerTile(name=player.shown, stickers=player.stickers)
            tile.chosen = player.id == question.chosen
            tile.detail = "" if player.active else desk.words.text("has left")
            tile.bind(on_release=lambda _, who=player.id: self._decide(choose, who))
            grid.add_widget(tile)
        if question.nobody:
            tile = PlayerTile(name=question.nobody, sign=question.sign)
            tile.bind(on_release=lambda _: self._decide(choose, None))
            grid.add_widget(tile)
        self.ids.body.add_widget(grid)

    def _decide(self, choose: Callable[[PlayerId | None], Any], player: PlayerId | None) -> None:
        self.desk.close_sheet()
        choose(player)
        self.desk.refresh()


load_kv(__file__)
