"""An event or a match's line in, a row of the book out, and back; a checksum notices a changed letter."""

from __future__ import annotations

import sqlite3
import zlib
from collections.abc import Iterator

import msgspec

from pi_app.game.moves import Event, Move
from pi_app.session.codec import BadMove, move_from_dict, move_to_dict


class DamagedRow(Exception):
    """This row is not what was written. The text names the event."""


def row_of(match: int, n: int, at: float, move: Move) -> tuple[int, int, float, str, int]:
    """match, n, at, move as JSON, checksum."""
    text = msgspec.json.encode(move_to_dict(move)).decode()
    return match, n, at, text, _checksum(match, n, at, text)


def event_of(match: int, place: int, row: tuple[int, float, str, int]) -> Event:
    """n, at, move, checksum -> the event that must be number `place`. Raise DamagedRow."""
    n, at, text, checksum = row
    try:
        if n != place or checksum != _checksum(match, n, at, text):
            raise DamagedRow(f"event {place}")
        return Event(n, at, move_from_dict(msgspec.json.decode(text)))
    except (BadMove, msgspec.DecodeError, TypeError, AttributeError, ValueError, RecursionError):
        raise DamagedRow(f"event {place}") from None


def events_in(db: sqlite3.Connection, match: int) -> Iterator[Event]:
    """The events of a match in order. Raise DamagedRow, or what SQLite raises, at the first that is bad."""
    rows = db.execute("SELECT n, at, move, crc FROM event WHERE match = ? ORDER BY n", (match,))
    for place, row in enumerate(rows, 1):
        yield event_of(match, place, row)


def line_row(match: int, started_at: float, closed: bool) -> tuple[int, float, int, int]:
    """match, started_at, closed, checksum."""
    return match, float(started_at), int(closed), _line_checksum(match, float(started_at), int(closed))


def line_of(row: tuple[int, float, int, int]) -> tuple[int, float, bool]:
    """match, started_at, closed, checksum -> the first three. Raise DamagedRow."""
    match, started_at, closed, checksum = row
    if checksum != _line_checksum(match, started_at, closed):
        raise DamagedRow(f"match {match}")
    return match, started_at, bool(closed)


def _line_checksum(match: int, started_at: float, closed: int) -> int:
    return zlib.crc32(f"{match}|{started_at!r}|{closed}".encode())


def _checksum(match: int, n: int, at: float, text: str) -> int:
    return zlib.crc32(f"{match}|{n}|{at!r}|{text}".encode())
