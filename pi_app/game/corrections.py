"""What was wrong, made right: rounds entered anew, rounds that do not count, points by hand.

A corrected round is what it would have been if entered right at once; all scores follow from the rounds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import cast

from pi_app.game.checks import (
    check_known_owners,
    check_players,
    check_votes,
    imply_owners,
    slots_in_play,
)
from pi_app.game.match import Adjustment, Match
from pi_app.game.moves import AdjustScore, CorrectRound, VoidRound
from pi_app.game.people import open_round_again
from pi_app.game.pieces import Fault, IllegalMove, Phase, PlayerId, Round, SlotNumber
from pi_app.game.profiles import Rules, resolve
from pi_app.game.scoring import score_round


def repaid(match: Match, old: Round, new: Round | None) -> Match:
    """The same match with the points of `old` taken back and those of `new` given."""
    scores = dict(match.scores)
    for played, sign in ((old, -1), (new, 1)):
        if played and played.result and not played.void:
            for player, points in played.result.points.items():
                scores[player] += sign * points.total
    return replace(match, scores=scores)


def confirmed_votes(
    votes: Mapping[PlayerId, tuple[SlotNumber | None, ...]], played: Round
) -> dict[PlayerId, tuple[SlotNumber | None, ...]]:
    """Votes in seat order, each voter's slots in order: the order they were read in means nothing."""
    known = {player: _in_order(slots) for player in played.players if (slots := votes.get(player))}
    if len(known) == len(votes):
        return known
    return known | {other: _in_order(votes[other]) for other in sorted(votes.keys() - known) if votes[other]}


def _in_order(slots: tuple[SlotNumber | None, ...]) -> tuple[SlotNumber | None, ...]:
    """What could not be read comes first."""
    if len(slots) == 1:
        return slots
    if None in slots:
        return tuple(sorted(slots, key=lambda slot: slot or 0))
    return tuple(sorted(cast("tuple[SlotNumber, ...]", slots)))


def correct(match: Match, move: CorrectRound) -> Match:
    """Any round that was scored or void, or the running one as far as it is recorded."""
    if move.votes is None and move.slots is None and move.storyteller is None and move.red is None:
        raise IllegalMove(Fault("NOTHING_CHANGED", detail=str(move.round)))
    if match.running and move.round == match.running.number:
        return _correct_running(match, match.running, move)
    old = _finished(match, move.round)
    rules = _rules(match, old)
    played = _merged(rules, old, move)
    faults = [
        *check_players(rules, played),
        *check_votes(rules, played, slots_in_play(rules)),
        *check_known_owners(rules, played),
    ]
    if faults:
        raise IllegalMove(*faults)
    scored = replace(played, void=False, result=score_round(rules, played))
    return repaid(_with_round(match, scored), old, scored)


def _correct_running(match: Match, running: Round, move: CorrectRound) -> Match:
    """The storyteller at any time, the votes once they are confirmed; owners are not recorded yet."""
    if move.slots is not None or (match.phase is not Phase.OWNERS and (move.votes or move.red)):
        raise IllegalMove(Fault("WRONG_PHASE", detail=f"CorrectRound in {match.phase}"))
    rules = _rules(match, running)
    played = _merged(rules, running, move)
    faults = check_players(rules, played)
    if played.storyteller in played.absent:
        faults.append(Fault("STORYTELLER_UNKNOWN", played.storyteller))
    if match.phase is Phase.OWNERS:
        faults += check_votes(rules, played, slots_in_play(rules))
    if faults:
        raise IllegalMove(*faults)
    return replace(match, running=replace(played, slots=running.slots))


def _merged(rules: Rules, old: Round, move: CorrectRound) -> Round:
    """What is given replaces what was there, voter by voter and slot by slot."""
    teller = old.storyteller if move.storyteller is None else move.storyteller
    votes = {**old.votes, **(move.votes or {})}
    if teller != old.storyteller and not rules.profile.storyteller_votes:
        given = move.votes or {}
        votes = {voter: slots for voter, slots in votes.items() if voter != teller or voter in given}
    red = old.red if move.red is None else move.red
    played = replace(old, storyteller=teller, red=red, votes=confirmed_votes(votes, old))
    slots = _merged_slots(rules, played, move.slots or {})
    return replace(played, slots=imply_owners(rules, played, slots))


def _merged_slots(
    rules: Rules, played: Round, given: Mapping[SlotNumber, PlayerId]
) -> dict[SlotNumber, PlayerId]:
    """Old owners stay where the given ones leave their players cards for them."""
    kept = {slot: owner for slot, owner in played.slots.items() if slot not in given}
    allowed = dict.fromkeys(played.players, rules.cards_per_voter)
    allowed[played.storyteller] = 1
    held = Counter(kept.values()) + Counter(given.values())
    slots = {
        slot: owner
        for slot, owner in kept.items()
        if owner not in allowed or not given or held[owner] <= allowed[owner]
    }
    return {**slots, **given}


def void(match: Match, move: VoidRound) -> Match:
    """The running round, or the one just scored, begins again; any other is kept and does not count."""
    running = match.running
    if move.round is None or (running and move.round == running.number):
        if running is None and match.phase is Phase.SCORES:
            last = match.rounds[-1]
            return repaid(open_round_again(replace(match, rounds=match.rounds[:-1]), last), last, None)
        if running is None:
            raise IllegalMove(Fault("WRONG_PHASE", detail=f"VoidRound in {match.phase}"))
        return open_round_again(match, running)
    old = _finished(match, move.round)
    if old.void:
        raise IllegalMove(Fault("NOTHING_CHANGED", detail=str(move.round)))
    return repaid(_with_round(match, replace(old, void=True)), old, None)


def adjust(match: Match, move: AdjustScore) -> Match:
    """Points by hand; the reason is part of the history."""
    faults = [] if match.player(move.player) else [Fault("UNKNOWN_PLAYER", move.player)]
    if not move.points:
        faults.append(Fault("NOTHING_CHANGED", move.player))
    if not move.reason.strip():
        faults.append(Fault("REASON_MISSING", move.player))
    if faults:
        raise IllegalMove(*faults)
    added = Adjustment(move.player, move.points, move.reason, match.round_number)
    scores = {**match.scores, move.player: match.scores[move.player] + move.points}
    return replace(match, adjustments=(*match.adjustments, added), scores=scores)


def _finished(match: Match, number: int) -> Round:
    if not 1 <= number <= len(match.rounds):
        raise IllegalMove(Fault("UNKNOWN_ROUND", detail=str(number)))
    return match.rounds[number - 1]


def _with_round(match: Match, played: Round) -> Match:
    n = played.number - 1
    return replace(match, rounds=(*match.rounds[:n], played, *match.rounds[n + 1 :]))


def _rules(match: Match, played: Round) -> Rules:
    if match.profile is None:
        raise IllegalMove(Fault("WRONG_PHASE", detail="no match"))
    return resolve(match.profile, len(played.players))
