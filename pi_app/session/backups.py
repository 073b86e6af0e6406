"""The book in, a copy of it beside it out, made at the end of each match; only the newest are kept.
Also what is said when the book was found damaged: with a copy, or without."""

from __future__ import annotations

import logging
import re
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

from pi_app.session.book import Book, BookError, End

FOLDER = "backups"
MOST = 10
_STAMP = "%Y%m%d-%H%M%S"
_STAMPED = re.compile(r"-(\d{8}-\d{6})(?:-\d+)?$")
_LOG = logging.getLogger(__name__)


def keep_backup(book: Book, at: float, most: int = MOST) -> Path | None:
    """Copy the book and remove the oldest copies beyond `most`; None when it could not be copied.

    at: seconds since the epoch, for the name. A game never stops because of a backup.
    """
    made_here = [copy for copy in copies(book.path) if stamp_of(copy)]
    try:
        stamp = _next_stamp(at, stamp_of(made_here[-1]) if made_here else "")
        target = book.path.parent / FOLDER / f"{book.path.stem}-{stamp}{book.path.suffix}"
        target.parent.mkdir(exist_ok=True)
        book.back_up(target)
    except (BookError, OSError, ValueError, OverflowError) as error:
        _LOG.warning("No backup was made: %s", error)
        return None
    for old in [*made_here, target][:-most]:
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
    """All copies of this book that lie there, oldest first; what people put there themselves comes before."""
    folder = book_path.parent / FOLDER
    return sorted(folder.glob(f"{book_path.stem}-*{book_path.suffix}"), key=lambda p: (stamp_of(p), p))


def stamp_of(copy: Path) -> str:
    """When it was made, as its name says; empty for a name that is not ours."""
    found = _STAMPED.search(copy.stem)
    return found[1] if found else ""


def _next_stamp(at: float, last: str) -> str:
    """The time, but always after the last one: a wall clock may jump, and the newest must stay newest."""
    now = datetime.fromtimestamp(at, UTC)
    with suppress(ValueError, OverflowError):
        now = max(now, datetime.strptime(last, _STAMP).replace(tzinfo=UTC) + timedelta(seconds=1))
    return now.strftime(_STAMP)
