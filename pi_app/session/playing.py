"""A move in; checked by the rules, written in the book, and only then the new match, out.

Rule: what cannot be written has not happened. The match in memory is always the fold of the book.
"""

from __future__ import annotations

from pathlib import Path

from pi_app.game.history import fold
from pi_app.game.match import Match
from pi_app.game.moves import Event, Move, Redo, StartMatch, Undo
from pi_app.game.pieces import IllegalMove
from pi_app.game.rules import play
from pi_app.session.book import Book, BookError, StaleBook


class Playing:
    """The one match that is on the table, and its place in the book."""

    def __init__(self, book: Book) -> None:
        self._book = book
        self._id: int | None = None
        self._events: tuple[Event, ...] = ()
        self.match = Match()

    @property
    def n(self) -> int:
        """Number of the last event; 0 before the first."""
        return len(self._events)

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
        events = () if fresh else self._events
        event = Event(len(events) + 1, at, move)
        match = _after(Match() if fresh else self.match, events, event)
        if fresh or self._id is None:
            self._id = self._book.begin(at, move)
        else:
            try:
                self._book.append(self._id, len(events), at, move)
            except StaleBook:
                self.resume()
                raise
        self._events, self.match = (*events, event), match

    def allows(self, move: Undo | Redo) -> bool:
        try:
            _after(self.match, self._events, Event(self.n + 1, 0.0, move))
        except IllegalMove:
            return False
        return True

    def resume(self) -> None:
        """Go on with the newest match of the book, if it was not put away."""
        try:
            running = self._book.running()
            events = self._book.read(running) if running is not None else ()
            match = fold(events)
        except BookError as error:
            if error.code != "BOOK_DAMAGED":
                raise
            running, events, match = self._begin_anew()
        except IllegalMove:
            running, events, match = self._begin_anew()
        self._id, self._events, self.match = running, events, match

    def put_away(self) -> None:
        """Back to no match at all. Raise BookError."""
        if self._id is not None:
            self._book.close_match(self._id)
        self._id, self._events, self.match = None, (), Match()

    def close(self) -> None:
        self._book.close()

    def _begin_anew(self) -> tuple[None, tuple[Event, ...], Match]:
        self._book.replace_damaged()
        return None, (), Match()


def _after(match: Match, events: tuple[Event, ...], event: Event) -> Match:
    return fold((*events, event)) if isinstance(event.move, Undo | Redo) else play(match, event.move)
