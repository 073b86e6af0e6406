"""A tile that does one thing: words, a sign and the act go in."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from kivy.properties import BooleanProperty, NumericProperty, StringProperty

from pi_app.screens.tiles import Tile, TileGrid, load_kv


class ActTile(Tile):
    """One thing to do with the list or the round."""

    words = StringProperty("")
    sign = StringProperty("")
    main = BooleanProperty(False)


def act_tile(words: str, sign: str, act: Callable[[], object], main: bool = False) -> ActTile:
    """`act` is called on release."""
    tile = ActTile(words=words, sign=sign, main=main)
    tile.bind(on_release=lambda _: act())
    return tile


class Acts(TileGrid):
    """Some of them in a row at the lower edge of a sheet; in two rows on an upright display."""

    count = NumericProperty(1)

    def show(self, acts: Sequence[ActTile]) -> None:
        """These, instead of those that were there."""
        self.clear_widgets()
        self.count = len(acts)
        for act in acts:
            self.add_widget(act)


load_kv(__file__)
