"""Every label of every screen and sheet fits, on every display, in every language, with real texts."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from driver import Driver
from made_up import BANNER, FORESEEN, QUESTION, SCREENS, asking, clue, lobby, over, reveal, seeing
from made_up_table import MadeUpTable

from pi_app.game.moves import VoidRound
from pi_app.screens import backups, paint, seated, wizard
from pi_app.screens.camera import CameraSheet
from pi_app.screens.joining import JoinSheet
from pi_app.screens.known_people import PeopleSheet
from pi_app.screens.mend import RoundSheet
from pi_app.screens.pages import title_of
from pi_app.screens.preferences import preferences_sheet
from pi_app.screens.rounds import RoundsSheet
from pi_app.screens.rules import PROFILES_ON_A_PAGE, EditionSheet, EditionTile, own_rules_sheet
from pi_app.screens.seat import SeatSheet
from pi_app.screens.shaped_text import Text
from pi_app.screens.sources import SourcesSheet
from pi_app.screens.start import StartSheet
from pi_app.screens.wishes import Wishes
from pi_app.session.controls import NEXT
from pi_app.session.edition_views import profile_views
from pi_app.session.offered import PersonView
from pi_app.session.views import BackupView, View
from pi_app.settings import Settings
from pi_app.words import LANGUAGES, Words

SMALL, UPRIGHT = (800, 480), (720, 1280)
WIDE, LARGE = (1280, 720), (1920, 1080)
DISPLAYS = [
    *((SMALL, language) for language in LANGUAGES),
    *((UPRIGHT, language) for language in LANGUAGES),
    # The same shape as the small one, a little wider: the longest words and the mirrored ones tell.
    (WIDE, "fa"),
    (LARGE, "ru"),
]
PEOPLE = ("Anna", "Jüri", "Søren", "Mari", "Oskar", "Lea", "Jean-Lou", "Ольга", "سارا", "Žanna", "Bo", "Ida")
COPIES = tuple(BackupView(str(n), 1.79e9 - n * 9e5, n + 1, PEOPLE[:8], 12) for n in range(8))
READABLE_U = 0.3
"""Of 10 mm, read from 80 cm: letters of ten minutes of arc."""


def with_people(count: int) -> View:
    """As many as a display shows have played before."""
    view = lobby(count)
    people = tuple(
        PersonView(f"{n}", f"{PEOPLE[n % 6]} ({n})", f"{PEOPLE[n % 6]} ({n})", n) for n in range(1, 16)
    )
    return replace(view, lobby=replace(view.lobby, people=people))


SHEETS: dict[str, tuple[View, Callable[[Any], object]]] = {
    "menu": (clue(6), lambda app: app.open_menu()),
    "menu at the reveal": (reveal(6), lambda app: app.open_menu()),
    "start": (clue(6), lambda app: app.open(StartSheet(app, app._shown))),
    "players": (clue(6), lambda app: app.open(seated.players_sheet(app, app._shown))),
    "player": (clue(6), lambda app: app.open(seated.player_sheet(app, app._shown, app._shown.players[2]))),
    "reasons": (clue(6), lambda app: app.open(seated._reason(app, app._shown.players[2], 2))),
    "preview": (clue(6), lambda app: app.confirm(VoidRound(3), "…")),
    "rounds": (clue(6), lambda app: app.open(RoundsSheet(app, app._shown))),
    "round": (clue(6), lambda app: app.open(RoundSheet(app, app._shown, app._shown.rounds[1]))),
    "own rules": (lobby(6), lambda app: app.open(own_rules_sheet(app))),
    "sources": (clue(6), lambda app: app.open(SourcesSheet(app, app._shown))),
    "camera": (clue(6), lambda app: app.open(CameraSheet(app))),
    "backups": (clue(6), lambda app: app.open(backups.backups_sheet(app))),
    "bring back": (clue(6), lambda app: app.open(backups.BringBackSheet(app, COPIES[0]))),
    "settings": (clue(6), lambda app: app.open(preferences_sheet(app))),
    "seat": (with_people(6), lambda app: app.open(SeatSheet(app, 1))),
    "people": (
        with_people(6),
        lambda app: app.open(PeopleSheet(app, app._shown.lobby.seats[0], app._shown.lobby.people, str)),
    ),
    "joining": (asking(6), lambda app: app.open(JoinSheet(app))),
    "camera step": (lobby(6), lambda app: app.open(wizard.camera_step(app))),
    "print step": (lobby(6), lambda app: app.open(wizard.print_step(app))),
    "places step": (lobby(6), lambda app: app.open(wizard.places_step(app))),
    "buttons step": (lobby(6), lambda app: app.open(wizard.ButtonsStep(app))),
    "network step": (lobby(6), lambda app: app.open(wizard.NetworkStep(app))),
    "vote": (reveal(6), lambda app: app.stage.page.correct(1)),
    "vote by hand": (reveal(6), lambda app: app.stage.page.correct(5)),
    "race": (over(6), lambda app: app.stage.page.replay()),
}


def in_language(view: View, language: str) -> View:
    """The view with the real texts of NEXT and the hint in this language."""
    words, step = Words(language), NEXT[view.phase]
    return replace(
        view, language=language, next_label=words.text(step.label), hint=words.text(step.hint), problems=()
    )


def wrong(driver: Driver) -> list[str]:
    """What stands there although it is shortened, in pieces, larger than its place, or half outside."""
    wide, high = driver.app.stage.size
    found = []
    for text in driver.all(Text):
        x, y = text.to_window(text.x, text.y)
        if text.width <= 3 or text.height <= 3 or not (-1 <= x < wide and -1 <= y < high):
            continue
        drawn_wide, drawn_high = text.texture_size
        fits = drawn_wide <= text.width + 1 and drawn_high <= text.height + 1
        if text.cut or text.in_pieces or not fits or x + text.width > wide + 1 or y + text.height > high + 1:
            found.append(text.words)
    return found


@pytest.fixture(autouse=True)
def _no_rabbits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Their pictures are half of the work, and no label: other tests look at them."""
    monkeypatch.setattr(paint, "rabbit_texture", lambda *_: None)


