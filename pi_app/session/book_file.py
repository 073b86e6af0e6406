"""A path in; an open SQLite file of our format, new or known to be whole, out.

Rule: nothing is written before the file is known to be a book, and a new one has its name only when it
is whole: an empty file of that name is damage, not a beginning.
"""

from __future__ import annotations

import errno
import os
import shutil
import sqlite3
import tempfile
from contextlib import closing, suppress
from pathlib import Path

from pi_app.session.book_faults import CANNOT_BE_WRITTEN, BookError, code_of, plain_errors
from pi_app.session.rows import line_row

FORMAT = 2
"""1 had no checksum for the match's own line; it is brought up to date when it is opened."""
_BIGGEST_FORMAT = 1000
"""A greater number in the file is damage, not a version."""
_PAGES_ASIDE = 100
"""Pages that may wait in the file beside the book: whoever copies only the book misses few moves."""
_APPLICATION = 0x5242_5442
_SCHEMA = f"""
CREATE TABLE match (
  id INTEGER PRIMARY KEY, started_at REAL NOT NULL, closed INTEGER NOT NULL DEFAULT 0,
  crc INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE event (
  match INTEGER NOT NULL REFERENCES match(id), n INTEGER NOT NULL, at REAL NOT NULL,
  move TEXT NOT NULL, crc INTEGER NOT NULL, PRIMARY KEY (match, n)
) WITHOUT ROWID;
PRAGMA application_id = {_APPLICATION};
PRAGMA user_version = {FORMAT};
"""


def open_file(path: Path, busy_seconds: float) -> sqlite3.Connection:
    """Raise BookError: BOOK_DAMAGED, BOOK_NEWER, BOOK_READ_ONLY, BOOK_FULL, BOOK_BUSY."""
    if not path.exists():
        with suppress(FileNotFoundError):
            if Path(f"{path}-wal").stat().st_size:
                raise BookError("BOOK_DAMAGED", "only its end is there")
        _begin(path)
    elif path.is_file() and path.stat().st_size == 0:
        raise BookError("BOOK_DAMAGED", "empty file")
    with plain_errors():
        db = sqlite3.connect(path, timeout=busy_seconds, isolation_level=None, check_same_thread=False)
    db.text_factory = _text
    try:
        with plain_errors():
            _check(db)
    except BaseException:
        db.close()
        raise
    return db


def _begin(path: Path) -> None:
    """A new book appears whole, or not at all."""
    part = path.with_name(path.name + ".new")
    try:
        _remove(part)
        with plain_errors(), closing(sqlite3.connect(part, isolation_level=None)) as db:
            db.executescript(f"BEGIN IMMEDIATE;{_SCHEMA}COMMIT;")
        part.rename(path)
        sync_folder(path.parent)
    finally:
        with suppress(OSError):
            _remove(part)


def _remove(part: Path) -> None:
    for ending in ("", "-journal"):
        Path(f"{part}{ending}").unlink(missing_ok=True)


def _check(db: sqlite3.Connection) -> None:
    """Nothing is written before the file is known to be a book."""
    if (newer := newer_format(db)) is not None:
        raise BookError("BOOK_NEWER", str(newer))
    version = db.execute("PRAGMA user_version").fetchone()[0]
    application = db.execute("PRAGMA application_id").fetchone()[0]
    if db.execute("PRAGMA quick_check(1)").fetchone()[0] != "ok":
        raise BookError("BOOK_DAMAGED", "check failed")
    tables = {name for (name,) in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}
    if not ({"match", "event"} <= tables and application == _APPLICATION and 1 <= version <= FORMAT):
        raise BookError("BOOK_DAMAGED", "not a book")
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA synchronous = FULL")
    db.execute(f"PRAGMA wal_autocheckpoint = {_PAGES_ASIDE}")
    if version < FORMAT:
        _bring_up_to_date(db)


def newer_format(db: sqlite3.Connection) -> int | None:
    """The format of a book that a newer version of this program has written. Raise sqlite3.Error."""
    version: int = db.execute("PRAGMA user_version").fetchone()[0]
    application = db.execute("PRAGMA application_id").fetchone()[0]
    return version if application == _APPLICATION and FORMAT < version < _BIGGEST_FORMAT else None


