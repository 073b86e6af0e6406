"""What the book holds at least, in a small file beside it: rewritten after each move, asked at each opening.

Rule: it is never ahead of the book, so it needs no sync: whichever state of it a power cut leaves is true.
"""

from __future__ import annotations

import os
import zlib
from contextlib import suppress
from pathlib import Path

_SIZE = 64
_ENDING = "-last"


class LastMove:
    """The file `BOOK-last`. What cannot be written or read of it is not known, and no fault."""

    def __init__(self, book: Path) -> None:
        self._file = Path(f"{book}{_ENDING}")

    def note(self, match: int, n: int) -> None:
        """Move `n` of this match is in the book, on the disk."""
        with suppress(OSError):
            handle = os.open(self._file, os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC, 0o644)
            try:
                os.pwrite(handle, _line(match, n), 0)
            finally:
                os.close(handle)

    def said(self) -> tuple[int, int] | None:
        """Match and move; None when nothing is known."""
        with suppress(OSError, ValueError):
            data = self._file.read_bytes()
            match, n, _ = data.split()
            if data == _line(int(match), int(n)):
                return int(match), int(n)
        return None

    def go_with(self, book: Path) -> None:
        """The book has another name now; whatever begins under the old one has no moves yet."""
        try:
            self._file.replace(f"{book}{_ENDING}")
        except OSError:
            with suppress(OSError):
                self._file.unlink(missing_ok=True)


def _line(match: int, n: int) -> bytes:
    text = f"{match} {n}"
    return f"{text} {zlib.crc32(text.encode()):08x}".ljust(_SIZE - 1).encode() + b"\n"
