"""A book's file, whole or damaged, in; every match of it that can be read, up to its first bad move, out.

Rule: the file is only read, and a match that is cut short is said to be so, never passed off as whole.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from pi_app.game.history import History, advance
from pi_app.game.moves import Event
from pi_app.game.pieces import IllegalMove
from pi_app.session.book_file import read_only
from pi_app.session.last_move import LastMove
from pi_app.session.rows import DamagedRow, events_in, line_of

_UNREADABLE = (sqlite3.Error, UnicodeDecodeError, OverflowError)
_COLUMNS = 4


@dataclass(frozen=True, slots=True)
class Rescued:
    """One match. `whole`: no move is known to be missing."""

    id: int
    started_at: float
    closed: bool
    events: tuple[Event, ...]
    whole: bool


def rescue(file: Path) -> tuple[Rescued, ...]:
    """Every match with at least one move, oldest first; empty when this is no book, or nothing is left."""
    try:
        with closing(read_only(file)) as db:
            found = _matches(db)
    except _UNREADABLE:
        return ()
    last, noted = LastMove(file).said() or (0, 0)
    return tuple(
        replace(match, whole=False) if match.id == last and len(match.events) < noted else match
        for match in found
    )


def _matches(db: sqlite3.Connection) -> tuple[Rescued, ...]:
    lines: dict[int, tuple[float, bool]] = {}
    try:
        for row in db.execute("SELECT * FROM match ORDER BY id"):
            number, at, closed = _line(row)
            lines[number] = (at, closed)
    except _UNREADABLE:
        # The list of matches is damaged: the moves themselves still say which match they are of.
        lines |= dict.fromkeys(_numbers(db) - set(lines), (0.0, True))
    found = (_match(db, number, at, closed) for number, (at, closed) in sorted(lines.items()))
    return tuple(match for match in found if match.events)


def _line(row: tuple[Any, ...]) -> tuple[int, float, bool]:
    """A match's own line; of what is not as it was written, only the number is taken. 3 columns: format 1."""
    number, at, closed, *_ = row
    try:
        return line_of(row) if len(row) == _COLUMNS else (number, float(at), bool(closed))
    except (DamagedRow, TypeError, ValueError):
        return number, 0.0, True


def _numbers(db: sqlite3.Connection) -> set[int]:
    found: set[int] = set()
    try:
        for (number,) in db.execute("SELECT match FROM event"):
            if type(number) is int:
                found.add(number)
    except _UNREADABLE:
        return found
    return found


def _match(db: sqlite3.Connection, number: int, at: float, closed: bool) -> Rescued:
    events: list[Event] = []
    history, whole = History(), True
    try:
        for event in events_in(db, number):
            history = advance(history, event.move)
            events.append(event)
    except (*_UNREADABLE, DamagedRow, IllegalMove):
        whole = False
    return Rescued(number, at or (events[0].at if events else 0.0), closed, tuple(events), whole)
