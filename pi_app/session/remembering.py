"""The book in, the people who played its last matches out; a match that was put away is read only once."""

from __future__ import annotations

from dataclasses import replace

from pi_app.game.history import standing
from pi_app.game.match import Match
from pi_app.game.moves import AddPlayer, Move
from pi_app.game.persons import Person, person_keys, recognised, remembered
from pi_app.game.pieces import IllegalMove
from pi_app.session.book import Book, BookError
from pi_app.session.same_people import same_people

MOST_MATCHES = 40
"""Older ones do not matter: who comes back after so many is still known by the name."""


class Remembering:
    """Who has played, as far as the book tells. A match that cannot be read is left out."""

    def __init__(self, book: Book) -> None:
        self._book = book
        self._read: dict[int, tuple[Move, ...]] = {}

    def people(self) -> tuple[Person, ...]:
        """Who played last comes first."""
        try:
            lines = self._book.matches()[-MOST_MATCHES:]
        except BookError:
            return ()
        self._read = {
            line.id: self._read[line.id] if line.closed and line.id in self._read else self._moves(line.id)
            for line in lines
        }
        return remembered(self._read.values(), same_people(self._book.path.parent))

    def knowing(self, move: Move, match: Match) -> Move:
        """A newcomer in mid-match is whoever is remembered under the name and not there yet, or somebody new;
        from then on by a key, as who sat there from the start: another name does not change who it is.
        """
        if not isinstance(move, AddPlayer) or move.player.person or match.player(move.player.id):
            return move
        person = recognised(move.player.name, self.people(), person_keys(match.players).values())
        return replace(move, player=replace(move.player, person=person))

    def _moves(self, match: int) -> tuple[Move, ...]:
        try:
            return tuple(standing(self._book.read(match)))
        except (BookError, IllegalMove):
            return ()
