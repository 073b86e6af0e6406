"""Every label of every screen and sheet fits on the smallest display, in every language, with real texts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from driver import Driver
from made_up import FORESEEN, SCREENS, asking, clue, lobby, over, seeing
from made_up_table import MadeUpTable

from pi_app.game.moves import VoidRound
from pi_app.screens import seated, wizard
from pi_app.screens.camera import CameraSheet
from pi_app.screens.joining import JoinSheet
from pi_app.screens.known_people import PeopleSheet
from pi_app.screens.mend import RoundSheet
from pi_app.screens.pages import title_of
from pi_app.screens.preferences import preferences_sheet
from pi_app.screens.rounds import RoundsSheet
from pi_app.screens.rules import PROFILES_ON_A_PAGE, EditionSheet, own_rules_sheet
from pi_app.screens.seat import SeatSheet
from pi_app.screens.shaped_text import Text
from pi_app.screens.sources import SourcesSheet
from pi_app.screens.start import StartSheet
from pi_app.session.controls import NEXT
from pi_app.session.edition_views import profile_views
from pi_app.session.offered import PersonView
from pi_app.session.views import View
from pi_app.words import LANGUAGES, Words

SMALL = (800, 480)
PEOPLE = ("Anna", "Jüri", "Søren", "Mari", "Oskar", "Lea")


def with_people(count: int) -> View:
    """As many as a display shows have played before."""
    view = lobby(count)
    people = tuple(
        PersonView(f"{n}", f"{PEOPLE[n % 6]} ({n})", f"{PEOPLE[n % 6]} ({n})", n) for n in range(1, 16)
    )
    return replace(view, lobby=replace(view.lobby, people=people))


SHEETS: dict[str, tuple[View, Callable[[Any], object]]] = {
    "menu": (clue(6), lambda app: app.open_menu()),
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
    "race": (over(6), lambda app: app.stage.page.replay()),
}


def in_language(view: View, language: str) -> View:
    """The view with the real texts of NEXT and the hint in this language."""
    words, step = Words(language), NEXT[view.phase]
    return replace(
        view, language=language, next_label=words.text(step.label), hint=words.text(step.hint), problems=()
    )


def cut(driver: Driver) -> list[str]:
    """What is shortened with dots although it stands on the display."""
    found = []
    for text in driver.all(Text):
        x, y = text.to_window(text.x, text.y)
        if text.cut and text.width > 3 and text.height > 3 and -1 <= x < SMALL[0] and -1 <= y < SMALL[1]:
            found.append(text.words)
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_screen_fits(language: str, open_driver) -> None:
    table = MadeUpTable(in_language(clue(6, PEOPLE), language))
    driver: Driver = open_driver(table, SMALL)
    for screen, made in SCREENS.items():
        table.shown = in_language(made(6, PEOPLE), language)
        driver.frames(3)
        driver.page.skip()
        driver.frames(2)
        assert driver.app.stage.top_bar.title == title_of(Words(language), table.shown)
        assert cut(driver) == [], screen


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sheet_fits(language: str, open_driver) -> None:
    table = MadeUpTable(in_language(clue(6), language), foreseen=FORESEEN, seen=seeing())
    driver: Driver = open_driver(table, SMALL)
    for sheet, (view, open_it) in SHEETS.items():
        table.shown = in_language(view, language)
        driver.app.close_sheet()
        driver.frames(2)
        open_it(driver.app)
        driver.frames(4)
        assert driver.sheet is not None
        assert cut(driver) == [], sheet


@pytest.mark.parametrize("language", LANGUAGES)
def test_editions_fit(language: str, open_driver) -> None:
    view = in_language(lobby(6), language)
    offered = replace(view.lobby, profiles=profile_views(Words(language)))
    driver: Driver = open_driver(MadeUpTable(replace(view, lobby=offered)), SMALL)
    for page in range(-(-len(offered.profiles) // PROFILES_ON_A_PAGE)):
        driver.app.open(EditionSheet(driver.app, offered, page))
        driver.frames(4)
        assert cut(driver) == []
