"""The meadow of the start and the finish: painted once, clear above the grass; winners hop on it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from driver import Driver
from made_up import over, scores
from made_up_table import MadeUpTable

from pi_app.screens.finish import CHEER_S, Winner
from pi_app.screens.meadow import CROWN_HIGH, Meadow, crown, meadow
from pi_app.screens.wishes import Wishes
from pi_app.settings import Settings

SMALL = (800, 480)


@pytest.mark.parametrize("day", [False, True], ids=["night", "day"])
@pytest.mark.parametrize("party", [False, True], ids=["quiet", "party"])
def test_the_grass_is_whole_and_the_sky_is_clear(day: bool, party: bool) -> None:
    scene = Meadow((400, 150), 53.0, party)
    picture = meadow(scene, day)
    assert picture.size == scene.size
    alpha = picture.getchannel("A")
    assert alpha.crop((20, 130, 380, 150)).getextrema() == (255, 255)
    assert alpha.crop((0, 0, 400, 60)).getextrema()[0] == 0
    assert (alpha.crop((0, 0, 400, 40)).getextrema()[1] > 200) is party  # more than a firefly's glow
    assert meadow(scene, day).tobytes() == picture.tobytes()


@pytest.mark.parametrize("size", [(0, 0), (1, 900), (900, 1)])
def test_the_smallest_meadow_is_a_picture_too(size: tuple[int, int]) -> None:
    assert meadow(Meadow(size, 20.0, True), day=False).size == tuple(max(4, n) for n in size)


def test_a_crown_is_as_wide_as_asked() -> None:
    assert crown(50).size == (50, round(50 * CROWN_HIGH))
    assert crown(50).getpixel((25, 25))[3] == 255


@pytest.mark.parametrize(("calm", "hops"), [(False, True), (True, False)], ids=["lively", "calm"])
def test_winners_hop_for_joy_but_not_on_a_calm_table(calm: bool, hops: bool, open_driver) -> None:
    driver: Driver = open_driver(MadeUpTable(over(6, winners=2)), SMALL, wishes=Wishes(Settings(calm=calm)))
    seen = []
    for _ in range(60):
        driver.frames(1)
        seen.append(max(winner.lift for winner in driver.all(Winner)))
    assert (max(seen) > 2) is hops
    driver.seconds(CHEER_S + 2)
    assert {winner.lift for winner in driver.all(Winner)} == {0.0}


@pytest.mark.parametrize("wish", [{"day": True}, {"large_text": True}], ids=str)
def test_a_story_that_was_told_is_not_told_again_in_other_colours(wish: dict, open_driver) -> None:
    table = MadeUpTable(scores(6))
    driver: Driver = open_driver(table, SMALL)
    driver.page.skip()
    driver.app.wish(**wish)
    driver.frames(4)
    assert driver.page._rows[6].total == "21"
    assert driver.page._rows[3].second == "+2"


def test_nor_in_another_language(open_driver) -> None:
    table = MadeUpTable(scores(6))
    driver: Driver = open_driver(table, SMALL)
    table.shown = replace(table.shown, language="et")
    driver.frames(4)
    assert driver.page._rows[6].total == "21"
