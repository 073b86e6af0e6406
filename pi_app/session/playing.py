"""A move in; checked by the rules, written in the book, and only then the new match, out.

Rule: what cannot be written has not happened. The match in memory is always the fold of the book.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from pi_app.game.foresee import Foreseen, foresee
from pi_app.game.history import History, advance, replayed
from pi_app.game.match import Match
from pi_app.game.moves import Move, StartMatch
from pi_app.game.pieces import IllegalMove
from pi_app.session.backups import alarm_code, keep_backup
from pi_app.session.book import Book, BookError, StaleBook
from pi_app.session.rescue import Rescued
from pi_app.session.restoring import restored
from pi_app.session.writing import Writing

_LAST_SECONDS = 2.0


@dataclass(frozen=True, slots=True)
class _Pending:
    """A move on its way to the disk, and what the match will be."""

    history: History
    at: float
    writing: Writing[tuple[int, int]]


class Playing:
    """The one match that is on the table, and its place in the book."""

    def __init__(self, book: Book, patience: float | None = None) -> None:
        """patience: seconds to wait for the disk at most; None: as long as it takes."""
        self._book = book
        self._patience = patience
        self._id: int | None = None
        self._history = History()
        self._pending: _Pending | None = None
        self._chore: Writing[object] | None = None
        self.n = 0
        """Number of the last event; 0 before the first."""

    @property
    def match(self) -> Match:
        return self._history.match

    @property
    def can_undo(self) -> bool:
        return self._history.can_undo

    @property
    def can_redo(self) -> bool:
        return self._history.can_redo

    @property
    def id(self) -> int | None:
        """Number of the match in the book."""
        return self._id

    @property
    def name(self) -> str | None:
        """What the match is called in the book."""
        return None if self._id is None else str(self._id)

    @property
    def path(self) -> Path:
        """Where the book is."""
        return self._book.path

    @property
    def alarm(self) -> str | None:
        """Code of the banner after a damaged book was kept aside, or moves at its end could not be read."""
        return alarm_code(self._book)

    def play(self, move: Move, at: float) -> bool:
        """True: done. False: the disk is slow; `finish` says when it is done.

        Raise IllegalMove, BookError, or StaleBook (somebody else wrote first; it was read again).
        """
        self._wait_for_the_book()
        fresh = self._id is None or (self.match.over and isinstance(move, StartMatch))
        history = advance(History() if fresh else self._history, move)
        write = partial(_write, self._book, None if fresh else self._id, self.n, at, move)
        self._pending = _Pending(history, at, Writing(write, self._patience))
        return self.finish(self._patience)

    def finish(self, seconds: float | None = 0.0) -> bool:
        """True: no move is on its way to the disk any more. Raise as `play` does."""
        pending = self._pending
        if pending is None:
            return True
        if not pending.writing.wait(seconds):
            return False
        self._pending = None
        try:
            self._id, self.n = pending.writing.result()
        except StaleBook:
            self.resume()
            raise
        ended = pending.history.match.over and not self.match.over
        self._history = pending.history
        if ended:
            self._chore = Writing(partial(keep_backup, self._book, pending.at), self._patience)
        return True

    @property
    def is_busy(self) -> bool:
        """The disk has not done everything yet; the book cannot be asked."""
        return self._pending is not None or (self._chore is not None and not self._chore.wait(0.0))

    def foresee(self, move: Move) -> Foreseen:
        """What the move would change. Raise IllegalMove."""
        return foresee(self._history, move)

    def resume(self) -> None:
        """Go on with the newest match of the book, if it was not put away. Raise BookError."""
        try:
            running = self._book.running()
            events = self._book.read(running) if running is not None else ()
            self._id, self.n, self._history = running, len(events), replayed(events)
        except BookError as error:
            if error.code != "BOOK_DAMAGED":
                raise
            self._begin_anew()
        except IllegalMove:
            self._begin_anew()

    def is_behind(self) -> bool:
        """Another program has written in the book since. Raise BookError."""
        running = self._book.running()
        return running != self._id or (running is not None and self._book.last_n(running) != self.n)

    def put_away(self) -> None:
        """Back to no match at all. Raise BookError."""
        self._wait_for_the_book()
        if self._id is not None:
            self._book.close_match(self._id)
        self._id, self.n, self._history = None, 0, History()

    def left_at(self) -> float | None:
        """When the last move of the newest match was made, if it was put away; None: there is no such match.

        Raise BookError.
        """
        newest = self._book.matches()[-1:]
        if self._id is not None or not newest or not newest[0].closed:
            return None
        events = self._book.read(newest[0].id)
        return events[-1].at if events else None

    def take_up(self) -> None:
        """The newest match is on the table again. Raise BookError."""
        self._wait_for_the_book()
        self._book.close_match(self._book.matches()[-1].id, closed=False)
        self.resume()

    def bring_back(self, matches: Sequence[Rescued]) -> None:
        """These matches instead of the book's, which is kept. Raise BookError: nothing has changed."""
        self._wait_for_the_book()
        try:
            self._book, _ = restored(self._book, matches)
        except BookError:
            path = self._book.path
            self._book.close()
            self._book = Book(path)
            raise
        finally:
            self.resume()

    def close(self) -> None:
        """Wait a little for the disk; what it has not written by then was never acknowledged."""
        for writing in (self._pending.writing if self._pending else None, self._chore):
            if writing is not None and not writing.wait(_LAST_SECONDS):
                return
        self._book.close()

    def _wait_for_the_book(self) -> None:
        """Raise BookError when something else is still being written."""
        if self._pending is not None or (self._chore and not self._chore.wait(self._patience)):
            raise BookError("SAVING")
        self._chore = None

    def _begin_anew(self) -> None:
        self._book.replace_damaged()
        self._id, self.n, self._history = None, 0, History()


def _write(book: Book, match: int | None, n: int, at: float, move: Move) -> tuple[int, int]:
    """The match's and the event's number."""
    if match is None:
        return book.begin(at, move), 1
    return match, book.append(match, n, at, move).n
