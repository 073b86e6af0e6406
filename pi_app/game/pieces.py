"""The things of the game, as frozen values: players, rounds, the match, its phases.

Players, slots and numbers count from 1. A player is an identity, never a name.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

PlayerId = int
SlotNumber = int
Votes = Mapping[PlayerId, tuple[SlotNumber | None, ...]]
"""Voter -> slots voted for; None in it: a disc that was seen but could not be read."""
Owners = Mapping[SlotNumber, PlayerId]


class Phase(StrEnum):
    """Where in the round the table is."""

    LOBBY = "LOBBY"
    CLUE = "CLUE"
    VOTING = "VOTING"
    REVEAL = "REVEAL"
    OWNERS = "OWNERS"
    SCORES = "SCORES"
    OVER = "OVER"


class Outcome(StrEnum):
    """How a round went for the storyteller."""

    ALL = "all"
    NONE = "none"
    SOME = "some"
    PARTY = "party"
    SUCCESS = "success"
    FAILURE = "failure"


@dataclass(frozen=True, slots=True)
class Player:
    """Somebody at the table. `stickers`: number of the disc set this player votes with."""

    id: PlayerId
    name: str
    stickers: int
    active: bool = True
    joined_round: int = 1
    start_score: int = 0


@dataclass(frozen=True, slots=True)
class Why:
    """One reason for points, as data: `code` names the sentence, `count` fills it."""

    code: str
    points: int
    count: int = 0


@dataclass(frozen=True, slots=True)
class Points:
    """One player's points of one round; the reasons always sum to the total."""

    base: int = 0
    bonus: int = 0
    extra: int = 0
    why: tuple[Why, ...] = ()

    @property
    def total(self) -> int:
        return self.base + self.bonus + self.extra


@dataclass(frozen=True, slots=True)
class Result:
    """A scored round."""

    outcome: Outcome
    points: Mapping[PlayerId, Points]
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Round:
    """One storyteller's turn. `players`: who takes part, clockwise, the storyteller among them."""

    number: int
    storyteller: PlayerId
    players: tuple[PlayerId, ...]
    votes: Votes = field(default_factory=dict)
    slots: Owners = field(default_factory=dict)
    red: SlotNumber | None = None
    void: bool = False
    result: Result | None = None


@dataclass(frozen=True, slots=True)
class Fault:
    """One reason why a move is refused. `code` as in the rules' table of invalid inputs."""

    code: str
    player: PlayerId | None = None
    slot: SlotNumber | None = None
    detail: str = ""


class IllegalMove(Exception):
    """A move that changes nothing, with every reason at once."""

    def __init__(self, *faults: Fault) -> None:
        super().__init__(", ".join(fault.code for fault in faults))
        self.faults = faults
