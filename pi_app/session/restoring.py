"""The copies of a book beside it in; what each holds, and the book that one of them becomes again, out.

Rule: nothing is thrown away. The book that was there is kept, and is one of the copies from then on.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path

from pi_app.game.history import replayed
from pi_app.game.moves import Event, Move
from pi_app.game.pieces import IllegalMove
from pi_app.session.backups import copies
from pi_app.session.book import Book, BookError
from pi_app.session.book_file import read_only
from pi_app.session.rescue import Rescued, rescue
from pi_app.session.rows import DamagedRow, events_in

BEFORE = "before-restore"
_MOST = 20


@dataclass(frozen=True, slots=True)
class BackupView:
    """`name`: of its file. made_at: seconds since the epoch. players, rounds: of its newest match.

    before: it was the book until another copy was brought back.
    """

    name: str
    made_at: float
    matches: int
    players: tuple[str, ...]
    rounds: int
    before: bool = False


def backups_of(book: Path) -> tuple[BackupView, ...]:
    """The newest first, those only that can be read; cheap enough for a tap."""
    files = sorted((*copies(book), *_set_aside(book)), key=lambda file: -file.stat().st_mtime_ns)
    found = (_told(file, book) for file in files[:_MOST])
    return tuple(view for view in found if view is not None)


def file_of(book: Path, name: str) -> Path | None:
    """The copy of this name, if it is still there."""
    return next((file for file in (*copies(book), *_set_aside(book)) if file.name == name), None)


def restored(book: Book, matches: Sequence[Rescued]) -> tuple[Book, Path]:
    """The book that holds exactly these matches, at the place of `book`; and where `book` is kept.

    Raise BookError: then the file is as it was, though `book` may be closed.
    """
    path = book.path
    part = path.with_name(f"{path.stem}.restoring{path.suffix}")
    _remove(part)
    try:
        new = Book(part)
        try:
            add_to(new, matches, closed=False)
        finally:
            new.close()
        kept = book.retire(BEFORE)
        part.rename(path)
    except OSError as error:
        raise BookError("BOOK_READ_ONLY", error.strerror or "") from None
    finally:
        _remove(part)
    return Book(path), kept


def add_to(book: Book, matches: Sequence[Rescued], closed: bool) -> int:
    """How many of them were not there yet. closed: none of them goes on instead of one that is running."""
    there = [_same(line.started_at, book.read(line.id)) for line in book.matches()]
    new = [match for match in matches if _same(match.started_at, match.events) not in there]
    for match in new:
        book.add(match.started_at, match.events, closed=match.closed or closed)
    return len(new)


def lost_by(book: Book, copy: Path) -> bool:
    """Does this older copy hold a match, or moves of one, that the book does not? Raise BookError."""
    here: dict[float, list[tuple[Move, ...]]] = {}
    for line in book.matches():
        at, moves = _same(line.started_at, book.read(line.id))
        here.setdefault(at, []).append(moves)
    there = [_same(match.started_at, match.events) for match in rescue(copy)]
    return any(not any(mine[: len(moves)] == moves for mine in here.get(at, ())) for at, moves in there)


def _same(started_at: float, events: tuple[Event, ...]) -> tuple[float, tuple[Move, ...]]:
    """What makes two matches one and the same; an export rounds its times."""
    return round(started_at, 3), tuple(event.move for event in events)


def _set_aside(book: Path) -> list[Path]:
    return list(book.parent.glob(f"{book.stem}.{BEFORE}-*{book.suffix}"))


def _told(file: Path, book: Path) -> BackupView | None:
    """Only the newest match is read: a book may hold hundreds."""
    try:
        with closing(read_only(file)) as db:
            count, newest = db.execute("SELECT count(*), max(id) FROM match").fetchone()
            events = tuple(events_in(db, newest))
        match = replayed(events).match
    except (sqlite3.Error, DamagedRow, IllegalMove, OSError, UnicodeDecodeError):
        return None
    names = tuple(player.name for player in match.players)
    before = file.parent == book.parent
    return BackupView(file.name, file.stat().st_mtime, count, names, len(match.rounds), before)


def _remove(part: Path) -> None:
    for ending in ("", "-wal", "-shm", "-journal", "-last"):
        with suppress(OSError):
            Path(f"{part}{ending}").unlink(missing_ok=True)
