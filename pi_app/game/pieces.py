"""The things of the game, as frozen values: players, rounds, points, phases; codes of reasons.

Players, slots and numbers count from 1. A player is an identity, never a name.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, TypeVar

_T = TypeVar("_T")

PlayerId = int
SlotNumber = int
Votes = Mapping[PlayerId, tuple[SlotNumber | None, ...]]
"""Voter -> slots voted for; None in it: a disc that was seen but could not be read."""
Owners = Mapping[SlotNumber, PlayerId]
DECK: PlayerId = 0
"""Owner of a card that came from the deck (two-player co-operative variant)."""
STICKER_SETS = 12


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
    """Somebody at the table. `stickers`: number of the disc set this player votes with.

    `person`: who it is over evenings (`persons.py`); None: known by the name.
    """

    id: PlayerId
    name: str
    stickers: int
    active: bool = True
    joined_round: int = 1
    start_score: int = 0
    person: str | None = None


# code: what it means. The sentences for people are made from these codes in session/sentences.py.
WHYS: dict[str, str] = {
    "FOUND": "found the storyteller's card; count = votes on it that score (two dials can both be right)",
    "NOT_FOUND": "did not find the storyteller's card, others did",
    "TELLER_SOME": "the storyteller: some found the card, not all; count = how many found it",
    "TELLER_PER_FINDER": "the storyteller: extra points for each who found the card; count = how many",
    "TELLER_ALL": "the storyteller: everyone found the card; count = how many voters",
    "TELLER_NONE": "the storyteller: nobody found the card; count = how many voters",
    "ALL_FOUND": "everyone found the storyteller's card, so all others get the same; count = voters",
    "NONE_FOUND": "nobody found the storyteller's card, so all others get the same; count = voters",
    "VOTES_ON_CARD": "votes of others on the own card; count = votes",
    "CAP": "bonus points over the limit are not counted (points are negative); count = the limit",
    "SINGLE_VOTE": "only one vote cast, and it was right",
    "PARTY_SAME": "voted for the same picture as others; count = players on it, oneself included",
    "PARTY_CAP": "points over the limit are not counted (points are negative); count = the limit",
    "PARTY_ALONE": "nobody else voted for this picture",
    "PARTY_RED": "the storyteller's red token lies on this picture",
    "COOP_SUCCESS": "both found the other's card",
    "COOP_FAILURE": "not both found the other's card",
    "ABSENT": "left before the votes were confirmed",
}


@dataclass(frozen=True, slots=True)
class Why:
    """One reason for points, as data: `code` (of WHYS) names the sentence, `count` fills it."""

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


@dataclass(frozen=True)
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
    absent: tuple[PlayerId, ...] = ()
    """Of `players`: who left after the cards were out and before the votes were confirmed."""


def altered(value: _T, **changes: Any) -> _T:
    """`dataclasses.replace` at a fifth of its cost, for values without slots: each move makes several."""
    new = object.__new__(type(value))
    fields = new.__dict__
    fields.update(value.__dict__)
    known = len(fields)
    fields.update(changes)
    if len(fields) != known:
        raise TypeError(f"{type(value).__name__} has no {', '.join(changes.keys() - value.__dict__.keys())}")
    return new


# code: what it means; `player`, `slot` and `detail` of the Fault say which.
FAULTS: dict[str, str] = {
    # Votes
    "MISSING_VOTE": "no vote of this player was seen or entered",
    "UNREADABLE_VOTE": "a disc of this player was seen, its number could not be read",
    "TOO_MANY_VOTES": "more votes of this player than the rules allow; detail = the most allowed",
    "TOO_FEW_VOTES": "fewer votes of this player than the rules ask for; detail = the least asked for",
    "SAME_SLOT_TWICE": "both votes of this player are on one slot; detail = the slot",
    "NO_SUCH_SLOT": "this slot is not on the table; detail = how many slots there are",
    "OWN_CARD_VOTE": "a vote on the voter's own card",
    "STORYTELLER_VOTED": "a disc of the storyteller is among the votes",
    "UNKNOWN_DISC": "a disc of nobody in this round",
    "TOKEN_SLOT_MISMATCH": "the token's number is not the slot it lies at; detail = the number",
    "MISSING_RED_TOKEN": "the storyteller's red token is missing (Party)",
    # Cards
    "SLOT_NUMBER_GAP": "this number is missing among the slots",
    "SLOT_OWNER_UNKNOWN": "whose card lies at this slot is unknown (player None) or is nobody in this round",
    "STORYTELLER_CARD_COUNT": "the storyteller must have exactly one card on the table; detail = how many",
    "CARD_COUNT_MISMATCH": "this player has too many or too few cards on the table; detail = 'has/right'",
    # Match and players
    "PLAYER_COUNT_OUT_OF_RANGE": "too few or too many players for these rules; detail = 'least-most'",
    "STORYTELLER_UNKNOWN": "the storyteller is not one of the players of this round",
    "UNKNOWN_PROFILE": "no rules of this name; detail = the name",
    "BAD_OVERRIDE": "this change of the rules is not possible; detail = a sentence that says why",
    "UNKNOWN_PLAYER": "nobody of this number is in the match",
    "DUPLICATE_PLAYER": "this player is listed twice",
    "BAD_PLAYER_ID": "players are numbered from 1",
    "NAME_EMPTY": "a player needs a name",
    "DUPLICATE_STICKERS": "somebody else plays with these stickers; detail = the set",
    "STICKERS_OUT_OF_RANGE": "there is no such sticker set; detail = the set",
    "ALREADY_PLAYING": "this player is in the match already",
    "ALREADY_GONE": "this player has left already",
    "RETURN_KEEPS_SCORE": "who comes back keeps the old points; adjust them if the table agrees",
    "SEAT_OUT_OF_RANGE": "there is no such place at the table; detail = how many there are",
    # Moves
    "WRONG_PHASE": "this move is not possible now; detail = 'Move in PHASE'",
    "UNKNOWN_ROUND": "this round has not been played; detail = its number",
    "NOTHING_CHANGED": "the move would change nothing",
    "REASON_MISSING": "points by hand need a reason",
    "NOTHING_TO_UNDO": "there is no move to take back",
    "NOTHING_TO_REDO": "no move was taken back just before",
}


@dataclass(frozen=True, slots=True)
class Reason:
    """Part of a sentence: `text` is a message for `Words.text`, with what fills its {fields}."""

    text: str
    fields: tuple[tuple[str, int | str | Reason], ...] = ()

    def __str__(self) -> str:
        return self.text.format_map(dict(self.fields))


def because(text: str, **fields: int | str | Reason) -> Reason:
    return Reason(text, tuple(fields.items()))


@dataclass(frozen=True, slots=True)
class Fault:
    """One reason why a move is refused. `code` as in the rules' table of invalid inputs.

    `reason`: what `detail` says, where that is words and must be said in the table's language.
    """

    code: str
    player: PlayerId | None = None
    slot: SlotNumber | None = None
    detail: str = ""
    reason: Reason | None = None


class IllegalMove(Exception):
    """A move that changes nothing, with every reason at once."""

    def __init__(self, *faults: Fault) -> None:
        super().__init__(", ".join(fault.code for fault in faults))
        self.faults = faults
