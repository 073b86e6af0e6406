"""A match and a move in; what the move would change out, before anybody says yes. Nothing is changed here."""

from __future__ import annotations

from dataclasses import dataclass

from pi_app.game.ending import ranks
from pi_app.game.history import History, advance
from pi_app.game.match import Match
from pi_app.game.moves import Move
from pi_app.game.pieces import Phase, PlayerId, Round


@dataclass(frozen=True, slots=True)
class ScoreChange:
    """One player's score and rank, before and after; None: not in the match."""

    player: PlayerId
    before: int | None
    after: int | None
    rank_before: int | None = None
    rank_after: int | None = None


@dataclass(frozen=True, slots=True)
class PointsChange:
    """One player's points of one round; None: no points, because it does not count or was not played."""

    round: int
    player: PlayerId
    before: int | None
    after: int | None


@dataclass(frozen=True, slots=True)
class TotalChange:
    """One player's score as it stood when this round was scored."""

    round: int
    player: PlayerId
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class Foreseen:
    """Everything that would be different. `scores` has every player whose score or rank changes.

    `later`: the scores after each later round that is recomputed, which follow from `points`.
    """

    scores: tuple[ScoreChange, ...] = ()
    points: tuple[PointsChange, ...] = ()
    later: tuple[TotalChange, ...] = ()
    phase_before: Phase = Phase.LOBBY
    phase_after: Phase = Phase.LOBBY
    round_before: int = 0
    round_after: int = 0
    winners_before: tuple[PlayerId, ...] = ()
    winners_after: tuple[PlayerId, ...] = ()

    @property
    def reopens(self) -> bool:
        """The match would no longer be over."""
        return self.phase_before is Phase.OVER and self.phase_after is not Phase.OVER

    @property
    def rounds(self) -> tuple[int, ...]:
        """Numbers of the rounds whose points change."""
        return tuple(dict.fromkeys(change.round for change in self.points))


def foresee(history: History, move: Move) -> Foreseen:
    """What this move, Undo or Redo would change. Raise IllegalMove with every reason it would be refused."""
    return compared(history.match, advance(history, move).match)


def compared(before: Match, after: Match) -> Foreseen:
    """What is different between two moments of one match."""
    points = _points(before, after)
    return Foreseen(
        scores=_scores(before, after),
        points=points,
        later=_later(before, after, min((change.round for change in points), default=0)),
        phase_before=before.phase,
        phase_after=after.phase,
        round_before=before.round_number,
        round_after=after.round_number,
        winners_before=before.winners,
        winners_after=after.winners,
    )


def _scores(before: Match, after: Match) -> tuple[ScoreChange, ...]:
    old, new = ranks(before.scores), ranks(after.scores)
    changes = (
        ScoreChange(p, before.scores.get(p), after.scores.get(p), old.get(p), new.get(p))
        for p in dict.fromkeys((*before.scores, *after.scores))
    )
    return tuple(c for c in changes if (c.before, c.rank_before) != (c.after, c.rank_after))


def _points(before: Match, after: Match) -> tuple[PointsChange, ...]:
    found: list[PointsChange] = []
    for number in range(1, max(len(before.rounds), len(after.rounds)) + 1):
        old, new = _paid(before, number), _paid(after, number)
        found += [
            PointsChange(number, player, old.get(player), new.get(player))
            for player in dict.fromkeys((*old, *new))
            if old.get(player) != new.get(player)
        ]
    return tuple(found)


def _later(before: Match, after: Match, first: int) -> tuple[TotalChange, ...]:
    """Running totals after the rounds that follow the first changed one, in both matches."""
    if not first:
        return ()
    old, new = running_totals(before), running_totals(after)
    return tuple(
        TotalChange(number, player, old[number - 1][player], new[number - 1][player])
        for number in range(first + 1, min(len(old), len(new)) + 1)
        for player in old[number - 1]
        if player in new[number - 1] and old[number - 1][player] != new[number - 1][player]
    )


def running_totals(match: Match) -> tuple[dict[PlayerId, int], ...]:
    """After each round, the score of everyone who was in the match by then; points by hand included."""
    totals: dict[PlayerId, int] = {}
    found: list[dict[PlayerId, int]] = []
    by_hand: dict[int, list[tuple[PlayerId, int]]] = {}
    for change in match.adjustments:
        by_hand.setdefault(change.round, []).append((change.player, change.points))
    for number in range(1, len(match.rounds) + 1):
        for player in match.players:
            if player.joined_round <= number and player.id not in totals:
                totals[player.id] = player.start_score
        for player_id, paid in _paid(match, number).items():
            totals[player_id] = totals.get(player_id, 0) + paid
        for player_id, points in (*by_hand.pop(number, ()), *(by_hand.pop(0, ()) if number == 1 else ())):
            totals[player_id] = totals.get(player_id, 0) + points
        found.append(dict(totals))
    return tuple(found)


def _paid(match: Match, number: int) -> dict[PlayerId, int]:
    played: Round | None = match.rounds[number - 1] if number <= len(match.rounds) else None
    if played is None or played.void or played.result is None:
        return {}
    return {player: points.total for player, points in played.result.points.items()}
