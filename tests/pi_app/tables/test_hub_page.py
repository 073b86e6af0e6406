"""The page of all tables in a real browser."""

import itertools
import re
from collections.abc import Iterator

import httpx
import pytest

pytest.importorskip("playwright")
from playwright.sync_api import Browser, ViewportSize, expect, sync_playwright

from pi_app.game.pieces import Phase
from pi_app.tables.broker import Broker
from pi_app.tables.hub import Hub
from pi_app.tables.topics import Topics, state_message, table_id
from pi_app.web.board import public_json
from pi_app.words import LANGUAGES
from tests.pi_app.web.browser.pages import CHROMIUM, FLAGS, TV
from tests.pi_app.web.evenings import board

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on this machine")

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
    """A hub without a broker; its messages are handed in by the tests; two ticks are ten seconds apart."""
    made = Hub(Broker("127.0.0.1", 1), itertools.count(step=10.0).__next__, "", "127.0.0.1", 0)
    made.start()
    yield made
    made.stop()


def say(hub: Hub, name: str, **shown: object) -> None:
    topics = Topics("", table_id(name))
    state = public_json(board(**shown))  # type: ignore[arg-type]
    hub._heard(topics.state, state_message(topics.table, name, "http://192.168.1.20:8080", state))
    hub._heard(topics.status, b"online")


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
    hub.tick()
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
    expect(page.locator(".card h2")).to_have_count(len(HOSTILE))
    expect(page.get_by_text(HOSTILE[0]).first).to_be_visible()
    context.close()


def many(hub: Hub, tables: int, players: int = 6) -> None:
    names = tuple(f"Player {k}" for k in range(players))
    for k in range(tables):
        say(hub, f"Table {k + 1}", names=names, scores=tuple(range(k % 20, k % 20 + players)))
    hub.tick()


@pytest.mark.parametrize("scripts", [True, False])
@pytest.mark.parametrize(
    ("tables", "players", "cards", "upright"),
    [
        (1, 6, 1, False),
        (2, 12, 2, False),
        (3, 12, 3, False),
        (6, 12, 6, False),
        (6, 12, 6, True),
        (10, 8, 6, False),
        (200, 8, 8, False),
    ],
)
def test_a_television_shows_whole_tables_and_the_ranking_without_scrolling(
    browser: Browser, hub: Hub, tables: int, players: int, cards: int, upright: bool, scripts: bool
) -> None:
    many(hub, tables, players)
    screen = ViewportSize(width=1080, height=1920) if upright else TV
    context = browser.new_context(viewport=screen, java_script_enabled=scripts)
    page = context.new_page()
    # The first part of what comes in turns.
    page.clock.set_fixed_time(0)
    page.goto(hub.server.local_address() + "/tv")
    expect(page.locator(".card")).to_have_count(cards)
    expect(page.locator("table.ranking tbody tr")).to_have_count(min(10, tables * players))
    for whole in (*page.locator(".seat").all()[:: players - 1], page.locator("tbody tr").last):
        expect(whole).to_be_in_viewport(ratio=1)
    if scripts:
        expect(page.locator("#status")).to_have_text(re.compile("Live|Reconnecting"))
        heights = page.locator(".seat .name").evaluate_all("names => names.map((name) => name.offsetHeight)")
        assert min(heights) >= 25
        inner = page.locator(".card").evaluate_all(
            "cards => cards.map((card) => card.scrollHeight - card.clientHeight)"
        )
        assert max(inner) <= 1
    context.close()


AT_WORK: tuple[dict[str, object], ...] = (
    {"phase": Phase.CLUE},
    {"phase": Phase.VOTING, "voted": 5},
    {"phase": Phase.REVEAL},
    {"phase": Phase.OWNERS},
    {"phase": Phase.OVER, "winners": (1, 2, 3)},
    {"phase": Phase.OVER, "winners": (1,)},
    {"phase": Phase.VOTING, "voted": 1},
    {"phase": Phase.SCORES},
)


@pytest.mark.parametrize(
    ("tables", "upright", "scripts"), [(6, False, True), (6, True, False), (49, False, True)]
)
def test_on_a_television_what_a_table_does_is_never_cut_off(
    browser: Browser, hub: Hub, tables: int, upright: bool, scripts: bool
) -> None:
    names = ("Wilhelmine-Maximiliane von und zu Hohenst", *(f"Player {k}" for k in range(1, 12)))
    for k in range(tables):
        say(hub, f"Table {k + 1}", names=names, scores=tuple(range(12)), number=3, **AT_WORK[k % 8])
    hub.tick()
    screen = ViewportSize(width=1080, height=1920) if upright else TV
    context = browser.new_context(viewport=screen, java_script_enabled=scripts)
    page = context.new_page()
    page.clock.set_fixed_time(0)
    for language in LANGUAGES:
        page.goto(f"{hub.server.local_address()}/tv?lang={language}")
        expect(page.locator(".card .state .name").first).to_be_visible()
        for whole in (".card .state", ".card", ".card ul"):
            cut_off = page.locator(whole).evaluate_all(
                """(parts) => parts.filter((part) => part.scrollHeight - part.clientHeight > 1
                    || part.scrollWidth - part.clientWidth > 1).map((part) => part.textContent)"""
            )
            assert (whole, language, cut_off) == (whole, language, [])
    context.close()


