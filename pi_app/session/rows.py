"""An event in, a row of the book out, and back; a checksum over all of it notices a changed letter."""

from __future__ import annotations

import zlib

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
    except (BadMove, msgspec.DecodeError, TypeError, AttributeError, ValueError):
        raise DamagedRow(f"event {place}") from None


def _checksum(match: int, n: int, at: float, text: str) -> int:
    return zlib.crc32(f"{match}|{n}|{at!r}|{text}".encode())
