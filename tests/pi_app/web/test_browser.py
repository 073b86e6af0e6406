"""The page in a real browser: it follows, it heals, its tabs share, and names stay text."""

import shutil
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Literal

import pytest

pytest.importorskip("playwright")
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, expect, sync_playwright

from pi_app.game.pieces import Phase, Why
from pi_app.game.profiles import PROFILES, resolve
from pi_app.game.titles import TITLES
from pi_app.session.edition_views import profile_view
from pi_app.session.views import Board, PointsView, TitleView
from pi_app.web.server import Limits, Scoreboard
from pi_app.words import LANGUAGES, Words
from tests.pi_app.web.evenings import board, scored, uneven_evening

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on this machine")
QUICK = Limits(beat_seconds=1, check_seconds=0.1)
PHONE: ViewportSize = {"width": 360, "height": 640}
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as play:
        chromium = play.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield chromium
        chromium.close()


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    made = browser.new_context(viewport={"width": 390, "height": 844}, locale="en-GB")
    made.set_default_timeout(5000)
    yield made
    made.close()


@pytest.fixture
def scoreboard() -> Iterator[Scoreboard]:
    made = Scoreboard("127.0.0.1", 0, limits=QUICK)
    made.publish(board(n=1))
    made.start()
    yield made
    made.stop()


def opened(context: BrowserContext, scoreboard: Scoreboard, path: str = "/") -> Page:
    page = context.new_page()
    page.goto(scoreboard.local_address() + path, wait_until="domcontentloaded")
    expect(page.locator("ol.track")).to_be_visible()
    return page


def shows_score(page: Page, score: int, seconds: float = 3) -> None:
    """The first player's points, in the lane."""
    lane = page.locator(".lane", has=page.get_by_text("Anna", exact=True))
    expect(lane.locator(".score")).to_have_text(str(score), timeout=seconds * 1000)


def anna_has(score: int, n: int) -> Board:
    return board(n=n, scores=(score, 5, 4, 3, 2, 1))


def wait_for(page: Page, true: Callable[[], bool], seconds: float = 5) -> None:
    until = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < until
        page.wait_for_timeout(20)


def test_the_page_shows_the_state_and_follows_it(context: BrowserContext, scoreboard: Scoreboard) -> None:
    page = opened(context, scoreboard)
    shows_score(page, 6)
    expect(page.locator("#status")).to_have_text("Live")
    scoreboard.publish(board(Phase.VOTING, n=2, voted=5, names=("Anna", *"BCDEFG"), number=2))
    expect(page.locator("#phase")).to_have_text("5 of 6 have voted", timeout=3000)
    scoreboard.publish(board(Phase.SCORES, n=3, rounds=(scored(1),)))
    expect(page.locator(".reasons")).to_contain_text("Because.", timeout=3000)
    expect(page.locator("table.history")).to_be_visible()


def test_a_page_opens_one_stream_and_asks_nobody_else(
    context: BrowserContext, scoreboard: Scoreboard
) -> None:
    page = context.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(scoreboard.local_address() + "/")
    wait_for(page, lambda: scoreboard.streams == 1)
    page.wait_for_timeout(800)
    assert scoreboard.streams == 1
    assert sum(url.endswith("/events") for url in asked) == 1
    assert all(url.startswith(scoreboard.local_address()) for url in asked)


def test_a_page_survives_a_restart_of_the_server(context: BrowserContext, scoreboard: Scoreboard) -> None:
    page = opened(context, scoreboard)
    shows_score(page, 6)
    port = scoreboard.port
    scoreboard.stop()
    expect(page.locator("#status")).to_have_text("Reconnecting …")
    page.wait_for_timeout(800)
    again = Scoreboard("127.0.0.1", port, limits=QUICK)
    again.publish(anna_has(11, n=1))
    again.start()
    try:
        shows_score(page, 11, seconds=3)
        expect(page.locator("#status")).to_have_text("Live")
    finally:
        again.stop()


def test_a_page_that_gets_no_stream_asks_instead(context: BrowserContext) -> None:
    full = Scoreboard("127.0.0.1", 0, limits=Limits(streams=0))
    full.publish(board(n=1))
    full.start()
    try:
        pages = [opened(context, full) for _ in range(2)]
        pages[0].wait_for_timeout(4000)
        full.publish(anna_has(15, n=2))
        for page in pages:
            shows_score(page, 15, seconds=5)
            expect(page.locator("#status")).to_have_text("Live")
    finally:
        full.stop()


