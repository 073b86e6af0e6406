"""What SQLite complains of in; the code of one of our sentences, as a BookError, out."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from pi_app.game.pieces import Fault

_CODES = {
    sqlite3.SQLITE_FULL: "BOOK_FULL",
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


@contextmanager
def plain_errors() -> Iterator[None]:
    """Whatever SQLite raises within comes out as a BookError."""
    try:
        yield
    except sqlite3.Error as error:
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        raise BookError(_CODES.get(code, "BOOK_BROKEN"), str(error)) from None
    except UnicodeDecodeError:
        raise BookError("BOOK_DAMAGED", "not a text") from None
