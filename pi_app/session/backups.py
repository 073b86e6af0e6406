"""The book in, a copy of it beside it out, made at the end of each match; only the newest are kept.
Also what is said when the book was found damaged: with a copy, or without."""

from __future__ import annotations

import logging
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from pi_app.session.book import Book, BookError, End

FOLDER = "backups"
MOST = 10
_LOG = logging.getLogger(__name__)


def keep_backup(book: Book, at: float, most: int = MOST) -> Path | None:
    """Copy the book and remove the oldest copies beyond `most`; None when it could not be copied.

    at: seconds since the epoch, for the name. A game never stops because of a backup.
    """
    stamp = datetime.fromtimestamp(at, UTC).strftime("%Y%m%d-%H%M%S")
    target = book.path.parent / FOLDER / f"{book.path.stem}-{stamp}{book.path.suffix}"
    try:
        target.parent.mkdir(exist_ok=True)
        book.back_up(target)
    except (BookError, OSError) as error:
        _LOG.warning("No backup was made: %s", error)
        return None
    for old in copies(book.path)[:-most]:
        with suppress(OSError):
            old.unlink()
    return target


def last_backup(book_path: Path) -> Path | None:
    """The newest copy of this book, if there is one."""
    found = copies(book_path)
    return found[-1] if found else None


def alarm_code(book: Book) -> str | None:
    """What is to be said of the book after opening it, and whether there is a copy of it."""
    if book.set_aside is None and book.end is not End.LOST:
        return "BOOK_END_DOUBT" if book.end is End.DOUBT else None
    code = "BOOK_END_LOST" if book.set_aside is None else "BOOK_SET_ASIDE"
    return code if last_backup(book.path) is None else f"{code}_BACKUP"


def copies(book_path: Path) -> list[Path]:
    """All copies of this book that were made here, oldest first."""
    folder = book_path.parent / FOLDER
    # A wall clock may jump; the order of writing does not.
    return sorted(
        folder.glob(f"{book_path.stem}-*{book_path.suffix}"), key=lambda p: (p.stat().st_mtime_ns, p)
    )
