"""The winding track as numbers: how many fields, in which box -> the middle of each field.

Pure: no widget. The path runs right, turns, runs left, and so on, from the bottom up; neighbours are
equally far apart along it. The last few fields lie past the target, since nobody stops at 30.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import cos, hypot, pi, sin

Point = tuple[float, float]
PAST_TARGET = 4
USUAL_TARGET = 30


def last_field(target: int | None, scores: Sequence[int]) -> int:
    """The highest number on the track: past the target, and past the leader."""
    return max((target or USUAL_TARGET) + PAST_TARGET, max(scores, default=0) + 1)


def kind_of(field: int, target: int | None) -> str:
    """`start`, `stone`, `goal`, or `past` the goal."""
    if field == 0:
        return "start"
    if target is None or field < target:
        return "stone"
    return "goal" if field == target else "past"


def winding(last: int, wide: float, high: float) -> tuple[Point, ...]:
    """Middles of the fields 0..last within a box, its origin at the lower left.

    The number of lanes is the one that leaves most room round a field, as long as the next field along
    the path is nearer than the next lane: else nobody sees which way it goes.
    """
    clear = [n for n in range(1, 9) if high / n >= 0.8 * wide * n / last] or [1]
    return max((_laid(last, wide, high, lanes) for lanes in clear), key=room)


def room(fields: Sequence[Point]) -> float:
    """The least distance between two fields."""
    return min(hypot(x - p, y - q) for n, (x, y) in enumerate(fields) for p, q in fields[max(0, n - 24) : n])


def _laid(last: int, wide: float, high: float, lanes: int) -> tuple[Point, ...]:
    line = _centre_line(wide, high, lanes)
    steps = [hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(line)]
    total, fields, walked, k = sum(steps), [], 0.0, 0
    for n in range(last + 1):
        along = total * n / last
        while k < len(steps) - 1 and walked + steps[k] < along:
            walked += steps[k]
            k += 1
        share = (along - walked) / steps[k]
        (ax, ay), (bx, by) = line[k], line[k + 1]
        fields.append((ax + (bx - ax) * share, ay + (by - ay) * share))
    return tuple(fields)


def _centre_line(wide: float, high: float, lanes: int) -> list[Point]:
    """The path as short straight pieces: lanes with a slight wave, joined by half circles."""
    gap = high / lanes
    bend = min(gap / 2, wide / 4)
    points: list[Point] = []
    for lane in range(lanes):
        y, rightwards = gap * (lane + 0.5), lane % 2 == 0
        left, right = bend, wide - bend
        for k in range(41):
            t = k / 40
            x = left + (right - left) * (t if rightwards else 1 - t)
            points.append((x, y + gap * 0.09 * sin(2 * pi * t)))
        if lane + 1 < lanes:
            middle, side = (right, 1) if rightwards else (left, -1)
            for k in range(1, 20):
                a = pi * k / 20
                points.append((middle + side * bend * 0.9 * sin(a), y + gap / 2 - gap / 2 * cos(a)))
    return points


@dataclass(frozen=True, slots=True)
class Share:
    """Where a rabbit stands on its field, in field widths from the middle, and how large, as a share."""

    x: float = 0.0
    y: float = 0.0
    size: float = 1.0


ALONE = Share()
_ROWS = {
    5: (3, 2),
    6: (3, 3),
    7: (4, 3),
    8: (4, 4),
    9: (3, 3, 3),
    10: (3, 4, 3),
    11: (4, 3, 4),
    12: (4, 4, 4),
}
_CROWDED = {1: 1.0, 2: 0.88, 3: 0.76, 4: 0.64, 5: 0.68, 6: 0.62, 8: 0.52, 12: 0.52}
_MOST_CROWDED = 0.6
_APART, _BEHIND = 0.62, 0.66
"""Of its own width a rabbit shows at least its number beside the next one, and above those before it."""
_APART_OF_MANY, _MOST_LARGE = 0.53, 6
"""Where more play than the second says, every rabbit is drawn smaller."""


def shares(count: int) -> tuple[Share, ...]:
    """Where `count` rabbits stand on one field, back row first; the rows stand in each other's gaps."""
    size = _CROWDED.get(count, _MOST_CROWDED)
    rows = _ROWS.get(count, (count,))
    apart = (_APART if count <= _MOST_LARGE else _APART_OF_MANY) * size
    step = apart if len(rows) == 1 else 2 * apart
    # Rows of different lengths are in each other's gaps anyway.
    aside = step / 4 if len(rows) > 1 and len(set(rows)) == 1 else 0.0
    return tuple(
        Share(
            (column - (here - 1) / 2) * step + (aside if row % 2 else -aside),
            ((len(rows) - 1) / 2 - row) * _BEHIND * size,
            size,
        )
        for row, here in enumerate(rows)
        for column in range(here)
    )
