"""From sheet to sheet and back: nobody has to begin again at the menu, and nothing chosen is lost."""

from __future__ import annotations

from typing import Any

import pytest
from driver import Driver
from made_up import clue, lobby, seeing
from made_up_table import MadeUpTable

from pi_app.screens import wizard
from pi_app.screens.mend import RoundSheet
from pi_app.screens.menu import Menu
from pi_app.screens.pickers import PlayerPicker, SlotPicker
from pi_app.screens.rounds import RoundsSheet
from pi_app.screens.rules import EditionSheet
from pi_app.session.views import Problem

SMALL = (800, 480)


def opened(open_driver: Any, view: Any) -> Driver:
    driver: Driver = open_driver(MadeUpTable(view, seen=seeing()), SMALL)
    return driver


def back(driver: Driver) -> None:
    driver.tap(driver.sheet.ids.back)


@pytest.mark.parametrize(
    "words", ["Players", "Earlier rounds", "Rules and sources", "The camera", "Settings"]
)
def test_what_the_menu_opens_leads_back_to_it(words: str, open_driver) -> None:
    driver = opened(open_driver, clue(4))
    driver.app.open_menu()
    driver.tap_words(words)
    assert not isinstance(driver.sheet, Menu)
    back(driver)
    assert isinstance(driver.sheet, Menu)
    driver.tap(driver.sheet.ids.close)
    assert driver.sheet is None


def test_a_sheet_over_the_page_has_no_way_back_but_its_cross(open_driver) -> None:
    driver = opened(open_driver, clue(4))
    driver.app.open_menu()
    driver.frames(3)
    assert driver.sheet.ids.back.disabled
    assert driver.sheet.ids.back.width < 1


def test_a_setting_that_was_turned_still_leads_back_to_the_menu(open_driver) -> None:
    driver = opened(open_driver, clue(4))
    driver.app.open_menu()
    driver.tap_words("Settings")
    driver.tap_words("Sound")
    back(driver)
    assert isinstance(driver.sheet, Menu)


@pytest.mark.parametrize("leave", ["back", "close", "escape"])
def test_a_picker_that_is_closed_keeps_what_was_changed_in_the_round(leave: str, open_driver) -> None:
    driver = opened(open_driver, clue(4))
    driver.app.open(RoundsSheet(driver.app, driver.app._shown))
    driver.frames(3)
    driver.sheet.open_round(driver.app._shown.rounds[0])
    driver.frames(3)
    sheet = driver.sheet
    assert isinstance(sheet, RoundSheet)
    sheet._set_vote(2, (4,))
    driver.frames(20)
    sheet.choose_vote(3)
    assert isinstance(driver.sheet, SlotPicker)
    driver.frames(20)
    if leave == "escape":
        driver.key(27)
    else:
        driver.tap(driver.sheet.ids[leave])
    assert driver.sheet is sheet
    assert sheet.changed
    assert sheet.votes[2] == (4,)


def test_a_no_to_the_preview_leads_back_to_the_round_with_its_changes(open_driver) -> None:
    driver = opened(open_driver, clue(4))
    sheet = RoundSheet(driver.app, driver.app._shown, driver.app._shown.rounds[0])
    driver.app.open(sheet)
    sheet._set_vote(2, (4,))
    driver.tap_words("See what changes")
    driver.tap_words("Leave it as it is")
    assert driver.sheet is sheet
    assert sheet.changed


def test_a_round_leads_back_to_the_list_and_the_list_to_the_menu(open_driver) -> None:
    driver = opened(open_driver, clue(4))
    driver.app.open_menu()
    driver.tap_words("Earlier rounds")
    driver.sheet.open_round(driver.app._shown.rounds[0])
    back(driver)
    assert isinstance(driver.sheet, RoundsSheet)
    back(driver)
    assert isinstance(driver.sheet, Menu)


def test_one_player_leads_back_to_all_of_them(open_driver) -> None:
    driver = opened(open_driver, clue(4))
    driver.app.open_menu()
    driver.tap_words("Players")
    driver.tap_words("Anna")
    driver.tap_words("Points by hand")
    back(driver)
    assert driver.sheet.ids.title.words == "Anna"
    back(driver)
    assert isinstance(driver.sheet, PlayerPicker)


@pytest.mark.parametrize("words", ["How you vote", "Rules of our own", "Rules and sources"])
def test_what_the_rules_open_leads_back_to_them(words: str, open_driver) -> None:
    driver = opened(open_driver, lobby(4))
    driver.page.choose_edition()
    driver.tap_words(words)
    back(driver)
    assert isinstance(driver.sheet, EditionSheet)


@pytest.mark.parametrize(
    ("view", "steps"), [(lobby(6), "654321"), (clue(6), "65421")], ids=["lobby", "match"]
)
def test_each_step_of_the_first_evening_leads_back_to_the_one_before(view, steps: str, open_driver) -> None:
    driver = opened(open_driver, view)
    driver.app.open(wizard.NetworkStep(driver.app))
    walked = []
    while True:
        driver.frames(3)
        walked.append(driver.sheet.ids.title.words[0])
        if driver.sheet.ids.back.disabled:
            break
        back(driver)
    assert "".join(walked) == steps


def test_the_kit_that_was_chosen_is_still_the_same_on_the_way_back(open_driver) -> None:
    driver = opened(open_driver, lobby(4))
    driver.app.open(wizard.places_step(driver.app, 8))
    plates = len(driver.sheet.tiles)
    driver.tap_words("Next step")
    driver.tap_words("Next step")
    back(driver)
    back(driver)
    assert len(driver.sheet.tiles) == plates


def test_a_correction_that_is_refused_says_so_and_leads_back_to_what_was_changed(open_driver) -> None:
    driver = opened(open_driver, clue(4))
    driver.table.refuse = (Problem("OWNER_MISSING", "Whose card is number 4?"),)
    sheet = RoundSheet(driver.app, driver.app._shown, driver.app._shown.rounds[0])
    driver.app.open(sheet)
    sheet._set_vote(2, (4,))
    driver.tap_words("See what changes")
    assert driver.sheet.ids.title.words == "That is not possible now."
    assert driver.sheet.lines == ("Whose card is number 4?",)
    back(driver)
    assert driver.sheet is sheet
    assert sheet.votes[2] == (4,)


def test_of_an_earlier_round_nothing_is_said_to_be_read_or_not(open_driver) -> None:
    driver = opened(open_driver, clue(4))
    sheet = RoundSheet(driver.app, driver.app._shown, driver.app._shown.rounds[0])
    driver.app.open(sheet)
    sheet.choose_vote(2)
    assert (driver.sheet._side.says, driver.sheet._side.wrong) == ("", "")
