"""People come and go: a player out of the list, then what may be done; each change is previewed first.

Sheets in, moves out through `Desk.confirm`: join late, leave, come back, rename, other discs, other seats,
points by hand with a reason.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from hardware.stickers import MOST
from pi_app.game.moves import (
    AddPlayer,
    AdjustScore,
    LeavePlayer,
    RenamePlayer,
    RestickerPlayer,
    Seat,
    SwapSeats,
)
from pi_app.screens.choices import Choice, ChoiceSheet
from pi_app.screens.entry import NumberSheet, TextSheet
from pi_app.screens.page import Desk, Sheet
from pi_app.screens.pickers import PlayerPicker, Question
from pi_app.screens.reasons import signed
from pi_app.screens.seat import StickerTile
from pi_app.screens.tiles import TileGrid
from pi_app.session.views import PlayerView, View


def players_sheet(desk: Desk, view: View) -> Sheet:
    """Everybody of this match, also who has left; the last tile adds somebody."""
    words = desk.words
    question = Question(words.text("Who plays?"), nobody=words.text("Add a player"), sign="add")

    def chosen(player: int | None) -> None:
        found = next((p for p in view.players if p.id == player), None)
        sheet = player_sheet(desk, view, found) if found else _name_of_new(desk, view)
        desk.open(sheet)

    return PlayerPicker(desk, question, view.players, chosen).comes_from(desk.open_menu)


def player_sheet(desk: Desk, view: View, player: PlayerView) -> Sheet:
    """What may be done with one player."""
    words, here = desk.words, player.active

    def ask(sheet: Sheet) -> None:
        desk.open(sheet.comes_from(lambda: desk.open(player_sheet(desk, view, player))))

    choices = [
        Choice(words.text("Another name"), lambda: ask(_rename(desk, player)), "hand"),
        Choice(words.text("Points by hand"), lambda: ask(_points(desk, player)), "add"),
    ]
    if here:
        choices += [
            Choice(words.text("Other discs"), lambda: ask(_restick(desk, view, player)), "disc"),
            Choice(words.text("Change seats with…"), lambda: ask(_swap(desk, view, player)), "redo"),
            Choice(words.text("Leaves the match"), lambda: _leave(desk, player), "close"),
        ]
    else:
        choices += [Choice(words.text("Comes back"), lambda: _return(desk, player), "next")]
    sheet = ChoiceSheet(desk, player.shown, choices)
    return sheet.comes_from(lambda: desk.open(players_sheet(desk, view)))


def _rename(desk: Desk, player: PlayerView) -> Sheet:
    title = desk.words.text("Another name for {player}", player=player.shown)

    def done(name: str) -> None:
        says = desk.words.text("{player} becomes {name}", player=player.shown, name=name)
        desk.confirm(RenamePlayer(player.id, name), says)

    return TextSheet(desk, title, player.name, done)


def _points(desk: Desk, player: PlayerView) -> Sheet:
    title = desk.words.text("How many points for {player}?", player=player.shown)
    return NumberSheet(desk, title, 0, lambda n: desk.open(_reason(desk, player, n)), with_sign=True)


def _reason(desk: Desk, player: PlayerView, points: int) -> Sheet:
    words = desk.words
    reasons = (
        words.text("We had counted wrong"),
        words.text("A card was laid wrong"),
        words.text("Agreed at the table"),
        words.text("A gift"),
    )

    def said(reason: str) -> None:
        change, who = signed(words, points), player.shown
        says = words.text("{points} for {player}: {reason}", points=change, player=who, reason=reason)
        desk.confirm(AdjustScore(player.id, points, reason), says)

    choices = [Choice(reason, partial(said, reason)) for reason in reasons]
    another = words.text("Another reason…")
    choices.append(Choice(another, lambda: desk.open(TextSheet(desk, words.text("Why?"), "", said)), "hand"))
    return ChoiceSheet(desk, words.text("Why?"), choices)


def _restick(desk: Desk, view: View, player: PlayerView) -> Sheet:
    def done(stickers: int) -> None:
        says = desk.words.text("{player} votes with discs {n}", player=player.shown, n=stickers)
        desk.confirm(RestickerPlayer(player.id, stickers), says)

    return StickerSheet(desk, view, done)


def _swap(desk: Desk, view: View, player: PlayerView) -> Sheet:
    words = desk.words
    others = [p for p in view.players if p.active and p.id != player.id]

    def done(other: int | None) -> None:
        found = next(p for p in others if p.id == other)
        says = words.text("{player} and {other} change seats", player=player.shown, other=found.shown)
        desk.confirm(SwapSeats(player.id, found.id), says)

    title = words.text("Who changes seats with {player}?", player=player.shown)
    return PlayerPicker(desk, Question(title), others, done)


def _leave(desk: Desk, player: PlayerView) -> None:
    says = desk.words.text("{player} leaves; the points stay in the list", player=player.shown)
    desk.confirm(LeavePlayer(player.id), says)


def _return(desk: Desk, player: PlayerView) -> None:
    """With the old discs, or with free ones where somebody else has them now."""
    seat = Seat(player.id, player.name)
    desk.confirm(AddPlayer(seat), desk.words.text("{player} comes back", player=player.shown))


def _name_of_new(desk: Desk, view: View) -> Sheet:
    free = next((n for n in range(1, MOST + 1) if n not in _taken(view)), 1)
    name = desk.words.text("Player {n}", n=free)
    title = desk.words.text("Who joins?")
    sheet = TextSheet(desk, title, name, lambda said: desk.open(_discs_of_new(desk, view, said)))
    return sheet.comes_from(lambda: desk.open(players_sheet(desk, view)))


def _discs_of_new(desk: Desk, view: View, name: str) -> Sheet:
    return StickerSheet(desk, view, lambda stickers: desk.open(_score_of_new(desk, view, name, stickers)))


def _score_of_new(desk: Desk, view: View, name: str, stickers: int) -> Sheet:
    """Proposed: as many as the last one has; the table may agree on another number."""
    words = desk.words
    last = min((p.score for p in view.players if p.active), default=0)

    def done(score: int) -> None:
        new = max((p.id for p in view.players), default=0) + 1
        says = words.text("{player} joins with {n} points", player=name, n=score)
        desk.confirm(AddPlayer(Seat(new, name, stickers), score), says)

    title = words.text("How many points does {player} start with?", player=name)
    return NumberSheet(desk, title, last, done)


def _taken(view: View) -> set[int]:
    return {p.stickers for p in view.players if p.active}


class StickerSheet(Sheet):
    """One of the twelve disc sets; those of others are faint, and the rules refuse them."""

    def __init__(self, desk: Desk, view: View, done: Callable[[int], object]) -> None:
        super().__init__(desk, desk.words.text("Which discs?"))
        grid = TileGrid(shape=0.8, widest=2.4, tallest=3.0)
        for n in range(1, MOST + 1):
            tile = StickerTile(stickers=n, taken=n in _taken(view))
            tile.bind(on_release=lambda _, n=n: self._take(done, n))
            grid.add_widget(tile)
        self.ids.body.add_widget(grid)

    def _take(self, done: Callable[[int], object], stickers: int) -> None:
        self.desk.close_sheet()
        done(stickers)
        self.desk.refresh()
