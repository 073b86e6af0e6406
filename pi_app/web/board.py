"""A Board in; the public JSON out: the one place that decides what the network may read.

A round that neither has points nor is void is not confirmed: its votes and owners are not in it.
"""

from __future__ import annotations

import json
from typing import Any

from pi_app.game.pieces import Phase
from pi_app.session.views import (
    AdjustmentView,
    Board,
    PlayerView,
    PointsView,
    ProfileView,
    RoundView,
    TitleView,
)
from pi_app.web.cells import label_of
from pi_app.web.facts import player_facts
from pi_app.web.rules import rule_behind, told_rules

_RUNNING = frozenset({Phase.CLUE, Phase.VOTING, Phase.REVEAL, Phase.OWNERS})
"""Phases in which the round with the board's own number is still being played."""

NO_MATCH = Board(
    n=0,
    match=None,
    phase=Phase.LOBBY,
    round=0,
    storyteller=None,
    profile=None,
    target=None,
    players=(),
    voted=0,
    voters=0,
    rounds=(),
    winners=(),
    over=False,
)
"""What is shown before anything was published."""


def public_state(board: Board) -> dict[str, Any]:
    """`state` of the contract, as plain JSON values; keys of mappings are numbers as text."""
    return {
        "format": 1,
        "n": board.n,
        "match": board.match,
        "language": board.language,
        "phase": board.phase.value,
        "round": board.round,
        "storyteller": board.storyteller,
        "profile": None if board.profile is None else _profile(board.profile),
        "target": board.target,
        "players": [_player(player) for player in board.players],
        "voted": board.voted,
        "voters": board.voters,
        "rounds": [_round(scored) for scored in public_rounds(board)],
        "adjustments": [_adjustment(adjusted) for adjusted in board.adjustments],
        "winners": list(board.winners),
        "over": board.over,
        "rounds_left": board.rounds_left,
        "reasons": list(board.reasons),
        "played_on": board.played_on,
        "titles": [_title(title) for title in board.titles] if board.over else [],
        "statistics": {str(player): facts for player, facts in player_facts(public_rounds(board)).items()},
        "rules": told_rules(board, board.language),
    }


def public_rounds(board: Board) -> tuple[RoundView, ...]:
    """The rounds that may be told; the running one is never among them, whoever put it there."""
    running = board.round if board.phase in _RUNNING else None
    return tuple(scored for scored in board.rounds if scored.number != running or scored.void)


def public_json(board: Board) -> bytes:
    """`public_state` as UTF-8 without line ends, so that it fits one `data:` line."""
    text = json.dumps(public_state(board), ensure_ascii=False, separators=(",", ":"))
    # A name typed with half a surrogate pair is no text; it must not stop the scoreboard.
    return text.encode("utf-8", "replace")


def _player(player: PlayerView) -> dict[str, Any]:
    return {
        "id": player.id,
        "name": player.name,
        "stickers": player.stickers,
        "score": player.score,
        "rank": player.rank,
        "active": player.active,
        "joined_round": player.joined_round,
        "start_score": player.start_score,
        "label": label_of(player),
    }


def _profile(profile: ProfileView) -> dict[str, Any]:
    return {
        "id": profile.id,
        "title": profile.title,
        "name": profile.name,
        "special": profile.special,
        "changed": list(profile.changed),
    }


def _title(title: TitleView) -> dict[str, Any]:
    return {"code": title.code, "players": list(title.players), "count": title.count, "text": title.text}


def _adjustment(adjusted: AdjustmentView) -> dict[str, Any]:
    return {
        "player": adjusted.player,
        "points": adjusted.points,
        "reason": adjusted.reason,
        "round": adjusted.round,
    }


def _round(scored: RoundView) -> dict[str, Any]:
    told = bool(scored.points) or scored.void
    return {
        "round": scored.number,
        "storyteller": scored.storyteller,
        "outcome": scored.outcome if scored.points else "",
        "slots": {str(slot): owner for slot, owner in scored.slots.items()} if told else {},
        "votes": {str(voter): list(slots) for voter, slots in scored.votes.items()} if told else {},
        "points": {str(points.player): _points(points) for points in scored.points},
        "void": scored.void,
        "red": scored.red if told else None,
        "warnings": list(scored.warnings) if told else [],
    }


def _points(points: PointsView) -> dict[str, Any]:
    return {
        "base": points.base,
        "bonus": points.bonus,
        "extra": points.extra,
        "total": points.total,
        "why": list(points.why),
        "reasons": [
            {"code": w.code, "points": w.points, "count": w.count, "rule": rule_behind(w.code)}
            for w in points.reasons
        ],
    }
