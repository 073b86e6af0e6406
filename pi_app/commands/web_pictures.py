"""Boards in; the scoreboard as phones and televisions show it out, pictured by a real browser.

Rule: only whoever remakes the README needs this, so a browser and what drives it are used where they are.
"""

from __future__ import annotations

import importlib.util
import io
import shutil
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PIL import Image

from pi_app.session.views import Board
from pi_app.web.server import Scoreboard

if TYPE_CHECKING:
    from playwright.sync_api import Browser

_BROWSERS = ("chromium", "chromium-browser", "google-chrome")
_FLAGS = ("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run")
_LIVE = '#status[data-status="live"]'
_HOP_MS = 1500
"""Until the rabbits have hopped."""


@dataclass(frozen=True, slots=True)
class Device:
    """What looks at the scoreboard: its screen in pixels and the page it opens."""

    size: tuple[int, int]
    path: str


DEVICES = {"phone": Device((360, 720), "/"), "tv": Device((1280, 720), "/tv")}
PHASES = ("voting", "scores", "finish")


@dataclass(frozen=True, slots=True)
class Picture:
    """`name`: device and phase."""

    name: str
    language: str
    image: Image.Image


def browser_path() -> str | None:
    """The browser to take pictures with; None: there is none, or nothing to drive it with."""
    if importlib.util.find_spec("playwright") is None:
        return None
    return next((path for name in _BROWSERS if (path := shutil.which(name))), None)


def names() -> tuple[str, ...]:
    """Every picture there can be."""
    return tuple(f"{device}-{phase}" for device in DEVICES for phase in PHASES)


def pictures_of(
    boards: Mapping[str, Board], wanted: Sequence[str], languages: Sequence[str], day: bool
) -> Iterator[Picture]:
    """`boards`: phase -> what the network may know of it; `wanted`: some of `names`."""
    path = browser_path()
    if path is None or not wanted:
        return
    from playwright.sync_api import sync_playwright  # noqa: PLC0415 - not there on most machines

    scoreboard = Scoreboard("127.0.0.1", 0)
    scoreboard.start()
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=path, args=list(_FLAGS))
        for phase, board in boards.items():
            scoreboard.publish(board)
            for name, device in DEVICES.items():
                if f"{name}-{phase}" in wanted:
                    for language in languages:
                        address = f"{scoreboard.local_address()}{device.path}?lang={language}"
                        image = _taken(browser, address, device, day)
                        yield Picture(f"{name}-{phase}", language, image)
        browser.close()
    scoreboard.stop()


def _taken(browser: Browser, address: str, device: Device, day: bool) -> Image.Image:
    wide, high = device.size
    page = browser.new_page(viewport={"width": wide, "height": high}, color_scheme="light" if day else "dark")
    page.goto(address, wait_until="domcontentloaded")
    page.wait_for_selector(_LIVE)
    page.wait_for_timeout(_HOP_MS)
    image = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    page.close()
    return image
