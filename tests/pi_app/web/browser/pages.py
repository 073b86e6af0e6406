"""Where the browser is, how a page is opened in it, and what it shows."""

import shutil
import time
from collections.abc import Callable

import pytest

pytest.importorskip("playwright")
from playwright.sync_api import BrowserContext, Page, ViewportSize, expect

from pi_app.session.views import Board
from pi_app.web.listening import Limits
from pi_app.web.server import Scoreboard
from tests.pi_app.web.evenings import board

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"]
QUICK = Limits(beat_seconds=1, check_seconds=0.1)
PHONE: ViewportSize = {"width": 360, "height": 640}
TV: ViewportSize = {"width": 1920, "height": 1080}
PATIENCE_SECONDS = 30
"""Of every wait; each ends with what it waits for. A busy computer is no fault of the page."""

expect.set_options(timeout=1000 * PATIENCE_SECONDS)


def opened(context: BrowserContext, scoreboard: Scoreboard, path: str = "/") -> Page:
    page = context.new_page()
    page.goto(scoreboard.local_address() + path, wait_until="domcontentloaded")
    expect(page.locator("ol.track")).to_be_visible()
    return page


def shows_score(page: Page, score: int) -> None:
    """The first player's points, in the lane."""
    lane = page.locator(".lane", has=page.get_by_text("Anna", exact=True))
    expect(lane.locator(".score")).to_have_text(str(score))


def anna_has(score: int, n: int) -> Board:
    return board(n=n, scores=(score, 5, 4, 3, 2, 1))


def wait_for(page: Page, true: Callable[[], bool], seconds: float = PATIENCE_SECONDS) -> None:
    until = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < until
        page.wait_for_timeout(20)
