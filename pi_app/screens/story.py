"""A round's points told in time: points and scores -> lines to read and where each rabbit is when.

Pure, a function of the seconds since the start: base points first, then the bonuses. Skipping is
asking for a time past the end.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import ceil, floor

from pi_app.game.pieces import PlayerId
from pi_app.session.views import PlayerView, PointsView, RoundView

FIELD_S = 0.26
READ_S = 0.9
PAUSE_S = 0.7
OPENING_S = 0.5
CHEER_S = 0.9
ROUND_S = 0.8


@dataclass(frozen=True, slots=True)
class Line:
    """One thing told: who, how many points, why; `first` and `last` are fields, `at` seconds.

    passed: whom this one overtakes; joined: whom this one now shares a field with.
    """

    beat: int
    player: PlayerId
    points: int
    said: tuple[str, ...]
    first: int
    last: int
    at: float
    passed: tuple[PlayerId, ...] = ()
    joined: tuple[PlayerId, ...] = ()

    @property
    def seconds(self) -> float:
        return READ_S + FIELD_S * abs(self.last - self.first)


@dataclass(frozen=True, slots=True)
class Story:
    """All lines of a round, in order."""

    lines: tuple[Line, ...]
    start: Mapping[PlayerId, int]

    @property
    def ends(self) -> float:
        return max((line.at + line.seconds for line in self.lines), default=0.0)

    def told(self, seconds: float) -> int:
        """How many lines have begun."""
        return sum(line.at <= seconds for line in self.lines)

    def glad(self, seconds: float) -> frozenset[PlayerId]:
        """Who cheers: for a moment after overtaking somebody, and after the story whoever leads."""
        if self.lines and seconds >= self.ends:
            last = self.fields(self.ends)
            lead = max(last.values(), default=0.0)
            return frozenset(p for p, at in last.items() if at == lead and lead > 0)
        arrived = (one for one in self.lines if one.passed)
        return frozenset(
            one.player for one in arrived if 0 <= seconds - (one.at + one.seconds - READ_S) < CHEER_S
        )

    def fields(self, seconds: float) -> dict[PlayerId, float]:
        """The field of every rabbit; between two numbers while it is in the air."""
        at: dict[PlayerId, float] = {player: float(field) for player, field in self.start.items()}
        for line in self.lines:
            if line.at <= seconds:
                hops = min(abs(line.last - line.first), (seconds - line.at) / FIELD_S)
                at[line.player] = line.first + (hops if line.last >= line.first else -hops)
        return at


def landed(before: Mapping[PlayerId, float], after: Mapping[PlayerId, float]) -> bool:
    """Whether a rabbit has come down on another field in between."""
    both = ((before[player], at) for player, at in after.items() if player in before)
    return any(floor(new) > floor(old) or ceil(new) < ceil(old) for old, new in both)


def sentences(points: PointsView) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What is said at the base points and what at the bonus."""
    later = points.bonus or points.extra
    if later and len(points.why) == 1 and not points.base:
        return (), points.why
    if not later:
        return points.why, ()
    return points.why[:1], points.why[1:]


def told(points: Sequence[PointsView], players: Sequence[PlayerView]) -> Story:
    """The story of the round just scored; `players` have their scores after it."""
    by_id = {one.player: one for one in points}
    start = {p.id: p.score - (by_id[p.id].total if p.id in by_id else 0) for p in players}
    fields, lines, clock = dict(start), [], OPENING_S
    for beat in (1, 2):
        began = clock
        for one in points:
            line = _line(beat, one, fields, clock)
            if line is not None:
                lines.append(_met(line, fields))
                fields[line.player] = line.last
                clock += lines[-1].seconds
        clock += PAUSE_S if clock > began else 0.0
    return Story(tuple(lines), start)


def _met(line: Line, fields: Mapping[PlayerId, int]) -> Line:
    """With whom the rabbit leaves behind it, and whom it finds where it arrives."""
    others = [(player, at) for player, at in fields.items() if player != line.player]
    passed = tuple(player for player, at in others if line.first <= at < line.last)
    joined = tuple(player for player, at in others if at == line.last != line.first)
    return replace(line, passed=passed, joined=joined)


@dataclass(frozen=True, slots=True)
class Race:
    """The whole match again: the fields after each round, from the start on."""

    fields: tuple[Mapping[PlayerId, int], ...]

    @property
    def ends(self) -> float:
        return ROUND_S * (len(self.fields) - 1)

    def round(self, seconds: float) -> int:
        """How many rounds are over."""
        return max(0, min(len(self.fields) - 1, int(seconds / ROUND_S)))

    def at(self, seconds: float) -> dict[PlayerId, float]:
        """Each rabbit hops its points of a round within `ROUND_S`, field by field."""
        low = self.round(seconds)
        before, after = self.fields[low], self.fields[min(low + 1, len(self.fields) - 1)]
        share = min(1.0, max(0.0, seconds / ROUND_S - low) * 1.25)
        return {player: _between(field, after.get(player, field), share) for player, field in before.items()}


def _between(first: int, last: int, share: float) -> float:
    return first + (last - first) * share


def raced(rounds: Sequence[RoundView], players: Sequence[PlayerView]) -> Race:
    """Start scores and points of each round that counts; points by hand come with the last step."""
    now = {player.id: player.start_score for player in players}
    fields: list[Mapping[PlayerId, int]] = [dict(now)]
    for played in rounds:
        for points in played.points if not played.void else ():
            now[points.player] = now.get(points.player, 0) + points.total
        fields.append(dict(now))
    scores = {player.id: player.score for player in players}
    return Race((*fields, scores) if fields[-1] != scores else tuple(fields))


def _line(beat: int, points: PointsView, fields: Mapping[PlayerId, int], at: float) -> Line | None:
    worth = points.base if beat == 1 else points.bonus + points.extra
    if not worth or points.player not in fields:
        return None
    first = fields[points.player]
    return Line(beat, points.player, worth, sentences(points)[beat - 1], first, first + worth, at)