def test_eight_tabs_of_one_browser_all_follow_with_one_stream(
    context: BrowserContext, scoreboard: Scoreboard
) -> None:
    pages = [opened(context, scoreboard) for _ in range(8)]
    wait_for(pages[0], lambda: scoreboard.streams == 1)
    scoreboard.publish(anna_has(12, n=2))
    for page in pages:
        shows_score(page, 12)
    began = time.monotonic()
    assert pages[7].evaluate("fetch('/healthz').then((answer) => answer.status)") == 200
    assert time.monotonic() - began < 1


def test_when_the_leading_tab_closes_another_one_leads(
    context: BrowserContext, scoreboard: Scoreboard
) -> None:
    pages = [opened(context, scoreboard) for _ in range(3)]
    wait_for(pages[0], lambda: scoreboard.streams == 1)
    pages[0].close()
    wait_for(pages[1], lambda: scoreboard.streams == 0)
    wait_for(pages[1], lambda: scoreboard.streams >= 1)
    scoreboard.publish(anna_has(13, n=2))
    for page in pages[1:]:
        shows_score(page, 13)
    wait_for(pages[1], lambda: scoreboard.streams == 1)


@pytest.mark.parametrize("event", ["visibilitychange", "pageshow", "online"])
def test_a_phone_that_wakes_is_right_at_once(
    context: BrowserContext, scoreboard: Scoreboard, event: str
) -> None:
    # The stream is dead without an error: it never brings anything.
    context.add_init_script("window.EventSource = class { addEventListener() {} close() {} };")
    page = opened(context, scoreboard)
    shows_score(page, 6)
    page.wait_for_timeout(300)
    scoreboard.publish(anna_has(14, n=2))
    page.wait_for_timeout(300)
    shows_score(page, 6)
    target = "document" if event == "visibilitychange" else "window"
    page.evaluate(f"{target}.dispatchEvent(new Event('{event}'))")
    shows_score(page, 14)


def test_a_page_that_hears_nothing_for_long_says_so(context: BrowserContext, scoreboard: Scoreboard) -> None:
    context.add_init_script("window.EventSource = class { addEventListener() {} close() {} };")
    context.clock.install()
    page = opened(context, scoreboard)
    expect(page.locator("#status")).to_have_text("Live")
    context.clock.run_for(25_000)
    expect(page.locator("#status")).to_have_text("Reconnecting …")


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


@pytest.mark.parametrize("players", [3, 8, 12])
def test_a_television_shows_everybody_without_scrolling(
    browser: Browser, scoreboard: Scoreboard, players: int
) -> None:
    names = tuple(f"Player {k}" for k in range(players))
    scoreboard.publish(board(n=2, names=names, rounds=(scored(1, players),)))
    context = browser.new_context(viewport={"width": 1920, "height": 1080})
    page = opened(context, scoreboard, "/tv")
    for lane in page.locator(".lane").all():
        box = lane.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= 1080
        name = lane.locator(".name").bounding_box()
        assert name is not None
        assert name["height"] >= 25
    assert page.locator(".lane").count() == players
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    context.close()


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
    context = browser.new_context(viewport={"width": 1920, "height": 1080})
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
        expect(page.locator("#pips i")).to_have_count(5, timeout=3000)
        expect(page.locator("#pips i.laid")).to_have_count(voted, timeout=3000)
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
        expect(page.locator("#rules")).to_be_visible(timeout=3000)
        if n == 2:
            page.locator("#rules summary, #rules").first.click()
        name = profile_view(PROFILES[profile], Words("ru")).name
        expect(page.locator("#rules summary")).to_contain_text(name, timeout=3000)
        expect(page.locator("#rules li")).to_have_count(n + 17)


@pytest.mark.parametrize("scheme", ["dark", "light"])
@pytest.mark.parametrize("scripts", [True, False])
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
    page.locator("#rules summary").click()
    wide = page.locator("body").evaluate("() => document.documentElement.scrollWidth")
    assert wide <= PHONE["width"]
    context.close()


def test_a_television_without_scripts_shows_everybody(browser: Browser, scoreboard: Scoreboard) -> None:
    names = tuple(f"Player {k}" for k in range(12))
    scoreboard.publish(board(n=2, names=names, rounds=(scored(1, 12),)))
    context = browser.new_context(viewport={"width": 1920, "height": 1080}, java_script_enabled=False)
    page = context.new_page()
    page.goto(scoreboard.local_address() + "/tv")
    expect(page.locator("table.ranking tbody tr")).to_have_count(12)
    expect(page.locator("table.ranking tbody tr").last).to_be_in_viewport(ratio=1)
    context.close()


def test_without_scripts_the_table_is_there(browser: Browser, scoreboard: Scoreboard) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(scoreboard.local_address() + "/")
    expect(page.locator("table.ranking tbody tr")).to_have_count(6)
    context.close()
