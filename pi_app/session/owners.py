"""Backs that lie on cards in, whose card lies at each slot out; and what then follows for the rest.

Pure. Rule: a player's discs are SURE when they lie on as many cards as the player has, each alone;
a slot that only one player can own is proposed already.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from pi_app.game.pieces import Fault, PlayerId, SlotNumber
from pi_app.session.views import Trust

KNOWN = (Trust.SURE, Trust.HAND)


@dataclass(frozen=True, slots=True)
class OwnerRead:
    """Whose card lies at a slot, as far as it was read (`player` None: nobody's disc, or two)."""

    slot: SlotNumber
    player: PlayerId | None
    trust: Trust
    implied: bool = False


def read_owners(
    lying: Iterable[tuple[SlotNumber, PlayerId]],
    in_play: tuple[SlotNumber, ...],
    cards: Mapping[PlayerId, int],
    storyteller_unknown: bool = False,
) -> tuple[dict[SlotNumber, OwnerRead], list[Fault]]:
    """Owners by the backs lying on cards. With the storyteller unknown, one card may be enough."""
    here = sorted({pair for pair in lying if pair[0] in in_play})
    at_slot = Counter(slot for slot, _ in here)
    held = Counter(player for _, player in here)
    read: dict[SlotNumber, OwnerRead] = {}
    faults: list[Fault] = []
    for slot, player in here:
        if at_slot[slot] > 1:
            if slot not in read:
                faults.append(Fault("TWO_OWNERS", slot=slot))
            read[slot] = OwnerRead(slot, None, Trust.CONFLICT)
            continue
        fits = held[player] == cards[player] or (storyteller_unknown and held[player] == 1)
        trust = Trust.SURE if fits else Trust.ASK
        read[slot] = OwnerRead(slot, player, trust)
        if held[player] > cards[player]:
            read[slot] = OwnerRead(slot, None, Trust.CONFLICT)
    faults += [
        Fault("CARD_COUNT_MISMATCH", player, detail=str(held[player]))
        for player in sorted(held)
        if held[player] > cards[player]
    ]
    return read, faults


def imply_owners(
    read: Mapping[SlotNumber, OwnerRead],
    in_play: tuple[SlotNumber, ...],
    cards: Mapping[PlayerId, int],
    barred: Mapping[PlayerId, frozenset[SlotNumber]],
) -> dict[SlotNumber, OwnerRead]:
    """Fill every slot that only one player can own. `barred`: slots a player voted for.

    Nothing follows while any slot is in conflict, or the cards and the players do not add up.
    """
    owners = dict(read)
    conflict = any(owner.trust is Trust.CONFLICT for owner in owners.values())
    if conflict or sum(cards.values()) != len(in_play):
        return owners
    while True:
        left = Counter(cards)
        left.subtract(owner.player for owner in owners.values() if owner.player is not None)
        open_slots = [slot for slot in in_play if slot not in owners]
        found = _only_one_can(open_slots, +left, barred)
        if found is None:
            return owners
        sure = all(owner.trust in KNOWN for owner in owners.values())
        slot, player = found
        owners[slot] = OwnerRead(slot, player, Trust.SURE if sure else Trust.ASK, implied=True)


def _only_one_can(
    open_slots: list[SlotNumber],
    left: Mapping[PlayerId, int],
    barred: Mapping[PlayerId, frozenset[SlotNumber]],
) -> tuple[SlotNumber, PlayerId] | None:
    for slot in open_slots:
        able = [player for player in left if slot not in barred.get(player, frozenset())]
        if len(able) == 1:
            return slot, able[0]
    return None