def _bring_up_to_date(db: sqlite3.Connection) -> None:
    """Format 1 to 2, wholly or not at all."""
    db.execute("BEGIN IMMEDIATE")
    try:
        db.execute("ALTER TABLE match ADD COLUMN crc INTEGER NOT NULL DEFAULT 0")
        lines = db.execute("SELECT id, started_at, closed FROM match").fetchall()
        rows = [line_row(number, at, bool(closed)) for number, at, closed in lines]
        db.executemany("UPDATE match SET crc = ? WHERE id = ?", [(crc, number) for number, _, _, crc in rows])
        db.execute(f"PRAGMA user_version = {FORMAT}")
        db.execute("COMMIT")
    except BaseException:
        with suppress(sqlite3.Error):
            db.execute("ROLLBACK")
        raise


def copy_to(db: sqlite3.Connection, target: Path) -> None:
    """Either complete at `target`, or not there at all. Raise BookError, also where something else stands.

    A link stays; what it leads to is written.
    """
    target = Path(os.path.realpath(target))
    if target.exists() and not target.is_file():
        raise BookError("BOOK_READ_ONLY", os.strerror(errno.EEXIST))
    part = target.with_name(target.name + ".part")
    try:
        # Why it cannot be made is said better by the system than by SQLite.
        part.write_bytes(b"")
        with plain_errors(), closing(sqlite3.connect(part)) as copy:
            # Nothing lies beside it meanwhile: not every stick or network drive could hold that.
            copy.execute("PRAGMA locking_mode = EXCLUSIVE")
            db.backup(copy)
            copy.execute("PRAGMA journal_mode = DELETE")
        with part.open("rb+") as file:
            os.fsync(file.fileno())
        part.replace(target)
        sync_folder(target.parent)
    except OSError as error:
        raise BookError("BOOK_READ_ONLY", error.strerror or "") from None
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)


def open_copy(path: Path) -> sqlite3.Connection:
    """A book that cannot be written to, held in memory: brought up to date there, and only for reading.

    Raise BookError as `open_file` does.
    """
    with plain_errors():
        db = _in_memory(path)
    try:
        with plain_errors():
            _check(db)
            db.execute("PRAGMA query_only = ON")
    except BaseException:
        db.close()
        raise
    return db


def read_only(path: Path, busy_seconds: float = 5.0) -> sqlite3.Connection:
    """The book as it is, whatever it is; it cannot be changed through this. Raise sqlite3.Error."""
    # An evening may be writing: its newest moves are beside the file, and immutable=1 would miss them.
    address = f"{path.resolve().as_uri()}?mode=ro"
    db = sqlite3.connect(address, uri=True, timeout=busy_seconds)
    db.text_factory = _text
    try:
        db.execute("PRAGMA schema_version")
    except sqlite3.Error as error:
        db.close()
        # SQLite reads a book only where it may also write beside it.
        if code_of(error) not in CANNOT_BE_WRITTEN:
            raise
        return _in_memory(path)
    return db


def _in_memory(path: Path) -> sqlite3.Connection:
    """All that is in the file and beside it. Raise sqlite3.Error, also where it cannot be copied."""
    memory = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
    memory.text_factory = _text
    try:
        with tempfile.TemporaryDirectory(prefix="rabbit-table-") as folder:
            copy = Path(folder) / "book.sqlite"
            shutil.copyfile(path, copy)
            with suppress(FileNotFoundError):
                shutil.copyfile(f"{path}-wal", f"{copy}-wal")
            with closing(sqlite3.connect(copy)) as db:
                # Alone with it, SQLite writes nothing beside it: there may be no room anywhere.
                db.execute("PRAGMA locking_mode = EXCLUSIVE")
                db.backup(memory)
    except OSError as error:
        memory.close()
        cannot = sqlite3.OperationalError(error.strerror or str(error))
        cannot.sqlite_errorcode = sqlite3.SQLITE_CANTOPEN
        raise cannot from None
    except BaseException:
        memory.close()
        raise
    return memory


def _text(read: bytes) -> str:
    """What is no text is damage for the row's checksum to find; Python's own error would tell all of it."""
    return read.decode(errors="replace")


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
