"""The lamp in the NEXT button, on one of the Pi's pins."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import Any

import gpiozero

from hardware.pi.pins import close_line, close_pins, open_pins, pin_fault
from hardware.ports import DeviceError, LampState, Now

_log = logging.getLogger(__name__)

BLINK = 0.5
"""Seconds on, and seconds off."""
AGAIN_AFTER = 5.0
"""Seconds until pins that failed are opened again."""


class GpioLamp:
    """One LED with its resistor between the pin (BCM number) and ground; a negative pin: none is wired."""

    def __init__(
        self,
        pin: int,
        factory: Any = None,
        clock: Now = time.monotonic,
        *,
        open_factory: Callable[[], Any] = open_pins,
    ) -> None:
        """Raise DeviceError when there are no pins or this one is taken."""
        self._pin = pin
        self._given_factory = factory
        self._open_factory = open_factory
        self._clock = clock
        self._led: Any = None
        self._own_factory: Any = None
        self._state = LampState.OFF
        self._failed_at: float | None = None
        self._open()

    def show(self, state: LampState) -> None:
        """A lamp that fails is logged and never stops the evening; in a while it is opened again."""
        if self._pin < 0 or not self._ready():
            return
        if state is self._state:
            return  # asking for a blink again would start it anew, out of step
        actions = {
            LampState.OFF: self._led.off,
            LampState.ON: self._led.on,
            LampState.BLINK: lambda: self._led.blink(on_time=BLINK, off_time=BLINK),
        }
        try:
            actions[state]()
            self._state = state
        except Exception:
            _log.exception("The lamp cannot be set to %s", state)
            self._fail()

    def close(self) -> None:
        """Lamp off. Safe to call at any time, more than once."""
        self._pin = -1
        self._release()

    def _open(self) -> None:
        if self._pin < 0:
            return
        factory = self._given_factory
        if factory is None:
            factory = self._own_factory = self._open_factory()
        try:
            self._led = gpiozero.LED(self._pin, pin_factory=factory)
        except Exception as error:  # lgpio's own errors have no nearer base
            self._release()
            raise pin_fault("PIN_TAKEN", pin=self._pin) from error
        self._state, self._failed_at = LampState.OFF, None

    def _ready(self) -> bool:
        if self._failed_at is None:
            return True
        if self._clock() - self._failed_at < AGAIN_AFTER:
            return False
        try:
            self._open()
        except DeviceError:
            self._failed_at = self._clock()
            return False
        return True

    def _fail(self) -> None:
        self._failed_at = self._clock()
        self._release()

    def _release(self) -> None:
        """Let go of the pin, also of one that answers with errors only."""
        led, self._led = self._led, None
        factory, self._own_factory = self._own_factory, None
        if led is not None:
            close_line(led)
        if factory is not None:
            close_pins(factory)
