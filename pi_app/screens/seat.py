"""One seat of the lobby: the name on a keyboard of our own, the stickers, who tells first."""

from __future__ import annotations

from dataclasses import replace

from kivy.properties import BooleanProperty, NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from hardware.stickers import MOST
from pi_app.screens.keyboard import Keyboard
from pi_app.screens.page import Desk, Sheet
from pi_app.screens.tiles import Tile, TileGrid, load_kv
from pi_app.session.views import LobbySeat, LobbyView

NAME_MOST = 40
"""Letters of a name; the display shortens long ones, the book does not."""
Seats = tuple[LobbySeat, ...]


class StickerTile(Tile):
    """One of the twelve disc sets."""

    stickers = NumericProperty(0)
    chosen = BooleanProperty(False)
    taken = BooleanProperty(False)


class SeatForm(BoxLayout):
    """Name, stickers, keyboard and the seat's three buttons; laid out in `seat.kv`."""

    name = StringProperty("")
    stickers = NumericProperty(0)
    first = BooleanProperty(False)
    first_words = StringProperty("")
    remove_words = StringProperty("")
    earlier_words = StringProperty("")

    def __init__(self, sheet: SeatSheet) -> None:
        self.sheet = sheet
        super().__init__()


class SeatSheet(Sheet):
    """Edits a copy of the seats; each change goes to the table when it is made, the name when closed."""

    def __init__(self, desk: Desk, lobby: LobbyView, index: int) -> None:
        words = desk.words
        super().__init__(desk, words.text("Seat {n}", n=index + 1))
        self._seats, self._teller, self._index = lobby.seats, lobby.storyteller, index
        self._fresh = True
        self.form = SeatForm(self)
        self.form.first_words = words.text("Tells first")
        self.form.remove_words = words.text("Remove")
        self.form.earlier_words = words.text("One seat earlier")
        self.ids.body.add_widget(self.form)
        self.form.ids.letters.add_widget(Keyboard(desk, self.typed))
        self._show()

    def _show(self) -> None:
        seat = self._seats[self._index]
        self.form.name, self.form.stickers = seat.name, seat.stickers
        self.form.first = self._index == self._teller
        grid: TileGrid = self.form.ids.stickers
        grid.clear_widgets()
        taken = {one.stickers for one in self._seats}
        for n in range(1, MOST + 1):
            tile = StickerTile(stickers=n, chosen=n == seat.stickers, taken=n in taken)
            tile.bind(on_release=lambda _, n=n: self._save(moved(self._seats, self._index, n)))
            grid.add_widget(tile)

    def _save(self, seats: Seats) -> None:
        self._seats = seats
        self.desk.table.set_lobby(seats=seats, storyteller=self._teller)
        self._show()
        self.desk.refresh()

    def typed(self, letter: str) -> None:
        """A letter, `backspace` or `enter`. The first letter replaces the name that was there."""
        seat = self._seats[self._index]
        if letter == "enter":
            self.desk.close_sheet()
            return
        kept = "" if self._fresh else seat.name
        name = seat.name[:-1] if letter == "backspace" else kept + letter
        self._fresh = False
        if len(name) <= NAME_MOST:
            self._save(self._with(replace(seat, name=name)))

    def _with(self, seat: LobbySeat) -> Seats:
        return (*self._seats[: self._index], seat, *self._seats[self._index + 1 :])

    def key(self, name: str, letter: str) -> bool:
        """A real keyboard types too."""
        if name in ("enter", "backspace"):
            self.typed(name)
            return True
        if letter and letter.isprintable():
            self.typed(letter)
            return True
        return super().key(name, letter)

    def tell_first(self) -> None:
        self._teller = self._index
        self._save(self._seats)

    def remove(self) -> None:
        """This seat goes; who tells first stays the same person where possible."""
        self._seats = (*self._seats[: self._index], *self._seats[self._index + 1 :])
        self._teller = max(0, self._teller - (self._teller >= self._index and self._teller > 0))
        self.desk.table.set_lobby(seats=self._seats, storyteller=self._teller)
        self.desk.close_sheet()
        self.desk.refresh()

    def earlier(self) -> None:
        """Change places with the seat before."""
        before = self._index - 1
        if before < 0:
            return
        seats = list(self._seats)
        seats[before], seats[self._index] = seats[self._index], seats[before]
        self._teller = {before: self._index, self._index: before}.get(self._teller, self._teller)
        self._index = before
        self.ids.title.words = self.desk.words.text("Seat {n}", n=before + 1)
        self._save(tuple(seats))


def moved(seats: Seats, index: int, stickers: int) -> Seats:
    """Seat `index` takes these stickers; who had them takes the old ones, so no two are the same."""
    swap = {seats[index].stickers: stickers, stickers: seats[index].stickers}
    return tuple(replace(seat, stickers=swap.get(seat.stickers, seat.stickers)) for seat in seats)


load_kv(__file__)
