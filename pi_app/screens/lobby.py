"""LOBBY: which edition, who plays with which stickers, who tells first; changes go to the table at once."""

from __future__ import annotations

from kivy.properties import BooleanProperty, NumericProperty, StringProperty

from hardware.stickers import MOST
from pi_app.screens.joining import JoinSheet
from pi_app.screens.page import Desk, Page
from pi_app.screens.questions import open_questions, topic_of
from pi_app.screens.rules import EditionSheet, name_of
from pi_app.screens.seat import SeatSheet
from pi_app.screens.tiles import Tile, load_kv
from pi_app.session.views import LobbySeat, LobbyView, View


class SeatTile(Tile):
    """One seat: rabbit, name, a disc sign when such a disc lies on the table, a moon for who tells first."""

    name = StringProperty("")
    stickers = NumericProperty(0)
    seen = BooleanProperty(False)
    first = BooleanProperty(False)
    state_words = StringProperty("")


class AddTile(Tile):
    """An empty seat."""


class LobbyPage(Page):
    """Seats in playing order at the left; edition and first storyteller at the right."""

    edition = StringProperty("")
    edition_players = StringProperty("")
    seats_words = StringProperty("")
    first_words = StringProperty("")
    changed_words = StringProperty("")
    join_words = StringProperty("")
    asking = NumericProperty(0)
    empty = BooleanProperty(False)

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self._tiles: list[SeatTile] = []

    def show(self, view: View) -> None:
        super().show(view)
        lobby, words = view.lobby, self.desk.words
        if lobby is None:
            return
        profile = next((one for one in lobby.profiles if one.id == lobby.profile), None)
        self.edition = name_of(profile) if profile else lobby.profile
        self.edition_players = (
            words.text("{least} to {most} players", least=profile.least, most=profile.most) if profile else ""
        )
        self.seats_words = words.count("{n} player", "{n} players", len(lobby.seats))
        teller = lobby.seats[lobby.storyteller] if lobby.storyteller < len(lobby.seats) else None
        self.first_words = words.text("{player} tells first", player=teller.name) if teller else ""
        asked = topic_of(words, open_questions(lobby))
        self.changed_words = words.text("with rules of our own") if lobby.overrides else asked
        self.asking, self.empty = len(lobby.proposals), not lobby.seats
        asks = words.count("{n} phone asks", "{n} phones ask", self.asking)
        self.join_words = asks if self.asking else (words.text("Join by phone") if lobby.join_url else "")
        self._make_tiles(len(lobby.seats), min(MOST, profile.most if profile else MOST))
        for index, (tile, seat) in enumerate(zip(self._tiles, lobby.seats, strict=True)):
            tile.name, tile.stickers, tile.seen = seat.name, seat.stickers, seat.seen
            tile.first = index == lobby.storyteller
            tile.state_words = words.text("tells first") if tile.first else ""

    def _make_tiles(self, seats: int, most: int) -> None:
        """New tiles only for another number of seats: a finger may lie on one while discs come and go."""
        if (seats, most) == self.arrangement:
            return
        self.arrangement = (seats, most)
        self.ids.grid.clear_widgets()
        self._tiles = [SeatTile() for _ in range(seats)]
        for index, tile in enumerate(self._tiles):
            tile.bind(on_release=lambda _, index=index: self.edit(index))
            self.ids.grid.add_widget(tile)
        if seats < most:
            add = AddTile()
            add.bind(on_release=lambda _: self.add_seat())
            self.ids.grid.add_widget(add)

    @property
    def lobby(self) -> LobbyView:
        if self.view is None or self.view.lobby is None:
            raise LookupError("the lobby is not open")
        return self.view.lobby

    def edit(self, index: int) -> None:
        self.desk.open(SeatSheet(self.desk, self.lobby.seats[index].stickers))

    def add_seat(self) -> None:
        """The lowest stickers nobody has; the name is typed at once."""
        seats = self.lobby.seats
        free = next(n for n in range(1, MOST + 1) if n not in {seat.stickers for seat in seats})
        name = self.desk.words.text("Player {n}", n=free)
        self.desk.table.set_lobby(seats=(*seats, LobbySeat(free, name)))
        self.desk.refresh()
        self.desk.open(SeatSheet(self.desk, free))

    def choose_edition(self) -> None:
        self.desk.open(EditionSheet(self.desk, self.lobby))

    def join(self) -> None:
        """The code for phones, and whoever asks for a seat."""
        self.desk.open(JoinSheet(self.desk))

    def next_first(self) -> None:
        """The next one in playing order tells first."""
        lobby = self.lobby
        if lobby.seats:
            self.desk.table.set_lobby(storyteller=(lobby.storyteller + 1) % len(lobby.seats))
            self.desk.refresh()


load_kv(__file__)
