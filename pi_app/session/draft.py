"""What the camera proposes and what people said, joined: the votes and owners of the running round.

Pure. Rule: a person's word beats the camera; what was once SURE stays while it is merely hidden; two
different sure readings are a CONFLICT. What is not SURE or said by HAND keeps the round open.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from pi_app.game.checks import needed_owners
from pi_app.game.match import Match
from pi_app.game.moves import RecordOwners, RecordVotes
from pi_app.game.pieces import DECK, Fault, Phase, PlayerId, SlotNumber
from pi_app.game.profiles import Kernel
from pi_app.session.owners import KNOWN, OwnerRead, imply_owners
from pi_app.session.proposal import Proposal
from pi_app.session.setting import Setting
from pi_app.session.views import OwnerView, Trust, VoteView

_BLOCKING = "STORYTELLER_VOTED"
_OF_THE_TABLE = frozenset({"UNKNOWN_DISC", "NO_PLATES", "SLOT_NUMBER_GAP", "CARD_COUNT_MISMATCH"})


@dataclass(frozen=True, slots=True)
class Hand:
    """What a person entered. red: the slot of the storyteller's red disc."""

    votes: Mapping[PlayerId, tuple[SlotNumber, ...]] = field(default_factory=dict)
    owners: Mapping[SlotNumber, PlayerId] = field(default_factory=dict)
    red: SlotNumber | None = None


@dataclass(frozen=True, slots=True)
class Draft:
    """Everything said about the running phase since it began.

    laid: the most discs that each voter was seen to have laid. sure_*: what was read with certainty in this
    phase. earlier: `hand` before each entry, the last one last.
    spares: fewest discs of each player that lay about since the clue, None before the first look.
    waiting: a hand is in view or something moves.
    """

    voted: frozenset[PlayerId] = frozenset()
    laid: Mapping[PlayerId, int] = field(default_factory=dict)
    latest: Proposal = field(default_factory=Proposal)
    sure_votes: Mapping[PlayerId, VoteView] = field(default_factory=dict)
    sure_owners: Mapping[SlotNumber, PlayerId] = field(default_factory=dict)
    hand: Hand = field(default_factory=Hand)
    earlier: tuple[Hand, ...] = ()
    spares: Mapping[PlayerId, int] | None = None
    waiting: bool = False


@dataclass(frozen=True, slots=True)
class Votes:
    """The votes to confirm, and what keeps them open. `faults` also has what is only good to know."""

    views: tuple[VoteView, ...]
    faults: tuple[Fault, ...]
    open: tuple[Fault, ...]
    red: SlotNumber | None = None

    @property
    def move(self) -> RecordVotes:
        return RecordVotes({vote.player: vote.slots for vote in self.views}, self.red)


@dataclass(frozen=True, slots=True)
class Owners:
    """The owners to confirm, and what keeps them open."""

    views: tuple[OwnerView, ...]
    faults: tuple[Fault, ...]
    open: tuple[Fault, ...]

    @property
    def move(self) -> RecordOwners:
        known = {o.slot: o.player for o in self.views if o.player is not None and o.trust in KNOWN}
        return RecordOwners(known)


def setting_of(match: Match, draft: Draft) -> Setting:
    """What the running round says about the table, before looking."""
    round_, rules = match.running, match.rules
    voted = draft.voted
    if round_ is None or rules is None:
        return Setting(players={player.id: player.stickers for player in match.active}, voted=voted)
    here = [player for player in match.players if player.id in round_.players]
    return replace(
        Setting.under(rules),
        players={player.id: player.stickers for player in here},
        storyteller=round_.storyteller,
        voted=voted,
        laid=draft.laid,
        absent=frozenset(round_.absent),
        spares=draft.spares or {},
    )


def with_spares(draft: Draft, lying: Mapping[PlayerId, int]) -> Draft:
    """The fewest ever seen are spares: a vote laid early, or spares picked up, must not hide a vote."""
    if draft.spares is None:
        return replace(draft, spares=lying)
    fewest = {player: min(most, lying.get(player, 0)) for player, most in draft.spares.items()}
    return draft if fewest == draft.spares else replace(draft, spares=fewest)


def with_proposal(draft: Draft, proposal: Proposal, phase: Phase, still: bool) -> Draft:
    """The draft after one more reading. Only a table at rest is remembered."""
    if phase is Phase.VOTING:
        most = {p: max(count, draft.laid.get(p, 0)) for p, count in proposal.laid.items()} if still else {}
        voted = draft.voted | set(proposal.voted)
        return replace(draft, latest=proposal, voted=voted, laid={**draft.laid, **most})
    if not still:
        return replace(draft, latest=proposal)
    votes = {p: vote for p, vote in proposal.votes.items() if vote.trust is Trust.SURE}
    owners = {
        slot: owner.player
        for slot, owner in proposal.owners.items()
        if owner.trust is Trust.SURE and owner.player is not None and not owner.implied
    }
    return replace(
        draft,
        latest=proposal,
        sure_votes={**votes, **draft.sure_votes},
        sure_owners={**owners, **draft.sure_owners},
    )


