"""Buttons on gpiozero's mock pins, and the stand-in without pins."""

import logging
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from gpiozero.pins.mock import MockFactory

from hardware.pi.buttons import LOCK_OUT, GpioButtons
from hardware.pi.pins import open_pins
from hardware.ports import Button, DeviceError
from hardware.simulated.buttons import SimulatedButtons

NEXT_PIN, UNDO_PIN = 17, 27


class Hand:
    """Two buttons on mock pins, a clock that it moves by hand, and the presses that came out."""

    def __init__(self, factory: MockFactory) -> None:
        self.now = 100.0
        self.presses: list[Button] = []
        self.factory = factory
        self.buttons = GpioButtons(NEXT_PIN, UNDO_PIN, factory, lambda: self.now)
        self.buttons.start(self.presses.append)

    def down(self, pin: int = NEXT_PIN, after: float = 1.0) -> None:
        self.now += after
        self.factory.pin(pin).drive_low()

    def let_go(self) -> None:
        """gpiozero waits a second when a button that is held down is closed."""
        for pin in (NEXT_PIN, UNDO_PIN):
            self.factory.pin(pin).drive_high()

    def up(self, pin: int = NEXT_PIN, after: float = 0.03) -> None:
        self.now += after
        self.factory.pin(pin).drive_high()


@pytest.fixture
def factory() -> Iterator[MockFactory]:
    factory = MockFactory()
    yield factory
    factory.reset()
    factory.close()


@pytest.fixture
def hand(factory: MockFactory) -> Iterator[Hand]:
    hand = Hand(factory)
    yield hand
    hand.let_go()
    hand.buttons.close()


def test_each_button_reports_itself(hand: Hand) -> None:
    hand.down(NEXT_PIN)
    hand.up(NEXT_PIN)
    hand.down(UNDO_PIN)
    hand.up(UNDO_PIN)
    assert hand.presses == [Button.NEXT, Button.UNDO]


def test_eight_edges_in_twelve_milliseconds_are_one_press(hand: Hand) -> None:
    hand.down()
    for _ in range(4):
        hand.up(after=0.0015)
        hand.down(after=0.0015)
    assert hand.presses == [Button.NEXT]


def test_a_second_press_after_400_milliseconds_counts(hand: Hand) -> None:
    hand.down()
    hand.up(after=0.03)
    hand.down(after=0.4)
    assert hand.presses == [Button.NEXT, Button.NEXT]


def test_the_bounce_of_letting_go_is_no_press(hand: Hand) -> None:
    hand.down()
    hand.up(after=2.0)
    for _ in range(3):
        hand.down(after=0.002)
        hand.up(after=0.002)
    assert hand.presses == [Button.NEXT]


def test_the_lock_out_of_one_button_does_not_touch_the_other(hand: Hand) -> None:
    hand.down(NEXT_PIN)
    hand.down(UNDO_PIN, after=0.01)
    assert hand.presses == [Button.NEXT, Button.UNDO]


def test_a_button_held_for_long_is_one_press(hand: Hand) -> None:
    hand.down()
    hand.up(after=10.0)
    assert hand.presses == [Button.NEXT]


def test_a_press_counts_from_the_end_of_the_lock_out_on(hand: Hand) -> None:
    hand.down()
    hand.up()
    hand.down(after=LOCK_OUT - 0.01)
    hand.up()
    hand.down(after=LOCK_OUT + 0.01)
    assert hand.presses == [Button.NEXT, Button.NEXT]


def test_a_handler_that_fails_is_logged_and_the_next_press_works(
    factory: MockFactory, caplog: pytest.LogCaptureFixture
) -> None:
    hand = Hand(factory)
    told: list[Button] = []

    def handler(button: Button) -> None:
        told.append(button)
        if len(told) == 1:
            raise OSError("the queue is gone")

    hand.buttons.start(handler)
    with caplog.at_level(logging.ERROR):
        hand.down()
    hand.up()
    hand.down()
    hand.let_go()
    hand.buttons.close()
    assert told == [Button.NEXT, Button.NEXT]
    assert "the queue is gone" in caplog.text


def test_a_closed_button_reports_nothing_and_its_pins_are_free_again(hand: Hand) -> None:
    hand.buttons.close()
    hand.buttons.close()
    hand.down()
    assert hand.presses == []
    hand.up()
    again = Hand(hand.factory)
    again.down()
    assert again.presses == [Button.NEXT]
    again.let_go()
    again.buttons.close()


