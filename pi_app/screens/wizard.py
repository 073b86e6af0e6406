"""The first evening, step by step: language, camera, stickers, buttons, network. Any step can be passed over.

It can be walked through again from the settings; nothing in it plays.
"""

from __future__ import annotations

from kivy.properties import BooleanProperty, NumericProperty, StringProperty

from hardware.ports import Button
from hardware.stickers import MOST
from pi_app.screens import paint
from pi_app.screens.acts import ActTile, act_tile
from pi_app.screens.camera import CameraSheet
from pi_app.screens.page import Desk, Sheet
from pi_app.screens.preferences import language_sheet
from pi_app.screens.tiles import Box, Card, Picture, Text, TileGrid, load_kv

STEPS = 5


def first_step(desk: Desk) -> Sheet:
    """The language comes first; everything after it can then be read."""
    return language_sheet(desk, lambda: desk.open(CameraStep(desk)))


def _title(desk: Desk, step: int, text: str) -> str:
    return desk.words.text("{n} of {all}: {what}", n=step, all=STEPS, what=text)


def _next(desk: Desk, sheet: type[Sheet] | None) -> ActTile:
    words = desk.words.text("Next step") if sheet else desk.words.text("Ready to play")

    def go() -> None:
        desk.close_sheet()
        if sheet is not None:
            desk.open(sheet(desk))  # type: ignore[call-arg]

    tile = act_tile(words, "next", go, main=True)
    tile.size_hint_y, tile.height = None, 1.2 * desk.u
    return tile


class CameraStep(CameraSheet):
    """Height, focus and light."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk, _title(desk, 2, desk.words.text("the camera sees the table")))
        self.side.add_widget(_next(desk, PrintStep))


class ProofTile(Card):
    """One plate or disc set, and whether the camera has read it."""

    words = StringProperty("")
    stickers = NumericProperty(0)
    proven = BooleanProperty(False)


class PrintStep(Sheet):
    """Hold each printed sheet under the camera: every sticker that was read proves itself, for good."""

    watched = True

    def __init__(self, desk: Desk) -> None:
        text = desk.words.text("hold each printed sheet under the camera")
        super().__init__(desk, _title(desk, 3, text))
        self.ids.body.orientation = "vertical"
        grid = TileGrid(shape=1.3, widest=2.6, tallest=1.6, gap=0.1)
        self.discs = [ProofTile(stickers=n) for n in range(1, MOST + 1)]
        self.plates = [ProofTile(words=desk.words.number(n)) for n in range(1, MOST + 1)]
        for tile in (*self.discs, *self.plates):
            grid.add_widget(tile)
        self.ids.body.add_widget(grid)
        self.ids.body.add_widget(_next(desk, ButtonsStep))
        desk.table.look_closer(True)

    def closed(self) -> None:
        self.desk.table.look_closer(False)

    def step(self, seconds: float) -> None:
        del seconds
        seen = self.desk.table.seeing()
        for tiles, numbers in ((self.discs, seen.discs), (self.plates, seen.plates)) if seen else ():
            for number in numbers:
                tiles[number - 1].proven = True


class ButtonsStep(Sheet):
    """Pressing NEXT and UNDO here only lights their names."""

    watched = True

    def __init__(self, desk: Desk) -> None:
        words = desk.words
        super().__init__(desk, _title(desk, 4, words.text("press the two buttons")))
        self.ids.body.orientation = "vertical"
        self.tiles = {
            Button.NEXT: ProofTile(words=words.text("NEXT")),
            Button.UNDO: ProofTile(words=words.text("UNDO")),
        }
        row = Box(spacing=0.3 * desk.u)
        for tile in self.tiles.values():
            row.add_widget(tile)
        self.ids.body.add_widget(row)
        none = words.text("No buttons? Those on the display do the same.")
        self.ids.body.add_widget(Text(words=none, most=0.45, rows=2, size_hint_y=0.4))
        self.ids.body.add_widget(_next(desk, NetworkStep))
        desk.table.listen(self.pressed)

    def closed(self) -> None:
        self.desk.table.listen(None)

    def pressed(self, button: Button) -> None:
        self.tiles[button].proven = True


class NetworkStep(Sheet):
    """Phones scan the address once to see that they find the table."""

    def __init__(self, desk: Desk) -> None:
        words = desk.words
        super().__init__(desk, _title(desk, 5, words.text("the scoreboard on a phone")))
        self.ids.body.orientation = "vertical"
        address = desk.table.view().address
        code = Picture()
        if address:
            code.texture = paint.qr_texture(address, int(4.6 * desk.u))
        nowhere = words.text("There is no network, so there is no scoreboard to look at.")
        self.ids.body.add_widget(code)
        text = Text(words=address or nowhere, bold=True, most=0.5, rows=2, size_hint_y=0.25 if address else 1)
        self.ids.body.add_widget(text)
        self.ids.body.add_widget(_next(desk, None))


load_kv(__file__)
