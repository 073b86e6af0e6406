"""The page in a real browser: what it shows, in every language, and names stay text."""

from dataclasses import replace
from typing import Literal

import pytest
from playwright.sync_api import Browser, BrowserContext, expect

from pi_app.game.pieces import Phase, Why
from pi_app.game.profiles import PROFILES, resolve
from pi_app.game.titles import TITLES
from pi_app.session.edition_views import profile_view
from pi_app.session.views import PointsView, TitleView
from pi_app.web.server import Scoreboard
from pi_app.words import LANGUAGES, Words
from tests.pi_app.web.browser.pages import PHONE, TV, opened
from tests.pi_app.web.evenings import board, scored, uneven_evening


def test_hostile_names_run_nothing_and_stay_in_their_line(
    context: BrowserContext, scoreboard: Scoreboard
) -> None:
    marks = "".join(chr(0x300 + k) for k in range(40))
    names = (
        "<script>window.hurt=1</script>",
        "\u202eevil",
        f"A{marks}",
        "=1+1",
        "<img src=x onerror=hurt()>",
        "x" * 300,
    )
    scoreboard.publish(board(Phase.OVER, names=names, rounds=(scored(1),), winners=(1, 3)))
    problems: list[str] = []
    context.on("console", lambda message: problems.append(message.text))
    context.on("weberror", lambda error: problems.append(str(error.error)))
    page = opened(context, scoreboard)
    expect(page.get_by_text(names[0], exact=True).first).to_be_visible()
    assert page.evaluate("window.hurt") is None
    assert page.locator("main script, main img").count() == 0
    heights = page.locator(".lane").evaluate_all("lanes => lanes.map((lane) => lane.offsetHeight)")
    assert max(heights) - min(heights) <= 2
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert problems == []


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "2 of 5 have voted"),
        ("ru", "Проголосовали 2 из 5"),
        ("et", "Hääletanud on 2 mängijat 5-st"),
        ("fa", "۲ نفر از ۵ نفر رای داده\u200cاند"),
        ("da", "2 af 5 har stemt"),
    ],
)
def test_browser_and_server_say_the_same_in_every_language(
    context: BrowserContext, scoreboard: Scoreboard, language: str, line: str
) -> None:
    scoreboard.publish(board(Phase.VOTING, n=2, voted=2, number=2))
    page = opened(context, scoreboard, f"/?lang={language}")
    expect(page.locator("#phase")).to_have_text(line)
    expect(page.locator("html")).to_have_attribute("dir", "rtl" if language == "fa" else "ltr")


def test_reasons_are_told_in_the_viewers_language(context: BrowserContext, scoreboard: Scoreboard) -> None:
    points = PointsView(2, 0, 5, 0, 5, ("In the table’s words.",), (Why("VOTES_ON_CARD", 5, 5),))
    scoreboard.publish(board(n=2, rounds=(replace(scored(1), points=(points,)),)))
    expect(opened(context, scoreboard, "/?lang=ru").locator(".reasons")).to_contain_text(
        "5 голосов за свою карту"
    )


def test_the_race_and_the_table_add_up_to_the_scores(context: BrowserContext, scoreboard: Scoreboard) -> None:
    shown = uneven_evening()
    scoreboard.publish(shown)
    page = opened(context, scoreboard)
    expect(page.locator(".race")).to_be_visible()
    ways = page.locator(".race polyline.line").evaluate_all(
        "lines => lines.map((line) => Array.from(line.points, (point) => [point.x, point.y]))"
    )
    by_score = {player.score: way[-1][1] for player, way in zip(shown.players, ways, strict=True)}
    heights = [by_score[score] for score in sorted(by_score)]
    assert heights == sorted(heights, reverse=True)
    per_point = (heights[0] - heights[-1]) / (max(by_score) - min(by_score))
    for score, height in by_score.items():
        assert height == pytest.approx(heights[-1] + per_point * (max(by_score) - score))
    assert [len(way) for way in ways] == [5] * 6 + [3]
    assert {way[-1][0] for way in ways} == {ways[0][-1][0]}
    for column, player in enumerate(shown.players, 2):
        cells = page.locator(f"table.history tbody tr > :nth-child({column})").all_text_contents()
        told = [int(cell.replace("−", "-").replace("+", "")) for cell in cells if cell not in ("", "–")]
        assert sum(told) == player.score
    expect(page.locator(".all .reasons")).to_contain_text("looked at a card")
    expect(page.locator(".all .reasons")).to_contain_text("Joined later, with these points")


