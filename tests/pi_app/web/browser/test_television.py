"""The page for a television in a real browser: everything on one screen."""

from dataclasses import replace
from itertools import pairwise

import pytest
from playwright.sync_api import Browser, ViewportSize, expect

from pi_app.game.pieces import Phase, Why
from pi_app.session.views import PointsView, TitleView
from pi_app.web.server import Scoreboard
from tests.pi_app.web.browser.pages import TV, opened
from tests.pi_app.web.evenings import board, scored

UPRIGHT: ViewportSize = {"width": 1080, "height": 1920}


@pytest.mark.parametrize("screen", [TV, UPRIGHT], ids=["lying", "upright"])
@pytest.mark.parametrize("players", [3, 8, 12])
def test_a_television_shows_everybody_without_scrolling(
    browser: Browser, scoreboard: Scoreboard, players: int, screen: ViewportSize
) -> None:
    names = tuple(f"Player {k}" for k in range(players))
    scoreboard.publish(board(n=2, names=names, rounds=(scored(1, players),)))
    context = browser.new_context(viewport=screen)
    page = opened(context, scoreboard, "/tv")
    for lane in page.locator(".lane").all():
        box = lane.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= screen["height"]
        name = lane.locator(".name").bounding_box()
        assert name is not None
        assert name["height"] >= 25
    assert page.locator(".lane").count() == players
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    context.close()


@pytest.mark.parametrize(
    "screen", [TV, UPRIGHT, {"width": 1280, "height": 720}], ids=["lying", "upright", "small"]
)
@pytest.mark.parametrize(
    ("players", "phase"), [(3, Phase.SCORES), (4, Phase.VOTING), (6, Phase.OVER), (12, Phase.OVER)]
)
def test_the_race_has_the_room_that_is_left_and_no_more(
    browser: Browser, scoreboard: Scoreboard, players: int, phase: Phase, screen: ViewportSize
) -> None:
    names = tuple(f"Player {k}" for k in range(players))
    rounds = tuple(scored(k, players) for k in range(1, 6))
    titles = (TitleView("BEST_LIAR", "Best liar", (2, 3), 5),) if phase is Phase.OVER else ()
    shown = replace(board(phase, n=2, names=names, rounds=rounds, winners=(1,)), titles=titles)
    scoreboard.publish(shown)
    context = browser.new_context(viewport=screen)
    page = opened(context, scoreboard, "/tv")
    race, panel = page.locator(".last .race"), page.locator(".last")
    expect(race.locator("svg.rabbit")).to_have_count(players)
    expect(race).to_be_in_viewport(ratio=1)
    assert panel.evaluate("panel => panel.scrollHeight - panel.clientHeight") <= 0
    places = race.locator(".points").evaluate_all("all => all.map((one) => Number(one.getAttribute('y')))")
    assert all(below - above > 9 for above, below in pairwise(places))
    context.close()


@pytest.mark.parametrize(("language", "players"), [("en", 6), ("ru", 8), ("et", 8), ("fa", 8), ("da", 6)])
def test_a_television_shows_every_reason_whole(
    browser: Browser, scoreboard: Scoreboard, language: str, players: int
) -> None:
    reasons = (Why("NOT_FOUND", 0, 0), Why("VOTES_ON_CARD", 5, 5), Why("CAP", -2, 3))
    points = tuple(PointsView(k, 0, 3, 0, 3, ("So.",), reasons) for k in range(1, players + 1))
    names = tuple(f"Player number {k}" for k in range(players))
    scoreboard.publish(board(n=2, names=names, rounds=(replace(scored(1, players), points=points),)))
    context = browser.new_context(viewport={"width": 1280, "height": 720})
    page = opened(context, scoreboard, f"/tv?lang={language}")
    expect(page.locator(".reasons li")).to_have_count(players)
    expect(page.locator(".reasons li").last).to_be_in_viewport(ratio=1)
    beyond, size = page.locator(".last").evaluate(
        "last => [last.scrollHeight - last.clientHeight, parseFloat(getComputedStyle(last).fontSize)]"
    )
    assert beyond <= 0
    assert size >= 10
    context.close()


def test_a_television_without_scripts_shows_everybody(browser: Browser, scoreboard: Scoreboard) -> None:
    names = tuple(f"Player {k}" for k in range(12))
    scoreboard.publish(board(n=2, names=names, rounds=(scored(1, 12),)))
    context = browser.new_context(viewport=TV, java_script_enabled=False)
    page = context.new_page()
    page.goto(scoreboard.local_address() + "/tv")
    expect(page.locator("table.ranking tbody tr")).to_have_count(12)
    expect(page.locator("table.ranking tbody tr").last).to_be_in_viewport(ratio=1)
    context.close()


@pytest.mark.parametrize("scripts", [True, False])
def test_before_the_first_points_the_race_has_the_whole_television(
    browser: Browser, scoreboard: Scoreboard, scripts: bool
) -> None:
    scoreboard.publish(board(Phase.CLUE, n=2, names=("Anna", "Bo", "Cy")))
    context = browser.new_context(viewport=TV, java_script_enabled=scripts)
    page = context.new_page()
    page.goto(scoreboard.local_address() + "/tv")
    box = page.locator(".track" if scripts else "table.ranking").bounding_box()
    assert box is not None
    assert box["width"] > 0.9 * TV["width"]
    if scripts:
        scoreboard.publish(board(n=3, names=("Anna", "Bo", "Cy"), rounds=(scored(1, 3),)))
        expect(page.locator(".last")).to_be_visible()
        expect(page.locator(".last")).to_be_in_viewport(ratio=1)
    context.close()


def test_a_name_of_two_words_stands_in_its_lane_whole(browser: Browser, scoreboard: Scoreboard) -> None:
    names = ("Hans-Peter Müller", "Maria Sibylla", "Bo", "Cy", "Di", "Ed")
    scoreboard.publish(board(n=2, names=names, rounds=(scored(1),)))
    context = browser.new_context(viewport=TV)
    page = opened(context, scoreboard, "/tv")
    beyond = page.locator(".lane .name").evaluate_all(
        "all => all.map((one) => one.scrollHeight - one.clientHeight)"
    )
    assert max(beyond) <= 2
    context.close()


def test_the_larger_the_television_the_larger_the_letters(browser: Browser, scoreboard: Scoreboard) -> None:
    scoreboard.publish(board(n=2, rounds=(scored(1),)))
    sizes = []
    for screen in (TV, ViewportSize(width=3840, height=2160)):
        context = browser.new_context(viewport=screen)
        page = opened(context, scoreboard, "/tv")
        size = page.locator(".lane .name").first.evaluate("one => parseFloat(getComputedStyle(one).fontSize)")
        sizes.append(size / screen["height"])
        context.close()
    assert sizes[0] == pytest.approx(sizes[1], rel=0.02)
