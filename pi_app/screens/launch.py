"""Sets Kivy up and runs the touchscreen: a table and a tick go in; it returns when the app has stopped.

Kivy reads its environment and configuration on import, so nothing here imports it at the top.
"""

from __future__ import annotations

import atexit
import logging
import os
import shutil
import tempfile
from collections.abc import Callable
from enum import StrEnum
from pathlib import Path

from platformdirs import user_cache_path

from hardware.ports import Backlight
from pi_app.screens.wishes import Wishes
from pi_app.session.views import Table
from pi_app.words import Words

Size = tuple[int, int]


class Greeting(StrEnum):
    """What lies over the first screen of an evening."""

    NOTHING = "nothing"
    START = "start"  # go on, or begin a new match
    SET_UP = "set up"  # the very first evening: language, camera, stickers, buttons, network


_ENVIRONMENT = {
    "KIVY_NO_ARGS": "1",
    "KIVY_NO_CONFIG": "1",
    "KIVY_NO_FILELOG": "1",
    "KIVY_NO_ENV_CONFIG": "1",
    "KIVY_LOG_MODE": "PYTHON",
}


def configure(size: Size, fullscreen: bool, home: Path | None = None) -> None:
    """Prepare Kivy; call before the first import of it. `home`: a folder for Kivy's own files."""
    named = os.environ.get("KIVY_HOME")
    folder = Path(named) if named else home or user_cache_path("rabbit-table") / "kivy"
    os.environ["KIVY_HOME"] = str(_writable(folder))
    for name, value in _ENVIRONMENT.items():
        os.environ.setdefault(name, value)

    from kivy.config import Config  # noqa: PLC0415 - after the environment is set

    logging.getLogger("kivy").setLevel(logging.WARNING)
    settings = {
        # 'auto' is borderless; a true mode switch has left screens black or odd.
        ("graphics", "fullscreen"): "auto" if fullscreen else "0",
        ("graphics", "width"): str(size[0]),
        ("graphics", "height"): str(size[1]),
        ("graphics", "multisamples"): "0",
        ("graphics", "show_cursor"): "0" if fullscreen else "1",
        ("graphics", "allow_screensaver"): "0",
        ("kivy", "exit_on_escape"): "0",
    }
    for (section, option), setting in settings.items():
        Config.set(section, option, setting)
    # One provider only: with two, every touch of a Pi's display arrives twice.
    for option in list(Config.options("input")):
        Config.remove_option("input", option)
    Config.set("input", "mouse", "mouse,disable_multitouch")


def _writable(folder: Path) -> Path:
    """This folder; where nothing can be written into it, as on a worn card, one for this evening."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return folder
    except OSError:
        spare = Path(tempfile.mkdtemp(prefix="rabbit-table-"))
        atexit.register(shutil.rmtree, spare, ignore_errors=True)
        return spare


def run_screens(  # noqa: PLR0913 - each is named where it is called
    table: Table,
    tick: Callable[[], None],
    words: Words | None = None,
    *,
    fullscreen: bool = True,
    size: Size = (800, 480),
    wishes: Wishes | None = None,
    greeting: Greeting = Greeting.NOTHING,
    backlight: Backlight | None = None,
    hop: Callable[[], None] = lambda: None,
) -> int:
    """Show the table until it is stopped: SIGTERM, SIGINT, a closed window, or `tick` raising.

    The exit code comes back: 0, or 128 and the number of the signal.

    tick: called on the main thread about thirty times a second; it drains the inbox. wishes: the settings
    that may be changed on the display. greeting: what lies over the first screen. backlight: the display's.
    hop: sounds like one hop, now.
    """
    configure(size, fullscreen)

    from pi_app.screens.app import RabbitApp  # noqa: PLC0415 - imports Kivy

    app = RabbitApp(
        table, tick, words or Words(), wishes=wishes, greeting=greeting, backlight=backlight, hop=hop
    )
    app.run()
    return 128 + app.signalled if app.signalled else 0
