"""A seat by phone in a real browser: the form, and the table's answer to it."""

from collections.abc import Iterator

import pytest

pytest.importorskip("playwright")
from playwright.sync_api import Browser, expect

from pi_app.session.door import Door
from pi_app.session.offered import NameProposal
from pi_app.web.phrases import Phrases
from pi_app.web.server import Scoreboard
from pi_app.words import LANGUAGES
from tests.pi_app.web.browser.pages import PHONE
from tests.pi_app.web.evenings import board

FREE = (1, 3, 5)


class Lobby(Door):
    """A door with its page, and what phones asked for."""

    def __init__(self) -> None:
        self.asked: list[NameProposal] = []
        super().__init__(self.asked.append)
        self.scoreboard = Scoreboard("127.0.0.1", 0, door=self)
        self.scoreboard.publish(board())
        self.open(FREE)


@pytest.fixture
def lobby() -> Iterator[Lobby]:
    made = Lobby()
    made.scoreboard.start()
    yield made
    made.scoreboard.stop()


@pytest.mark.parametrize(
    ("answer", "language", "scripts"),
    [
        ("yes", "fa", True),
        ("no", "ru", True),
        ("late", "da", True),
        ("yes", "et", False),
        ("no", "en", False),
    ],
)
def test_the_phone_that_asked_is_told_what_the_table_said(
    browser: Browser, lobby: Lobby, answer: str, language: str, scripts: bool
) -> None:
    context = browser.new_context(viewport=PHONE, java_script_enabled=scripts, locale=language)
    page = context.new_page()
    problems: list[str] = []
    page.on("console", lambda message: problems.append(message.text))
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.goto(f"{lobby.scoreboard.local_address()}/join/{lobby.code}")
    page.fill("input[name=name]", "شیرین")
    page.locator("fieldset label").nth(2).click()
    page.click("button")
    say = Phrases(language)
    expect(page.locator("#phase")).to_have_text(say.text("join.asked"))
    assert page.locator("form").count() == 0
    sleeps = page.locator('.mine use[href="#lids"]')
    expect(sleeps).to_have_count(1)
    assert [(one.name, one.stickers) for one in lobby.asked] == [("شیرین", 5)]
    if answer == "late":
        lobby.shut()
    else:
        lobby.open(FREE, {lobby.asked[0].id: answer == "yes"})
    expect(page.locator("#phase")).to_have_text(say.text(f"join.{answer}"))
    expect(page.locator(".mine .rabbit")).to_have_count(1 if answer == "yes" else 0)
    expect(sleeps).to_have_count(0)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    # A browser says itself that a page is no longer there.
    assert [line for line in problems if "404" not in line] == []
    assert len(lobby.asked) == 1
    context.close()


@pytest.mark.parametrize("language", LANGUAGES)
def test_twice_as_large_the_form_fits_a_small_phone(browser: Browser, lobby: Lobby, language: str) -> None:
    context = browser.new_context(viewport={"width": 180, "height": 320}, device_scale_factor=2)
    page = context.new_page()
    page.goto(f"{lobby.scoreboard.local_address()}/join/{lobby.code}?lang={language}")
    expect(page.locator("fieldset label")).to_have_count(len(FREE))
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    context.close()


def test_what_is_wrong_with_a_name_is_said_where_it_is_typed(browser: Browser, lobby: Lobby) -> None:
    context = browser.new_context(viewport=PHONE, locale="en-GB")
    page = context.new_page()
    page.goto(f"{lobby.scoreboard.local_address()}/join/{lobby.code}")
    name = page.get_by_role("textbox", name="Your name")
    expect(name).to_be_focused()
    expect(name).not_to_have_attribute("aria-invalid", "true")
    name.fill(" ")
    page.locator("fieldset label").first.click()
    page.click("button")
    expect(name).to_have_accessible_description("Please type a name.")
    expect(name).to_have_attribute("aria-invalid", "true")
    expect(name).to_be_focused()
    context.close()
