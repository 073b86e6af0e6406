"""A Board in; files of the running match to take away out. The same facts as the page, no more.

Rule: no cell is a formula to any spreadsheet, whatever a player is called.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator

from pi_app.session.views import Board, PointsView, RoundView
from pi_app.web.board import public_rounds

COLUMNS = (
    "round",
    "void",
    "storyteller",
    "player",
    "votes",
    "cards",
    "base",
    "bonus",
    "extra",
    "points",
    "why",
)
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
_FORMULA_WITHIN = re.compile(r"(;\s*|(?<=\S)[ ]*[\t\r\n]\s*)(?=[=@＝＠]|[+\-＋－][^)\s])")
"""Half of Europe's spreadsheets part cells at a semicolon, whatever the file says; a smile is no formula."""
Cell = str | int


def csv_bytes(board: Board) -> bytes:
    """A row for each player of each round, then one for each score that is of no round; UTF-8 with a mark."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    for row in (*_rounds(board), *_by_hand(board)):
        writer.writerow([cell if isinstance(cell, int) else safe_cell(cell) for cell in row])
    # Without the mark Excel takes UTF-8 for the local code page.
    return b"\xef\xbb\xbf" + text.getvalue().encode("utf-8", "replace")


def safe_cell(text: str) -> str:
    """A text that no spreadsheet takes for a formula."""
    text = _FORMULA_WITHIN.sub(r"\1'", text)
    return f"'{text}" if text.lstrip().startswith(_FORMULA) or text.startswith(_FORMULA) else text


def _rounds(board: Board) -> Iterator[tuple[Cell, ...]]:
    names = {player.id: player.name for player in board.players}
    for scored in public_rounds(board):
        if scored.void:
            yield (scored.number, "yes", names.get(scored.storyteller, ""), *[""] * 8)
        for points in scored.points:
            yield _row(scored, points, names)


def _row(scored: RoundView, points: PointsView, names: dict[int, str]) -> tuple[Cell, ...]:
    player = points.player
    return (
        scored.number,
        "",
        names.get(scored.storyteller, ""),
        names.get(player, ""),
        " ".join(map(str, scored.votes.get(player, ()))),
        " ".join(str(slot) for slot, owner in scored.slots.items() if owner == player),
        points.base,
        points.bonus,
        points.extra,
        points.total,
        "; ".join(points.why),
    )


def _by_hand(board: Board) -> Iterator[tuple[Cell, ...]]:
    names = {player.id: player.name for player in board.players}
    for player in board.players:
        if player.start_score:
            yield (player.joined_round, "", "", player.name, "", "", "", "", "", player.start_score, "joined")
    for adjusted in board.adjustments:
        name = names.get(adjusted.player, "")
        yield (adjusted.round, "", "", name, "", "", "", "", "", adjusted.points, adjusted.reason)
