"""A reading and the round's setting in, the suggested votes and owners out, with every doubt.

Pure. Rule: SURE only where independent witnesses agree (tag, ring, place); one alone is ASKed for;
witnesses that differ are a CONFLICT and suggest nothing. During voting only presence is said.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from pi_app.game.pieces import Fault, Phase, PlayerId, SlotNumber
from pi_app.session.owners import OwnerRead, imply_owners, read_owners
from pi_app.session.views import Trust, VoteView
from pi_app.vision.seen import DiscSeen, Reading, Side

_WORST_FIRST = (Trust.CONFLICT, Trust.MISSING, Trust.ASK, Trust.SURE)
_SECRET_PHASES = frozenset({Phase.LOBBY, Phase.CLUE, Phase.VOTING})


@dataclass(frozen=True, slots=True)
class Setting:
    """What is known before looking.

    players: player -> number of the disc set; None: everybody whose disc is seen.
    slots: the slots in play; None: 1 to the highest plate seen.
    votes: least and most discs of one voter. own_cards: cards of each player but the storyteller.
    voted: who was seen to vote before the reveal: such a vote is unreadable, not missing.
    absent: who left in mid-round: has a card on the table, but no vote.
    spares: how many discs of a player lay about before anybody voted.
    """

    players: Mapping[PlayerId, int] | None = None
    storyteller: PlayerId | None = None
    slots: tuple[SlotNumber, ...] | None = None
    votes: tuple[int, int] = (1, 1)
    own_cards: int = 1
    storyteller_votes: bool = False
    own_card_forbidden: bool = True
    voted: frozenset[PlayerId] = frozenset()
    absent: frozenset[PlayerId] = frozenset()
    spares: Mapping[PlayerId, int] = field(default_factory=dict)

    @property
    def voters(self) -> tuple[PlayerId, ...]:
        """Who votes, as far as the players are known."""
        silent = self.absent if self.storyteller_votes else self.absent | {self.storyteller}
        return tuple(player for player in self.players or {} if player not in silent)


@dataclass(frozen=True, slots=True)
class Proposal:
    """What a reading suggests. `faults` has every doubt at once; `sentences.py` has their words."""

    voted: tuple[PlayerId, ...] = ()
    votes: Mapping[PlayerId, VoteView] = field(default_factory=dict)
    owners: Mapping[SlotNumber, OwnerRead] = field(default_factory=dict)
    faults: tuple[Fault, ...] = ()


@dataclass(frozen=True, slots=True)
class _Table:
    """A reading in the words of the match."""

    seats: Mapping[int, PlayerId]  # stickers -> player
    voters: tuple[PlayerId, ...]
    in_play: tuple[SlotNumber, ...]
    plates: frozenset[SlotNumber]
    faces: Mapping[PlayerId, tuple[DiscSeen, ...]]
    backs: tuple[DiscSeen, ...]
    on_cards: bool


def propose(reading: Reading, setting: Setting, phase: Phase) -> Proposal:
    """The suggestion for this phase; before the reveal it says who has laid a disc and no more."""
    players = setting.players
    if players is None:
        players = {disc.player: disc.player for disc in reading.discs}
    table = _lay(reading, setting, players)
    strangers = _strangers(reading, table)
    if phase in _SECRET_PHASES:
        return Proposal(voted=_voted(reading, table, setting.spares), faults=(*strangers, *_early(table)))
    votes: dict[PlayerId, VoteView] = {}
    faults: list[Fault] = [*strangers, *_plate_faults(reading, table)]
    for voter in table.voters:
        vote, doubts = _vote(voter, table, setting)
        votes[voter] = vote
        faults += doubts
    faults += _storyteller_faults(table, setting)
    if setting.players is None or setting.storyteller is None:
        votes, faults = _without_unnamed(votes, faults, everybody_known=setting.players is not None)
    owners, owner_faults = _owners(table, setting, votes, phase)
    voted = tuple(sorted(player for player, vote in votes.items() if vote.trust is not Trust.MISSING))
    return Proposal(voted, votes, owners, (*faults, *owner_faults))


def _lay(reading: Reading, setting: Setting, players: Mapping[PlayerId, int]) -> _Table:
    seats = {stickers: player for player, stickers in players.items()}
    voters = replace(setting, players=players).voters
    plates = frozenset(plate.slot for plate in reading.slots)
    in_play = setting.slots or tuple(range(1, max(plates, default=0) + 1))
    faces: dict[PlayerId, tuple[DiscSeen, ...]] = {}
    for disc in reading.discs:
        if disc.side is Side.FACE and disc.player in seats:
            player = seats[disc.player]
            faces[player] = (*faces.get(player, ()), disc)
    shown = [faces[voter] for voter in voters if voter in faces]
    lying = sum(any(disc.slot is not None for disc in discs) for discs in shown)
    backs = tuple(d for d in reading.discs if d.side is Side.BACK and d.player in seats)
    return _Table(seats, voters, in_play, plates, faces, backs, 0 < len(shown) <= 2 * lying)


def _voted(reading: Reading, table: _Table, spares: Mapping[PlayerId, int]) -> tuple[PlayerId, ...]:
    lying = Counter(table.seats[disc.player] for disc in reading.discs if disc.player in table.seats)
    return tuple(voter for voter in table.voters if lying[voter] > spares.get(voter, 0))


def _strangers(reading: Reading, table: _Table) -> list[Fault]:
    strangers = sorted({disc.player for disc in reading.discs} - set(table.seats))
    return [Fault("UNKNOWN_DISC", detail=str(stickers)) for stickers in strangers]


def _early(table: _Table) -> list[Fault]:
    return [Fault("FACE_UP_EARLY", player) for player in table.faces]


def _plate_faults(reading: Reading, table: _Table) -> list[Fault]:
    if not table.plates:
        return [Fault("NO_PLATES")] if reading.discs else []
    unseen = [slot for slot in table.in_play if slot not in table.plates]
    extra = sorted(table.plates - set(table.in_play))
    return [
        *(Fault("SLOT_NUMBER_GAP", slot=slot) for slot in unseen),
        *(Fault("NO_SUCH_SLOT", slot=slot, detail="plate") for slot in extra),
    ]


def _vote(voter: PlayerId, table: _Table, setting: Setting) -> tuple[VoteView, list[Fault]]:
    faces = table.faces.get(voter, ())
    lying = tuple(disc for disc in faces if disc.slot is not None)
    chosen = lying if table.on_cards or lying else faces
    if table.on_cards and not lying:
        # A disc beside the cards is a spare, unless its very card has a plate nobody can see.
        chosen = tuple(disc for disc in faces if _may_lie_on_hidden_plate(disc, table))
    if not chosen:
        return _no_vote(voter, table, setting)
    judged = [_judge(voter, disc, table) for disc in chosen]
    faults = [fault for _, _, fault in judged if fault]
    trust = next(rank for rank in _WORST_FIRST if any(said is rank for _, said, _ in judged))
    slots = tuple(sorted(slot for slot, _, _ in judged if slot is not None))
    least, most = setting.votes
    if len(chosen) > most:
        trust, slots = Trust.CONFLICT, ()
        faults = [Fault("TOO_MANY_VOTES", voter, detail=str(len(chosen)))]
    elif any(times > 1 for times in Counter(disc.tag or disc.ring for disc in chosen).values()):
        trust, slots = Trust.CONFLICT, ()
        faults = [Fault("TWO_ALIKE", voter)]
    elif trust in (Trust.SURE, Trust.ASK) and len(chosen) < least:
        trust = Trust.MISSING
        faults.append(Fault("TOO_FEW_VOTES", voter, detail=str(len(chosen))))
    if trust is Trust.CONFLICT:
        slots = ()
    return _view(voter, slots, trust, chosen), faults


def _may_lie_on_hidden_plate(disc: DiscSeen, table: _Table) -> bool:
    return disc.number is not None and disc.number in table.in_play and disc.number not in table.plates


def _judge(voter: PlayerId, disc: DiscSeen, table: _Table) -> tuple[SlotNumber | None, Trust, Fault | None]:
    """The slot one face says, how far to trust it, and the doubt."""
    number = disc.number
    if disc.two_places:
        return None, Trust.CONFLICT, Fault("TWO_ALIKE", voter)
    if number is None or (disc.tag and disc.ring and disc.tag != disc.ring):
        said = "/".join(str(face.number) for face in (disc.tag, disc.ring) if face)
        return None, Trust.CONFLICT, Fault("WITNESSES_DIFFER", voter, detail=said)
    if disc.slot is not None and disc.slot != number:
        return None, Trust.CONFLICT, Fault("TOKEN_SLOT_MISMATCH", voter, disc.slot, detail=str(number))
    if table.in_play and number not in table.in_play:
        return None, Trust.CONFLICT, Fault("NO_SUCH_SLOT", voter, number)
    hidden_place = table.on_cards and disc.slot is None
    witnesses = (disc.tag is not None) + (disc.ring is not None) + (disc.slot is not None)
    if witnesses >= 2 and not hidden_place:
        return number, Trust.SURE, None
    return number, Trust.ASK, Fault("UNSURE_VOTE", voter, number)


def _no_vote(voter: PlayerId, table: _Table, setting: Setting) -> tuple[VoteView, list[Fault]]:
    face_down = any(back.slot is not None and table.seats[back.player] == voter for back in table.backs)
    if voter in table.faces:
        fault = Fault("MISSING_VOTE", voter, detail="beside")
    elif voter in setting.voted:
        fault = Fault("UNREADABLE_VOTE", voter, detail="face_down" if face_down else "")
    else:
        fault = Fault("MISSING_VOTE", voter)
    return _view(voter, (), Trust.MISSING, ()), [fault]


def _view(
    voter: PlayerId, slots: tuple[SlotNumber, ...], trust: Trust, discs: Iterable[DiscSeen]
) -> VoteView:
    discs = tuple(discs)
    return VoteView(
        player=voter,
        slots=slots,
        trust=trust,
        tag=tuple(disc.tag.number for disc in discs if disc.tag),
        ring=tuple(disc.ring.number for disc in discs if disc.ring),
        place=tuple(disc.slot for disc in discs if disc.slot is not None),
        crops=tuple(disc.crop for disc in discs if disc.crop),
    )


def _storyteller_faults(table: _Table, setting: Setting) -> list[Fault]:
    """Spares may lie face up beside the cards; where votes lie there too, so may the storyteller's."""
    if setting.storyteller is None or setting.storyteller_votes:
        return []
    discs = table.faces.get(setting.storyteller, ())
    lying = [disc for disc in discs if disc.slot is not None or not table.on_cards]
    return [Fault("STORYTELLER_VOTED", setting.storyteller)] if lying else []


