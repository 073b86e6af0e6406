"""Boards in; pictures of the scoreboard and of many tables out, as a real browser shows them.

Rule: only whoever remakes the README needs this, so a browser and what drives it are used where they are.
"""

from __future__ import annotations

import importlib.util
import io
import shutil
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING

from PIL import Image

from pi_app.demo.room import boards_of
from pi_app.session.views import Board
from pi_app.tables.gathered import Gathered
from pi_app.tables.routes import application, told_json
from pi_app.tables.topics import ONLINE, Topics, state_message, table_id
from pi_app.web.board import public_json
from pi_app.web.lan_server import LanServer
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
ROOMS = {"phone-tables": Device((360, 720), "/"), "tv-tables": Device((1280, 720), "/tv")}
"""The page of many tables."""


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
    return (*(f"{device}-{phase}" for device in DEVICES for phase in PHASES), *ROOMS)


def pictures_of(
    boards: Mapping[str, Board], wanted: Sequence[str], languages: Sequence[str], day: bool
) -> Iterator[Picture]:
    """`boards`: phase -> what the network may know of it; `wanted`: some of `names`."""
    path = browser_path()
    if path is None or not wanted:
        return
    from playwright.sync_api import sync_playwright  # noqa: PLC0415 - not there on most machines

    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=path, args=list(_FLAGS))
        for name, device, server in chain(_of_table(boards, wanted), _of_room(wanted)):
            for language in languages:
                address = f"{server.local_address()}{device.path}?lang={language}"
                yield Picture(name, language, _taken(browser, address, device, day))
        browser.close()


def _of_table(boards: Mapping[str, Board], wanted: Sequence[str]) -> Iterator[tuple[str, Device, LanServer]]:
    """Name, device, and who serves what is to be pictured, while it is."""
    scoreboard = Scoreboard("127.0.0.1", 0)
    scoreboard.start()
    for phase, board in boards.items():
        scoreboard.publish(board)
        for name, device in DEVICES.items():
            if f"{name}-{phase}" in wanted:
                yield f"{name}-{phase}", device, scoreboard
    scoreboard.stop()


def _of_room(wanted: Sequence[str]) -> Iterator[tuple[str, Device, LanServer]]:
    """The same of many tables, as the broker would tell of them."""
    shown = {name: device for name, device in ROOMS.items() if name in wanted}
    if not shown:
        return
    gathered = Gathered()
    for name, board in boards_of().items():
        topics = Topics("", table_id(name))
        gathered.hear(topics.state, state_message(topics.table, name, None, public_json(board)))
        gathered.hear(topics.status, ONLINE)
    told = gathered.told(connected=True)
    server = LanServer(
        lambda streams: application(streams, lambda: told, lambda: None),
        lambda: told_json(told),
        "127.0.0.1",
        0,
    )
    server.start()
    for name, device in shown.items():
        yield name, device, server
    server.stop()


def _taken(browser: Browser, address: str, device: Device, day: bool) -> Image.Image:
    wide, high = device.size
    page = browser.new_page(viewport={"width": wide, "height": high}, color_scheme="light" if day else "dark")
    page.clock.set_fixed_time(0)  # what comes in turns is at its first part
    page.goto(address, wait_until="domcontentloaded")
    page.wait_for_selector(_LIVE)
    page.wait_for_timeout(_HOP_MS)
    image = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    page.close()
    return image
