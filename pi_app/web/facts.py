"""Rounds that may be told in; what each player did in them, as plain counts, out."""

from __future__ import annotations

from collections.abc import Iterable

from pi_app.session.views import RoundView

COUNTS = ("told", "found", "drawn", "best_round")
"""Rounds told; rounds in which the storyteller's card was found; votes of others on the own cards;
points of the best round."""
_FINDING = frozenset({"all", "none", "some"})


def player_facts(rounds: Iterable[RoundView]) -> dict[int, dict[str, int]]:
    """Player -> counts by the names of COUNTS; who scored in no round is not in it."""
    facts: dict[int, dict[str, int]] = {}
    for scored in rounds:
        if scored.void or not scored.points:
            continue
        for points in scored.points:
            one = facts.setdefault(points.player, dict.fromkeys(COUNTS, 0))
            one["best_round"] = max(one["best_round"], points.total)
            one["told"] += points.player == scored.storyteller
        if scored.outcome in _FINDING:
            _count_votes(scored, facts)
    return facts


def _count_votes(scored: RoundView, facts: dict[int, dict[str, int]]) -> None:
    for voter, slots in scored.votes.items():
        owners = [scored.slots.get(slot) for slot in slots]
        if voter in facts and scored.storyteller in owners:
            facts[voter]["found"] += 1
        for owner in owners:
            if owner in facts and owner not in (voter, scored.storyteller):
                facts[owner]["drawn"] += 1
