"""Sheets made of things to do: a title and choices in, the chosen one's act is run. One tap each."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from kivy.properties import BooleanProperty, NumericProperty, StringProperty

from pi_app.screens.page import Desk, Sheet
from pi_app.screens.tiles import Tile, TileGrid, load_kv

Act = Callable[[], object]


@dataclass(frozen=True, slots=True)
class Choice:
    """`words` in full, a `sign` of `icons.ICONS` or none; `detail`: a second, quiet line."""

    words: str
    act: Act
    sign: str = ""
    detail: str = ""
    chosen: bool = False


class ChoiceTile(Tile):
    """One thing to do, in words, with a sign or a player's rabbit."""

    stickers = NumericProperty(0)
    words = StringProperty("")
    sign = StringProperty("")
    detail = StringProperty("")
    chosen = BooleanProperty(False)


def tile_of(choice: Choice, sheet: Sheet) -> ChoiceTile:
    """A tile that closes the sheet, then acts: the act may open the next sheet."""

    def chosen(_: object) -> None:
        sheet.desk.close_sheet()
        choice.act()
        sheet.desk.refresh()

    tile = ChoiceTile(words=choice.words, sign=choice.sign, detail=choice.detail, chosen=choice.chosen)
    tile.bind(on_release=chosen)
    return tile


class ChoiceSheet(Sheet):
    """All choices at once, as large as they fit."""

    def __init__(self, desk: Desk, title: str, choices: Sequence[Choice], most_columns: int = 2) -> None:
        super().__init__(desk, title)
        grid = TileGrid(shape=4.4, widest=15.0, tallest=1.7, most_columns=most_columns if desk.wide else 1)
        for choice in choices:
            grid.add_widget(tile_of(choice, self))
        self.ids.body.add_widget(grid)


load_kv(__file__)
