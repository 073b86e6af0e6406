"""The match as one frozen value: what was played, and what follows from it.

Built only by `rules.play` and `history.fold`. A round in SCORES is the last of `rounds`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from pi_app.game.pieces import Phase, Player, PlayerId, Round
from pi_app.game.profiles import Profile, Rules, resolve


@dataclass(frozen=True, slots=True)
class Adjustment:
    """Points by hand. `round`: the round that was running or just scored."""

    player: PlayerId
    points: int
    reason: str
    round: int


@dataclass(frozen=True)
class Match:
    """Everything about one match. `players` in seat order, clockwise; who left stays listed."""

    phase: Phase = Phase.LOBBY
    profile: Profile | None = None
    players: tuple[Player, ...] = ()
    rounds: tuple[Round, ...] = ()  # scored or void, in order; number k is at k - 1
    running: Round | None = None  # CLUE to OWNERS
    adjustments: tuple[Adjustment, ...] = ()
    scores: Mapping[PlayerId, int] = field(default_factory=dict)  # of all listed players
    deck: int = 0  # cards in the draw pile, by arithmetic; nobody sees it
    discard: int = 0
    deck_empty: bool = False  # somebody said so
    stopped: bool = False  # by EndMatch
    played_on: bool = False  # the table went on after an end
    reasons: tuple[str, ...] = ()  # OVER: why; of target, deck, turns, stopped
    winners: tuple[PlayerId, ...] = ()  # OVER, in seat order

    @property
    def over(self) -> bool:
        return self.phase is Phase.OVER

    @property
    def current(self) -> Round | None:
        """The running round; in SCORES and OVER the last one scored."""
        if self.running is not None:
            return self.running
        return self.rounds[-1] if self.rounds else None

    @property
    def round_number(self) -> int:
        """Of the current round; 0 before the first."""
        return self.current.number if self.current else 0

    @property
    def storyteller(self) -> PlayerId | None:
        return self.current.storyteller if self.current else None

    @property
    def active(self) -> tuple[Player, ...]:
        """Who is at the table, in seat order."""
        return tuple([player for player in self.players if player.active])

    @property
    def rules(self) -> Rules | None:
        """The profile for the number of players of the current round."""
        if self.profile is None:
            return None
        return resolve(self.profile, len(self.current.players) if self.current else len(self.active))

    def player(self, player: PlayerId) -> Player | None:
        return next((seated for seated in self.players if seated.id == player), None)
