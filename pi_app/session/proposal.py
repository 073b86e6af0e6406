"""A reading and the round's setting in, the suggested votes and owners out, with every doubt.

Pure. Rule: SURE only where independent witnesses agree (tag, ring, place); one alone is ASKed for;
witnesses that differ are a CONFLICT and suggest nothing. During voting only presence is said.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from hardware.device import Device
from pi_app.game.pieces import Fault, Phase, PlayerId, SlotNumber
from pi_app.session.dial_votes import dial_vote
from pi_app.session.disc_votes import disc_vote, place_vote
from pi_app.session.laid import Laid, lay
from pi_app.session.owners import OwnerRead, imply_owners, read_owners
from pi_app.session.secrecy import SECRET_PHASES
from pi_app.session.setting import Setting
from pi_app.session.views import Trust, VoteView
from pi_app.vision.seen import Flaw, Reading

_VOTES: Mapping[Device, Callable[[PlayerId, Laid, Setting], tuple[VoteView, list[Fault]]]] = {
    Device.TOKENS: disc_vote,
    Device.DIALS: dial_vote,
    Device.PLACES: place_vote,
}
_SILENCE = frozenset({"MISSING_VOTE", "UNREADABLE_VOTE"})


@dataclass(frozen=True, slots=True)
class Proposal:
    """What a reading suggests. `faults` has every doubt at once; `sentences.py` has their words.

    laid: before the reveal, how many discs each voter has laid.
    """

    voted: tuple[PlayerId, ...] = ()
    laid: Mapping[PlayerId, int] = field(default_factory=dict)
    votes: Mapping[PlayerId, VoteView] = field(default_factory=dict)
    owners: Mapping[SlotNumber, OwnerRead] = field(default_factory=dict)
    faults: tuple[Fault, ...] = ()


def propose(reading: Reading, setting: Setting, phase: Phase) -> Proposal:
    """The suggestion for this phase; before the reveal it says who has laid a disc and no more."""
    players = setting.players
    if players is None:
        players = {stickers: stickers for stickers in sorted(reading.players)}
    table = lay(reading, setting, players, phase)
    strangers = _strangers(reading, table)
    if phase in SECRET_PHASES:
        laid = _laid(reading, table, setting.spares)
        return Proposal(tuple(laid), laid, faults=(*strangers, *_early(table, setting)))
    votes: dict[PlayerId, VoteView] = {}
    faults: list[Fault] = [*strangers, *_plate_faults(reading, table)]
    for voter in table.voters:
        vote, doubts = _VOTES[setting.device](voter, table, setting)
        votes[voter] = vote
        faults += doubts
    faults += _storyteller_faults(table, setting)
    if setting.players is None or setting.storyteller is None:
        votes, faults = _without_unnamed(votes, faults, everybody_known=setting.players is not None)
    owners, owner_faults = _owners(table, setting, votes, phase)
    voted = tuple(sorted(player for player, vote in votes.items() if vote.trust is not Trust.MISSING))
    return Proposal(voted, {}, votes, owners, (*faults, *owner_faults))


def _laid(reading: Reading, table: Laid, spares: Mapping[PlayerId, int]) -> dict[PlayerId, int]:
    lasting = [disc.player for disc in reading.discs if disc.player in table.seats and not disc.fleeting]
    lying = Counter(table.seats[stickers] for stickers in lasting)
    more = {voter: lying[voter] - spares.get(voter, 0) for voter in table.voters}
    return {voter: count for voter, count in more.items() if count > 0}


def _strangers(reading: Reading, table: Laid) -> list[Fault]:
    strangers = sorted(reading.players - set(table.seats))
    return [Fault("UNKNOWN_DISC", detail=str(stickers)) for stickers in strangers]


def _early(table: Laid, setting: Setting) -> list[Fault]:
    """A dial shows its number all the time: before the vote it says nothing."""
    if setting.device is Device.DIALS:
        return [Fault("DIAL_UP_EARLY", player) for player in table.dials if player in table.voters]
    return [Fault("FACE_UP_EARLY", player) for player in table.faces]


def _plate_faults(reading: Reading, table: Laid) -> list[Fault]:
    if not table.plates:
        return [Fault("NO_PLATES")] if reading.discs or reading.dials else []
    twice = {seen.detail for seen in reading.picture.flaws if seen.flaw is Flaw.PLATE_TWICE}
    unseen = [slot for slot in table.in_play if slot not in table.plates and str(slot) not in twice]
    extra = sorted(table.plates - set(table.in_play))
    return [
        *(Fault("SLOT_NUMBER_GAP", slot=slot) for slot in unseen),
        *(Fault("NO_SUCH_SLOT", slot=slot, detail="plate") for slot in extra),
    ]


def _storyteller_faults(table: Laid, setting: Setting) -> list[Fault]:
    """Spares may lie face up beside the cards; where votes lie there too, so may the storyteller's."""
    if setting.storyteller is None or setting.storyteller_votes or setting.device is Device.DIALS:
        return []
    discs = table.faces.get(setting.storyteller, ())
    by_place = setting.device is Device.PLACES
    lying = [disc for disc in discs if disc.slot is not None or not (table.on_cards or by_place)]
    return [Fault("STORYTELLER_VOTED", setting.storyteller)] if lying else []


def _without_unnamed(
    votes: dict[PlayerId, VoteView], faults: list[Fault], everybody_known: bool
) -> tuple[dict[PlayerId, VoteView], list[Fault]]:
    """With no storyteller named, one player without a vote is the storyteller, not a fault."""
    silent = {p for p, vote in votes.items() if vote.trust is Trust.MISSING and not vote.slots}
    if everybody_known and len(silent) > 1:
        return votes, faults
    kept = [f for f in faults if not (f.player in silent and f.code in _SILENCE)]
    return {player: vote for player, vote in votes.items() if player not in silent}, kept


def _owners(
    table: Laid, setting: Setting, votes: Mapping[PlayerId, VoteView], phase: Phase
) -> tuple[dict[SlotNumber, OwnerRead], list[Fault]]:
    if phase is Phase.REVEAL:
        return {}, []
    lasting = [disc for disc in table.backs if not disc.fleeting]
    lying = [(disc.slot, table.seats[disc.player]) for disc in lasting if disc.slot is not None]
    players = tuple(table.seats.values())
    cards = {p: 1 if p == setting.storyteller else setting.own_cards for p in players}
    read, faults = read_owners(lying, table.in_play, cards, setting.storyteller is None)
    sure = {p: frozenset(vote.slots) for p, vote in votes.items() if vote.trust is Trust.SURE}
    barred = sure if setting.own_card_forbidden else {}
    faults += _own_card_votes(read, barred)
    if setting.players is None or setting.slots is None:
        return read, faults
    return imply_owners(read, table.in_play, cards, barred), faults


def _own_card_votes(
    owners: Mapping[SlotNumber, OwnerRead], votes: Mapping[PlayerId, frozenset[SlotNumber]]
) -> list[Fault]:
    """votes: those that may not be for the own card."""
    return [
        Fault("OWN_CARD_VOTE", owner.player, slot)
        for slot, owner in sorted(owners.items())
        if owner.player is not None and slot in votes.get(owner.player, ())
    ]
