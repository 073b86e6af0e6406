"""Moves in, numbered events out: one SQLite file that holds every match, move by move.

Rule: `append` returns only when the event is on the disk (synchronous=FULL). A refused write changes
nothing and can be tried again. A damaged file is set aside under another name, never emptied.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from pi_app.game.moves import Event, Move
from pi_app.session.book_faults import BookError, StaleBook, plain_errors
from pi_app.session.book_file import FORMAT, file_id, open_file, sync_folder
from pi_app.session.folder_lock import alone_in
from pi_app.session.rows import DamagedRow, event_of, row_of

__all__ = ["FORMAT", "Book", "BookError", "MatchLine", "StaleBook"]


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

    def __init__(self, path: Path, busy_seconds: float = 2.0) -> None:
        """Open or begin the book. `set_aside` is the damaged file's new place, if there was one.

        Raise BookError: BOOK_READ_ONLY, BOOK_FULL, BOOK_BUSY, BOOK_NEWER.
        """
        self.path = path
        self._busy_seconds = busy_seconds
        self.set_aside: Path | None = None
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
            match = int(db.execute("INSERT INTO match (started_at) VALUES (?)", (at,)).lastrowid or 0)
            db.execute("INSERT INTO event VALUES (?, ?, ?, ?, ?)", row_of(match, 1, at, move))
        return match

    def append(self, match: int, expect_n: int, at: float, move: Move) -> Event:
        """The event `expect_n + 1`, durable. Raise StaleBook when it exists already, or BookError."""
        with self._writing() as db:
            last = self.last_n(match)
            if last != expect_n:
                raise StaleBook
            db.execute("INSERT INTO event VALUES (?, ?, ?, ?, ?)", row_of(match, last + 1, at, move))
        return Event(last + 1, at, move)

    def read(self, match: int) -> tuple[Event, ...]:
        """Every event in order; empty when there is no such match. Raise BookError(BOOK_DAMAGED)."""
        with plain_errors():
            rows = self._db.execute(
                "SELECT n, at, move, crc FROM event WHERE match = ? ORDER BY n", (match,)
            ).fetchall()
        try:
            return tuple(event_of(match, place, row) for place, row in enumerate(rows, 1))
        except DamagedRow as error:
            raise BookError("BOOK_DAMAGED", str(error)) from None

    def matches(self) -> tuple[MatchLine, ...]:
        """Every match, oldest first."""
        with plain_errors():
            rows = self._db.execute(
                "SELECT id, started_at, (SELECT count(*) FROM event WHERE match = id), closed"
                " FROM match ORDER BY id"
            ).fetchall()
        return tuple(MatchLine(number, at, events, bool(closed)) for number, at, events, closed in rows)

    def running(self) -> int | None:
        """The newest match, unless it was put away."""
        self._check_in_place()
        with plain_errors():
            newest = self._db.execute("SELECT id, closed FROM match ORDER BY id DESC LIMIT 1").fetchone()
        return None if newest is None or newest[1] else int(newest[0])

    def last_n(self, match: int) -> int:
        """Number of the match's last event; 0 when there is none."""
        with plain_errors():
            row = self._db.execute("SELECT coalesce(max(n), 0) FROM event WHERE match = ?", (match,))
            return int(row.fetchone()[0])

    def close_match(self, match: int) -> None:
        """Put the match away: it is not resumed at the next start."""
        with self._writing() as db:
            db.execute("UPDATE match SET closed = 1 WHERE id = ?", (match,))

    def add(self, started_at: float, events: Sequence[Event], closed: bool) -> int:
        """A whole match from elsewhere, with its moves and times; its number here."""
        with self._writing() as db:
            row = (started_at, int(closed))
            match = int(
                db.execute("INSERT INTO match (started_at, closed) VALUES (?, ?)", row).lastrowid or 0
            )
            rows = [row_of(match, event.n, event.at, event.move) for event in events]
            db.executemany("INSERT INTO event VALUES (?, ?, ?, ?, ?)", rows)
        return match

    def back_up(self, target: Path) -> None:
        """A whole copy, also while somebody plays: either complete at `target`, or not there at all."""
        part = target.with_name(target.name + ".part")
        try:
            part.unlink(missing_ok=True)
            with plain_errors():
                copy = sqlite3.connect(part)
                try:
                    self._db.backup(copy)
                    copy.execute("PRAGMA journal_mode = DELETE")
                finally:
                    copy.close()
            with part.open("rb+") as file:
                os.fsync(file.fileno())
            part.replace(target)
            sync_folder(target.parent)
        except OSError as error:
            raise BookError("BOOK_READ_ONLY", error.strerror or "") from None
        finally:
            with suppress(OSError):
                part.unlink(missing_ok=True)

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
        db = open_file(self.path, self._busy_seconds)
        self._file = file_id(self.path)
        return db

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