@pytest.mark.parametrize("path", ["/", "/tv"])
def test_titles_come_at_the_end_in_the_viewers_language(
    browser: Browser, scoreboard: Scoreboard, path: str
) -> None:
    titles = tuple(TitleView(code, code, (2, 3), 5) for code in TITLES)
    over = replace(uneven_evening(), phase=Phase.OVER, over=True, winners=(2,), titles=titles)
    scoreboard.publish(over)
    context = browser.new_context(viewport=TV)
    page = opened(context, scoreboard, f"{path}?lang=da")
    expect(page.locator(".titles li")).to_have_count(len(TITLES))
    expect(page.locator(".titles")).to_contain_text("Bedste løgner")
    if path == "/tv":
        box = page.locator(".titles li").last.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= 1080
    else:
        expect(page.locator("table.statistics tbody tr")).to_have_count(7)
    context.close()


def test_the_discs_on_the_page_tell_how_many_have_voted_and_never_who(
    context: BrowserContext, scoreboard: Scoreboard
) -> None:
    page = opened(context, scoreboard)
    for n, voted in enumerate((0, 2, 5), 2):
        scoreboard.publish(board(Phase.VOTING, n=n, voted=voted, number=2))
        expect(page.locator("#pips i")).to_have_count(5)
        expect(page.locator("#pips i.laid")).to_have_count(voted)
        kinds = page.locator("#pips i").evaluate_all("discs => discs.map((disc) => disc.className)")
        assert kinds == ["laid"] * voted + [""] * (5 - voted)
    scoreboard.publish(board(Phase.REVEAL, n=9, number=2))
    expect(page.locator("#pips i")).to_have_count(0)


@pytest.mark.parametrize("scripts", [True, False])
def test_a_tap_on_a_reason_shows_the_rule_and_the_text_that_says_so(
    browser: Browser, scoreboard: Scoreboard, scripts: bool
) -> None:
    points = PointsView(2, 3, 0, 0, 3, ("So.",), (Why("FOUND", 3, 1),))
    rules = resolve(PROFILES["refresh2021"], 6)
    scoreboard.publish(board(n=2, rounds=(replace(scored(1), points=(points,)),), rules=rules))
    context = browser.new_context(viewport=PHONE, java_script_enabled=scripts, locale="da-DK")
    page = context.new_page()
    page.goto(scoreboard.local_address() + "/")
    rule = page.locator('#rules li[id="rule-scoring.some"]')
    expect(rule).to_be_hidden()
    page.get_by_role("link", name="fandt fortællerens kort").click()
    expect(rule).to_be_visible()
    expect(rule).to_be_in_viewport()
    expect(rule).to_contain_text("den russiske regeltekst")
    context.close()


def test_an_open_list_of_rules_follows_the_next_match(
    context: BrowserContext, scoreboard: Scoreboard
) -> None:
    page = opened(context, scoreboard, "/?lang=ru")
    expect(page.locator("#rules")).to_be_hidden()
    for n, profile in enumerate(("refresh2021", "odyssey2024"), 2):
        scoreboard.publish(board(n=n, rules=resolve(PROFILES[profile], 6)))
        expect(page.locator("#rules")).to_be_visible()
        if n == 2:
            page.locator("#rules summary, #rules").first.click()
        name = profile_view(PROFILES[profile], Words("ru")).name
        expect(page.locator("#rules summary")).to_contain_text(name)
        expect(page.locator("#rules li")).to_have_count(n + 17)


@pytest.mark.parametrize(("scripts", "scheme"), [(True, "dark"), (False, "light")])
@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_wider_than_a_small_phone(
    browser: Browser, scoreboard: Scoreboard, language: str, scripts: bool, scheme: Literal["dark", "light"]
) -> None:
    titles = tuple(TitleView(code, code, (2, 3), 5) for code in TITLES)
    over = replace(uneven_evening(), phase=Phase.OVER, over=True, winners=(2,), titles=titles)
    scoreboard.publish(replace(over, rules=resolve(PROFILES["odyssey2024"], 7)))
    context = browser.new_context(viewport=PHONE, java_script_enabled=scripts, color_scheme=scheme)
    page = context.new_page()
    page.goto(f"{scoreboard.local_address()}/?lang={language}")
    expect(page.locator(".track" if scripts else "table.ranking")).to_be_visible()
    how_wide = "() => document.documentElement.scrollWidth"
    assert page.locator("body").evaluate(how_wide) <= PHONE["width"]
    page.locator("#rules summary" if scripts else "#rules-apart a").click()
    expect(page.locator("#rules li").first).to_be_visible()
    assert page.locator("body").evaluate(how_wide) <= PHONE["width"]
    context.close()


def test_without_scripts_the_table_is_there(browser: Browser, scoreboard: Scoreboard) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(scoreboard.local_address() + "/")
    expect(page.locator("table.ranking tbody tr")).to_have_count(6)
    context.close()
