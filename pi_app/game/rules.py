"""A match and a move in, the match after it out; or IllegalMove with every reason, and nothing changed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pi_app.game import corrections, people
from pi_app.game.checks import (
    check_known_owners,
    check_players,
    check_votes,
    count_fault,
    imply_owners,
    slots_in_play,
)
from pi_app.game.ending import STOPPED, Deck, after_round, reasons, winners
from pi_app.game.match import Match
from pi_app.game.moves import (
    AddPlayer,
    AdjustScore,
    CorrectRound,
    EndMatch,
    LeavePlayer,
    Move,
    NextRound,
    OpenReveal,
    OpenVoting,
    PlayOn,
    RecordOwners,
    RecordVotes,
    RenamePlayer,
    RestickerPlayer,
    StartMatch,
    SwapSeats,
    VoidRound,
)
from pi_app.game.phases import require_legal
from pi_app.game.pieces import Fault, IllegalMove, Phase, Round, altered
from pi_app.game.profiles import Rules, resolve
from pi_app.game.scoring import score_round

_REOPENING = (AdjustScore, CorrectRound, VoidRound)


def play(match: Match, move: Move) -> Match:
    """The match after this move. Undo and Redo are not played here but in `history.advance`."""
    require_legal(match.phase, move)
    after = _HANDLERS[type(move)](match, move)
    if after.phase is Phase.OVER and (match.phase is not Phase.OVER or isinstance(move, _REOPENING)):
        return _settled(after)
    return after


def _open_voting(match: Match, move: OpenVoting) -> Match:
    running, rules = _running(match)
    if move.storyteller is not None:
        running = altered(running, storyteller=move.storyteller)
    _refuse(check_players(rules, running))
    return altered(match, phase=Phase.VOTING, running=running)


def _open_reveal(match: Match, _: OpenReveal) -> Match:
    return altered(match, phase=Phase.REVEAL)


def _record_votes(match: Match, move: RecordVotes) -> Match:
    running, rules = _running(match)
    votes = corrections.confirmed_votes(move.votes, running)
    voted = altered(running, votes=votes, red=move.red)
    _refuse(check_votes(rules, voted, slots_in_play(rules)))
    return altered(match, phase=Phase.OWNERS, running=voted)


def _record_owners(match: Match, move: RecordOwners) -> Match:
    running, rules = _running(match)
    owned = altered(running, slots=imply_owners(rules, running, move.slots))
    _refuse(check_known_owners(rules, owned))
    result = score_round(rules, owned)
    scores = dict(match.scores)
    for player, points in result.points.items():
        scores[player] += points.total
    played = altered(owned, result=result)
    # Added with +, which copies once; the other spelling makes a list between. A book has many rounds.
    rounds = match.rounds + (played,)  # noqa: RUF005
    return altered(match, phase=Phase.SCORES, rounds=rounds, running=None, scores=scores)


def _next_round(match: Match, move: NextRound) -> Match:
    said = altered(match, deck_empty=True) if move.deck_empty else match
    if reasons(said):
        return altered(said, phase=Phase.OVER)
    return _opened_after(match, match.current)


def _play_on(match: Match, _: PlayOn) -> Match:
    played_on = match.played_on or not match.stopped
    on = _opened_after(match, match.current)
    return altered(on, stopped=False, played_on=played_on, reasons=(), winners=())


def _opened_after(match: Match, last: Round | None) -> Match:
    """The round after this one. A round that was stopped used up no cards."""
    rules = match.rules
    if rules is not None and not any(player.active for player in match.players):
        raise IllegalMove(count_fault(rules))
    if last is None or rules is None:
        return people.open_round(match, 1, match.active[0].id)
    deck = Deck(match.deck, match.discard)
    if not match.stopped:
        deck = after_round(rules, deck)
    teller = people.next_storyteller(match, last.storyteller)
    return people.open_round(match, last.number + 1, teller, deck)


def _end(match: Match, _: EndMatch) -> Match:
    by_rule = match.phase is Phase.SCORES and bool(reasons(match))
    return altered(match, phase=Phase.OVER, running=None, stopped=not by_rule)


def _settled(match: Match) -> Match:
    """An end that a correction has taken away opens the match again."""
    found = (STOPPED,) if match.stopped else reasons(match)
    if not found:
        return altered(match, phase=Phase.SCORES, reasons=(), winners=())
    return altered(match, reasons=found, winners=winners(match))


def _running(match: Match) -> tuple[Round, Rules]:
    if match.running is None or match.profile is None:
        raise IllegalMove(Fault("WRONG_PHASE", detail=f"no round in {match.phase}"))
    return match.running, resolve(match.profile, len(match.running.players))


def _refuse(faults: list[Fault]) -> None:
    if faults:
        raise IllegalMove(*faults)


_HANDLERS: Mapping[type[Move], Callable[[Match, Any], Match]] = {
    StartMatch: people.start,
    OpenVoting: _open_voting,
    OpenReveal: _open_reveal,
    RecordVotes: _record_votes,
    RecordOwners: _record_owners,
    NextRound: _next_round,
    PlayOn: _play_on,
    CorrectRound: corrections.correct,
    VoidRound: corrections.void,
    AdjustScore: corrections.adjust,
    AddPlayer: people.add,
    LeavePlayer: people.leave,
    RenamePlayer: people.rename,
    RestickerPlayer: people.resticker,
    SwapSeats: people.swap_seats,
    EndMatch: _end,
}
