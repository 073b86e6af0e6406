"""Buttons on gpiozero's mock pins, and the stand-in without pins."""

import logging
import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
from gpiozero.pins.mock import MockFactory

from hardware.pi.buttons import CHECK_EVERY, GpioButtons
from hardware.pi.contacts import HOLD, LOCK_OUT, SETTLE, HeldContact, Timing
from hardware.pi.pins import pin_fault
from hardware.ports import Button, DeviceError
from hardware.simulated.buttons import SimulatedButtons

NEXT_PIN, UNDO_PIN = 17, 27


class HandTimer:
    """A timer that rings when the clock of its Hand has come so far."""

    def __init__(self, hand: "Hand", seconds: float, call: Callable[[], None]) -> None:
        self.hand, self.seconds, self.call = hand, seconds, call

    def start(self) -> None:
        self.rings_at = self.hand.now + self.seconds
        self.hand.timers.append(self)

    def cancel(self) -> None:
        if self in self.hand.timers:
            self.hand.timers.remove(self)


class Hand:
    """Two buttons on mock pins, a clock that it moves by hand, and the presses that came out."""

    def __init__(self, factory: MockFactory) -> None:
        self.now = 100.0
        self.timers: list[HandTimer] = []
        self.presses: list[Button] = []
        self.factory = factory
        timing = Timing(lambda: self.now, partial(HandTimer, self))
        self.buttons = GpioButtons(NEXT_PIN, UNDO_PIN, factory, timing)
        self.buttons.start(self.presses.append)

    def wait(self, seconds: float) -> None:
        end = self.now + seconds
        while due := sorted((t for t in self.timers if t.rings_at <= end), key=lambda t: t.rings_at):
            self.timers.remove(due[0])
            self.now = max(self.now, due[0].rings_at)
            due[0].call()
        self.now = end

    def down(self, pin: int = NEXT_PIN, after: float = 1.0) -> None:
        self.wait(after)
        self.factory.pin(pin).drive_low()

    def let_go(self) -> None:
        """gpiozero waits a second when a button that is held down is closed."""
        for pin in (NEXT_PIN, UNDO_PIN):
            self.factory.pin(pin).drive_high()

    def up(self, pin: int = NEXT_PIN, after: float = 0.03) -> None:
        self.wait(after)
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
    hand.wait(SETTLE)
    assert hand.presses == [Button.NEXT, Button.UNDO]


BOTH = pytest.mark.parametrize(
    ("pin", "button"), [(NEXT_PIN, Button.NEXT), (UNDO_PIN, Button.UNDO)], ids=["next", "undo"]
)


@BOTH
def test_eight_edges_in_twelve_milliseconds_are_one_press(hand: Hand, pin: int, button: Button) -> None:
    hand.down(pin)
    for _ in range(4):
        hand.up(pin, after=0.0015)
        hand.down(pin, after=0.0015)
    hand.up(pin, after=0.2)
    hand.wait(1.0)
    assert hand.presses == [button]


@BOTH
def test_a_second_press_after_400_milliseconds_counts(hand: Hand, pin: int, button: Button) -> None:
    for _ in range(2):
        hand.down(pin, after=0.4)
        hand.up(pin, after=0.03)
    hand.wait(1.0)
    assert hand.presses == [button, button]


@BOTH
def test_the_bounce_of_letting_go_is_no_press(hand: Hand, pin: int, button: Button) -> None:
    hand.down(pin)
    hand.up(pin, after=1.5)
    for _ in range(3):
        hand.down(pin, after=0.002)
        hand.up(pin, after=0.002)
    hand.wait(1.0)
    assert hand.presses == [button]


def test_undo_held_is_a_shutdown_once_while_the_finger_is_still_there_and_no_undo(hand: Hand) -> None:
    hand.down(UNDO_PIN)
    hand.wait(HOLD - 0.01)
    assert hand.presses == []
    hand.wait(0.02)
    assert hand.presses == [Button.SHUTDOWN]
    hand.up(UNDO_PIN, after=20.0)
    hand.wait(20.0)
    assert hand.presses == [Button.SHUTDOWN]


def test_bounces_do_not_make_a_hold_longer(hand: Hand) -> None:
    hand.down(UNDO_PIN)
    for _ in range(4):
        hand.up(UNDO_PIN, after=0.002)
        hand.down(UNDO_PIN, after=0.002)
    hand.wait(HOLD)
    assert hand.presses == [Button.SHUTDOWN]


def test_undo_works_again_after_a_shutdown_that_did_not_happen(hand: Hand) -> None:
    hand.down(UNDO_PIN)
    hand.up(UNDO_PIN, after=HOLD + 1)
    hand.down(UNDO_PIN)
    hand.up(UNDO_PIN)
    hand.wait(1.0)
    assert hand.presses == [Button.SHUTDOWN, Button.UNDO]


