"""The page for those who see little, hear it, use large letters or the keyboard."""

import io
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal

import pytest
from PIL import Image
from playwright.sync_api import Browser, BrowserContext, Page, expect
from pyzbar import pyzbar

from pi_app.game.pieces import Phase
from pi_app.game.profiles import PROFILES, resolve
from pi_app.session.views import Board, TitleView
from pi_app.web.board import NO_MATCH
from pi_app.web.server import Scoreboard
from pi_app.words import LANGUAGES
from tests.pi_app.web.browser.pages import TV, opened
from tests.pi_app.web.evenings import board, scored, uneven_evening

CONTRAST = (Path(__file__).parent / "contrast.js").read_text(encoding="utf-8")
PHONE_AA, TV_AAA = 4.5, 7.0


def full_evening(phase: Phase) -> Board:
    """With everything a page can show; one player has left."""
    titles = (TitleView("BEST_LIAR", "Best liar", (2, 3), 5), TitleView("MIND_TWINS", "Twins", (1, 4), 3))
    shown = uneven_evening()
    players = (*shown.players[:5], replace(shown.players[5], active=False), shown.players[6])
    over = phase is Phase.OVER
    return replace(
        shown,
        phase=phase,
        players=players,
        over=over,
        winners=(2,) if over else (),
        titles=titles if over else (),
        rules=resolve(PROFILES["refresh2021"], 7),
    )


@pytest.mark.parametrize(
    ("path", "scheme", "least"),
    [("/", "dark", PHONE_AA), ("/", "light", PHONE_AA), ("/tv", "dark", TV_AAA), ("/tv", "light", TV_AAA)],
)
@pytest.mark.parametrize("scripts", [True, False])
def test_every_text_stands_out_from_its_ground(
    browser: Browser,
    scoreboard: Scoreboard,
    path: str,
    scheme: Literal["dark", "light"],
    least: float,
    scripts: bool,
) -> None:
    for shown in (NO_MATCH, full_evening(Phase.VOTING), full_evening(Phase.OVER)):
        scoreboard.publish(shown)
        context = browser.new_context(viewport=TV, color_scheme=scheme, java_script_enabled=scripts)
        page = context.new_page()
        page.goto(scoreboard.local_address() + path)
        expect(page.locator("#board .name")).to_have_count(0) if shown is NO_MATCH else expect(
            page.locator("#board .name").first
        ).to_be_visible()
        if path == "/" and shown is not NO_MATCH and scripts:
            page.locator("#rules summary").click()
        told = page.evaluate(CONTRAST, least)
        assert told["texts"] > 3
        assert told["found"] == []
        context.close()


@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_the_rules_alone_stand_out_from_their_ground(
    browser: Browser, scoreboard: Scoreboard, scheme: Literal["dark", "light"]
) -> None:
    scoreboard.publish(full_evening(Phase.VOTING))
    context = browser.new_context(viewport=TV, color_scheme=scheme, java_script_enabled=False)
    page = context.new_page()
    page.goto(scoreboard.local_address() + "/")
    page.locator("#rules-apart a").click()
    expect(page.locator("#rules li").first).to_be_visible()
    told = page.evaluate(CONTRAST, PHONE_AA)
    assert told["texts"] > 15
    assert told["found"] == []
    context.close()


def texts_heard(context: BrowserContext, page: Page) -> list[str]:
    """What a screen reader comes by, in its order."""
    nodes = context.new_cdp_session(page).send("Accessibility.getFullAXTree")["nodes"]
    by_id = {node["nodeId"]: node for node in nodes}

    def texts(node: dict[str, Any]) -> Iterator[str]:
        if node["role"]["value"] == "StaticText":
            yield node["name"]["value"]
        for child in node.get("childIds", ()):
            if child in by_id:
                yield from texts(by_id[child])

    return list(texts(nodes[0]))