@pytest.mark.parametrize(("size", "language"), DISPLAYS)
def test_every_screen_fits_with_twelve_players(size: tuple[int, int], language: str, open_driver) -> None:
    table = MadeUpTable(in_language(clue(12, PEOPLE), language))
    driver: Driver = open_driver(table, size)
    for k, (screen, made) in enumerate(SCREENS.items()):
        table.shown = replace(in_language(made(12, PEOPLE), language), banners=(BANNER,) * (k % 2))
        driver.frames(3)
        driver.page.skip()
        driver.frames(2)
        assert driver.app.stage.top_bar.title == title_of(Words(language), table.shown)
        assert wrong(driver) == [], screen


@pytest.mark.parametrize(("size", "language"), DISPLAYS[:-2])
def test_every_sheet_fits(size: tuple[int, int], language: str, open_driver) -> None:
    table = MadeUpTable(in_language(clue(6), language), foreseen=FORESEEN, seen=seeing(), copies=COPIES)
    driver: Driver = open_driver(table, size)
    # Those over one page come one after another: a page is laid out once.
    for sheet, (view, open_it) in sorted(SHEETS.items(), key=lambda item: item[1][0].phase):
        table.shown = in_language(view, language)
        driver.app.close_sheet()
        driver.frames(2)
        open_it(driver.app)
        driver.frames(3)
        assert driver.sheet is not None
        assert wrong(driver) == [], sheet


@pytest.mark.parametrize("language", LANGUAGES)
def test_editions_fit_and_can_be_read_across_the_table(language: str, open_driver) -> None:
    view = in_language(lobby(6), language)
    offered = replace(view.lobby, profiles=profile_views(Words(language)))
    driver: Driver = open_driver(MadeUpTable(replace(view, lobby=offered)), SMALL)
    pages = range(-(-len(offered.profiles) // PROFILES_ON_A_PAGE))
    for page, asked in zip(pages, itertools.cycle(("THREE_PLAYERS", "BONUS_CAP", "EDITION")), strict=False):
        offered = replace(offered, questions=(replace(QUESTION, code=asked),))
        driver.app.open(EditionSheet(driver.app, offered, page))
        driver.frames(4)
        assert wrong(driver) == []
        sizes = [text.font_size / text.u for tile in driver.all(EditionTile) for text in texts_in(tile)]
        assert min(sizes) >= READABLE_U - 0.03


def texts_in(tile: EditionTile) -> list[Text]:
    return [one for one in tile.walk() if isinstance(one, Text) and one.words]


@pytest.mark.parametrize("size", [SMALL, UPRIGHT], ids=["small", "upright"])
def test_what_fits_in_usual_letters_fits_in_large_ones(size: tuple[int, int], open_driver) -> None:
    wishes = Wishes(Settings(large_text=True))
    table = MadeUpTable(in_language(clue(12, PEOPLE), "ru"))
    driver: Driver = open_driver(table, size, wishes=wishes)
    assert driver.app.letters > 1
    for screen, made in SCREENS.items():
        table.shown = in_language(made(12, PEOPLE), "ru")
        driver.frames(3)
        driver.page.skip()
        driver.frames(2)
        assert wrong(driver) == [], screen
