"""An evening in, what each audience may see out: a View for the touchscreen, a Board for the network.

Pure. Rule: no vote is in either before the reveal; a Board never has more than scored rounds.
"""

from __future__ import annotations

from dataclasses import dataclass

from pi_app.game.ending import ranks, rounds_left
from pi_app.game.match import Match
from pi_app.game.pieces import Fault, Phase, PlayerId, SlotNumber
from pi_app.session.controls import NEXT, hint_for, next_faults
from pi_app.session.edition_views import customised, profile_view, rule_views
from pi_app.session.endings import can_end_by_deck, can_play_on, title_views
from pi_app.session.evening import Evening
from pi_app.session.lobby import lobby_view
from pi_app.session.round_views import names_of, points_of
from pi_app.session.sentences import problem
from pi_app.session.views import (
    AdjustmentView,
    Banner,
    Board,
    OwnerView,
    PlayerView,
    Problem,
    RoundView,
    RuleView,
    Trust,
    View,
    VoteView,
)
from pi_app.words import Words

_VOTES_CONFIRMED = frozenset({Phase.OWNERS, Phase.SCORES, Phase.OVER})
_POINTS_SHOWN = frozenset({Phase.SCORES, Phase.OVER})


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What surrounds the running round; `rounds` changes with a move only, not with each reading."""

    banners: tuple[Banner, ...] = ()
    address: str | None = None
    match: str | None = None
    rounds: tuple[RoundView, ...] = ()
    join_url: str | None = None


def show_view(evening: Evening, around: Surroundings, words: Words) -> View:
    """The touchscreen's view."""
    match, phase = evening.match, evening.phase
    faults = next_faults(evening)
    voters, voted = _voters(evening), _voted(evening)
    points = points_of(match.current, words) if phase in _POINTS_SHOWN and match.current else ()
    return View(
        n=evening.n,
        phase=phase,
        round=match.round_number,
        storyteller=match.storyteller,
        profile=profile_view(match.profile, words) if match.profile else None,
        target=match.rules.target if match.rules else None,
        players=_players(match),
        lobby=lobby_view(evening.lobby, words, around.join_url) if phase is Phase.LOBBY else None,
        voted=voted,
        awaited=tuple(p for p in voters if p not in voted) if phase is Phase.VOTING else (),
        slots=(evening.setting.slots or ()) if match.running else (),
        votes=_votes(evening),
        owners=_owners(evening),
        points=points,
        rounds=around.rounds,
        problems=_problems(evening, faults, words),
        next_label=words.text(NEXT[phase].label),
        next_ready=not faults,
        can_undo=evening.undoable,
        winners=match.winners,
        banners=around.banners,
        address=around.address,
        hint=words.text(hint_for(evening.lobby.device, phase, settled=not faults)),
        can_redo=evening.redoable,
        language=words.language,
        votes_each=evening.setting.votes,
        same_slot_twice=match.profile is not None and match.profile.same_slot_twice,
        rules=_rules(evening, words),
        rounds_left=rounds_left(match),
        can_end_by_deck=can_end_by_deck(match),
        can_play_on=can_play_on(match),
        can_take_up=evening.left,
        played_on=match.played_on,
        reasons=match.reasons,
        titles=title_views(match, words),
        red_wanted=evening.red_wanted,
        red=_red(evening),
    )


def show_board(evening: Evening, around: Surroundings, words: Words) -> Board:
    """The public scoreboard."""
    match = evening.match
    return Board(
        n=evening.n,
        match=around.match,
        phase=match.phase,
        round=match.round_number,
        storyteller=match.storyteller,
        profile=profile_view(match.profile, words) if match.profile else None,
        target=match.rules.target if match.rules else None,
        players=_players(match),
        voted=len(_voted(evening)),
        voters=len(_voters(evening)),
        rounds=around.rounds,
        winners=match.winners,
        over=match.over,
        language=words.language,
        adjustments=tuple(AdjustmentView(a.player, a.points, a.reason, a.round) for a in match.adjustments),
        rounds_left=rounds_left(match),
        played_on=match.played_on,
        reasons=match.reasons,
        titles=title_views(match, words),
        rules=match.rules,
    )


def _rules(evening: Evening, words: Words) -> tuple[RuleView, ...]:
    match, lobby = evening.match, evening.lobby
    if match.rules is not None:
        return rule_views(match.rules.profile, match.rules.players, words)
    profile = customised(lobby.profile, lobby.overrides)
    return rule_views(profile, len(lobby.seats) or profile.least, words)


def _players(match: Match) -> tuple[PlayerView, ...]:
    names, scores, places = names_of(match), match.scores, ranks(match.scores)
    return tuple(
        PlayerView(
            player.id,
            player.name,
            player.stickers,
            scores[player.id],
            places[player.id],
            player.active,
            player.id == match.storyteller,
            player.joined_round,
            player.start_score,
            names[player.id],
        )
        for player in match.players
    )


def _voters(evening: Evening) -> tuple[PlayerId, ...]:
    return evening.setting.voters if evening.match.running is not None else ()


def _voted(evening: Evening) -> tuple[PlayerId, ...]:
    if evening.phase is not Phase.VOTING:
        return ()
    return tuple(player for player in _voters(evening) if player in evening.draft.voted)


def _votes(evening: Evening) -> tuple[VoteView, ...]:
    if evening.phase is Phase.REVEAL:
        return evening.votes.views
    if evening.phase not in _VOTES_CONFIRMED or evening.match.current is None:
        return ()
    confirmed = evening.match.current.votes.items()
    return tuple(VoteView(p, tuple(s for s in slots if s is not None), Trust.SURE) for p, slots in confirmed)


def _red(evening: Evening) -> SlotNumber | None:
    if evening.red_wanted:
        return evening.draft.hand.red
    confirmed = evening.phase in _VOTES_CONFIRMED and evening.match.current is not None
    return evening.match.current.red if confirmed and evening.match.current else None


def _owners(evening: Evening) -> tuple[OwnerView, ...]:
    return evening.owners.views if evening.phase is Phase.OWNERS else ()


def _problems(evening: Evening, faults: tuple[Fault, ...], words: Words) -> tuple[Problem, ...]:
    """What the camera doubts and what the rules would refuse, each once."""
    match evening.phase:
        case Phase.VOTING:
            shown = evening.draft.latest.faults
        case Phase.REVEAL:
            shown = (*evening.votes.faults, *faults)
        case Phase.OWNERS:
            shown = (*evening.owners.faults, *faults)
        case Phase.LOBBY if evening.lobby.seats:
            shown = faults
        case _:
            shown = ()
    if evening.draft.waiting and evening.phase in (Phase.REVEAL, Phase.OWNERS):
        shown = (Fault("WAITING_FOR_HANDS"), *shown)
    names = evening.names
    return tuple(problem(fault, names, words) for fault in dict.fromkeys(shown))