@pytest.mark.parametrize("pins", [(17, 17), (17, 99)], ids=str)
def test_pins_that_cannot_be_used_are_said_and_none_stays_taken(
    factory: MockFactory, pins: tuple[int, int]
) -> None:
    with pytest.raises(DeviceError) as refused:
        GpioButtons(*pins, factory).start(lambda button: None)
    assert refused.value.code == "PIN_TAKEN"
    assert str(pins[1]) in str(refused.value)
    Hand(factory).buttons.close()


def test_a_button_that_is_not_wired_needs_no_pin(factory: MockFactory) -> None:
    presses: list[Button] = []
    buttons = GpioButtons(-1, UNDO_PIN, factory)
    buttons.start(presses.append)
    factory.pin(UNDO_PIN).drive_low()
    factory.pin(UNDO_PIN).drive_high()
    buttons.close()
    GpioButtons(-1, -1).start(presses.append)
    assert presses == [Button.UNDO]


# --- which chip has the header's pins -----------------------------------------------------------


class ChipError(Exception):
    """As lgpio's: derived from Exception only."""


class FakeGpio:
    """The few calls of lgpio that look for the chip: number -> label, None for one that will not open."""

    error = ChipError

    def __init__(self, chips: dict[int, str | None]) -> None:
        self.chips = chips
        self.open: list[int] = []

    def gpiochip_open(self, chip: int) -> int:
        if self.chips[chip] is None:
            raise ChipError("not permitted")
        self.open.append(chip)
        return chip

    def gpio_get_chip_info(self, handle: int) -> tuple[int, int, str, str | None]:
        return 0, 54, f"gpiochip{handle}", self.chips[handle]

    def gpiochip_close(self, handle: int) -> None:
        self.open.remove(handle)


def loader(gpio: FakeGpio, takes_chip: bool = True) -> Callable[[str], Any]:
    def factory(chip: int) -> SimpleNamespace:
        return SimpleNamespace(chip=chip if takes_chip else 0, close=lambda: None)

    return lambda name: gpio if name == "lgpio" else SimpleNamespace(LGPIOFactory=factory)


@pytest.mark.parametrize(
    ("chips", "chosen"),
    [
        ({0: "pinctrl-rp1"}, 0),
        ({0: "pinctrl-bcm2711", 1: "raspberrypi-exp-gpio"}, 0),
        ({0: "gpio-brcmstb@107d508500", 4: "pinctrl-rp1"}, 4),
        ({11: "gpio-brcmstb@107d508500", 12: None, 15: "pinctrl-rp1"}, 15),
    ],
    ids=str,
)
def test_the_chip_is_chosen_by_its_label_whatever_its_number(
    chips: dict[int, str | None], chosen: int
) -> None:
    gpio = FakeGpio(chips)
    assert open_pins(loader(gpio), chips).chip == chosen
    assert gpio.open == []


@pytest.mark.parametrize("chips", [{}, {0: "INT34C5:00"}, {0: None}], ids=str)
def test_a_computer_without_such_a_chip_is_said_to_have_no_pins(chips: dict[int, str | None]) -> None:
    with pytest.raises(DeviceError, match="no Raspberry Pi pins") as refused:
        open_pins(loader(FakeGpio(chips)), chips)
    assert refused.value.code == "NO_PINS"


def test_a_factory_that_opens_another_chip_is_not_used() -> None:
    chips: dict[int, str | None] = {0: "gpio-brcmstb@107d508500", 4: "pinctrl-rp1"}
    with pytest.raises(DeviceError):
        open_pins(loader(FakeGpio(chips), takes_chip=False), chips)


def test_missing_software_is_said_with_what_to_install() -> None:
    def load(name: str) -> Any:
        raise ModuleNotFoundError(name)

    with pytest.raises(DeviceError, match="python3-lgpio") as refused:
        open_pins(load, [0])
    assert refused.value.code == "NO_PIN_SOFTWARE"


@pytest.mark.skipif(Path("/dev/gpiochip0").exists(), reason="this computer has pins")
def test_buttons_without_a_factory_say_why_on_a_computer_without_pins() -> None:
    with pytest.raises(DeviceError, match="Buttons and lamp are off"):
        GpioButtons(NEXT_PIN, UNDO_PIN).start(lambda button: None)


# --- the stand-in ---------------------------------------------------------------------------------


def test_simulated_buttons_report_between_start_and_close_only() -> None:
    presses: list[Button] = []
    buttons = SimulatedButtons()
    buttons.press(Button.NEXT)
    buttons.start(presses.append)
    buttons.press(Button.UNDO)
    buttons.close()
    buttons.close()
    buttons.press(Button.NEXT)
    assert presses == [Button.UNDO]
