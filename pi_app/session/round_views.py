"""Scored rounds in, what is shown of them out; a round that has not changed is not made again."""

from __future__ import annotations

from collections.abc import Mapping

from pi_app.game.checks import slots_in_play
from pi_app.game.match import Match
from pi_app.game.notation import write_round
from pi_app.game.persons import name_key
from pi_app.game.pieces import PlayerId, Points, Round
from pi_app.game.profiles import DEFAULT_PROFILE, Rules, resolve
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
            made[place]
            if place < len(made) and made[place][0] is played
            else (played, _round(played, _rules(match, played), names, self._words))
            for place, played in enumerate(match.rounds)
        ]
        return tuple(view for _, view in self._made)


def names_of(match: Match) -> Mapping[PlayerId, str]:
    """Player -> name; two whose names look the same are told apart by their number."""
    names = [name_key(player.name) for player in match.players]
    return {
        player.id: player.name if names.count(name) == 1 else f"{player.name} ({player.id})"
        for player, name in zip(match.players, names, strict=True)
    }


def points_of(played: Round, words: Words) -> tuple[PointsView, ...]:
    """Every player's points of a round, with a sentence for each reason; none for a void round."""
    result = played.result
    if result is None or played.void:
        return ()
    return tuple(_points_view(player, points, words) for player, points in result.points.items())


def _points_view(player: PlayerId, points: Points, words: Words) -> PointsView:
    why = tuple(why_text(reason, words) for reason in points.why)
    return PointsView(player, points.base, points.bonus, points.extra, points.total, why, points.why)


def _rules(match: Match, played: Round) -> Rules:
    return resolve(match.profile or DEFAULT_PROFILE, len(played.players))


def _round(played: Round, rules: Rules, names: Mapping[PlayerId, str], words: Words) -> RoundView:
    return RoundView(
        number=played.number,
        storyteller=played.storyteller,
        outcome=played.result.outcome.value if played.result and not played.void else "",
        slots=dict(played.slots),
        votes={p: tuple(s for s in slots if s is not None) for p, slots in played.votes.items()},
        points=points_of(played, words),
        void=played.void,
        notation=write_round(played, names, tuple(names)),
        in_play=tuple(slots_in_play(rules)),
        votes_each=(rules.votes_least, rules.votes_most),
        red=played.red,
        warnings=played.result.warnings if played.result and not played.void else (),
    )
