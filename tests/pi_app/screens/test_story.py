"""The points as a story in time, and the track they are walked on: numbers only, no display."""

from __future__ import annotations

import itertools
from math import hypot

import pytest
from hypothesis import given
from hypothesis import strategies as st
from made_up import players

from pi_app.screens.story import FIELD_S, OPENING_S, landed, sentences, told
from pi_app.screens.track import kind_of, last_field, room, shares, winding
from pi_app.session.views import PointsView


def points(player: int, base: int, bonus: int, *why: str, extra: int = 0) -> PointsView:
    return PointsView(player, base, bonus, extra, base + bonus + extra, why)


def test_base_points_of_all_come_before_any_bonus() -> None:
    story = told((points(1, 3, 2, "a", "b"), points(2, 3, 1, "c", "d")), players(3))
    assert [(line.beat, line.player, line.said) for line in story.lines] == [
        (1, 1, ("a",)),
        (1, 2, ("c",)),
        (2, 1, ("b",)),
        (2, 2, ("d",)),
    ]


def test_the_story_ends_at_the_scores_of_the_view() -> None:
    everybody = players(3)
    story = told((points(1, 3, 2, "a", "b"), points(2, 0, 1, "c"), points(3, -2, 0, "d")), everybody)
    assert story.fields(story.ends) == {p.id: p.score for p in everybody}
    assert story.fields(-1.0) == {1: 7, 2: 8, 3: 19}


def test_a_rabbit_is_between_two_fields_while_it_hops() -> None:
    story = told((points(1, 3, 0, "a"),), players(3))
    start = 12 - 3
    for hops, field in ((0, start), (0.5, start + 0.5), (1, start + 1), (2.25, start + 2.25), (9, 12)):
        assert story.fields(OPENING_S + hops * FIELD_S)[1] == pytest.approx(field)


def test_only_one_line_is_told_at_a_time() -> None:
    story = told(tuple(points(n, 3, 1, "a", "b") for n in (1, 2, 3)), players(3))
    for before, after in zip(story.lines, story.lines[1:], strict=False):
        assert after.at >= before.at + before.seconds - 1e-9


@pytest.mark.parametrize(
    ("given_points", "expected"),
    [
        (points(1, 3, 2, "base", "bonus"), (("base",), ("bonus",))),
        (points(1, 3, 2, "base", "bonus", "more"), (("base",), ("bonus", "more"))),
        (points(1, 0, 2, "bonus"), ((), ("bonus",))),
        (points(1, 3, 0, "base"), (("base",), ())),
        (points(1, 0, 0), ((), ())),
        (points(1, 2, 0, "base", "extra", extra=1), (("base",), ("extra",))),
    ],
)
def test_each_beat_says_its_own_sentence(
    given_points: PointsView, expected: tuple[tuple[str, ...], tuple[str, ...]]
) -> None:
    assert sentences(given_points) == expected


@given(last=st.integers(20, 80), wide=st.integers(300, 1900), high=st.integers(150, 1000))
def test_fields_lie_in_the_box_and_apart(last: int, wide: int, high: int) -> None:
    fields = winding(last, wide, high)
    assert len(fields) == last + 1
    assert all(0 <= x <= wide and 0 <= y <= high for x, y in fields)
    assert room(fields) > 0.2 * min(wide, high) * 6 / last
    steps = [hypot(b[0] - a[0], b[1] - a[1]) for a, b in itertools.pairwise(fields)]
    assert max(steps) < 1.6 * min(steps)


@pytest.mark.parametrize(
    ("target", "scores", "last"),
    [(30, [3], 34), (None, [3], 34), (30, [41], 42), (42, [0], 46), (30, [], 34)],
)
def test_the_track_goes_past_the_target_and_past_the_leader(
    target: int, scores: list[int], last: int
) -> None:
    assert last_field(target, scores) == last


def test_the_goal_is_marked_and_what_lies_past_it() -> None:
    assert [kind_of(n, 30) for n in (0, 29, 30, 31)] == ["start", "stone", "goal", "past"]
    assert [kind_of(n, None) for n in (0, 29, 31)] == ["start", "stone", "stone"]


@pytest.mark.parametrize("count", range(13))
def test_rabbits_on_one_field_all_have_their_own_place(count: int) -> None:
    places = shares(count)
    assert len(set(places)) == count
    assert all(abs(one.x) < 1 and abs(one.y) < 1 for one in places)


@pytest.mark.parametrize("count", range(2, 13))
def test_rabbits_in_one_row_do_not_hide_each_others_numbers(count: int) -> None:
    body, number = 0.35, 0.18  # half of each, of a rabbit's width; the widest rabbit is 1.18 fields
    places = shares(count)
    for one, other in itertools.pairwise(places):
        if one.y == other.y:
            assert abs(one.x - other.x) >= (body + number) * one.size


@pytest.mark.parametrize(
    ("players", "count"), [*((6, count) for count in (5, 6)), *((12, count) for count in range(5, 13))]
)
def test_no_rabbit_hides_the_number_of_one_behind_it(players: int, count: int) -> None:
    wide = 1.18 if players <= 6 else 1.0  # of a rabbit alone on its field, in fields
    body, number, ears, low_number = 0.35, 0.16, 1.3, 0.14  # of a rabbit's width
    places = shares(count)
    for behind, before in itertools.combinations(places, 2):
        w = wide * behind.size
        beside = abs(behind.x - before.x) >= (body + number) * w
        above = behind.y + low_number * w >= before.y + ears * w
        assert beside or above


@pytest.mark.parametrize(
    ("before", "after", "sounds"),
    [
        (3.0, 3.4, False),
        (3.4, 3.9, False),
        (3.9, 4.0, True),
        (3.9, 4.1, True),
        (4.0, 4.0, False),
        (4.0, 3.6, False),
        (3.1, 3.0, True),
        (3.1, 2.9, True),
    ],
)
def test_a_rabbit_lands_when_it_comes_down_on_another_field(
    before: float, after: float, sounds: bool
) -> None:
    assert landed({1: before}, {1: after}) is sounds
