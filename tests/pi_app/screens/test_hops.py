"""The scores screen with a virtual clock: where the rabbits are, what is said, and that a tap skips."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest
from driver import Driver
from kivy.clock import Clock
from made_up import scores, voting
from made_up_table import MadeUpTable

from hardware.ports import Button
from pi_app.game.pieces import Why
from pi_app.screens.reasons import WhySheet
from pi_app.screens.story import FIELD_S, OPENING_S, READ_S

SMALL = (800, 480)


@pytest.fixture
def told(open_driver) -> Driver:
    """The scores of six, just opened: the story has not begun."""
    table = MadeUpTable(voting(6))
    driver: Driver = open_driver(table, SMALL)
    table.shown = scores(6)
    driver.app.refresh()
    return driver


def test_a_rabbit_hops_field_by_field_on_the_clock(told: Driver) -> None:
    race = told.page.ids.race
    told.frames(4)
    before = race.spot(1)
    told.seconds(OPENING_S - 4 / 60)
    told.seconds(FIELD_S / 2)
    in_the_air = race.spot(1)
    assert race._runners[1].at == pytest.approx(9.5, abs=0.1)
    fields = race._fields
    assert in_the_air[0] == pytest.approx((fields[9][0] + fields[10][0]) / 2, abs=12)
    told.seconds(FIELD_S * 3)
    assert race._runners[1].at == 12
    assert race.spot(1) != before


def test_the_first_beat_says_the_base_points_and_the_second_the_bonus(told: Driver) -> None:
    told.seconds(OPENING_S + 0.2)
    row = told.page._rows[3]
    assert told.page.sentence == "Anna: found the card – past Mari"
    assert (told.page._rows[1].first, row.second) == ("+3", "")
    told.page.skip()
    told.frames(1)
    assert (row.first, row.second, row.total) == ("+3", "+2", "17")


def test_a_tap_skips_to_the_end_and_the_next_tap_goes_on(told: Driver) -> None:
    told.seconds(OPENING_S + READ_S)
    told.tap(told.page.ids.race)
    assert told.page._rows[6].total == "21"
    assert told.page.ids.race._runners[6].at == 21
    assert told.table.calls == []
    told.tap(told.app.stage.bottom.ids.next)
    assert told.table.calls == [("press", Button.NEXT)]


def test_next_first_ends_the_story(told: Driver) -> None:
    told.seconds(1)
    told.key(13)
    assert told.table.calls == []
    assert told.page._rows[6].total == "21"
    told.key(13)
    assert told.table.calls == [("press", Button.NEXT)]


def test_a_tap_on_a_player_says_why_again(told: Driver) -> None:
    told.page.skip()
    told.tap(told.page._rows[3])
    assert told.page.sentence == "Søren: found the card; 2 of the others chose this card"
    told.tap(told.page._rows[4])
    assert told.page.sentence == "Mari: no points in this round"


def test_a_second_tap_on_a_player_shows_the_rules_behind_the_points(open_driver) -> None:
    view = scores(6)
    paid = tuple(replace(one, reasons=(Why("FOUND", 3, 1),)) for one in view.points)
    driver: Driver = open_driver(MadeUpTable(replace(view, points=paid)), SMALL)
    driver.page.skip()
    driver.tap(driver.page._rows[3])
    assert driver.sheet is None
    driver.tap(driver.page._rows[3])
    assert isinstance(driver.sheet, WhySheet)


def test_rabbits_that_share_a_field_stand_side_by_side(told: Driver) -> None:
    told.page.skip()
    told.seconds(2)
    race = told.page.ids.race
    assert race._runners[2].at == race._runners[4].at == 9
    assert race.spot(2) != race.spot(4)


def test_after_the_story_nothing_is_drawn_any_more(told: Driver) -> None:
    told.page.skip()
    told.seconds(3)
    moves = []
    told.page.ids.race.move = lambda *args: moves.append(args)
    told.seconds(1)
    assert moves == []


def test_rabbits_go_past_the_target(open_driver) -> None:
    from dataclasses import replace

    view = scores(3)
    far = replace(view, players=tuple(replace(p, score=p.score + 30) for p in view.players))
    driver: Driver = open_driver(MadeUpTable(far), SMALL)
    driver.page.skip()
    driver.seconds(2)
    assert [driver.page.ids.race._runners[n].at for n in (1, 2, 3)] == [42, 39, 47]


def test_each_field_sounds_once(open_driver) -> None:
    heard: list[float] = []
    table = MadeUpTable(voting(6))
    driver: Driver = open_driver(table, SMALL, hop=lambda: heard.append(Clock.get_time()))
    table.shown = scores(6)
    driver.app.refresh()
    driver.seconds(driver.page._story.ends + 1)
    fields = sum(abs(line.last - line.first) for line in driver.page._story.lines)
    assert len(heard) == fields
    assert min(after - before for before, after in pairwise(heard)) > FIELD_S - 0.02


def test_points_that_are_shown_at_once_make_no_sound(open_driver) -> None:
    heard: list[int] = []
    table = MadeUpTable(voting(6))
    driver: Driver = open_driver(table, SMALL, hop=lambda: heard.append(1))
    table.shown = scores(6)
    driver.app.refresh()
    driver.page.skip()
    driver.seconds(2)
    assert heard == []


def test_who_came_back_with_undo_is_not_told_the_story_again(open_driver) -> None:
    table = MadeUpTable(voting(6))
    driver: Driver = open_driver(table, SMALL)
    table.shown = replace(scores(6), can_redo=True)
    driver.app.refresh()
    driver.frames(2)
    assert driver.page._rows[6].total == "21"
    assert not driver.page.skip()


def test_after_the_story_it_is_said_how_to_ask_why(told: Driver) -> None:
    told.seconds(OPENING_S + 0.2)
    assert told.page.tip == ""
    told.page.skip()
    told.frames(2)
    assert told.page.tip == "Tap a player: why these points?"
    told.tap(told.page._rows[3])
    told.frames(2)
    assert told.page.tip == ""


def test_of_many_who_are_overtaken_some_are_named(told: Driver) -> None:
    assert told.page._named((1, 2, 3)) == "Anna, Jüri, Søren"
    assert told.page._named((1, 2, 3, 4, 5)) == "Anna, Jüri and 3 more"
