"""Moves in, numbered events out: one SQLite file that holds every match, move by move.

Rule: `append` returns only when the event is on the disk (synchronous=FULL). A refused write changes
nothing and can be tried again. A damaged file is set aside under another name, never emptied.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from pi_app.game.moves import Event, Move
from pi_app.session.book_end import End, compared, end_beside
from pi_app.session.book_faults import CANNOT_BE_WRITTEN, BookError, StaleBook, plain_errors
from pi_app.session.book_file import FORMAT, copy_to, file_id, open_copy, open_file, sync_folder
from pi_app.session.folder_lock import alone_in
from pi_app.session.last_move import LastMove
from pi_app.session.rows import DamagedRow, events_in, line_of, line_row, row_of

__all__ = ["FORMAT", "Book", "BookError", "End", "MatchLine", "StaleBook"]

_LINE = "SELECT id, started_at, closed, crc FROM match"


@dataclass(frozen=True, slots=True)
class MatchLine:
    """One match in the list of all. `started_at`: seconds since the epoch. `closed`: put away."""

    id: int
    started_at: float
    events: int
    closed: bool


class Book:
    """All matches of one folder. One thread at a time; other processes may read and write too."""

    _db: sqlite3.Connection
    _file: tuple[int, int] | None = None

    def __init__(self, path: Path, busy_seconds: float = 2.0, reading: bool = False) -> None:
        """Open or begin the book. `set_aside` is the damaged file's new place, if there was one; `end` says
        whether the newest moves of a book that could be opened are there. reading: nothing will be written,
        so a folder in which nothing can be written will do.

        Raise BookError: BOOK_READ_ONLY, BOOK_FULL, BOOK_BUSY, BOOK_NEWER.
        """
        self.path = path
        self._busy_seconds = busy_seconds
        self._reading = reading
        self.set_aside: Path | None = None
        self.end = End.WHOLE
        self._last = LastMove(path)
        try:
            missing = [folder for folder in path.parents if not folder.exists()]
            path.parent.mkdir(parents=True, exist_ok=True)
            for folder in missing:
                sync_folder(folder.parent)
        except OSError as error:
            raise BookError("BOOK_READ_ONLY", error.strerror or "") from None
        try:
            with alone_in(path.parent, busy_seconds):
                self._open_or_begin()
        except TimeoutError:
            raise BookError("BOOK_BUSY") from None
        except OSError as error:
            raise BookError("BOOK_READ_ONLY", error.strerror or "") from None

    def begin(self, at: float, move: Move) -> int:
        """A new match with its first event; the match's number."""
        with self._writing() as db:
            match = self._new_line(db, at, closed=False)
            db.execute("INSERT INTO event VALUES (?, ?, ?, ?, ?)", row_of(match, 1, at, move))
        self._written(match, 1)
        return match

    def append(self, match: int, expect_n: int, at: float, move: Move) -> Event:
        """The event `expect_n + 1`, durable. Raise StaleBook when it exists already, or BookError."""
        with self._writing() as db:
            last = self.last_n(match)
            if last != expect_n:
                raise StaleBook
            db.execute("INSERT INTO event VALUES (?, ?, ?, ?, ?)", row_of(match, last + 1, at, move))
        self._written(match, last + 1)
        return Event(last + 1, at, move)

    def read(self, match: int) -> tuple[Event, ...]:
        """Every event in order; empty when there is no such match. Raise BookError(BOOK_DAMAGED)."""
        try:
            with plain_errors():
                return tuple(events_in(self._db, match))
        except DamagedRow as error:
            raise BookError("BOOK_DAMAGED", str(error)) from None

    def matches(self) -> tuple[MatchLine, ...]:
        """Every match, oldest first. Raise BookError(BOOK_DAMAGED)."""
        with plain_errors():
            rows = self._db.execute(
                "SELECT (SELECT count(*) FROM event WHERE match = id), id, started_at, closed, crc"
                " FROM match ORDER BY id"
            ).fetchall()
        lines = [(count, *_checked(row)) for count, *row in rows]
        return tuple(MatchLine(number, at, count, closed) for count, number, at, closed in lines)

    def running(self) -> int | None:
        """The newest match, unless it was put away. Raise BookError(BOOK_DAMAGED)."""
        self._check_in_place()
        with plain_errors():
            newest = self._db.execute(f"{_LINE} ORDER BY id DESC LIMIT 1").fetchone()
        if newest is None:
            return None
        number, _, closed = _checked(newest)
        return None if closed else number

    def last_n(self, match: int) -> int:
        """Number of the match's last event; 0 when there is none."""
        with plain_errors():
            row = self._db.execute("SELECT coalesce(max(n), 0) FROM event WHERE match = ?", (match,))
            return int(row.fetchone()[0])

    def close_match(self, match: int, closed: bool = True) -> None:
        """Put the match away: it is not resumed at the next start. closed False: take it up again."""
        with self._writing() as db:
            row = db.execute(f"{_LINE} WHERE id = ?", (match,)).fetchone()
            if row is not None:
                _, at, _ = _checked(row)
                db.execute("REPLACE INTO match VALUES (?, ?, ?, ?)", line_row(match, at, closed))

    def add(self, started_at: float, events: Sequence[Event], closed: bool) -> int:
        """A whole match from elsewhere, with its moves and times; its number here."""
        with self._writing() as db:
            match = self._new_line(db, started_at, closed)
            rows = [row_of(match, event.n, event.at, event.move) for event in events]
            db.executemany("INSERT INTO event VALUES (?, ?, ?, ?, ?)", rows)
        self._written(match, len(events))
        return match

    def back_up(self, target: Path) -> None:
        """A whole copy, also while somebody plays: either complete at `target`, or not there at all."""
        copy_to(self._db, target)

    def replace_damaged(self) -> None:
        """Keep the damaged file under another name and begin a new one."""
        with suppress(sqlite3.Error, AttributeError):
            self._db.close()
        if self._file is None or file_id(self.path) == self._file:
            # Else another program has done so already, and what lies there now is the new one.
            self.set_aside = self._rename("damaged")
        self._db = self._open()

    def retire(self, why: str) -> Path:
        """Close the book and keep it under another name, which has `why` in it; the new name.

        Raise BookError(BOOK_BUSY) while another program has it open: it would write on in the old one.
        """
        with plain_errors():
            try:
                self._db.execute("PRAGMA journal_mode = DELETE")
            finally:
                self._db.close()
        return self._rename(why)

    def _rename(self, why: str) -> Path:
        stamp = datetime.now(UTC).strftime("%Y%m%d-%H%M%S-%f")
        kept = self.path.with_name(f"{self.path.stem}.{why}-{stamp}{self.path.suffix}")
        try:
            for ending in ("-wal", "-shm", ""):
                part = Path(f"{self.path}{ending}")
                if part.exists():
                    part.rename(f"{kept}{ending}")
        except OSError as error:
            raise BookError("BOOK_READ_ONLY", error.strerror or "") from None
        self._last.go_with(kept)
        return kept

    def close(self) -> None:
        self._db.close()

    def _open_or_begin(self) -> None:
        try:
            self._db = self._open()
        except BookError as error:
            if error.code != "BOOK_DAMAGED":
                raise
            self.replace_damaged()

    def _check_in_place(self) -> None:
        """Raise BookError when another program has put the file aside: nobody would read what we write."""
        if file_id(self.path) != self._file:
            raise BookError("BOOK_GONE")

    def _open(self) -> sqlite3.Connection:
        found = end_beside(self.path)
        try:
            db = open_file(self.path, self._busy_seconds)
        except BookError as error:
            if not (self._reading and error.code in CANNOT_BE_WRITTEN):
                raise
            db = open_copy(self.path)
        self._file = file_id(self.path)
        try:
            self.end = self._compared(db, found)
        except BaseException:
            db.close()
            raise
        return db

    def _compared(self, db: sqlite3.Connection, found: End) -> End:
        """What was found of the end, and what was noted of the last move."""
        match, noted = self._last.said() or (0, None)
        with plain_errors():
            there = db.execute("SELECT coalesce(max(n), 0) FROM event WHERE match = ?", (match,)).fetchone()[
                0
            ]
        return compared(found, noted, there)

    def _written(self, match: int, n: int) -> None:
        self._last.note(match, n)
        if self.end is End.DOUBT:
            self.end = End.WHOLE

    @staticmethod
    def _new_line(db: sqlite3.Connection, at: float, closed: bool) -> int:
        number = int(db.execute("SELECT coalesce(max(id), 0) + 1 FROM match").fetchone()[0])
        db.execute("INSERT INTO match VALUES (?, ?, ?, ?)", line_row(number, at, closed))
        return number

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        self._check_in_place()
        with plain_errors():
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield self._db
                self._db.execute("COMMIT")
            except BaseException:
                with suppress(sqlite3.Error):
                    self._db.execute("ROLLBACK")
                raise


def _checked(row: tuple[int, float, int, int]) -> tuple[int, float, bool]:
    try:
        return line_of(row)
    except DamagedRow as error:
        raise BookError("BOOK_DAMAGED", str(error)) from None
