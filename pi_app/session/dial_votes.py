"""A voter's dials in, the vote they show out.

Rule: SURE only where the rotor's turn against the base's tag and against the line through both tags say
the same number, both near the middle of its step; between two numbers a dial says nothing.
"""

from __future__ import annotations

from pi_app.game.pieces import Fault, PlayerId, SlotNumber
from pi_app.session.disc_votes import WORST_FIRST
from pi_app.session.laid import Laid
from pi_app.session.setting import Setting
from pi_app.session.views import Trust, VoteView
from pi_app.vision.seen import DialSeen


def dial_vote(voter: PlayerId, table: Laid, setting: Setting) -> tuple[VoteView, list[Fault]]:
    """The vote by all dials of a voter, and every doubt. Two dials may show the same number."""
    dials = table.dials.get(voter, ())
    if not dials:
        face_down = any(table.seats[back.player] == voter and back.slot is None for back in table.backs)
        code = "UNREADABLE_VOTE" if voter in setting.voted else "MISSING_VOTE"
        detail = "dial_down" if face_down and code == "UNREADABLE_VOTE" else ""
        return VoteView(voter, (), Trust.MISSING), [Fault(code, voter, detail=detail)]
    judged = [_judge(voter, dial, table) for dial in dials]
    faults = [fault for _, _, fault in judged if fault]
    trust = next(rank for rank in WORST_FIRST if any(said is rank for _, said, _ in judged))
    slots = tuple(sorted({slot for slot, _, _ in judged if slot is not None}))
    least, most = setting.votes
    if len(dials) > most:
        trust, faults = Trust.CONFLICT, [Fault("TOO_MANY_VOTES", voter, detail=str(len(dials)))]
    elif trust in (Trust.SURE, Trust.ASK) and len(dials) < least:
        trust = Trust.MISSING
        faults.append(Fault("TOO_FEW_VOTES", voter, detail=str(len(dials))))
    return _view(voter, () if trust is Trust.CONFLICT else slots, trust, dials), faults


def _judge(voter: PlayerId, dial: DialSeen, table: Laid) -> tuple[SlotNumber | None, Trust, Fault | None]:
    """The slot one dial shows, how far to trust it, and the doubt."""
    if dial.rotor is not None:
        return None, Trust.CONFLICT, Fault("DIAL_MIXED", voter, detail=str(dial.rotor))
    if dial.turn is None:
        return None, Trust.MISSING, Fault("DIAL_HIDDEN", voter)
    number = dial.turn.number
    if number is None:
        said = "/".join(str(n) for n in dial.turn.between)
        return None, Trust.CONFLICT, Fault("DIAL_BETWEEN", voter, detail=said)
    if table.in_play and number not in table.in_play:
        return None, Trust.CONFLICT, Fault("NO_SUCH_SLOT", voter, number)
    if dial.turn.sure:
        return number, Trust.SURE, None
    return number, Trust.ASK, Fault("UNSURE_VOTE", voter, number)


def _view(
    voter: PlayerId, slots: tuple[SlotNumber, ...], trust: Trust, dials: tuple[DialSeen, ...]
) -> VoteView:
    said = [dial.turn.numbers for dial in dials if dial.turn is not None and dial.rotor is None]
    return VoteView(
        player=voter,
        slots=slots,
        trust=trust,
        tag=tuple(by_tag for by_tag, _ in said),
        line=tuple(by_line for _, by_line in said),
        crops=tuple(dial.crop for dial in dials if dial.crop),
    )
