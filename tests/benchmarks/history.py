"""Measures the fold of a whole book: 1,000 rounds of 4, 8 and 12 players, and of one with corrections.

    python -m tests.benchmarks.history [--rounds 1000] [--repeat 15]
    pytest tests/benchmarks/history.py --benchmark-enable

Prints the best and the middle of the repeats in milliseconds, as the clock on the wall goes, and the best
of the processor's own time, which other programs disturb less; the aim is at most 100 ms.
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import time
from dataclasses import dataclass

import pytest

from pi_app.game.history import fold
from pi_app.game.match import Match
from pi_app.game.moves import (
    AdjustScore,
    CorrectRound,
    Event,
    Move,
    NextRound,
    OpenReveal,
    OpenVoting,
    RecordOwners,
    RecordVotes,
    Seat,
    StartMatch,
    Undo,
)
from pi_app.game.profiles import resolve

AIM_MS = 100.0


@dataclass(frozen=True)
class Book:
    """`every`: after so many rounds come a correction, points by hand and an undo; 0: never."""

    profile: str
    players: int
    every: int = 0

    def events(self, rounds: int) -> list[Event]:
        chance, seats = random.Random(1), range(1, self.players + 1)
        overrides = {"end.target": None}
        moves: list[Move] = [
            StartMatch(self.profile, tuple(Seat(n, f"Player {n}") for n in seats), overrides=overrides)
        ]
        for number in range(1, rounds + 1):
            votes, owners = dealt(self.profile, self.players, (number - 1) % self.players + 1, chance)
            moves += [OpenVoting(), OpenReveal(), votes, owners]
            if self.every and number % self.every == 0:
                moves += [CorrectRound(number, votes=dict(votes.votes)), AdjustScore(1, 1, "why"), Undo()]
            moves.append(NextRound())
        return [Event(n, float(n), move) for n, move in enumerate(moves, 1)]


def dealt(profile: str, players: int, teller: int, chance: random.Random) -> tuple[RecordVotes, RecordOwners]:
    """A legal table: everybody's cards, and one or two votes each on others' cards."""
    rules = resolve(profile, players)
    cards = [p for p in range(1, players + 1) for _ in range(1 if p == teller else rules.cards_per_voter)]
    chance.shuffle(cards)
    slots = dict(enumerate(cards, 1))
    votes = {}
    for voter in range(1, players + 1):
        if voter != teller:
            votes[voter] = tuple(
                chance.sample([slot for slot in slots if slots[slot] != voter], rules.votes_most)
            )
    return RecordVotes(votes), RecordOwners(slots)


BOOKS = (
    Book("refresh2021", 4),
    Book("refresh2021", 8),
    Book("odyssey2011", 12),
    Book("odyssey2024", 12),
    Book("refresh2021", 8, every=25),
)


def milliseconds(events: list[Event], repeat: int) -> tuple[list[float], list[float]]:
    """On the wall and of the processor, the best first."""
    wall, own = [], []
    for _ in range(repeat):
        begun, worked = time.perf_counter(), time.process_time()
        match: Match = fold(events)
        wall.append((time.perf_counter() - begun) * 1000)
        own.append((time.process_time() - worked) * 1000)
        assert match.rounds
    return sorted(wall), sorted(own)


@pytest.mark.parametrize("book", BOOKS, ids=str)
def test_a_thousand_rounds_are_folded(benchmark, book: Book) -> None:
    events = book.events(1000)
    assert len(benchmark(fold, events).rounds) == 1000


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=1000)
    parser.add_argument("--repeat", type=int, default=15)
    args = parser.parse_args()
    worst = 0.0
    for book in BOOKS:
        spent, own = milliseconds(book.events(args.rounds), args.repeat)
        worst = max(worst, spent[0])
        mixed = f", corrected every {book.every} rounds" if book.every else ""
        print(
            f"{args.rounds} rounds, {book.players:2} players, {book.profile}{mixed}: "
            f"best {spent[0]:.1f} ms, middle {statistics.median(spent):.1f} ms, processor {own[0]:.1f} ms"
        )
    print(f"aim: {AIM_MS:.0f} ms; slowest best: {worst:.1f} ms")
    return 0 if worst <= AIM_MS else 3


if __name__ == "__main__":
    sys.exit(main())
