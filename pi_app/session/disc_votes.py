"""A voter's discs in, the vote they say out: by the number on the face, or by the place alone.

Rule: SURE only where independent witnesses agree (tag, ring, place); the place alone stays a question.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from pi_app.game.pieces import Fault, PlayerId, SlotNumber
from pi_app.session.laid import Laid
from pi_app.session.setting import Setting
from pi_app.session.views import Trust, VoteView
from pi_app.vision.seen import DiscSeen

WORST_FIRST = (Trust.CONFLICT, Trust.MISSING, Trust.ASK, Trust.SURE)


def disc_vote(voter: PlayerId, table: Laid, setting: Setting) -> tuple[VoteView, list[Fault]]:
    """The vote by the numbers on a voter's discs, and every doubt."""
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
    trust = next(rank for rank in WORST_FIRST if any(said is rank for _, said, _ in judged))
    slots = tuple(sorted(slot for slot, _, _ in judged if slot is not None))
    least, most = setting.votes
    if len(chosen) > most:
        trust = Trust.CONFLICT
        faults = [Fault("TOO_MANY_VOTES", voter, detail=str(len(chosen)))]
    elif any(times > 1 for times in Counter(disc.tag or disc.ring for disc in chosen).values()):
        trust = Trust.CONFLICT
        faults = [Fault("TWO_ALIKE", voter)]
    elif trust in (Trust.SURE, Trust.ASK) and len(chosen) < least:
        trust = Trust.MISSING
        faults.append(Fault("TOO_FEW_VOTES", voter, detail=str(len(chosen))))
    elif trust is Trust.SURE and len(chosen) < min(setting.laid.get(voter, 0), most):
        trust = Trust.ASK
        faults.append(Fault("UNREADABLE_VOTE", voter, detail="another"))
    return _view(voter, () if trust is Trust.CONFLICT else slots, trust, chosen), faults


def place_vote(voter: PlayerId, table: Laid, setting: Setting) -> tuple[VoteView, list[Fault]]:
    """The vote by the place of a voter's one disc, whatever its number: one witness, so always a question."""
    faces = table.faces.get(voter, ())
    lying = tuple(disc for disc in faces if disc.slot is not None)
    if not lying:
        return _no_vote(voter, table, setting)
    places = sorted({disc.slot for disc in lying if disc.slot is not None})
    wrong = [slot for slot in places if table.in_play and slot not in table.in_play]
    whose = [{face.player for face in (disc.tag, disc.ring) if face} for disc in lying]
    if torn := next((sets for sets in whose if len(sets) > 1), None):
        said = "/".join(map(str, sorted(torn)))
        return _view(voter, (), Trust.CONFLICT, lying), [Fault("WITNESSES_DIFFER", voter, detail=said)]
    if len(lying) > 1 or lying[0].two_places:
        return _view(voter, (), Trust.CONFLICT, lying), [Fault("TWO_ALIKE", voter)]
    if wrong:
        return _view(voter, (), Trust.CONFLICT, lying), [Fault("NO_SUCH_SLOT", voter, wrong[0])]
    return _view(voter, tuple(places), Trust.ASK, lying), [Fault("UNSURE_VOTE", voter, places[0])]


def _may_lie_on_hidden_plate(disc: DiscSeen, table: Laid) -> bool:
    return disc.number is not None and disc.number in table.in_play and disc.number not in table.plates


def _judge(voter: PlayerId, disc: DiscSeen, table: Laid) -> tuple[SlotNumber | None, Trust, Fault | None]:
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
    in_place = disc.slot is not None or voter in table.in_front
    witnesses = (disc.tag is not None) + (disc.ring is not None) + (disc.slot is not None)
    if witnesses >= 2 and in_place and not disc.fleeting:
        return number, Trust.SURE, None
    return number, Trust.ASK, Fault("UNSURE_VOTE", voter, number)


def _no_vote(voter: PlayerId, table: Laid, setting: Setting) -> tuple[VoteView, list[Fault]]:
    if voter in table.faces:
        fault = Fault("MISSING_VOTE", voter, detail="beside")
    elif voter in table.face_down:
        fault = Fault("UNREADABLE_VOTE", voter, detail="face_down")
    elif voter in setting.voted:
        fault = Fault("UNREADABLE_VOTE", voter)
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
