"""A path in; an open SQLite file of our format, new or known to be whole, out.

Rule: nothing is written before the file is known to be a book, or known to be new.
"""

from __future__ import annotations

import os
import sqlite3
from contextlib import suppress
from pathlib import Path

from pi_app.session.book_faults import BookError, plain_errors

FORMAT = 1
_BIGGEST_FORMAT = 1000
"""A greater number in the file is damage, not a version."""
_PAGES_ASIDE = 100
"""Pages that may wait in the file beside the book: whoever copies only the book misses few moves."""
_APPLICATION = 0x5242_5442
_SCHEMA = f"""
CREATE TABLE match (id INTEGER PRIMARY KEY, started_at REAL NOT NULL, closed INTEGER NOT NULL DEFAULT 0);
CREATE TABLE event (
  match INTEGER NOT NULL REFERENCES match(id), n INTEGER NOT NULL, at REAL NOT NULL,
  move TEXT NOT NULL, crc INTEGER NOT NULL, PRIMARY KEY (match, n)
) WITHOUT ROWID;
PRAGMA application_id = {_APPLICATION};
PRAGMA user_version = {FORMAT};
"""


def open_file(path: Path, busy_seconds: float) -> sqlite3.Connection:
    """Raise BookError: BOOK_DAMAGED, BOOK_NEWER, BOOK_READ_ONLY, BOOK_FULL, BOOK_BUSY."""
    if path.is_file() and path.stat().st_size == 0:
        raise BookError("BOOK_DAMAGED", "empty file")
    with plain_errors():
        db = sqlite3.connect(path, timeout=busy_seconds, isolation_level=None, check_same_thread=False)
    try:
        with plain_errors():
            _check_or_begin(db)
    except BaseException:
        db.close()
        raise
    return db


def _check_or_begin(db: sqlite3.Connection) -> None:
    """Nothing is written before the file is known to be a book, or known to be new."""
    version = db.execute("PRAGMA user_version").fetchone()[0]
    application = db.execute("PRAGMA application_id").fetchone()[0]
    if application == _APPLICATION and FORMAT < version < _BIGGEST_FORMAT:
        raise BookError("BOOK_NEWER", str(version))
    if db.execute("PRAGMA quick_check(1)").fetchone()[0] != "ok":
        raise BookError("BOOK_DAMAGED", "check failed")
    tables = {name for (name,) in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}
    new = not tables and not version and not application
    if not new and not ({"match", "event"} <= tables and (version, application) == (FORMAT, _APPLICATION)):
        raise BookError("BOOK_DAMAGED", "not a book")
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA synchronous = FULL")
    db.execute(f"PRAGMA wal_autocheckpoint = {_PAGES_ASIDE}")
    if new:
        # At once in the file itself: from now on a file without tables is damage, not a new book.
        db.executescript(f"BEGIN IMMEDIATE;{_SCHEMA}COMMIT; PRAGMA wal_checkpoint;")


def file_id(path: Path) -> tuple[int, int] | None:
    """What tells this very file from another of the same name; None when there is none."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def sync_folder(folder: Path) -> None:
    """Make the names in it durable, where that is possible."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
