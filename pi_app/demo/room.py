"""Tables of one room in, each somewhere in its evening; their boards out: by the rules alone, no pictures."""

from __future__ import annotations

import random
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from pi_app.demo.deal import deal
from pi_app.demo.people import NAMES
from pi_app.game.moves import (
    EndMatch,
    Move,
    NextRound,
    OpenReveal,
    OpenVoting,
    RecordOwners,
    RecordVotes,
    Seat,
    StartMatch,
)
from pi_app.game.pieces import Phase, PlayerId
from pi_app.game.profiles import DEFAULT_PROFILE, PROFILES, resolve
from pi_app.session.book import Book
from pi_app.session.manners import FOR_PROGRAMS, Clocks
from pi_app.session.session import Session
from pi_app.session.views import Board
from pi_app.words import Words


@dataclass(frozen=True, slots=True)
class Evening:
    """`players` people are in `phase` after `rounds` whole rounds; `first`: place of the first one's name."""

    table: str
    players: int
    first: int
    rounds: int
    phase: Phase


ROOM = (
    Evening("Hare and Moon", 6, 0, 6, Phase.SCORES),
    Evening("Blue Lagoon", 4, 6, 5, Phase.VOTING),
    Evening("Storytellers", 5, 1, 7, Phase.OVER),
    Evening("Night Owls", 3, 9, 4, Phase.CLUE),
    Evening("Quiet Corner", 6, 5, 3, Phase.OWNERS),
    Evening("Window Seat", 8, 3, 5, Phase.REVEAL),
)
"""Enough for a television."""
_AT = {
    phase: moves
    for moves, phase in enumerate((Phase.CLUE, Phase.VOTING, Phase.REVEAL, Phase.OWNERS, Phase.SCORES))
} | {Phase.OVER: 0}
"""How many moves of a round lead to a phase."""


def boards_of(room: Sequence[Evening] = ROOM) -> dict[str, Board]:
    """Table -> what the network may know of it."""
    with tempfile.TemporaryDirectory(prefix="rabbit-table-") as folder:
        return {
            evening.table: _played(evening, Path(folder) / str(number)) for number, evening in enumerate(room)
        }


def _played(evening: Evening, folder: Path) -> Board:
    session = Session(Book(folder), Words(), Clocks(lambda: 0.0, lambda: 0.0), manners=FOR_PROGRAMS)
    ids = range(1, evening.players + 1)
    seats = tuple(Seat(n, NAMES[(evening.first + n - 1) % len(NAMES)]) for n in ids)
    session.do(StartMatch(DEFAULT_PROFILE, seats))
    rng = random.Random(evening.table)  # noqa: S311 - invented evenings, no secrets
    for move in islice(_moves(session, ids, rng), _AT[evening.phase] + 5 * evening.rounds):
        session.do(move)
    if evening.phase is Phase.OVER:
        session.do(EndMatch())
    board = session.board()
    session.close()
    return board


def _moves(session: Session, ids: Sequence[PlayerId], rng: random.Random) -> Iterator[Move]:
    """What is done in one round after the other, for ever."""
    rules = resolve(PROFILES[DEFAULT_PROFILE], len(ids))
    while True:
        truth = deal(rules, ids, session.view().storyteller or ids[0], rng)
        yield from (
            OpenVoting(),
            OpenReveal(),
            RecordVotes(truth.votes),
            RecordOwners(truth.owners),
            NextRound(),
        )
