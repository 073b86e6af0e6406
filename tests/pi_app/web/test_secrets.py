"""Two tables that differ in nothing but their votes look alike on the network, byte for byte and in turn."""

import dataclasses
from collections.abc import Callable
from pathlib import Path

import pytest

from pi_app.game.moves import (
    Move,
    NextRound,
    OpenReveal,
    OpenVoting,
    RecordOwners,
    RecordVotes,
    Seat,
    StartMatch,
)
from pi_app.session.book import Book
from pi_app.session.manners import FOR_PROGRAMS, Clocks
from pi_app.session.session import Session
from pi_app.session.views import Board
from pi_app.tables.topics import state_message
from pi_app.web import page, rules_page
from pi_app.web.board import public_json
from pi_app.web.export import csv_bytes
from pi_app.web.rules import told_edition
from pi_app.web.streams import Streams
from pi_app.words import Words
from tests.pi_app.session.made_up_readings import back, face, reading

Votes = dict[int, tuple[int, ...]]
Told = tuple[list[tuple[object, ...]], tuple[object, ...]]
PLACES = dict.fromkeys(("style.css", "tv.css", "page.js", "plain.js", "icon.svg"), "/static/x")
FIRST: Votes = {2: (1,), 3: (1,), 4: (2,)}
OTHERS: tuple[Votes, ...] = (
    {2: (3,), 3: (1,), 4: (1,)},
    {2: (4,), 3: (4,), 4: (3,)},
    {2: (1,), 3: (1,), 4: (1,)},
    {2: (3,), 3: (4,), 4: (2,)},
)
SEATS = tuple(Seat(n, name) for n, name in enumerate(("Anna", "Bo", "Clara", "Dan"), 1))


def leaving(board: Board) -> tuple[object, ...]:
    """Everything of a board that leaves the process, by whatever way."""
    told = public_json(board)
    pages = [page.html(board, language, PLACES, tv) for language in ("en", "fa") for tv in (False, True)]
    pages.append(rules_page.html(board, "en", PLACES))
    return told, csv_bytes(board), told_edition(board, "en"), state_message("t", "T", None, told), *pages


class Table:
    """A session; `told`: whatever left it, in turn."""

    def __init__(self, folder: Path) -> None:
        self.seconds = 1000.0
        clocks = Clocks(lambda: self.seconds, lambda: 5.0)
        self.session = Session(Book(folder / "book.sqlite"), Words(), clocks, manners=FOR_PROGRAMS)
        self.told: list[tuple[object, ...]] = []
        self.session.on_change(self._changed)

    def _changed(self) -> None:
        told = leaving(self.session.board())
        # As the network does: an equal board is no news.
        if not self.told or self.told[-1] != told:
            self.told.append(told)

    def do(self, *moves: Move) -> None:
        for move in moves:
            assert self.session.do(move).ok, move

    def see(self, *discs: object) -> None:
        self.seconds += 0.5
        self.session.see(reading(*discs, at=self.seconds))  # type: ignore[arg-type]

    def play(self, votes: Votes) -> None:
        """From the clue to the owners: backs one after the other, a face too early, the faces, the votes."""
        self.do(OpenVoting())
        self.see(back(2))
        self.see(back(2), back(4))
        self.see(back(2), back(4), face(3, votes[3][0], votes[3][0]))
        self.see(back(2), back(4), back(3))
        self.do(OpenReveal())
        for looks in range(1, 4):
            self.see(*(face(voter, slots[0], slots[0]) for voter, slots in list(votes.items())[:looks]))
        self.do(RecordVotes(dict(votes)))
        self.see(*(face(voter, slots[0], slots[0]) for voter, slots in votes.items()), back(1, 1))


def told_by(folder: Path, votes: Votes, before: Callable[[Table], None]) -> Told:
    """What left before the points, and the points."""
    folder.mkdir()
    table = Table(folder)
    table.do(StartMatch("refresh2021", SEATS))
    before(table)
    table.play(votes)
    secret = list(table.told)
    table.do(RecordOwners({n: n for n in range(1, 5)}))
    table.session.close()
    return secret, table.told[-1]


def nothing(_table: Table) -> None:
    """The first round is the one with the secret."""


def a_round(table: Table) -> None:
    table.play(FIRST)
    table.do(RecordOwners({n: n for n in range(1, 5)}), NextRound())


@pytest.mark.parametrize("votes", OTHERS)
@pytest.mark.parametrize("before", [nothing, a_round])
def test_nobody_on_the_network_can_tell_two_votes_apart_before_the_points(
    tmp_path: Path, before: Callable[[Table], None], votes: Votes
) -> None:
    if before is a_round:
        # Anna told the first round, Bo tells now.
        votes = {1: (2,) if votes[2] == (1,) else votes[2], 3: (1,), 4: votes[4]}
        first = {1: (2,), 3: (1,), 4: (2,)}
    else:
        first = FIRST
    one, other = (told_by(tmp_path / str(k), each, before) for k, each in enumerate((first, votes)))
    assert len(one[0]) >= 4
    assert one[0] == other[0]
    # What was secret is told now.
    assert one[1] != other[1]


def test_the_id_of_an_event_counts_what_was_told_and_not_what_happened() -> None:
    streams = Streams(b"{}", 1, 1, 1)
    before = streams.id
    streams.put(b"{}")
    assert streams.id == before


def test_a_board_has_no_field_that_the_public_state_was_not_asked_about() -> None:
    """A new field of a Board must be looked at here before it may leave."""
    assert {field.name for field in dataclasses.fields(Board)} == {
        *("n", "match", "phase", "round", "storyteller", "profile", "target", "players", "voted", "voters"),
        *("rounds", "winners", "over", "language", "adjustments", "rounds_left", "played_on", "reasons"),
        *("titles", "rules"),
    }
