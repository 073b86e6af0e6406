"""A move in; checked by the rules, written in the book, and only then the new match, out.

Rule: what cannot be written has not happened. The match in memory is always the fold of the book.
"""

from __future__ import annotations

from pathlib import Path

from pi_app.game.foresee import Foreseen, foresee
from pi_app.game.history import History, advance, replayed
from pi_app.game.match import Match
from pi_app.game.moves import Move, StartMatch
from pi_app.game.pieces import IllegalMove
from pi_app.session.backups import keep_backup
from pi_app.session.book import Book, BookError, StaleBook


class Playing:
    """The one match that is on the table, and its place in the book."""

    def __init__(self, book: Book) -> None:
        self._book = book
        self._id: int | None = None
        self._history = History()
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
    def name(self) -> str | None:
        """What the match is called in the book."""
        return None if self._id is None else str(self._id)

    @property
    def set_aside(self) -> Path | None:
        """Where a damaged book was kept."""
        return self._book.set_aside

    def play(self, move: Move, at: float) -> None:
        """Raise IllegalMove, BookError, or StaleBook (somebody else wrote first; it was read again)."""
        fresh = self._id is None or (self.match.over and isinstance(move, StartMatch))
        history = advance(History() if fresh else self._history, move)
        if fresh or self._id is None:
            self._id, self.n = self._book.begin(at, move), 1
        else:
            try:
                self.n = self._book.append(self._id, self.n, at, move).n
            except StaleBook:
                self.resume()
                raise
        was_over = self.match.over
        self._history = history
        if self.match.over and not was_over:
            keep_backup(self._book, at)

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
        if self._id is not None:
            self._book.close_match(self._id)
        self._id, self.n, self._history = None, 0, History()

    def close(self) -> None:
        self._book.close()

    def _begin_anew(self) -> None:
        self._book.replace_damaged()
        self._id, self.n, self._history = None, 0, History()