def _without_unnamed(
    votes: dict[PlayerId, VoteView], faults: list[Fault], everybody_known: bool
) -> tuple[dict[PlayerId, VoteView], list[Fault]]:
    """With no storyteller named, one player without a vote is the storyteller, not a fault."""
    silent = {p for p, vote in votes.items() if vote.trust is Trust.MISSING and not vote.slots}
    if everybody_known and len(silent) > 1:
        return votes, faults
    kept = [f for f in faults if not (f.player in silent and f.code in ("MISSING_VOTE", "UNREADABLE_VOTE"))]
    return {player: vote for player, vote in votes.items() if player not in silent}, kept


def _owners(
    table: _Table, setting: Setting, votes: Mapping[PlayerId, VoteView], phase: Phase
) -> tuple[dict[SlotNumber, OwnerRead], list[Fault]]:
    if phase is Phase.REVEAL:
        return {}, []
    lying = [(disc.slot, table.seats[disc.player]) for disc in table.backs if disc.slot is not None]
    players = tuple(table.seats.values())
    cards = {p: 1 if p == setting.storyteller else setting.own_cards for p in players}
    read, faults = read_owners(lying, table.in_play, cards, setting.storyteller is None)
    sure = {p: frozenset(vote.slots) for p, vote in votes.items() if vote.trust is Trust.SURE}
    barred = sure if setting.own_card_forbidden else {}
    if setting.players is None:
        return read, faults
    return imply_owners(read, table.in_play, cards, barred), faults
