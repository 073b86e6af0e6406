"""The book in, a copy of it beside it out, made at the end of each match; only the newest are kept."""

from __future__ import annotations

import logging
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from pi_app.session.book import Book, BookError

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
    for old in _copies(book.path)[:-most]:
        with suppress(OSError):
            old.unlink()
    return target


def last_backup(book_path: Path) -> Path | None:
    """The newest copy of this book, if there is one."""
    copies = _copies(book_path)
    return copies[-1] if copies else None


def _copies(book_path: Path) -> list[Path]:
    folder = book_path.parent / FOLDER
    # A wall clock may jump; the order of writing does not.
    return sorted(
        folder.glob(f"{book_path.stem}-*{book_path.suffix}"), key=lambda p: (p.stat().st_mtime_ns, p)
    )
