"""The lamp on gpiozero's mock pins, and the stand-in without a pin."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from gpiozero import LED
from gpiozero.pins.mock import MockFactory

from hardware.pi import lamp as lamp_module
from hardware.pi.lamp import AGAIN_AFTER, GpioLamp
from hardware.pi.pins import pin_fault
from hardware.ports import DeviceError, LampState
from hardware.simulated.lamp import SimulatedLamp

PIN = 22


@pytest.fixture
def factory() -> Iterator[MockFactory]:
    factory = MockFactory()
    yield factory
    factory.reset()
    factory.close()


@pytest.fixture
def lamp(factory: MockFactory) -> Iterator[GpioLamp]:
    lamp = GpioLamp(PIN, factory)
    yield lamp
    lamp.close()


def lit(factory: MockFactory) -> bool:
    return bool(factory.pin(PIN).state)


def changes(factory: MockFactory) -> int:
    return len(factory.pin(PIN).states)


def test_a_lamp_starts_dark(factory: MockFactory, lamp: GpioLamp) -> None:
    assert not lit(factory)


def test_on_and_off_set_the_pin(factory: MockFactory, lamp: GpioLamp) -> None:
    lamp.show(LampState.ON)
    assert lit(factory)
    lamp.show(LampState.OFF)
    assert not lit(factory)


def test_blink_goes_on_and_off_until_something_else_is_shown(
    factory: MockFactory, lamp: GpioLamp, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lamp_module, "BLINK", 0.01)
    before = changes(factory)
    lamp.show(LampState.BLINK)
    until = time.monotonic() + 30
    while changes(factory) < before + 6 and time.monotonic() < until:
        time.sleep(0.005)
    assert changes(factory) >= before + 6
    lamp.show(LampState.ON)
    steady = changes(factory)
    time.sleep(0.1)
    assert changes(factory) == steady
    assert lit(factory)


def test_asking_for_the_same_blink_again_does_not_start_it_anew(
    factory: MockFactory, lamp: GpioLamp, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lamp_module, "BLINK", 30.0)
    lamp.show(LampState.BLINK)
    until = time.monotonic() + 30
    while not lit(factory) and time.monotonic() < until:
        time.sleep(0.005)
    started = changes(factory)
    for _ in range(5):
        lamp.show(LampState.BLINK)
    time.sleep(0.05)
    assert changes(factory) == started


def test_closing_puts_the_lamp_out_and_frees_the_pin(factory: MockFactory, lamp: GpioLamp) -> None:
    lamp.show(LampState.ON)
    assert factory.pin(PIN).function == "output"
    lamp.close()
    assert factory.pin(PIN).function == "input"
    lamp.close()
    GpioLamp(PIN, factory).close()


def test_a_lamp_that_fails_does_not_stop_the_evening_and_is_opened_again(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[MockFactory] = []
    now = [0.0]

    def open_factory() -> MockFactory:
        made.append(MockFactory())
        return made[-1]

    def fail(led: object) -> None:
        raise OSError("the chip is gone")

    lamp = GpioLamp(PIN, clock=lambda: now[0], open_factory=open_factory)
    with monkeypatch.context() as broken:
        broken.setattr(LED, "on", fail)
        lamp.show(LampState.ON)
    assert "cannot be set" in caplog.text
    lamp.show(LampState.ON)
    assert len(made) == 1
    now[0] = AGAIN_AFTER
    lamp.show(LampState.ON)
    assert len(made) == 2
    assert lit(made[-1])
    lamp.close()


def test_a_lamp_whose_pins_stay_away_is_tried_again_later(monkeypatch: pytest.MonkeyPatch) -> None:
    tries: list[float] = []
    now = [0.0]

    def open_factory() -> MockFactory:
        tries.append(now[0])
        if len(tries) > 1:
            raise pin_fault("NO_PINS")
        return MockFactory()

    lamp = GpioLamp(PIN, clock=lambda: now[0], open_factory=open_factory)
    monkeypatch.setattr(LED, "on", lambda led: 1 / 0)
    for now[0] in (1.0, 2.0, 6.0, 7.0, 11.0):
        lamp.show(LampState.ON)
    assert tries == [0.0, 6.0, 11.0]


def test_a_pin_that_is_taken_is_said(factory: MockFactory, lamp: GpioLamp) -> None:
    with pytest.raises(DeviceError, match=str(PIN)) as refused:
        GpioLamp(PIN, factory)
    assert refused.value.code == "PIN_TAKEN"


@pytest.mark.skipif(Path("/dev/gpiochip0").exists(), reason="this computer has pins")
def test_a_lamp_without_a_factory_says_why_on_a_computer_without_pins() -> None:
    with pytest.raises(DeviceError, match="Buttons and lamp are off"):
        GpioLamp(PIN)


def test_a_lamp_that_is_not_wired_needs_no_pins() -> None:
    lamp = GpioLamp(-1)
    lamp.show(LampState.BLINK)
    lamp.close()


def test_a_simulated_lamp_remembers_what_it_has_shown() -> None:
    lamp = SimulatedLamp()
    for state in (LampState.ON, LampState.ON, LampState.BLINK):
        lamp.show(state)
    assert lamp.state is LampState.BLINK
    lamp.close()
    assert lamp.shown == [LampState.OFF, LampState.ON, LampState.BLINK, LampState.OFF]
