"""Scored rounds in, what is shown of them out; a round that has not changed is not made again."""

from __future__ import annotations

from collections.abc import Mapping

from pi_app.game.match import Match
from pi_app.game.notation import write_round
from pi_app.game.pieces import PlayerId, Points, Round
from pi_app.session.sentences import why_text
from pi_app.session.views import PointsView, RoundView
from pi_app.words import Words


class RoundViews:
    """The rounds of one match in one language; remembers what it made."""

    def __init__(self, words: Words) -> None:
        self._words = words
        self._names: Mapping[PlayerId, str] = {}
        self._made: list[tuple[Round, RoundView]] = []

    def of(self, match: Match) -> tuple[RoundView, ...]:
        """Every round that was scored or is void."""
        names = names_of(match)
        if names != self._names:
            self._names, self._made = names, []
        made = self._made
        self._made = [
            made[place] if place < len(made) and made[place][0] is played else (played, self._view(played))
            for place, played in enumerate(match.rounds)
        ]
        return tuple(view for _, view in self._made)

    def _view(self, played: Round) -> RoundView:
        return _round(played, self._names, self._words)


def names_of(match: Match) -> Mapping[PlayerId, str]:
    """Player -> name; two of the same name are told apart by their number."""
    names = [player.name for player in match.players]
    return {p.id: p.name if names.count(p.name) == 1 else f"{p.name} ({p.id})" for p in match.players}


def round_number(match: Match) -> int:
    """Of the running round, else of the last one; 0 before the first."""
    return match.current.number if match.current else 0


def points_of(played: Round, words: Words) -> tuple[PointsView, ...]:
    """Every player's points of a round, with a sentence for each reason; none for a void round."""
    result = played.result
    if result is None:
        return ()
    return tuple(_points_view(player, points, words) for player, points in result.points.items())


def _points_view(player: PlayerId, points: Points, words: Words) -> PointsView:
    why = tuple(why_text(reason, words) for reason in points.why)
    return PointsView(player, points.base, points.bonus, points.extra, points.total, why, points.why)


def _round(played: Round, names: Mapping[PlayerId, str], words: Words) -> RoundView:
    return RoundView(
        number=played.number,
        storyteller=played.storyteller,
        outcome=played.result.outcome.value if played.result else "",
        slots=dict(played.slots),
        votes={p: tuple(s for s in slots if s is not None) for p, slots in played.votes.items()},
        points=points_of(played, words),
        void=played.void,
        notation=write_round(played, names, tuple(names)),
    )
