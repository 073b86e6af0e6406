"""The first evening, step by step: language, camera, stickers, plates, buttons, network.

Any step can be passed over. It can be walked through again from the settings; nothing in it plays.
"""

from __future__ import annotations

from collections.abc import Callable

from hardware.ports import Button
from pi_app.game.pieces import Phase
from pi_app.screens import paint
from pi_app.screens.acts import ActTile, act_tile
from pi_app.screens.camera import CameraSheet
from pi_app.screens.laying import LayingSheet
from pi_app.screens.page import Desk, Sheet
from pi_app.screens.preferences import language_sheet
from pi_app.screens.proof import USUAL_PLAYERS, ProofSheet, ProofTile
from pi_app.screens.tiles import Box, Picture, Text

STEPS = 6


def _after(desk: Desk, before: Callable[[Desk], Sheet], sheet: Sheet) -> Sheet:
    return sheet.comes_from(lambda: desk.open(before(desk)))


def first_step(desk: Desk) -> Sheet:
    """The language comes first; everything after it can then be read."""
    title = _title(desk, 1, desk.words.text("Language"))
    return language_sheet(desk, lambda: desk.open(camera_step(desk)), title)


def camera_step(desk: Desk) -> Sheet:
    """Height, focus and light. In the middle of a match no sticker is proved: it would tell votes."""
    sheet = CameraSheet(desk, _title(desk, 2, desk.words.text("the camera sees the table")))
    after = print_step if desk.table.view().phase is Phase.LOBBY else places_step
    sheet.side.add_widget(_next(desk, lambda: after(desk)))
    return _after(desk, first_step, sheet)


def print_step(desk: Desk) -> Sheet:
    """Hold each printed sheet under the camera: every sticker proves itself."""
    title = _title(desk, 3, desk.words.text("hold each printed sheet under the camera"))
    sheet = ProofSheet(desk, title, lambda players: _next(desk, lambda: places_step(desk, players)))
    return _after(desk, camera_step, sheet)


def places_step(desk: Desk, players: int | None = None) -> Sheet:
    """Every plate is read where its card will lie."""
    title = _title(desk, 4, desk.words.text("lay the plates on the table"))
    playing = len(desk.table.view().players)
    further = _next(desk, lambda: ButtonsStep(desk, players))
    sheet = LayingSheet(desk, title, players or playing or USUAL_PLAYERS, further)
    return _after(desk, print_step if desk.table.view().phase is Phase.LOBBY else camera_step, sheet)


def _title(desk: Desk, step: int, text: str) -> str:
    return desk.words.text("{n} of {all}: {what}", n=step, all=STEPS, what=text)


def _next(desk: Desk, sheet: Callable[[], Sheet] | None) -> ActTile:
    words = desk.words.text("Next step") if sheet else desk.words.text("Ready to play")

    def go() -> None:
        desk.close_sheet()
        if sheet is not None:
            desk.open(sheet())

    tile = act_tile(words, "next", go, main=True)
    tile.size_hint_y, tile.height = None, 1.2 * desk.u
    return tile


class ButtonsStep(Sheet):
    """Pressing NEXT and UNDO here only lights their names."""

    watched = True

    def __init__(self, desk: Desk, players: int | None = None) -> None:
        words = desk.words
        super().__init__(desk, _title(desk, 5, words.text("press the two buttons")))
        self.comes_from(lambda: desk.open(places_step(desk, players)))
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
        self.ids.body.add_widget(_next(desk, lambda: NetworkStep(desk, players)))
        desk.table.listen(self.pressed)

    def closed(self) -> None:
        self.desk.table.listen(None)

    def pressed(self, button: Button) -> None:
        self.tiles[button].share = 1.0


class NetworkStep(Sheet):
    """Phones scan the address once to see that they find the table."""

    def __init__(self, desk: Desk, players: int | None = None) -> None:
        words = desk.words
        super().__init__(desk, _title(desk, 6, words.text("the scoreboard on a phone")))
        self.comes_from(lambda: desk.open(ButtonsStep(desk, players)))
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
