"""Buttons and lamp with the real gpiozero and lgpio on the kernel's simulated pins: edges in, presses out."""

import logging
import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from hardware.pi.buttons import CHECK_EVERY, DEBOUNCE, GpioButtons
from hardware.pi.contacts import HOLD
from hardware.pi.lamp import GpioLamp
from hardware.pi.pins import open_pins
from hardware.ports import Button, DeviceError, LampState

NEXT, UNDO, LAMP = 17, 27, 22
CONFIG = Path("/sys/kernel/config/gpio-sim/pi")


def bank() -> Path:
    device = (CONFIG / "dev_name").read_text().strip()
    chip = (CONFIG / "bank0/chip_name").read_text().strip()
    return Path("/sys/devices/platform") / device / chip


def touch(pin: int, down: bool) -> None:
    (bank() / f"sim_gpio{pin}/pull").write_text("pull-down" if down else "pull-up")


def lit() -> bool:
    return (bank() / f"sim_gpio{LAMP}/value").read_text().strip() == "1"


def until(true: Callable[[], bool], seconds: float = 5.0) -> bool:
    end = time.monotonic() + seconds
    while not true() and time.monotonic() < end:
        time.sleep(0.005)
    return true()


@pytest.fixture(autouse=True)
def _no_finger() -> None:
    for pin in (NEXT, UNDO):
        touch(pin, down=False)


@pytest.fixture
def presses() -> list[Button]:
    return []


@pytest.fixture
def buttons(presses: list[Button]) -> Iterator[GpioButtons]:
    buttons = GpioButtons(NEXT, UNDO)
    buttons.start(presses.append)
    time.sleep(0.2)
    yield buttons
    for pin in (NEXT, UNDO):
        touch(pin, down=False)
    time.sleep(0.3)
    buttons.close()


def push(pin: int, seconds: float = 0.2) -> None:
    touch(pin, down=True)
    time.sleep(seconds)
    touch(pin, down=False)
    time.sleep(0.4)


def test_the_header_is_found_by_its_label_behind_another_chip() -> None:
    factory = open_pins()
    name = (CONFIG / "bank0/chip_name").read_text().strip()
    assert f"gpiochip{factory.chip}" == name
    assert factory.chip != 0
    factory.close()


def test_a_press_is_reported_soon_and_once(buttons: GpioButtons, presses: list[Button]) -> None:
    began = time.monotonic()
    touch(NEXT, down=True)
    assert until(lambda: bool(presses))
    assert time.monotonic() - began < 0.5
    touch(NEXT, down=False)
    time.sleep(0.3)
    assert presses == [Button.NEXT]


def bounced(pin: int, times: int) -> bool:
    """Open and close the contact, fast. False: this machine stood still meanwhile, and it was no bouncing."""
    longest, at = 0.0, time.monotonic()
    for down in (True, False) * times:
        touch(pin, down=down)
        time.sleep(0.002)
        at, before = time.monotonic(), at
        longest = max(longest, at - before)
    return longest < DEBOUNCE / 2


def test_ten_bounces_are_one_press_and_a_glitch_is_none(buttons: GpioButtons, presses: list[Button]) -> None:
    for times, pressed in ((10, [Button.NEXT]), (1, [])):
        for _ in range(20):
            presses.clear()
            fast = bounced(NEXT, times)
            if pressed:
                push(NEXT)
            time.sleep(0.4)
            if fast:
                break
        assert fast
        assert presses == pressed


def test_twenty_pushes_are_twenty_presses(buttons: GpioButtons, presses: list[Button]) -> None:
    for _ in range(20):
        push(NEXT)
    assert presses == [Button.NEXT] * 20


def test_undo_acts_when_it_is_let_go_and_held_it_is_a_shutdown_once(
    buttons: GpioButtons, presses: list[Button]
) -> None:
    push(UNDO)
    assert until(lambda: presses == [Button.UNDO])
    touch(UNDO, down=True)
    assert until(lambda: presses == [Button.UNDO, Button.SHUTDOWN], HOLD + 2)
    time.sleep(1.0)
    touch(UNDO, down=False)
    time.sleep(0.5)
    assert presses == [Button.UNDO, Button.SHUTDOWN]


def test_a_handler_that_fails_does_not_kill_the_drivers_thread(caplog: pytest.LogCaptureFixture) -> None:
    told: list[Button] = []

    def handler(button: Button) -> None:
        told.append(button)
        raise OSError("the queue is gone")

    buttons = GpioButtons(NEXT, UNDO)
    buttons.start(handler)
    time.sleep(0.2)
    with caplog.at_level(logging.ERROR):
        for _ in range(3):
            push(NEXT)
    buttons.close()
    assert told == [Button.NEXT] * 3


def test_a_drivers_thread_that_somebody_else_killed_is_started_again(
    buttons: GpioButtons, presses: list[Button]
) -> None:
    import lgpio

    (killer,) = lgpio._notify_thread.callbacks[:1]
    killer.func = lambda *edge: 1 / 0
    push(NEXT)
    assert presses == []
    time.sleep(CHECK_EVERY)
    assert buttons.check() is None
    time.sleep(0.2)
    push(NEXT)
    assert until(lambda: presses == [Button.NEXT])


def test_a_pin_in_use_is_said(buttons: GpioButtons) -> None:
    with pytest.raises(DeviceError) as refused:
        GpioButtons(NEXT, UNDO).start(lambda button: None)
    assert refused.value.code == "PIN_TAKEN"


def test_the_lamp_lights_blinks_and_goes_out() -> None:
    lamp = GpioLamp(LAMP)
    lamp.show(LampState.ON)
    assert until(lit)
    lamp.show(LampState.BLINK)
    assert until(lambda: not lit())
    assert until(lit)
    lamp.show(LampState.OFF)
    assert until(lambda: not lit())
    lamp.close()


def test_buttons_work_where_the_working_folder_cannot_be_written(tmp_path: Path) -> None:
    before = os.getcwd()
    os.chdir("/usr")
    try:
        open_pins().close()
    finally:
        os.chdir(before)


def test_a_chip_that_goes_away_is_said_and_works_again_when_it_is_back(presses: list[Button]) -> None:
    buttons = GpioButtons(NEXT, UNDO)
    buttons.start(presses.append)
    time.sleep(CHECK_EVERY + 0.1)
    assert buttons.check() is None
    (CONFIG / "live").write_text("0")
    time.sleep(CHECK_EVERY + 0.1)
    assert buttons.check() == "NO_PINS"
    (CONFIG / "live").write_text("1")
    for pin in (NEXT, UNDO):
        touch(pin, down=False)
    time.sleep(CHECK_EVERY + 0.1)
    assert buttons.check() is None
    time.sleep(0.2)
    push(NEXT)
    assert until(lambda: presses == [Button.NEXT])
    buttons.close()