def test_who_gained_what_is_said_and_lanes_are_read_best_first(
    context: BrowserContext, scoreboard: Scoreboard
) -> None:
    scoreboard.publish(board(Phase.REVEAL, n=2, names=("Anna", "Bo", "Cy"), scores=(5, 3, 1)))
    page = opened(context, scoreboard)
    expect(page.locator("#said")).to_have_text("")
    after = board(n=3, names=("Anna", "Bo", "Cy"), scores=(5, 7, 1), rounds=(scored(1, 3),))
    scoreboard.publish(after)
    said = page.locator("#said")
    expect(said).to_have_text("Bo +4, 7; Anna +3, 5; Cy 0, 1")
    expect(said).to_have_attribute("aria-live", "polite")
    expect(page.locator(".track")).to_have_attribute("aria-owns", "lane-2 lane-1 lane-3")
    expect(page).to_have_title("The rabbits hop – Rabbit Table")
    heard = texts_heard(context, page)
    lanes = heard[heard.index("1") :]
    assert lanes[:11] == ["1", "Bo", "+4", "7", "2", "Anna", "Storyteller", "+3", "5", "3", "Cy"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_twice_as_large_a_small_phone_shows_every_name(
    browser: Browser, scoreboard: Scoreboard, language: str
) -> None:
    scoreboard.publish(full_evening(Phase.OVER))
    context = browser.new_context(viewport={"width": 180, "height": 320}, device_scale_factor=2)
    page = opened(context, scoreboard, f"/?lang={language}")
    wide = page.locator(".lane .name, .reasons .name").evaluate_all(
        "all => all.map((one) => one.offsetWidth)"
    )
    assert min(wide) >= 16
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    overlaps = page.locator(".lane").evaluate_all(
        """lanes => lanes.map((lane) => {
            const box = (kind) => lane.querySelector(kind).getBoundingClientRect();
            return box(".who").bottom - box(".score").top;
        })"""
    )
    assert max(overlaps) < 5
    context.close()


def test_the_keyboard_leads_through_the_page_and_the_place_shows(
    context: BrowserContext, scoreboard: Scoreboard
) -> None:
    scoreboard.publish(replace(full_evening(Phase.VOTING), rules=resolve(PROFILES["refresh2021"], 7)))
    page = opened(context, scoreboard)
    summary = page.locator("#rules summary")
    summary.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#rules li").first).to_be_visible()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('footer') !== null")
    outline = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
    assert outline == "solid"


@pytest.mark.parametrize("path", ["/", "/tv"])
def test_a_phone_reads_the_code_on_the_page(browser: Browser, scoreboard: Scoreboard, path: str) -> None:
    scoreboard.publish(NO_MATCH)
    context = browser.new_context(viewport=TV)
    page = context.new_page()
    page.goto(scoreboard.local_address() + path)
    if path == "/":
        page.locator("#share summary").click()
    picture = page.locator("#here img, #share img")
    expect(picture).to_be_visible()
    expect(picture).to_have_js_property("complete", True)
    with Image.open(io.BytesIO(picture.screenshot())) as shot:
        assert [code.data.decode() for code in pyzbar.decode(shot)] == [scoreboard.address()]
    expect(page.locator("#asleep .rabbit")).to_have_count(5)
    if path == "/tv":
        scoreboard.publish(board(n=2))
        expect(page.locator("#here")).to_be_hidden()
        expect(page.locator("#asleep")).to_be_hidden()
    context.close()


def test_who_voted_for_a_card_is_said_and_not_only_drawn(
    context: BrowserContext, scoreboard: Scoreboard
) -> None:
    scoreboard.publish(board(n=2, names=("Anna", "Bo", "Cy", "Di"), rounds=(scored(1, 4),)))
    page = opened(context, scoreboard)
    cards = page.locator(".card")
    expect(cards.nth(0).get_by_role("img", name="Bo, Cy")).to_be_visible()
    expect(cards.nth(1).get_by_role("img", name="Di")).to_be_visible()
    expect(cards.nth(2).get_by_role("img")).to_have_count(0)
    heads = page.get_by_role("region", name="All rounds").get_by_role("columnheader")
    expect(heads).to_have_text(["Anna", "Bo", "Cy", "Di"])


def test_a_wide_table_scrolls_by_the_keyboard_and_stays_where_it_is_while_people_vote(
    browser: Browser, scoreboard: Scoreboard
) -> None:
    names = tuple(f"Player {k}" for k in range(12))
    rounds = (scored(1, 12),)
    scoreboard.publish(board(Phase.VOTING, n=2, names=names, rounds=rounds, number=2))
    context = browser.new_context(viewport={"width": 320, "height": 640})
    page = opened(context, scoreboard)
    place = page.get_by_role("region").first
    place.focus()
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    page.wait_for_function("document.activeElement.scrollLeft > 0")
    scoreboard.publish(board(Phase.VOTING, n=3, names=names, rounds=rounds, number=2, voted=4))
    expect(page.locator("#pips .laid")).to_have_count(4)
    assert page.evaluate("document.activeElement.scrollLeft") > 0
    scoreboard.publish(board(Phase.SCORES, n=4, names=names, rounds=(*rounds, scored(2, 12)), number=2))
    expect(page.locator("table.history tbody tr")).to_have_count(2)
    context.close()


@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_on_paper_it_is_day_and_nothing_is_only_to_be_tapped(
    browser: Browser, scoreboard: Scoreboard, scheme: Literal["dark", "light"]
) -> None:
    scoreboard.publish(full_evening(Phase.OVER))
    context = browser.new_context(color_scheme=scheme)
    page = opened(context, scoreboard)
    page.emulate_media(media="print", color_scheme=scheme)
    expect(page.locator("footer")).to_be_hidden()
    expect(page.locator("table.history")).to_be_visible()
    ink = page.locator(".lane .name").first.evaluate("one => getComputedStyle(one).color")
    assert max(int(part) for part in ink.removeprefix("rgb(").removesuffix(")").split(", ")) < 64
    context.close()


@pytest.mark.parametrize(("wide", "high"), [(844, 390), (1180, 820)])
def test_a_wide_screen_has_who_stands_where_beside_how_it_came_about(
    browser: Browser, scoreboard: Scoreboard, wide: int, high: int
) -> None:
    scoreboard.publish(full_evening(Phase.VOTING))
    context = browser.new_context(viewport={"width": wide, "height": high})
    page = opened(context, scoreboard)
    lanes, rounds = page.locator(".track").bounding_box(), page.locator(".all").bounding_box()
    assert lanes is not None
    assert rounds is not None
    assert rounds["x"] > lanes["x"] + lanes["width"]
    assert rounds["y"] < lanes["y"] + 40
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    context.close()
