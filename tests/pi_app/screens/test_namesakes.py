"""Two players of the same name: every page says which one, and what is written down is the plain name."""

from __future__ import annotations

from dataclasses import replace

import pytest
from driver import Driver
from made_up import FORESEEN, clue, over, owners, reveal, scores, voting
from made_up_table import MadeUpTable

from pi_app.game.moves import AddPlayer, LeavePlayer, Seat
from pi_app.screens.shaped_text import Text
from pi_app.session.views import View

PAGES = {"clue": clue, "voting": voting, "reveal": reveal, "owners": owners, "scores": scores, "over": over}
SMALL = (800, 480)


def namesakes(view: View, gone: bool = False) -> View:
    """Everybody is called Anna."""
    players = tuple(replace(p, name="Anna", label=f"Anna ({p.id})") for p in view.players)
    last = replace(players[-1], active=not gone)
    return replace(view, players=(*players[:-1], last), titles=())


def texts(driver: Driver) -> list[str]:
    return [one.words for one in driver.all(Text) if "Anna" in one.words]


def opened(open_driver, view: View) -> Driver:
    driver: Driver = open_driver(MadeUpTable(view, foreseen=FORESEEN), SMALL)
    driver.seconds(1)
    return driver


@pytest.mark.parametrize("page", PAGES)
def test_no_page_says_a_name_that_two_have(page: str, open_driver) -> None:
    driver = opened(open_driver, namesakes(PAGES[page](4)))
    assert texts(driver)
    assert [said for said in texts(driver) if "Anna (" not in said] == []


@pytest.mark.parametrize("steps", [(), ("Anna (3)",), ("Anna (3)", "Leaves the match")])
def test_no_sheet_says_a_name_that_two_have(steps: tuple[str, ...], open_driver) -> None:
    driver = opened(open_driver, namesakes(clue(4)))
    driver.tap(driver.app.stage.top_bar.ids.menu)
    for step in ("Players", *steps):
        driver.tap_words(step)
    assert texts(driver)
    assert [said for said in texts(driver) if "Anna (" not in said] == []
    if "Leaves the match" in steps:
        assert driver.table.calls[-1] == ("what_if", LeavePlayer(3))


def test_who_comes_back_keeps_the_plain_name(open_driver) -> None:
    driver = opened(open_driver, namesakes(clue(4), gone=True))
    driver.tap(driver.app.stage.top_bar.ids.menu)
    for step in ("Players", "Anna (4)", "Comes back"):
        driver.tap_words(step)
    assert driver.table.calls[-1] == ("what_if", AddPlayer(Seat(4, "Anna")))
