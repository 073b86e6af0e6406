"""What SQLite complains of in; the code of one of our sentences, as a BookError, out."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from pi_app.game.pieces import Fault

_CODES = {
    sqlite3.SQLITE_FULL: "BOOK_FULL",
    # No room for the list of newest pages, which lies beside the book while it is open.
    sqlite3.SQLITE_IOERR_SHMSIZE: "BOOK_FULL",
    sqlite3.SQLITE_IOERR_SHMOPEN: "BOOK_READ_ONLY",
    sqlite3.SQLITE_IOERR_SHMMAP: "BOOK_READ_ONLY",
    sqlite3.SQLITE_READONLY: "BOOK_READ_ONLY",
    sqlite3.SQLITE_CANTOPEN: "BOOK_READ_ONLY",
    sqlite3.SQLITE_PERM: "BOOK_READ_ONLY",
    sqlite3.SQLITE_BUSY: "BOOK_BUSY",
    sqlite3.SQLITE_LOCKED: "BOOK_BUSY",
    # Raised by Python itself: a text in the file is no text.
    sqlite3.SQLITE_OK: "BOOK_DAMAGED",
    # Our statements are always the same: one that is wrong now means the tables are not ours.
    sqlite3.SQLITE_ERROR: "BOOK_DAMAGED",
    sqlite3.SQLITE_CORRUPT: "BOOK_DAMAGED",
    sqlite3.SQLITE_NOTADB: "BOOK_DAMAGED",
}


CANNOT_BE_WRITTEN = frozenset({"BOOK_FULL", "BOOK_READ_ONLY"})
"""What is in the book can be read all the same."""


class BookError(Exception):
    """The book could not be read or written, and nothing was changed. `code` names the sentence."""

    def __init__(self, code: str, detail: str = "") -> None:
        super().__init__(f"{code}: {detail}" if detail else code)
        self.code = code
        self.detail = detail

    @property
    def fault(self) -> Fault:
        """For the table's words."""
        return Fault(self.code, detail=self.detail)


class StaleBook(Exception):
    """Somebody else wrote first: read again."""


def code_of(error: sqlite3.Error) -> str:
    """The code of our sentence for it; BOOK_BROKEN where none is known."""
    number = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_OK)
    return _CODES.get(number) or _CODES.get(number & 0xFF, "BOOK_BROKEN")


@contextmanager
def plain_errors() -> Iterator[None]:
    """Whatever SQLite raises within comes out as a BookError."""
    try:
        yield
    except sqlite3.Error as error:
        raise BookError(code_of(error), str(error)) from None
    except UnicodeDecodeError:
        raise BookError("BOOK_DAMAGED", "not a text") from None
