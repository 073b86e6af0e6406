"""`rabbit-table run`: the evening. Real parts where there are any, else the simulated table.

Without a camera people are scripted to lay the discs, and a person confirms; without a display as well
a whole demo match is played and printed.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from hardware.pi.systemd import ServiceManager
from hardware.simulated.scene_file import write_scene
from pi_app.assemble import Assembly, assemble, backlight, camera_kind, camera_maker, has_display
from pi_app.commands.demo import play_demo
from pi_app.commands.places import book_path, complain, config_path, tell_of
from pi_app.demo.people import Cast, People
from pi_app.screens.wishes import Wishes
from pi_app.session.book import Book, BookError
from pi_app.session.sentences import fault_text
from pi_app.settings import BOOK_NAME, CameraKind, Loaded, Settings, load_settings, save_settings, set_aside
from pi_app.words import Words

if TYPE_CHECKING:
    from pi_app.screens.launch import Greeting

_PACE_S = 1.0
_STEP_S = 0.03
_UNKEPT = {"BOOK_READ_ONLY": "NOT_KEPT", "BOOK_FULL": "NOT_KEPT", "BOOK_NEWER": "NOT_KEPT_NEWER"}
"""Books that cannot be used, and the banner of an evening that is played all the same."""


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--window", action="store_true", help="in a window, not on the whole display")
    parser.add_argument("--headless", action="store_true", help="no touchscreen: buttons and scoreboard only")


def run(args: argparse.Namespace) -> int:
    """0: stopped in good order; 2: the book cannot be used, and no display is there to say so."""
    path = config_path(args)
    loaded = load_settings(path)
    complain(loaded, path)
    kind = camera_kind(loaded.settings.camera)
    headless = args.headless or not has_display()
    with tempfile.TemporaryDirectory(prefix="rabbit-table-") as folder:
        # A service is started for people: what is simulated meanwhile does not belong in their book.
        kept = None if ServiceManager().is_listening else args.data
        if kind is CameraKind.SIMULATED and headless:
            words = Words(loaded.settings.language)
            print(words.text("No camera and no display here: a simulated match is played."), file=sys.stderr)
            return play_demo(loaded.settings, Cast(), kept or Path(folder), headless=True)
        return _evening(args, loaded, kind, headless, Path(folder))


def _evening(args: argparse.Namespace, loaded: Loaded, kind: CameraKind, headless: bool, folder: Path) -> int:
    settings, words = loaded.settings, Words(loaded.settings.language)
    book, unkept = playable(book_path(args, loaded), words, None if headless else folder / BOOK_NAME)
    if book is None:
        return 2
    scene_file = folder / "table.json"
    camera = camera_maker(settings.camera, kind, scene_file)
    try:
        evening = assemble(settings, book, camera, pins=kind is CameraKind.PI)
    except BookError as error:
        print(fault_text(error.fault, {}, words), file=sys.stderr)
        return 2
    if loaded.is_damaged:
        set_aside(config_path(args), datetime.now(UTC))
    if loaded.reason or loaded.missets:
        evening.session.set_banner("SETTINGS", "SETTINGS_BAD" if loaded.reason else "SETTINGS_PARTLY")
    if unkept is not None:
        evening.session.set_banner("KEEPING", unkept)
    ticks = [evening.tick]
    if kind is CameraKind.SIMULATED:
        cast = Cast(hands=False, pace=_PACE_S)
        ticks.append(People(evening.session, partial(write_scene, scene_file), cast, time.monotonic).step)
        ticks[-1]()

    def tick() -> None:
        for step in ticks:
            step()

    evening.start()
    try:
        if headless:
            while True:
                tick()
                time.sleep(_STEP_S)
        return _on_the_screen(args, settings, evening, tick)
    finally:
        evening.close()


def playable(path: Path, words: Words, spare: Path | None) -> tuple[Book | None, str | None]:
    """The book; or one at `spare` for this evening only, and the banner that says so. None: not to be used.

    Whoever looks at a display does not see why a service ends.
    """
    try:
        book = Book(path)
    except BookError as error:
        print(fault_text(error.fault, {}, words), file=sys.stderr)
        banner = _UNKEPT.get(error.code)
        if spare is None or banner is None:
            return None, None
        try:
            return Book(spare), banner
        except BookError:
            return None, None
    tell_of(book, words)
    return book, None


def _on_the_screen(
    args: argparse.Namespace, settings: Settings, evening: Assembly, tick: Callable[[], None]
) -> int:
    """Until the screen is closed; the exit code."""
    from pi_app.screens.launch import run_screens  # noqa: PLC0415 - only with a display

    file = config_path(args)

    def keep(changed: Settings) -> None:
        if evening.sound is not None:
            evening.sound.obey(changed)
        # The language is asked first: whoever has chosen it has seen the way through.
        save_settings(file, msgspec.structs.replace(changed, set_up=True))

    return run_screens(
        evening.session,
        tick,
        Words(settings.language),
        fullscreen=settings.fullscreen and not args.window,
        wishes=Wishes(settings, keep),
        greeting=greeting_of(settings, file),
        backlight=backlight(),
        hop=evening.sound.hop if evening.sound is not None else lambda: None,
    )


def greeting_of(settings: Settings, file: Path) -> Greeting:
    """Where nobody has saved the settings yet, or a power cut emptied them, the display asks for them."""
    from pi_app.screens.launch import Greeting  # noqa: PLC0415 - only with a display

    return Greeting.START if settings.set_up and file.exists() and file.stat().st_size else Greeting.SET_UP
