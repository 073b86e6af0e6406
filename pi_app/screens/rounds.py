"""Earlier rounds, a line each, the newest first: a view goes in; a tap opens the round to mend it."""

from __future__ import annotations

from functools import partial

from kivy.properties import BooleanProperty, NumericProperty, StringProperty

from pi_app.screens.acts import act_tile
from pi_app.screens.mend import RoundSheet
from pi_app.screens.page import Desk, Sheet
from pi_app.screens.reasons import signed
from pi_app.screens.tiles import Box, Tile, TileGrid, load_kv
from pi_app.session.views import RoundView, View
from pi_app.words import Words

ROWS = 6


class Paid(Box):
    """One player's chip and points."""

    stickers = NumericProperty(0)
    points = StringProperty("")


class RoundTile(Tile):
    """One round: its number, who told, how it went, and what it paid whom."""

    number = StringProperty("")
    teller = NumericProperty(0)
    told = StringProperty("")
    void = BooleanProperty(False)


def told(words: Words, played: RoundView) -> str:
    """How it went."""
    if played.void:
        return words.text("does not count")
    went = {
        "all": words.text("everyone found it"),
        "none": words.text("nobody found it"),
        "some": words.text("some found it"),
    }
    return went.get(played.outcome, "")


class RoundsSheet(Sheet):
    """The newest round first, `ROWS` on a page."""

    def __init__(self, desk: Desk, view: View, page: int = 0) -> None:
        words = desk.words
        super().__init__(desk, words.text("Earlier rounds"))
        self._view = view
        self.ids.body.orientation = "vertical"
        rounds = view.rounds[::-1]
        shown = rounds[page * ROWS : (page + 1) * ROWS]
        grid = TileGrid(shape=13, most_columns=1, widest=15, tallest=1.15, gap=0.1)
        stickers = {p.id: p.stickers for p in view.players}
        for one in shown:
            tile = RoundTile(number=words.number(one.number), teller=stickers.get(one.storyteller, 0))
            tile.told, tile.void = told(words, one), one.void
            for paid in one.points if not one.void else ():
                if paid.total:
                    points = signed(words, paid.total)
                    tile.ids.paid.add_widget(Paid(stickers=stickers.get(paid.player, 0), points=points))
            tile.bind(on_release=lambda _, one=one: self.open_round(one))
            grid.add_widget(tile)
        self.ids.body.add_widget(grid)
        if len(rounds) > ROWS:
            row = Box(size_hint_y=None, height=1.2 * desk.u, spacing=0.2 * desk.u)
            pages = -(-len(rounds) // ROWS)
            for text, to in ((words.text("Newer"), page - 1), (words.text("Older"), page + 1)):
                act = act_tile(text, "", partial(self.leaf, to))
                act.disabled = not 0 <= to < pages
                row.add_widget(act)
            self.ids.body.add_widget(row)

    def leaf(self, page: int) -> None:
        """Another page of the list."""
        self.desk.open(RoundsSheet(self.desk, self._view, page).comes_from(self.before))

    def open_round(self, played: RoundView) -> None:
        sheet = RoundSheet(self.desk, self._view, played)
        self.desk.open(sheet.comes_from(lambda: self.desk.open(self)))


load_kv(__file__)
