"""The page of all tables in a real browser."""

import shutil
import time
from collections.abc import Iterator

import pytest

pytest.importorskip("playwright")
from playwright.sync_api import Browser, Page, expect, sync_playwright

from pi_app.game.pieces import Phase
from pi_app.tables.broker import Broker
from pi_app.tables.hub import Hub
from pi_app.tables.topics import Topics, state_message, table_id
from pi_app.web.board import public_json
from tests.pi_app.web.evenings import board

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on this machine")
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"]
HOSTILE = (
    "<script>window.hurt=1</script>",
    "\u202eevil",
    "A" + "\u0300" * 40,
    "=1+1",
    "<img src=x>",
    "x" * 300,
)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as play:
        chromium = play.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield chromium
        chromium.close()


@pytest.fixture
def hub() -> Iterator[Hub]:
    """A hub without a broker; its messages are handed in by the tests."""
    made = Hub(Broker("127.0.0.1", 1), time.monotonic, "", "127.0.0.1", 0)
    made.start()
    yield made
    made.stop()


def say(hub: Hub, name: str, **shown: object) -> None:
    topics = Topics("", table_id(name))
    state = public_json(board(**shown))  # type: ignore[arg-type]
    hub._heard(topics.state, state_message(topics.table, name, "http://192.168.1.20:8080", state))
    hub._heard(topics.status, b"online")


def follow(hub: Hub, page: Page, seconds: float = 0.8) -> None:
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        hub.tick()
        page.wait_for_timeout(30)


def test_the_page_follows_all_tables_and_finds_a_player(browser: Browser, hub: Hub) -> None:
    say(hub, "Garden")
    say(hub, "Window", names=("Gül", "Hans"), phase=Phase.VOTING, voted=1)
    hub.tick()
    page = browser.new_page(viewport={"width": 390, "height": 844}, locale="en-GB")
    page.goto(hub.server.local_address())
    expect(page.locator(".card")).to_have_count(2)
    expect(page.locator(".card").nth(1).locator(".state")).to_have_text("1 of 1 has voted")
    expect(page.locator("table.ranking tbody tr").first).to_contain_text("Anna")
    say(hub, "Garden", scores=(3, 29, 1, 1, 1, 1))
    follow(hub, page)
    expect(page.locator("table.ranking tbody tr").first).to_contain_text("Bo")
    page.locator(".find").fill("gü")
    expect(page.locator(".card")).to_have_count(1)
    expect(page.locator(".card .hit")).to_contain_text("Gül")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.close()


def test_hostile_names_of_tables_and_players_stay_text(browser: Browser, hub: Hub) -> None:
    for name in HOSTILE:
        say(hub, name, names=HOSTILE)
    hub.tick()
    page = browser.new_page(viewport={"width": 390, "height": 844}, locale="fa-IR")
    problems: list[str] = []
    page.on("console", lambda message: problems.append(message.text))
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.goto(hub.server.local_address())
    expect(page.locator(".card")).to_have_count(len(HOSTILE))
    expect(page.locator("html")).to_have_attribute("dir", "rtl")
    assert page.evaluate("window.hurt") is None
    assert page.locator("main script, main img").count() == 0
    heights = page.locator(".seat").evaluate_all("seats => seats.map((seat) => seat.offsetHeight)")
    assert max(heights) - min(heights) <= 2
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert problems == []
    page.close()


def test_without_scripts_all_tables_are_there(browser: Browser, hub: Hub) -> None:
    for name in HOSTILE:
        say(hub, name, names=HOSTILE)
    hub.tick()
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(hub.server.local_address())
    expect(page.locator("h3")).to_have_count(len(HOSTILE))
    expect(page.get_by_text(HOSTILE[0]).first).to_be_visible()
    context.close()
