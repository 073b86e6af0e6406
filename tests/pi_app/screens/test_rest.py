"""A display that nobody looks at rests: what wakes it does nothing else, and nothing that goes on stops."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from driver import Driver
from kivy.core.window import Window
from made_up import clue, lobby, seeing, voting
from made_up_table import MadeUpTable

from hardware.ports import Button
from hardware.simulated.backlight import SimulatedBacklight
from pi_app.screens.camera import CameraSheet
from pi_app.screens.entry import TextSheet
from pi_app.screens.preferences import preferences_sheet
from pi_app.screens.rest import NIGHT, READABLE
from pi_app.screens.wishes import Wishes
from pi_app.screens.wizard import ButtonsStep
from pi_app.settings import Settings

SMALL = (800, 480)
ENTER = 13


def rested(open_driver: Callable[..., Driver], view=None, minutes: int = 1, **given) -> Driver:
    """An app that nobody has touched for longer than its settings say."""
    wishes = Wishes(Settings(rest_after=minutes))
    driver = open_driver(MadeUpTable(view or clue(6), seen=seeing()), SMALL, wishes=wishes, **given)
    wait(driver, 61)
    return driver


def wait(driver: Driver, seconds: float) -> None:
    """Time passes; nothing is drawn meanwhile."""
    import driver as module

    module._time[0] += seconds
    driver.frames(4)


def presses(driver: Driver) -> list[object]:
    return [call for call in driver.table.calls if call[0] in ("press", "do")]


@pytest.mark.parametrize(("view", "share"), [(clue(6), READABLE), (lobby(6), NIGHT)], ids=["match", "lobby"])
def test_the_picture_gets_darker_and_light_again(view, share: float, open_driver) -> None:
    driver = rested(open_driver, view, minutes=2)
    bright = driver.pixels().mean()
    wait(driver, 61)
    assert driver.app.rest.resting
    assert driver.pixels().mean() == pytest.approx(bright * share, rel=0.1)
    driver.tap_at(400, 240)
    assert driver.pixels().mean() == pytest.approx(bright, rel=0.02)


def test_a_lamp_that_can_be_set_is_and_the_picture_stays(open_driver) -> None:
    lamp = SimulatedBacklight()
    driver = rested(open_driver, backlight=lamp)
    assert (lamp.shown, driver.app.stage.curtain) == ([1.0, READABLE], 0.0)
    driver.tap_at(400, 240)
    assert lamp.shown == [1.0, READABLE, 1.0]


def test_the_touch_that_wakes_does_nothing_else(open_driver) -> None:
    driver = rested(open_driver)
    button = driver.app.stage.bottom.ids.next
    driver.tap(button, settle=False)
    assert (driver.app.rest.resting, presses(driver)) == (False, [])
    # A finger that touches twice in a row was meant to wake it too.
    driver.tap(button, settle=False)
    assert presses(driver) == []
    driver.tap(button)
    assert presses(driver) == [("press", Button.NEXT)]


def test_the_press_that_wakes_does_nothing_else(open_driver) -> None:
    driver = rested(open_driver)
    driver.table.overhear(Button.NEXT)
    assert (driver.app.rest.resting, driver.table.overhear) == (False, None)
    assert presses(driver) == []


def test_the_key_that_wakes_does_nothing_else(open_driver) -> None:
    driver = rested(open_driver)
    driver.key(ENTER)
    assert presses(driver) == []
    driver.seconds(0.4)
    driver.key(ENTER)
    assert presses(driver) == [("press", Button.NEXT)]


def test_the_letter_that_wakes_is_not_typed(open_driver) -> None:
    driver = rested(open_driver)
    driver.tap_at(400, 240)
    typed: list[str] = []
    driver.app.open(TextSheet(driver.app, "Why?", "", typed.append))
    wait(driver, 61)
    for letter in "ab":
        Window.dispatch("on_key_down", ord(letter), 0, letter, [])
        Window.dispatch("on_textinput", letter)
        Window.dispatch("on_key_up", ord(letter), 0)
        driver.seconds(0.4)
    driver.key(ENTER)
    assert typed == ["b"]


def test_a_change_at_the_table_wakes_it(open_driver) -> None:
    driver = rested(open_driver, voting(6))
    assert driver.app.rest.resting
    voted = driver.table.shown
    driver.table.shown = replace(voted, voted=(*voted.voted, voted.awaited[0]), awaited=voted.awaited[1:])
    driver.frames(4)
    assert not driver.app.rest.resting


@pytest.mark.parametrize("sheet", [CameraSheet, ButtonsStep])
def test_it_does_not_rest_while_people_look_without_touching(sheet, open_driver) -> None:
    driver = rested(open_driver, minutes=2)
    driver.app.open(sheet(driver.app))
    wait(driver, 200)
    assert not driver.app.rest.resting
    driver.app.close_sheet()
    wait(driver, 130)
    assert driver.app.rest.resting


def test_it_never_rests_where_nobody_wants_it(open_driver) -> None:
    driver = rested(open_driver, minutes=0)
    wait(driver, 10_000)
    assert not driver.app.rest.resting


def test_an_app_that_stops_leaves_the_lamp_as_it_was(open_driver) -> None:
    lamp = SimulatedBacklight()
    driver = rested(open_driver, backlight=lamp)
    driver.app.on_stop()
    assert lamp.shown[-1] == 1.0


def test_the_time_is_chosen_in_the_settings(open_driver) -> None:
    driver = open_driver(MadeUpTable(clue(6)), SMALL)
    driver.app.open(preferences_sheet(driver.app))
    said = []
    for _ in range(4):
        driver.tap_words("The screen sleeps")
        said.append(driver.app.wishes.settings.rest_after)
    assert said == [30, 0, 5, 10]
