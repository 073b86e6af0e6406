"""The file in which SQLite keeps the newest moves (its write-ahead log) in; whether its end can be read, out.

SQLite takes it up to the first frame that is not as it was written, and says nothing of what lies behind.
Rule: every move is forced to the disk before the next is begun, so only one can have been under way when
the power went. Two unreadable ones behind each other were both acknowledged, and are lost.
"""

from __future__ import annotations

import struct
import time
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

_HEADER, _FRAME = 32, 24
_USUAL_PAGE = 4096
_PAGES = tuple(1 << power for power in range(9, 17))
_MAGICS = {0x377F0682: "<", 0x377F0683: ">"}
"""The first number of the file, and the order of bytes in which its sums are made."""
_OLDER = 1 << 16
"""Frames left over from earlier rounds of the file have a number smaller by less than this."""
_AGAIN_SECONDS = 0.05
_TRIES = 10


class End(Enum):
    """DOUBT: a move that was being written may be missing. LOST: acknowledged moves are missing."""

    WHOLE = "whole"
    DOUBT = "doubt"
    LOST = "lost"


@dataclass(frozen=True, slots=True)
class _Frame:
    """One changed page. `commit`: the last of a move. `raw`: everything but its sums."""

    page: int
    commit: bool
    salts: tuple[int, int]
    sums: tuple[int, int]
    raw: bytes


def end_beside(book: Path) -> End:
    """What can be said of the book's end before it is opened. Another program may be writing in it."""
    before = None
    for _ in range(_TRIES):
        data = b""
        with suppress(OSError):
            data = Path(f"{book}-wal").read_bytes()
        found = end_of(data)
        if found is End.WHOLE or data == before:
            return found
        before = data
        time.sleep(_AGAIN_SECONDS)
    return End.WHOLE


def compared(found: End, noted: int | None, there: int) -> End:
    """found: what the file beside the book tells. noted: number of a match's last move, None: not known.
    there: number of the last one in the book.
    """
    if noted is None:
        return found
    if there < noted:
        return End.LOST
    return End.DOUBT if found is End.LOST and there == noted else found


def end_of(data: bytes) -> End:
    """The whole write-ahead file -> whether SQLite can read it up to the last move in it."""
    if not data:
        return End.WHOLE
    if len(data) < _HEADER:
        return End.DOUBT
    magic, _, page, _, *numbers = struct.unpack(">8I", data[:_HEADER])
    salts, sums = (numbers[0], numbers[1]), (numbers[2], numbers[3])
    order = _MAGICS.get(magic)
    if order is None or page not in _PAGES or _summed(order, (0, 0), data[: _HEADER - 8]) != sums:
        frames = _frames(data, _USUAL_PAGE)
        usual = Counter(frame.salts for frame in frames).most_common(1)
        return _said(frames, usual[0][0]) if usual else End.DOUBT
    frames = _frames(data, page)
    valid = 0
    for frame in frames:
        sums = _summed(order, sums, frame.raw)
        if frame.salts != salts or frame.sums != sums:
            break
        valid += 1
    if any(frame.salts == salts for frame in frames[valid:]):
        return _said(frames[valid:], salts)
    if valid < len(frames):
        return End.WHOLE if _is_older(frames[valid], salts) else End.DOUBT
    return End.WHOLE if (len(data) - _HEADER) % (_FRAME + page) == 0 else End.DOUBT


def _said(unreadable: list[_Frame], salts: tuple[int, int]) -> End:
    moves = sum(frame.commit for frame in unreadable if frame.salts == salts)
    return End.LOST if moves > 1 else End.DOUBT


def _is_older(frame: _Frame, salts: tuple[int, int]) -> bool:
    return bool(frame.page) and 0 < (salts[0] - frame.salts[0]) % (1 << 32) < _OLDER


def _frames(data: bytes, page: int) -> list[_Frame]:
    """Every whole frame, whatever is in it."""
    found, size = [], _FRAME + page
    for start in range(_HEADER, len(data) - size + 1, size):
        number, after, *rest = struct.unpack_from(">6I", data, start)
        raw = data[start : start + 8] + data[start + _FRAME : start + size]
        found.append(_Frame(number, after != 0, (rest[0], rest[1]), (rest[2], rest[3]), raw))
    return found


def _summed(order: str, sums: tuple[int, int], data: bytes) -> tuple[int, int]:
    """SQLite's running sums over these bytes."""
    one, two = sums
    for first, second in struct.iter_unpack(f"{order}2I", data):
        one = (one + first + two) & 0xFFFFFFFF
        two = (two + second + one) & 0xFFFFFFFF
    return one, two
