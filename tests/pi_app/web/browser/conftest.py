"""A real browser for the tests in this folder, and a scoreboard of its own for each of them."""

from collections.abc import Iterator

import pytest

pytest.importorskip("playwright")
from playwright.sync_api import Browser, BrowserContext, sync_playwright

from pi_app.web.server import Scoreboard
from tests.pi_app.web.browser.pages import CHROMIUM, FLAGS, PATIENCE_SECONDS, QUICK
from tests.pi_app.web.evenings import board


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    if CHROMIUM is None:
        pytest.skip("no Chromium on this machine")
    with sync_playwright() as play:
        chromium = play.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield chromium
        chromium.close()


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    made = browser.new_context(viewport={"width": 390, "height": 844}, locale="en-GB")
    made.set_default_timeout(1000 * PATIENCE_SECONDS)
    yield made
    made.close()


@pytest.fixture
def scoreboard() -> Iterator[Scoreboard]:
    made = Scoreboard("127.0.0.1", 0, limits=QUICK)
    made.publish(board(n=1))
    made.start()
    yield made
    made.stop()
