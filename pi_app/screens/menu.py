"""The scoreboard's address with its QR code, and what a table seldom needs; reachable from every screen."""

from __future__ import annotations

from collections.abc import Iterator

from kivy.properties import ObjectProperty, StringProperty

from pi_app.game.moves import CorrectRound, EndMatch, NextRound, PlayOn, VoidRound
from pi_app.game.pieces import Phase, PlayerId
from pi_app.screens import paint
from pi_app.screens.camera import CameraSheet
from pi_app.screens.choices import Choice, tile_of
from pi_app.screens.page import Desk, Sheet
from pi_app.screens.pickers import PlayerPicker, Question
from pi_app.screens.preferences import preferences_sheet
from pi_app.screens.rounds import RoundsSheet
from pi_app.screens.seated import players_sheet
from pi_app.screens.sources import SourcesSheet
from pi_app.screens.tiles import Box, TileGrid, load_kv
from pi_app.session.views import View


class Address(Box):
    """The QR code, what it is for above it, and the address below."""

    caption = StringProperty("")
    address = StringProperty("")
    texture = ObjectProperty(None, allownone=True)


class Menu(Sheet):
    """Everything here can be undone; what changes points is previewed first."""

    def __init__(self, desk: Desk, view: View) -> None:
        words = desk.words
        super().__init__(desk, words.text("Menu"))
        self._view = view
        self.ids.body.orientation = "horizontal" if desk.wide else "vertical"
        nowhere = words.text("There is no network, so there is no scoreboard to look at.")
        address = Address(address=view.address or nowhere, size_hint_x=0.55 if desk.wide else 1)
        if view.address:
            address.caption = words.text("The scoreboard on your phone")
            address.texture = paint.qr_texture(view.address, int(4.4 * desk.u))
        self.ids.body.add_widget(address)
        grid = TileGrid(shape=3.6, tallest=1.5, widest=9, gap=0.12, most_columns=2)
        for choice in (*self._match(), *self._always()):
            grid.add_widget(tile_of(choice, self))
        self.ids.body.add_widget(grid)

    def _match(self) -> Iterator[Choice]:
        """What concerns this match."""
        words, desk, view = self.desk.words, self.desk, self._view
        if view.phase is Phase.LOBBY:
            if view.can_take_up:
                yield Choice(words.text("Back to the last match"), desk.table.take_up, "undo")
            return
        yield Choice(words.text("Players"), lambda: self._open(players_sheet(desk, view)), "disc")
        if view.rounds:
            yield Choice(words.text("Earlier rounds"), lambda: self._open(RoundsSheet(desk, view)), "undo")
        if view.can_end_by_deck:
            says = words.text("The deck is empty")
            yield Choice(says, lambda: desk.confirm(NextRound(deck_empty=True), says), "missing")
        if view.phase is Phase.OVER:
            if view.can_play_on:
                yield Choice(words.text("Play on"), lambda: desk.ask(PlayOn()), "next")
            new = words.text("A new match with the same players")
            yield Choice(new, desk.table.new_match, "add")
            return
        if view.phase in (Phase.VOTING, Phase.REVEAL):
            yield Choice(words.text("Somebody else tells"), self._choose_teller, "moon")
        void, end = words.text("This round does not count"), words.text("End the match here")
        yield Choice(void, lambda: desk.confirm(VoidRound(), void), "redo")
        yield Choice(end, lambda: desk.confirm(EndMatch(), end), "crown")
        yield Choice(words.text("Leave, back to the players"), desk.table.new_match, "close")

    def _always(self) -> Iterator[Choice]:
        words, desk, view = self.desk.words, self.desk, self._view
        yield Choice(words.text("Rules and sources"), lambda: self._open(SourcesSheet(desk, view)), "book")
        if view.phase is not Phase.VOTING:
            yield Choice(words.text("The camera"), lambda: self._open(CameraSheet(desk)), "camera")
        yield Choice(words.text("Settings"), lambda: self._open(preferences_sheet(desk)), "gear")

    def _choose_teller(self) -> None:
        """Noticed late: the round goes on from here with the right storyteller, nobody votes again."""
        view, title = self._view, self.desk.words.text("Who tells this round?")
        others = [p for p in view.players if p.active and p.joined_round <= view.round]
        asked = [p for p in others if p.id != view.storyteller]
        self._open(PlayerPicker(self.desk, Question(title), asked, self._tell))

    def _tell(self, player: PlayerId | None) -> None:
        who = next(p for p in self._view.players if p.id == player)
        says = self.desk.words.text("{player} tells", player=who.shown)
        self.desk.confirm(CorrectRound(self._view.round, storyteller=player), says)

    def _open(self, sheet: Sheet) -> None:
        self.desk.open(sheet.comes_from(self.desk.open_menu))


load_kv(__file__)
