"""The scoreboard's address with its QR code, and what a table seldom needs; reachable from every screen."""

from __future__ import annotations

from collections.abc import Callable

from kivy.properties import ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from pi_app.game.moves import EndMatch, VoidRound
from pi_app.game.pieces import Phase
from pi_app.screens import paint
from pi_app.screens.page import Desk, Sheet
from pi_app.screens.tiles import Tile, TileGrid, load_kv
from pi_app.session.views import View

_RUNNING = (Phase.CLUE, Phase.VOTING, Phase.REVEAL, Phase.OWNERS, Phase.SCORES)


class ChoiceTile(Tile):
    """One thing to do, in words, with a sign."""

    words = StringProperty("")
    sign = StringProperty("")


class Address(BoxLayout):
    """The QR code and the address below it."""

    address = StringProperty("")
    texture = ObjectProperty(None, allownone=True)


class Menu(Sheet):
    """Everything here can be undone."""

    def __init__(self, desk: Desk, view: View) -> None:
        words = desk.words
        super().__init__(desk, words.text("The scoreboard on your phone"))
        self._view = view
        self.ids.body.orientation = "horizontal" if desk.wide else "vertical"
        nowhere = words.text("There is no network, so there is no scoreboard to look at.")
        address = Address(address=view.address or nowhere)
        if view.address:
            address.texture = paint.qr_texture(view.address, int(5.2 * desk.u))
        self.ids.body.add_widget(address)
        column = TileGrid(most_columns=1, tallest=1.4, gap=0.2, size_hint_x=0.8 if desk.wide else 1)
        for text, sign, act in self._choices():
            tile = ChoiceTile(words=text, sign=sign)
            tile.bind(on_release=lambda _, act=act: self._act(act))
            column.add_widget(tile)
        if column.children:
            self.ids.body.add_widget(column)

    def _choices(self) -> list[tuple[str, str, Callable[[], object]]]:
        words, desk = self.desk.words, self.desk
        if self._view.phase is Phase.OVER:
            return [(words.text("A new match with the same players"), "next", desk.table.new_match)]
        if self._view.phase not in _RUNNING:
            return []
        return [
            (words.text("This round does not count"), "redo", lambda: desk.ask(VoidRound())),
            (words.text("End the match here"), "crown", lambda: desk.ask(EndMatch())),
            (words.text("Leave this match, back to the players"), "close", desk.table.new_match),
        ]

    def _act(self, act: Callable[[], object]) -> None:
        self.desk.close_sheet()
        act()
        self.desk.refresh()


load_kv(__file__)
