"""Matches made of legal moves only, drawn from a seed; what a table could have done in one evening."""

from __future__ import annotations

import random
from collections.abc import Iterator

from pi_app.demo.deal import deal
from pi_app.game.match import Match
from pi_app.game.moves import (
    AdjustScore,
    Move,
    NextRound,
    OpenReveal,
    OpenVoting,
    RecordOwners,
    RecordVotes,
    Redo,
    RenamePlayer,
    Seat,
    StartMatch,
    Undo,
)
from pi_app.game.pieces import Phase
from pi_app.game.profiles import resolve

NAMES = ("Anna", "Søren", "سارا", "Мария", "Bo", "Clara", "Kaja", "Reza")
_STRAY = 0.15
"""How often somebody does something else than going on."""


def start(players: int, profile: str = "refresh2021") -> StartMatch:
    return StartMatch(profile, tuple(Seat(n, NAMES[n - 1]) for n in range(1, players + 1)), 1)


class Table:
    """The next move for a match, whatever its phase; never the same one twice in a row."""

    def __init__(self, seed: int, players: int = 4, profile: str = "refresh2021") -> None:
        self._rng = random.Random(f"legal {seed}")
        self._players, self._profile = players, profile
        self._made = 0
        self._deal = deal(resolve(profile, players), range(1, players + 1), 1, self._rng)

    def next_move(self, match: Match, undoable: bool = False, redoable: bool = False) -> Move:
        """Legal now; `undoable`, `redoable`: those moves are, too."""
        self._made += 1
        if match.phase is Phase.LOBBY or match.over:
            return start(self._players, self._profile)
        if self._rng.random() < _STRAY:
            player = self._rng.randint(1, self._players)
            strays: list[Move] = [
                AdjustScore(player, self._rng.choice((-1, 1, 2)), f"reason {self._made}"),
                RenamePlayer(player, f"Name {self._made}"),
            ]
            return self._rng.choice([*strays, *([Undo()] * undoable), *([Redo()] * redoable)])
        return self._onward(match)

    def _onward(self, match: Match) -> Move:
        match match.phase:
            case Phase.CLUE:
                rules = match.rules
                assert rules is not None
                assert match.storyteller is not None
                players = [player.id for player in match.active]
                self._deal = deal(rules, players, match.storyteller, self._rng)
                return OpenVoting()
            case Phase.VOTING:
                return OpenReveal()
            case Phase.REVEAL:
                return RecordVotes(self._deal.votes)
            case Phase.OWNERS:
                return RecordOwners(self._deal.owners)
        return NextRound()


def moves(seed: int, many: int) -> Iterator[Move]:
    """`many` legal moves from an empty table on, one match after the other, without any undo."""
    from pi_app.game.rules import play

    table, match = Table(seed), Match()
    for _ in range(many):
        move = table.next_move(match)
        match = play(Match() if isinstance(move, StartMatch) else match, move)
        yield move
