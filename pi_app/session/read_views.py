"""What was read, as it is shown: one voter's vote, one card's owner, and how far each is known."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from pi_app.game.pieces import PlayerId, SlotNumber
from pi_app.vision.seen import Crop


class Trust(StrEnum):
    """How far one vote or owner is known."""

    SURE = "sure"  # independent witnesses agree
    ASK = "ask"  # there is a proposal; a person must say yes
    CONFLICT = "conflict"  # witnesses disagree
    MISSING = "missing"  # nothing was read
    HAND = "hand"  # a person entered it


@dataclass(frozen=True, slots=True)
class VoteView:
    """One voter's vote at the reveal. `slots` is the proposal (empty: none); the witnesses beside it."""

    player: PlayerId
    slots: tuple[SlotNumber, ...]
    trust: Trust
    tag: tuple[SlotNumber, ...] = ()
    ring: tuple[SlotNumber, ...] = ()
    place: tuple[SlotNumber, ...] = ()
    crops: tuple[Crop, ...] = ()
    line: tuple[SlotNumber, ...] = ()  # of a dial: the rotor against the line through both tags


@dataclass(frozen=True, slots=True)
class OwnerView:
    """Whose card lies at a slot. `needed`: it changes points, so somebody must say."""

    slot: SlotNumber
    player: PlayerId | None
    trust: Trust
    needed: bool
    votes: tuple[PlayerId, ...] = ()