def test_a_television_turns_to_every_table_and_back(browser: Browser, hub: Hub) -> None:
    many(hub, 14)
    page = browser.new_page(viewport=TV, locale="en-GB")
    page.clock.install(time=0)
    page.goto(hub.server.local_address() + "/tv")
    seen = []
    for _ in range(4):
        expect(page.locator("#board:not(.turning) .card").first).to_be_visible()
        seen.append((page.locator("#round").inner_text(), page.locator(".card h2 .name").all_inner_texts()))
        page.clock.run_for(10_000)
        page.clock.run_for(1_000)
    assert [span for span, _ in seen] == ["1–6 / 14", "7–12 / 14", "13–14 / 14", "1–6 / 14"]
    assert [name for _, names in seen[:3] for name in names] == [f"Table {k}" for k in range(1, 15)]
    page.close()


def test_a_television_without_scripts_turns_too(hub: Hub) -> None:
    many(hub, 14)
    base = hub.server.local_address() + "/tv?lang=en"
    seen = [httpx.get(f"{base}&turn={turn}").text for turn in range(4)]
    assert 'content="12;url=/tv?lang=en&amp;turn=3"' in seen[2]
    shown = [re.findall('<li class="card"><h2>.*?>(Table [0-9]+)<', page) for page in seen]
    assert shown[0] == shown[3] == [f"Table {k}" for k in range(1, 7)]
    assert shown[2] == ["Table 13", "Table 14"]


@pytest.mark.parametrize("turn", ["", "-1", "x", "9" * 40, "²", "%00", "٣"])
def test_a_turn_that_is_none_is_the_first(hub: Hub, turn: str) -> None:
    many(hub, 14)
    answer = httpx.get(f"{hub.server.local_address()}/tv?turn={turn}")
    assert answer.status_code == 200
    assert "Table 1<" in answer.text


def test_hostile_names_stay_text_on_a_television(browser: Browser, hub: Hub) -> None:
    for name in HOSTILE:
        say(hub, name, names=HOSTILE)
    hub.tick()
    page = browser.new_page(viewport=TV, locale="fa-IR")
    problems: list[str] = []
    page.on("console", lambda message: problems.append(message.text))
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.goto(hub.server.local_address() + "/tv")
    expect(page.locator(".card")).to_have_count(len(HOSTILE))
    assert page.evaluate("window.hurt") is None
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert problems == []
    page.close()


@pytest.mark.parametrize("path", ["/", "/tv"])
def test_a_page_that_hears_a_hub_without_a_broker_does_not_call_itself_live(
    browser: Browser, hub: Hub, path: str
) -> None:
    say(hub, "Garden")
    hub.tick()
    page = browser.new_page(locale="en-GB")
    page.goto(hub.server.local_address() + path)
    expect(page.locator("#phase")).to_have_text("The tables cannot be reached just now: this may be old.")
    expect(page.locator("#status")).to_have_text("Reconnecting …")
    page.close()


def test_a_table_that_is_away_says_so_and_nothing_else(browser: Browser, hub: Hub) -> None:
    say(hub, "Garden", phase=Phase.VOTING, voted=3)
    hub._heard(Topics("", table_id("Garden")).status, b"offline")
    hub.tick()
    for scripts in (True, False):
        context = browser.new_context(java_script_enabled=scripts, locale="en-GB")
        page = context.new_page()
        page.goto(hub.server.local_address())
        expect(page.locator(".card.offline .state")).to_have_text("not connected")
        expect(page.locator("#phase")).not_to_contain_text("voted")
        context.close()


def test_a_name_too_long_pushes_nothing_aside(browser: Browser, hub: Hub) -> None:
    say(hub, "W" * 60, names=("W" * 40, "Bo"))
    hub.tick()
    for path, screen in (("/", ViewportSize(width=360, height=740)), ("/tv", TV)):
        page = browser.new_page(viewport=screen)
        page.goto(hub.server.local_address() + path)
        expect(page.locator("table.ranking tbody tr")).to_have_count(2)
        apart = page.locator("table.ranking tbody tr").first.evaluate(
            """row => {
                const boxes = [...row.cells]
                    .map((cell) => (cell.querySelector('.name') ?? cell).getBoundingClientRect());
                const beside = (a, b) => a.right <= b.left + 1 || b.right <= a.left + 1;
                return boxes.every((box, place) => boxes.slice(place + 1)
                    .every((other) => beside(box, other) || box.bottom <= other.top + 2));
            }"""
        )
        assert apart
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        page.close()


@pytest.mark.parametrize(
    "screen", [TV, ViewportSize(width=1080, height=1920), ViewportSize(width=390, height=844)]
)
def test_usual_names_stand_in_the_ranking_whole(browser: Browser, hub: Hub, screen: ViewportSize) -> None:
    for table in ("By the window", "Kitchen table", "Table 12"):
        say(hub, table, names=("Player 10", "Player 11", "Katarzyna", "Jürgen"))
    hub.tick()
    page = browser.new_page(viewport=screen)
    page.clock.set_fixed_time(0)
    page.goto(hub.server.local_address() + ("/" if screen["width"] < 400 else "/tv"))
    names = page.locator("table.ranking .name")
    expect(names).to_have_count(24 if screen["width"] < 400 else 20)
    cut = names.evaluate_all(
        "all => all.filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent)"
    )
    assert cut == []
    page.close()


def test_without_a_table_the_television_says_where_it_is(browser: Browser, hub: Hub) -> None:
    hub.tick()
    page = browser.new_page(viewport=TV)
    page.goto(hub.server.local_address() + "/tv")
    expect(page.locator("#here img")).to_be_visible()
    expect(page.locator("#here")).to_contain_text(hub.server.local_address().removeprefix("http://"))
    say(hub, "Garden")
    hub.tick()
    expect(page.locator("#here")).to_be_hidden()
    page.close()
