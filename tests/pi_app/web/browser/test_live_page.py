"""The page in a real browser: it follows, it heals, and its tabs share one stream."""

import contextlib
from collections.abc import Iterator
from dataclasses import replace

import pytest
from playwright.sync_api import BrowserContext, Page, Request, expect

from pi_app.game.pieces import Phase
from pi_app.session.views import Board
from pi_app.web.listening import Limits
from pi_app.web.server import Scoreboard
from tests.pi_app.web.browser.pages import QUICK, anna_has, opened, shows_score, wait_for
from tests.pi_app.web.browser.wifi import Wifi
from tests.pi_app.web.evenings import board, scored


def test_the_page_shows_the_state_and_follows_it(context: BrowserContext, scoreboard: Scoreboard) -> None:
    page = opened(context, scoreboard)
    shows_score(page, 6)
    expect(page.locator("#status")).to_have_text("Live")
    scoreboard.publish(board(Phase.VOTING, n=2, voted=5, names=("Anna", *"BCDEFG"), number=2))
    expect(page.locator("#phase")).to_have_text("5 of 6 have voted")
    scoreboard.publish(board(Phase.SCORES, n=3, rounds=(scored(1),)))
    expect(page.locator(".reasons")).to_contain_text("Because.")
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


@contextlib.contextmanager
def restarted(shown: Board, wifi: Wifi) -> Iterator[None]:
    """Another server, where phones found the first one."""
    again = Scoreboard("127.0.0.1", 0, limits=QUICK)
    again.publish(shown)
    again.start()
    wifi.server_port = again.port
    try:
        yield
    finally:
        again.stop()


def test_a_page_survives_a_restart_of_the_server(context: BrowserContext, scoreboard: Scoreboard) -> None:
    wifi = Wifi(scoreboard.port)
    page = context.new_page()
    page.goto(f"http://127.0.0.1:{wifi.port}/")
    expect(page.locator("#status")).to_have_text("Live")
    scoreboard.stop()
    expect(page.locator("#status")).to_have_text("Reconnecting …")
    page.wait_for_timeout(800)
    with restarted(anna_has(11, n=1), wifi):
        shows_score(page, 11)
        expect(page.locator("#status")).to_have_text("Live")
    wifi.close()


def test_a_page_that_gets_no_stream_asks_instead(context: BrowserContext) -> None:
    full = Scoreboard("127.0.0.1", 0, limits=Limits(streams=0))
    full.publish(board(n=1))
    full.start()
    try:
        pages = [opened(context, full) for _ in range(2)]
        pages[0].wait_for_timeout(4000)
        full.publish(anna_has(15, n=2))
        for page in pages:
            shows_score(page, 15)
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
    # Were all connections of the browser streams, this would never come.
    assert pages[7].evaluate("fetch('/healthz').then((answer) => answer.status)") == 200


def test_when_the_leading_tab_closes_another_one_leads(
    context: BrowserContext, scoreboard: Scoreboard
) -> None:
    streams: dict[Request, Page] = {}
    context.on("request", lambda asked: _is_stream(asked) and streams.update({asked: asked.frame.page}))
    for ended in ("requestfinished", "requestfailed"):
        context.on(ended, lambda asked: streams.pop(asked, None))
    pages = [opened(context, scoreboard) for _ in range(3)]
    wait_for(pages[0], lambda: scoreboard.streams == len(streams) == 1)
    (leader,) = streams.values()
    others = [page for page in pages if page is not leader]
    leader.close()
    wait_for(others[0], lambda: any(page in others for page in streams.values()))
    scoreboard.publish(anna_has(13, n=2))
    for page in others:
        shows_score(page, 13)
    wait_for(others[0], lambda: scoreboard.streams == 1)


def _is_stream(asked: Request) -> bool:
    return asked.url.endswith("/events")


@pytest.mark.parametrize("event", ["visibilitychange", "pageshow", "online"])
def test_a_phone_that_wakes_is_right_at_once(
    context: BrowserContext, scoreboard: Scoreboard, event: str
) -> None:
    # The stream is dead without an error: it never brings anything. Nor does the page look by itself.
    context.add_init_script("window.EventSource = class { addEventListener() {} close() {} };")
    context.add_init_script("window.setInterval = () => 0;")
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
    context.route("**/api/state", lambda route: route.abort())
    context.clock.run_for(15_000)
    expect(page.locator("#status")).to_have_text("Reconnecting …")
    context.unroute("**/api/state")
    scoreboard.publish(anna_has(18, n=2))
    context.clock.run_for(3_000)
    shows_score(page, 18)
    expect(page.locator("#status")).to_have_text("Live")


def test_a_wifi_that_was_lost_without_a_word_is_found_again_without_one(
    context: BrowserContext, scoreboard: Scoreboard
) -> None:
    wifi = Wifi(scoreboard.port)
    page = context.new_page()
    page.goto(f"http://127.0.0.1:{wifi.port}/")
    shows_score(page, 6)
    wait_for(page, lambda: scoreboard.streams == 1)
    wifi.there.clear()
    scoreboard.publish(anna_has(19, n=2))
    expect(page.locator("#status")).to_have_text("Reconnecting …")
    shows_score(page, 6)
    wifi.there.set()
    shows_score(page, 19)
    expect(page.locator("#status")).to_have_text("Live")
    scoreboard.publish(anna_has(20, n=3))
    shows_score(page, 20)
    wifi.close()


def test_a_browser_too_old_for_the_scripts_reloads_the_plain_page_once_the_server_is_there(
    context: BrowserContext, scoreboard: Scoreboard
) -> None:
    page = context.new_page()
    page.clock.install()
    page.route("**/page.js", lambda route: route.fulfill(content_type="text/javascript", body="?."))
    wifi = Wifi(scoreboard.port)
    page.goto(f"http://127.0.0.1:{wifi.port}/")
    first = page.locator("table.ranking td:last-child").first
    expect(first).to_have_text("6")
    scoreboard.stop()
    page.clock.run_for(9000)
    expect(first).to_have_text("6")
    with restarted(anna_has(17, n=2), wifi):
        page.clock.run_for(9000)
        expect(first).to_have_text("17")
    wifi.close()


def test_two_of_one_name_are_told_apart(context: BrowserContext, scoreboard: Scoreboard) -> None:
    two = board(n=2, names=("Anna", "Anna", "Bo"), winners=(2,))
    labels = ("Anna (1)", "Anna (2)", "Bo")
    players = tuple(replace(p, label=label) for p, label in zip(two.players, labels, strict=True))
    scoreboard.publish(replace(two, players=players))
    page = opened(context, scoreboard)
    expect(page.locator(".lane .name")).to_have_text(list(labels))
    expect(page.locator("#phase")).to_contain_text("Anna (2)")


@pytest.mark.parametrize("hours", [-1, 1])
def test_a_phone_whose_clock_is_set_still_notices_and_heals(
    context: BrowserContext, scoreboard: Scoreboard, hours: int
) -> None:
    context.add_init_script("const real = Date.now; window.set = 0; Date.now = () => real() + window.set;")
    page = opened(context, scoreboard)
    shows_score(page, 6)
    page.evaluate("hours => { window.set = hours * 3600000; }", hours)
    scoreboard.publish(anna_has(14, n=2))
    shows_score(page, 14)
    expect(page.locator("#status")).to_have_text("Live")
    scoreboard.stop()
    expect(page.locator("#status")).to_have_text("Reconnecting …")