def test_a_finger_that_left_without_an_edge_shuts_nothing_down_and_repeats_nothing() -> None:
    rung: list[Callable[[], None]] = []
    acts: list[str] = []

    class Bell(threading.Timer):
        def start(self) -> None:
            rung.append(self.function)

    contact = HeldContact(
        lambda: acts.append("short"), lambda: acts.append("long"), lambda: False, Timing(lambda: 0.0, Bell)
    )
    contact.pressed()
    for ring in rung * 3:
        ring()
    assert acts == ["short"]


def test_a_hold_that_is_cancelled_in_the_moment_when_it_rings_does_not_act(hand: Hand) -> None:
    hand.down(UNDO_PIN)
    (timer,) = hand.timers
    hand.up(UNDO_PIN, after=HOLD - 0.01)
    timer.call()
    hand.wait(1.0)
    assert hand.presses == [Button.UNDO]


def test_closing_while_undo_is_down_does_nothing_more(hand: Hand) -> None:
    hand.down(UNDO_PIN)
    hand.factory.pin(UNDO_PIN)._state = True  # or gpiozero waits for its hold thread
    hand.buttons.close()
    hand.wait(10.0)
    assert hand.presses == []


def test_the_lock_out_of_one_button_does_not_touch_the_other(hand: Hand) -> None:
    hand.down(NEXT_PIN)
    hand.down(UNDO_PIN, after=0.01)
    hand.up(UNDO_PIN)
    hand.wait(SETTLE)
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
    until = time.monotonic() + 30
    while not presses and time.monotonic() < until:
        time.sleep(0.01)
    buttons.close()
    GpioButtons(-1, -1).start(presses.append)
    assert presses == [Button.UNDO]


# --- pins that die -------------------------------------------------------------------------------


class Chip:
    """Hands out pin factories; `dead` ones answer with errors, and there are none while `gone`."""

    def __init__(self) -> None:
        self.made: list[MockFactory] = []
        self.gone = False

    def open(self) -> MockFactory:
        if self.gone:
            raise pin_fault("NO_PINS")
        self.made.append(MockFactory())
        return self.made[-1]

    def die(self) -> None:
        def dead(pin: object) -> float:
            raise OSError("the chip is gone")

        self.gone = True
        for pin in (NEXT_PIN, UNDO_PIN):
            mock = self.made[-1].pin(pin)
            mock.__class__ = type("DeadPin", (type(mock),), {"_get_state": dead, "state": property(dead)})


def test_pins_that_die_are_said_and_opened_again_when_they_are_back() -> None:
    chip, now, presses = Chip(), [0.0], []
    buttons = GpioButtons(NEXT_PIN, UNDO_PIN, timing=Timing(lambda: now[0]), open_factory=chip.open)
    buttons.start(presses.append)
    told = []
    for moment in range(1, 8):
        now[0] = moment * (CHECK_EVERY + 0.1)
        if moment == 2:
            chip.die()
        if moment == 5:
            chip.gone = False
        told.append(buttons.check())
    assert told == [None, "NO_PINS", "NO_PINS", "NO_PINS", None, None, None]
    assert len(chip.made) == 2
    chip.made[-1].pin(NEXT_PIN).drive_low()
    chip.made[-1].pin(NEXT_PIN).drive_high()
    buttons.close()
    assert presses == [Button.NEXT]
    assert buttons.check() is None


def test_pins_that_were_not_there_at_the_start_are_tried_again() -> None:
    chip, now = Chip(), [0.0]
    chip.gone = True
    buttons = GpioButtons(NEXT_PIN, UNDO_PIN, timing=Timing(lambda: now[0]), open_factory=chip.open)
    with pytest.raises(DeviceError):
        buttons.start(lambda button: None)
    assert buttons.check() == "NO_PINS"
    chip.gone, now[0] = False, CHECK_EVERY
    assert buttons.check() is None
    buttons.close()


def test_missing_software_is_not_looked_for_again() -> None:
    now, tries = [0.0], []

    def missing() -> MockFactory:
        tries.append(now[0])
        raise pin_fault("NO_PIN_SOFTWARE")

    buttons = GpioButtons(NEXT_PIN, UNDO_PIN, timing=Timing(lambda: now[0]), open_factory=missing)
    with pytest.raises(DeviceError):
        buttons.start(lambda button: None)
    for now[0] in (10.0, 20.0):
        assert buttons.check() == "NO_PIN_SOFTWARE"
    assert tries == [0.0]


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
