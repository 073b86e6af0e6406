"""The two buttons on the Pi's pins: contacts go in, one press a push comes out, whatever the bounce.

Called from a driver thread that dies of any error and delays all buttons when it waits; so nothing
may escape from here, and `on_press` must only queue.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from functools import partial
from typing import Any

import gpiozero

from hardware.pi.pins import open_pins, pin_fault
from hardware.ports import Button, Now

_log = logging.getLogger(__name__)

DEBOUNCE = 0.05
"""Seconds, in the kernel; the mock pins do not know it."""
LOCK_OUT = 0.15
"""Seconds after any change of the contact during which no new press counts."""


class GpioButtons:
    """NEXT and UNDO, each between its pin (BCM number) and ground; a negative pin: none is wired."""

    def __init__(
        self, next_pin: int, undo_pin: int, factory: Any = None, clock: Now = time.monotonic
    ) -> None:
        pins = {Button.NEXT: next_pin, Button.UNDO: undo_pin}
        self._pins = {button: pin for button, pin in pins.items() if pin >= 0}
        self._given_factory = factory
        self._own_factory: Any = None
        self._clock = clock
        self._lock = threading.Lock()
        self._changed_at: dict[Button, float] = {}
        self._contacts: list[Any] = []

    def start(self, on_press: Callable[[Button], None]) -> None:
        """Report presses from now on; DeviceError when there are no pins or one is taken."""
        self.close()
        factory = self._given_factory
        if factory is None and self._pins:
            factory = self._own_factory = open_pins()
        for button, pin in self._pins.items():
            try:
                contact = gpiozero.Button(pin, pull_up=True, bounce_time=DEBOUNCE, pin_factory=factory)
            except Exception as error:  # lgpio's own errors have no nearer base
                self.close()
                raise pin_fault("PIN_TAKEN", pin=pin) from error
            self._contacts.append(contact)
            contact.when_pressed = partial(self._pressed, button, on_press)
            contact.when_released = partial(self._released, button)

    def close(self) -> None:
        """Safe to call at any time, more than once."""
        while self._contacts:
            self._contacts.pop().close()
        if self._own_factory is not None:
            self._own_factory.close()
            self._own_factory = None

    def _pressed(self, button: Button, on_press: Callable[[Button], None]) -> None:
        try:
            if self._is_new(button):
                on_press(button)
        except Exception:
            _log.exception("Button %s: the press could not be handed on", button)

    def _released(self, button: Button) -> None:
        # A contact bounces on the way up too, and a bounce must not look like a press.
        self._is_new(button)

    def _is_new(self, button: Button) -> bool:
        now = self._clock()
        with self._lock:
            before = self._changed_at.get(button)
            self._changed_at[button] = now
        return before is None or now - before >= LOCK_OUT
