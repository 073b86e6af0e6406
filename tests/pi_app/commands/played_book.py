"""A book with one scored round, for the commands that read books."""

from __future__ import annotations

from pathlib import Path

from pi_app.game.moves import OpenReveal, OpenVoting, RecordOwners, RecordVotes, Seat, StartMatch
from pi_app.session.book import Book

MOVES = (
    OpenVoting(),
    OpenReveal(),
    RecordVotes({2: (1,), 3: (1,), 4: (2,)}),
    RecordOwners({1: 1, 2: 2}),
)


def fill(folder: Path, leave_open: bool = False) -> Book:
    """Anna tells; =Bo and Clara find card 1, Dan takes =Bo's."""
    book = Book(folder / "book.sqlite")
    seats = tuple(Seat(n, name) for n, name in enumerate(("Anna", "=Bo", "Clara", "Dan"), 1))
    match = book.begin(0.0, StartMatch("refresh2021", seats))
    for n, move in enumerate(MOVES, 1):
        book.append(match, n, float(n), move)
    if not leave_open:
        book.close()
    return book
