"""A tile that does one thing: words, a sign and the act go in."""

from __future__ import annotations

from collections.abc import Callable

from kivy.properties import BooleanProperty, StringProperty

from pi_app.screens.tiles import Tile, load_kv


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


load_kv(__file__)
