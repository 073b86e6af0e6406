"""A round's points told in time: points and scores -> lines to read and where each rabbit is when.

Pure, a function of the seconds since the start: base points first, then the bonuses. Skipping is
asking for a time past the end.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pi_app.game.pieces import PlayerId
from pi_app.session.views import PlayerView, PointsView

FIELD_S = 0.26
READ_S = 0.9
PAUSE_S = 0.7
OPENING_S = 0.5


@dataclass(frozen=True, slots=True)
class Line:
    """One thing told: who, how many points, why; `first` and `last` are fields, `at` seconds."""

    beat: int
    player: PlayerId
    points: int
    sentence: str
    first: int
    last: int
    at: float

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

    def fields(self, seconds: float) -> dict[PlayerId, float]:
        """The field of every rabbit; between two numbers while it is in the air."""
        at: dict[PlayerId, float] = {player: float(field) for player, field in self.start.items()}
        for line in self.lines:
            if line.at <= seconds:
                hops = min(abs(line.last - line.first), (seconds - line.at) / FIELD_S)
                at[line.player] = line.first + (hops if line.last >= line.first else -hops)
        return at


def sentences(points: PointsView) -> tuple[str, str]:
    """What is said at the base points and what at the bonus."""
    later = points.bonus or points.extra
    if later and len(points.why) == 1 and not points.base:
        return "", points.why[0]
    if not later:
        return "; ".join(points.why), ""
    return points.why[0] if points.why else "", "; ".join(points.why[1:])


def told(points: Sequence[PointsView], players: Sequence[PlayerView]) -> Story:
    """The story of the round just scored; `players` have their scores after it."""
    by_id = {one.player: one for one in points}
    start = {p.id: p.score - (by_id[p.id].total if p.id in by_id else 0) for p in players}
    fields, lines, clock = dict(start), [], OPENING_S
    for beat in (1, 2):
        told_here = [line for one in points if (line := _line(beat, one, fields, clock)) is not None]
        for line in told_here:
            timed = Line(line.beat, line.player, line.points, line.sentence, line.first, line.last, clock)
            lines.append(timed)
            fields[line.player] = line.last
            clock += timed.seconds
        clock += PAUSE_S if told_here else 0.0
    return Story(tuple(lines), start)


def _line(beat: int, points: PointsView, fields: Mapping[PlayerId, int], at: float) -> Line | None:
    worth = points.base if beat == 1 else points.bonus + points.extra
    if not worth or points.player not in fields:
        return None
    first = fields[points.player]
    return Line(beat, points.player, worth, sentences(points)[beat - 1], first, first + worth, at)
