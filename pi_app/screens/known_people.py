"""Who has played before, to sit down again with one tap: a lobby's people go in, the chosen one comes out."""

from __future__ import annotations

from collections.abc import Callable

from pi_app.screens.page import Desk, Sheet
from pi_app.screens.pickers import PlayerTile
from pi_app.screens.tiles import TileGrid
from pi_app.session.offered import NEW_PERSON, LobbySeat, PersonView

SHOWN = 14


class PeopleSheet(Sheet):
    """The last to play first; then a tile for somebody else who is called like one of them.

    choose: gets the name and the key of the person.
    """

    def __init__(
        self,
        desk: Desk,
        seat: LobbySeat,
        people: tuple[PersonView, ...],
        choose: Callable[[str, str], object],
    ) -> None:
        words = desk.words
        super().__init__(desk, words.text("Who sits here?"))
        self._choose = choose
        grid = TileGrid(shape=2.6, widest=5.0, tallest=1.6, gap=0.1)
        for person in people[:SHOWN]:
            matches = words.count("{n} match", "{n} matches", person.matches)
            grid.add_widget(self._tile(person.label, matches, person.name, person.key))
        new = words.text("somebody new")
        grid.add_widget(self._tile(seat.name, new, seat.name, NEW_PERSON))
        self.ids.body.add_widget(grid)

    def _tile(self, shown: str, detail: str, name: str, person: str) -> PlayerTile:
        tile = PlayerTile(name=shown, detail=detail)
        tile.bind(on_release=lambda _: self._decide(name, person))
        return tile

    def _decide(self, name: str, person: str) -> None:
        self.desk.close_sheet()
        self._choose(name, person)
        self.desk.refresh()
