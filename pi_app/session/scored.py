"""A scored round as it is shown: points with their reasons, points by hand, titles at the end."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pi_app.game.pieces import PlayerId, SlotNumber, Why


@dataclass(frozen=True, slots=True)
class PointsView:
    """One player's points of one round; `why` has one sentence for each reason.

    `reasons`: the same reasons as data, for whoever reads in another language than the table's.
    """

    player: PlayerId
    base: int
    bonus: int
    extra: int
    total: int
    why: tuple[str, ...]
    reasons: tuple[Why, ...] = ()


@dataclass(frozen=True, slots=True)
class RoundView:
    """A scored round; one that is void has no points. `notation`: the round in one line of text.

    `in_play`: all slots that lay there, also those whose owners nobody asked for; `votes_each`: fewest and
    most slots of a voter. `red`: where the storyteller's red disc lay, in editions that have one.
    `warnings`: codes of faults that this edition lets pass, such as a vote for the own card.
    """

    number: int
    storyteller: PlayerId
    outcome: str
    slots: Mapping[SlotNumber, PlayerId]
    votes: Mapping[PlayerId, tuple[SlotNumber, ...]]
    points: tuple[PointsView, ...]
    void: bool
    notation: str
    in_play: tuple[SlotNumber, ...] = ()
    votes_each: tuple[int, int] = (1, 1)
    red: SlotNumber | None = None
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class AdjustmentView:
    """Points by hand, with the table's reason. `round`: the one that was running or just scored."""

    player: PlayerId
    points: int
    reason: str
    round: int


@dataclass(frozen=True, slots=True)
class TitleView:
    """Something somebody has earned in this match; `code` and `count` as in `game.titles.TITLES`."""

    code: str
    text: str
    players: tuple[PlayerId, ...]
    count: int
