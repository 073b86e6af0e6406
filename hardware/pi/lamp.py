"""The lamp in the NEXT button, on one of the Pi's pins."""

from __future__ import annotations

import logging
from typing import Any

import gpiozero

from hardware.pi.pins import open_pins, pin_fault
from hardware.ports import LampState

_log = logging.getLogger(__name__)

BLINK = 0.5
"""Seconds on, and seconds off."""


class GpioLamp:
    """One LED with its resistor between the pin (BCM number) and ground; a negative pin: none is wired."""

    def __init__(self, pin: int, factory: Any = None) -> None:
        """Raise DeviceError when there are no pins or this one is taken."""
        self._led: Any = None
        self._own_factory: Any = None
        self._state = LampState.OFF
        if pin < 0:
            return
        if factory is None:
            factory = self._own_factory = open_pins()
        try:
            self._led = gpiozero.LED(pin, pin_factory=factory)
        except Exception as error:  # lgpio's own errors have no nearer base
            self.close()
            raise pin_fault("PIN_TAKEN", pin=pin) from error

    def show(self, state: LampState) -> None:
        """A lamp that fails is logged and never stops the evening."""
        if self._led is None or state is self._state:
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

    def close(self) -> None:
        """Lamp off. Safe to call at any time, more than once."""
        if self._led is not None:
            self._led.close()
        if self._own_factory is not None:
            self._own_factory.close()
            self._own_factory = None
