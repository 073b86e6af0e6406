"""One seat of the lobby: the name on a keyboard of our own, the stickers, who tells first."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from kivy.properties import BooleanProperty, NumericProperty, StringProperty

from hardware.stickers import MOST
from pi_app.screens.keyboard import Keyboard
from pi_app.screens.known_people import PeopleSheet
from pi_app.screens.page import Desk, Sheet
from pi_app.screens.tiles import Box, Tile, load_kv
from pi_app.session.views import LobbySeat, LobbyView

NAME_MOST = 40
"""Letters of a name; the display shortens long ones, the book does not."""
Seats = tuple[LobbySeat, ...]


class StickerTile(Tile):
    """One of the twelve disc sets."""

    stickers = NumericProperty(0)
    chosen = BooleanProperty(False)
    taken = BooleanProperty(False)


class SeatForm(Box):
    """Name, stickers, keyboard and the seat's buttons; laid out in `seat.kv`."""

    name = StringProperty("")
    stickers = NumericProperty(0)
    first = BooleanProperty(False)
    fresh = BooleanProperty(True)
    first_words = StringProperty("")
    remove_words = StringProperty("")
    earlier_words = StringProperty("")
    known_words = StringProperty("")

    def __init__(self, sheet: SeatSheet) -> None:
        self.sheet = sheet
        super().__init__()


class SeatSheet(Sheet):
    """Edits the seat with these stickers; each change goes to the table at once.

    The lobby is read anew for each change: a disc that is laid meanwhile may have added a seat.
    """

    def __init__(self, desk: Desk, stickers: int) -> None:
        words = desk.words
        super().__init__(desk, "")
        self._stickers = stickers
        self.form = SeatForm(self)
        self.form.first_words = words.text("Tells first")
        self.form.remove_words = words.text("Remove")
        self.form.earlier_words = words.text("One seat earlier")
        self.ids.body.add_widget(self.form)
        self._tiles = [StickerTile(stickers=n) for n in range(1, MOST + 1)]
        for tile in self._tiles:
            tile.bind(on_release=lambda _, n=tile.stickers: self.take(n))
            self.form.ids.stickers.add_widget(tile)
        self.form.ids.letters.add_widget(Keyboard(desk, self.typed))
        self._show()

    def _show(self) -> None:
        lobby, index = self._lobby()
        seat = lobby.seats[index]
        self.ids.title.words = self.desk.words.text("Seat {n}", n=index + 1)
        self.form.name, self.form.stickers = seat.name, seat.stickers
        self.form.first = index == lobby.storyteller
        self.form.known_words = self.desk.words.text("Who was here before") if lobby.people else ""
        taken = {one.stickers for one in lobby.seats}
        for tile in self._tiles:
            tile.chosen, tile.taken = tile.stickers == seat.stickers, tile.stickers in taken

    def _lobby(self) -> tuple[LobbyView, int]:
        """The lobby now, and where in it this seat is. Raise LookupError when it is gone."""
        lobby = self.desk.table.view().lobby
        seats = lobby.seats if lobby else ()
        index = next((n for n, seat in enumerate(seats) if seat.stickers == self._stickers), None)
        if lobby is None or index is None:
            raise LookupError("this seat is gone")
        return lobby, index

    def _save(self, change: Callable[[LobbyView, int], tuple[Seats, int]]) -> None:
        """`change` makes the new seats and the new first storyteller out of the lobby and the seat."""
        try:
            seats, teller = change(*self._lobby())
        except LookupError:
            self.desk.close_sheet()
            return
        self.desk.table.set_lobby(seats=seats, storyteller=teller)
        self.desk.refresh()

    def typed(self, letter: str) -> None:
        """A letter, `backspace` or `enter`. The first letter replaces the name that was there."""
        if letter == "enter":
            self.desk.close_sheet()
            return
        kept = self.form.name[:-1] if letter == "backspace" else ("" if self.form.fresh else self.form.name)
        name = kept if letter == "backspace" else kept + letter
        self.form.fresh = False
        if len(name) <= NAME_MOST:
            self._save(lambda lobby, index: (_renamed(lobby.seats, index, name), lobby.storyteller))
            self._show()

    def key(self, name: str, letter: str) -> bool:
        """A real keyboard types too."""
        if name in ("enter", "backspace"):
            self.typed(name)
            return True
        if letter and letter.isprintable():
            self.typed(letter)
            return True
        return super().key(name, letter)

    def take(self, stickers: int) -> None:
        """Vote with other stickers."""
        self._save(lambda lobby, index: (moved(lobby.seats, index, stickers), lobby.storyteller))
        self._stickers = stickers
        self._show()

    def known(self) -> None:
        """Choose somebody who has played before, or say that this is somebody else."""
        lobby, index = self._lobby()
        sheet = PeopleSheet(self.desk, lobby.seats[index], lobby.people, self.seat_person)
        self.desk.open(sheet.comes_from(lambda: self.desk.open(SeatSheet(self.desk, self._stickers))))

    def seat_person(self, name: str, person: str) -> None:
        self._save(lambda lobby, index: (_renamed(lobby.seats, index, name, person), lobby.storyteller))

    def tell_first(self) -> None:
        self._save(lambda lobby, index: (lobby.seats, index))
        self._show()

    def remove(self) -> None:
        self._save(without)
        self.desk.close_sheet()

    def earlier(self) -> None:
        """Change places with the seat before."""
        self._save(one_earlier)
        self._show()


def _renamed(seats: Seats, index: int, name: str, person: str | None = None) -> Seats:
    """A name that was typed is whoever is called so."""
    return (*seats[:index], replace(seats[index], name=name, person=person), *seats[index + 1 :])


def without(lobby: LobbyView, index: int) -> tuple[Seats, int]:
    """The seat is gone; who tells first stays the same person where possible."""
    teller = lobby.storyteller - (1 if lobby.storyteller > index else 0)
    seats = (*lobby.seats[:index], *lobby.seats[index + 1 :])
    return seats, min(teller, max(0, len(seats) - 1))


def one_earlier(lobby: LobbyView, index: int) -> tuple[Seats, int]:
    """The seat and the one before change places; the first one stays."""
    before = max(0, index - 1)
    seats = list(lobby.seats)
    seats[before], seats[index] = seats[index], seats[before]
    return tuple(seats), {before: index, index: before}.get(lobby.storyteller, lobby.storyteller)


def moved(seats: Seats, index: int, stickers: int) -> Seats:
    """Seat `index` takes these stickers; who had them takes the old ones, so no two are the same."""
    swap = {seats[index].stickers: stickers, stickers: seats[index].stickers}
    return tuple(replace(seat, stickers=swap.get(seat.stickers, seat.stickers)) for seat in seats)


load_kv(__file__)
