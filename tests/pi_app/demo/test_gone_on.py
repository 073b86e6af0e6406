"""A demo that was left anywhere in a round is gone on with, and what really happened is what is scored."""

from __future__ import annotations

import random
from collections.abc import Mapping
from pathlib import Path

import pytest

from pi_app.demo.deal import Deal, deal
from pi_app.demo.people import NAMES, Cast
from pi_app.demo.straight import play_straight
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
from pi_app.game.profiles import resolve
from pi_app.session.book import Book
from pi_app.session.manners import FOR_PROGRAMS
from pi_app.session.session import Session
from pi_app.words import Words

PLAYERS, SEED = 4, 3


def dealt() -> Deal:
    """The first round of these people, as their own rule derives it."""
    rng = random.Random(f"people {SEED} 1")
    return deal(resolve("refresh2021", PLAYERS), range(1, PLAYERS + 1), 1, rng)


def left_after(book: Path, steps: int, votes: Mapping[int, tuple[int, ...]] | None = None) -> None:
    """A match left after so many moves. votes: what was voted instead."""
    seats = tuple(Seat(number, NAMES[number - 1]) for number in range(1, PLAYERS + 1))
    moves: list[Move] = [StartMatch("refresh2021", seats, 1), OpenVoting(), OpenReveal()]
    moves += [RecordVotes(votes or dealt().votes), RecordOwners(dealt().owners), NextRound()]
    session = Session(Book(book), Words(), manners=FOR_PROGRAMS)
    for move in moves[:steps]:
        assert session.do(move).ok
    session.close()


@pytest.mark.parametrize("steps", [1, 2, 3, 4, 5], ids=["clue", "voting", "reveal", "owners", "scores"])
def test_a_match_left_in_any_phase_is_played_to_its_end(tmp_path: Path, steps: int) -> None:
    left_after(tmp_path / "book.sqlite", steps)

    match = play_straight(Cast(PLAYERS, seed=SEED, rounds=1), tmp_path / "book.sqlite")

    assert [dict(played.votes) for played in match.view.rounds] == [dealt().votes]
    assert (match.people.tally.wrong, match.people.tally.notes) == (0, [])
    assert match.totals_right


def test_a_round_in_which_others_have_voted_is_begun_again(tmp_path: Path) -> None:
    votes = {player: (1 + slots[0] % PLAYERS,) for player, slots in dealt().votes.items()}
    left_after(tmp_path / "book.sqlite", 4, votes)

    match = play_straight(Cast(PLAYERS, seed=SEED, rounds=1), tmp_path / "book.sqlite")

    assert [dict(played.votes) for played in match.view.rounds if not played.void] == [dealt().votes]
    assert match.people.tally.wrong == 0
