"""Every move there is. A move asked for is a command; the same move, numbered and timed, is an event.

A move carries what a person decided, never what follows from it: points are derived, not stored.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from pi_app.game.pieces import PlayerId, SlotNumber, Votes

Override = int | str | bool | tuple[str, ...] | None


@dataclass(frozen=True, slots=True)
class Seat:
    """A player to be: `stickers` is the disc set (default: the same number as the id).

    `person`: who it is over evenings, a key of `persons.py`; None: whoever is called so.
    """

    id: PlayerId
    name: str
    stickers: int | None = None
    person: str | None = None


@dataclass(frozen=True, slots=True)
class StartMatch:
    """Players in seat order, clockwise. `storyteller` None: the first in the list.

    `overrides` changes single rules of the profile, by the paths of `custom.OVERRIDES`.
    """

    profile: str
    players: tuple[Seat, ...]
    storyteller: PlayerId | None = None
    overrides: Mapping[str, Override] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class OpenVoting:
    """The clue is told and the cards are out; `storyteller` corrects who tells this round."""

    storyteller: PlayerId | None = None


@dataclass(frozen=True, slots=True)
class OpenReveal:
    """All discs are turned up."""


@dataclass(frozen=True, slots=True)
class RecordVotes:
    """The confirmed votes; a disc that could not be read is refused as such. `red`: the storyteller's veto
    in Party mode.
    """

    votes: Votes
    red: SlotNumber | None = None


@dataclass(frozen=True, slots=True)
class RecordOwners:
    """Whose card lies at each slot; slots whose owner changes no points may be left out."""

    slots: Mapping[SlotNumber, PlayerId]


@dataclass(frozen=True, slots=True)
class NextRound:
    """On to the next storyteller, or to the end. `deck_empty`: no card could be drawn any more."""

    deck_empty: bool = False


@dataclass(frozen=True, slots=True)
class PlayOn:
    """The match is over and the table goes on all the same, until it ends the match itself.

    A match that was stopped before its end goes on towards that end.
    """


@dataclass(frozen=True, slots=True)
class CorrectRound:
    """Enter a round anew; None, and voters and slots left out, stay as they were.

    Also the running round, once its votes are recorded. Later rounds are recomputed.
    """

    round: int
    votes: Votes | None = None
    slots: Mapping[SlotNumber, PlayerId] | None = None
    storyteller: PlayerId | None = None
    red: SlotNumber | None = None


@dataclass(frozen=True, slots=True)
class VoidRound:
    """The round does not count. None: the running one, which starts again with the same storyteller."""

    round: int | None = None


@dataclass(frozen=True, slots=True)
class AdjustScore:
    """Points by hand, with the reason the table agreed on."""

    player: PlayerId
    points: int
    reason: str


@dataclass(frozen=True, slots=True)
class AddPlayer:
    """Somebody joins from the next round; `seat`: place in the order, from 1 (None: last)."""

    player: Seat
    score: int = 0
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class LeavePlayer:
    """Somebody leaves at once; the points stay listed. AddPlayer with the same id: back again, with the
    old discs unless somebody else plays with them now.
    """

    player: PlayerId


@dataclass(frozen=True, slots=True)
class RenamePlayer:
    """Another name for the same player."""

    player: PlayerId
    name: str


@dataclass(frozen=True, slots=True)
class RestickerPlayer:
    """Another disc set for the same player."""

    player: PlayerId
    stickers: int


@dataclass(frozen=True, slots=True)
class SwapSeats:
    """Two players change places; the order of storytellers follows the seats."""

    player: PlayerId
    other: PlayerId


@dataclass(frozen=True, slots=True)
class EndMatch:
    """The table stops here, whatever the profile says."""


@dataclass(frozen=True, slots=True)
class Undo:
    """Take back the last move that is not taken back yet."""


@dataclass(frozen=True, slots=True)
class Redo:
    """Do again the move that Undo took back last."""


Move = (
    StartMatch
    | OpenVoting
    | OpenReveal
    | RecordVotes
    | RecordOwners
    | NextRound
    | PlayOn
    | CorrectRound
    | VoidRound
    | AdjustScore
    | AddPlayer
    | LeavePlayer
    | RenamePlayer
    | RestickerPlayer
    | SwapSeats
    | EndMatch
    | Undo
    | Redo
)
MOVES: dict[str, type] = {kind.__name__: kind for kind in Move.__args__}


@dataclass(frozen=True, slots=True)
class Event:
    """A move that was accepted. `n` counts from 1 in its match; `at`: seconds since the epoch."""

    n: int
    at: float
    move: Move
