"""Joining by phone: the code to scan, and each phone that asks, with a yes and a no."""

from __future__ import annotations

from kivy.properties import NumericProperty, StringProperty

from pi_app.screens import paint
from pi_app.screens.page import Desk, Sheet
from pi_app.screens.tiles import Box, Card, Picture, Text, TileGrid, load_kv
from pi_app.session.offered import NameProposal
from pi_app.session.views import LobbyView, View

SHOWN = 4


class AskingRow(Card):
    """One phone that asks for a seat."""

    name = StringProperty("")
    stickers = NumericProperty(0)

    def __init__(self, sheet: JoinSheet, proposal: NameProposal) -> None:
        self.sheet, self.proposal = sheet, proposal
        super().__init__(name=proposal.name, stickers=proposal.stickers)


def _to_type(url: str | None) -> str:
    """For a phone that cannot scan: browsers add what is left out here."""
    return (url or "").removeprefix("http://")


class JoinSheet(Sheet):
    """Follows the lobby while it is open: codes are used up, phones come."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk, desk.words.text("Scan with your phone to take a seat"))
        self.ids.body.orientation = "horizontal" if desk.wide else "vertical"
        self._code = Picture()
        self._list = Box(orientation="vertical")
        self.ids.body.add_widget(self._code)
        self.ids.body.add_widget(self._list)
        self._shown: object = None
        self.follow(desk.table.view())

    def follow(self, view: View) -> None:
        lobby = view.lobby
        if lobby is None or (lobby.join_url, lobby.proposals) == self._shown:
            return
        self._shown = (lobby.join_url, lobby.proposals)
        self._code.texture = (
            paint.qr_texture(lobby.join_url, int(6 * self.desk.u)) if lobby.join_url else None
        )
        self._fill(lobby)

    def _fill(self, lobby: LobbyView) -> None:
        words = self.desk.words
        self._list.clear_widgets()
        if not lobby.proposals:
            says = words.text("Type your name there; it is confirmed here.")
            valign = "bottom" if self.desk.wide else "top"
            self._list.add_widget(Text(words=says, rows=4, most=0.5, valign=valign))
            self._list.add_widget(Text(words=_to_type(lobby.join_url), most=0.42, least=0.24, valign="top"))
            return
        grid = TileGrid(shape=4.5, most_columns=1, tallest=1.5, widest=9, gap=0.15)
        for proposal in lobby.proposals[:SHOWN]:
            grid.add_widget(AskingRow(self, proposal))
        self._list.add_widget(grid)

    def answer(self, proposal: NameProposal, accept: bool) -> None:
        self.desk.said(self.desk.table.answer_proposal(proposal.id, accept))
        self.follow(self.desk.table.view())


load_kv(__file__)