def next_draft(before: Draft, kept: Draft | None, same_table: bool) -> Draft:
    """A new phase starts blank; one that is returned to (`kept`) still has what people said in it.

    same_table: the votes of `before` still lie there.
    """
    blank = Draft(voted=before.voted, laid=before.laid, spares=before.spares) if same_table else Draft()
    if kept is None:
        return blank
    return replace(blank, hand=kept.hand, earlier=kept.earlier)


def with_vote(hand: Hand, player: PlayerId, slots: tuple[SlotNumber, ...]) -> Hand:
    """A person says what this player voted; no slots: that is forgotten again."""
    others = {p: said for p, said in hand.votes.items() if p != player}
    return replace(hand, votes={**others, player: tuple(sorted(slots))} if slots else others)


def with_owner(hand: Hand, slot: SlotNumber, player: PlayerId | None) -> Hand:
    """A person says whose card lies there; None: that is forgotten again."""
    others = {s: p for s, p in hand.owners.items() if s != slot}
    return replace(hand, owners=others if player is None else {**others, slot: player})


def votes_of(draft: Draft, setting: Setting) -> Votes:
    """Every voter's vote as far as it is known."""
    voters = setting.voters
    views = tuple(_vote(player, draft) for player in voters)
    settled = {view.player for view in views if view.trust in KNOWN}
    by_hand = bool(views) and all(view.trust is Trust.HAND for view in views)
    faults = [f for f in draft.latest.faults if f.player not in settled]
    if by_hand:
        faults = [f for f in faults if f.code != _BLOCKING]
    told = {fault.player for fault in faults}
    faults += [_doubt(view) for view in views if view.player not in settled | told]
    open_ = [f for f in faults if f.player in set(voters) - settled or f.code == _BLOCKING]
    return Votes(views, tuple(faults), tuple(open_), draft.hand.red)


def _vote(player: PlayerId, draft: Draft) -> VoteView:
    read = draft.latest.votes.get(player) or VoteView(player, (), Trust.MISSING)
    if player in draft.hand.votes:
        return replace(read, slots=draft.hand.votes[player], trust=Trust.HAND)
    before = draft.sure_votes.get(player)
    if before is None:
        return read
    if read.trust in (Trust.SURE, Trust.ASK) and read.slots != before.slots:
        return replace(read, slots=(), trust=Trust.CONFLICT, tag=(*before.tag, *read.tag))
    return read if read.trust in (Trust.SURE, Trust.CONFLICT) else before


def _doubt(view: VoteView) -> Fault:
    if view.trust is Trust.CONFLICT:
        return Fault("WITNESSES_DIFFER", view.player, detail="/".join(str(number) for number in view.tag))
    return Fault("MISSING_VOTE", view.player)


def owners_of(draft: Draft, setting: Setting, match: Match) -> Owners:
    """Whose card lies at each slot. Asked only where points depend on it."""
    votes = match.running.votes if match.running else {}
    slots = setting.slots or ()
    cards = {p: 1 if p == setting.storyteller else setting.own_cards for p in setting.players or {}}
    if match.rules and match.rules.profile.deck_cards_added:
        cards[DECK] = match.rules.profile.deck_cards_added
    cast = {player: frozenset(s for s in chosen if s is not None) for player, chosen in votes.items()}
    barred = cast if setting.own_card_forbidden else {}
    known = imply_owners(_said(draft), slots, cards, barred)
    tellers = [s for s, o in known.items() if o.player == setting.storyteller and o.trust in KNOWN]
    party = match.rules is not None and match.rules.profile.kernel is Kernel.PARTY
    needed = needed_owners(match.rules, votes.values()) | set(tellers) if match.rules else set(tellers)
    views = tuple(
        OwnerView(
            slot,
            known[slot].player if slot in known else None,
            known[slot].trust if slot in known else Trust.MISSING,
            slot in needed,
            tuple(player for player, chosen in votes.items() if slot in chosen),
        )
        for slot in slots
    )
    open_ = [_owner_doubt(view) for view in views if view.needed and view.trust not in KNOWN]
    if not (tellers or open_ or party):
        open_ = [Fault("STORYTELLER_CARD_COUNT", setting.storyteller, detail="0")]
    others = (fault for fault in draft.latest.faults if fault.code in _OF_THE_TABLE)
    return Owners(views, (*open_, *others), tuple(open_))


def _said(draft: Draft) -> dict[SlotNumber, OwnerRead]:
    said = {slot: owner for slot, owner in draft.latest.owners.items() if not owner.implied}
    for slot, player in draft.sure_owners.items():
        now = said.get(slot)
        differs = now is not None and now.player not in (None, player)
        said[slot] = OwnerRead(slot, None if differs else player, Trust.CONFLICT if differs else Trust.SURE)
    return {**said, **{s: OwnerRead(s, p, Trust.HAND) for s, p in draft.hand.owners.items()}}


def _owner_doubt(view: OwnerView) -> Fault:
    if view.player is not None:
        return Fault("UNSURE_OWNER", view.player, view.slot)
    return Fault("TWO_OWNERS" if view.trust is Trust.CONFLICT else "SLOT_OWNER_UNKNOWN", slot=view.slot)
