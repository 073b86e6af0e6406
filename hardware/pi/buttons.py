"""The two buttons on the Pi's pins: contacts go in, one press a push comes out, whatever the bounce.

Called from a driver thread that dies of any error and delays all buttons when it waits; so nothing
may escape from here, and `on_press` must only queue.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any

import gpiozero

from hardware.pi.contacts import USUAL, HeldContact, PushedContact, Timing
from hardware.pi.pins import close_line, close_pins, driver_lives, open_pins, pin_fault
from hardware.ports import Button, DeviceError

_log = logging.getLogger(__name__)

DEBOUNCE = 0.05
"""Seconds, in the kernel; the mock pins do not know it."""
CHECK_EVERY = 2.0
"""Seconds between two looks at the pins, and between two tries to open them again."""

OnPress = Callable[[Button], None]


class GpioButtons:
    """NEXT and UNDO, each between its pin (BCM number) and ground; a negative pin: none is wired.

    NEXT acts when it is pushed. UNDO acts when it is let go, or as SHUTDOWN when it is held for long.
    """

    def __init__(
        self,
        next_pin: int,
        undo_pin: int,
        factory: Any = None,
        timing: Timing = USUAL,
        *,
        open_factory: Callable[[], Any] = open_pins,
    ) -> None:
        """factory: a pin factory that stays its owner's; None: one of our own from `open_factory`."""
        pins = {Button.NEXT: next_pin, Button.UNDO: undo_pin}
        self._pins = {button: pin for button, pin in pins.items() if pin >= 0}
        self._given_factory = factory
        self._open_factory = open_factory
        self._own_factory: Any = None
        self._timing = timing
        self._open_parts: list[tuple[Any, PushedContact | HeldContact]] = []
        self._on_press: OnPress | None = None
        self._checked_at = 0.0
        self._trouble: str | None = None

    def start(self, on_press: OnPress) -> None:
        """Report presses from now on; DeviceError when there are no pins or one is taken."""
        self.close()
        self._on_press, self._checked_at = on_press, self._timing.clock()
        self._open(on_press)

    def check(self) -> str | None:
        """None, or the code of what is wrong; pins that died, or were not to be had, are opened again.

        To be called again and again by the thread that called `start`; mostly it does nothing.
        """
        on_press, now = self._on_press, self._timing.clock()
        if on_press is None or now - self._checked_at < CHECK_EVERY:
            return self._trouble
        self._checked_at = now
        if self._trouble is None:
            if self._answers():
                return None
            _log.warning("The pins do not answer any more; they are opened again")
        if self._trouble != "NO_PIN_SOFTWARE":
            self._release()
            with suppress(DeviceError):
                self._open(on_press)
        return self._trouble

    def close(self) -> None:
        """Safe to call at any time, more than once."""
        self._on_press = self._trouble = None
        self._release()

    def _open(self, on_press: OnPress) -> None:
        try:
            factory = self._given_factory
            if factory is None and self._pins:
                factory = self._own_factory = self._open_factory()
            for button, pin in self._pins.items():
                self._open_one(button, pin, factory, on_press)
        except DeviceError as error:
            self._release()
            self._trouble = error.code
            raise
        self._trouble = None

    def _open_one(self, button: Button, pin: int, factory: Any, on_press: OnPress) -> None:
        try:
            line = gpiozero.Button(pin, pull_up=True, bounce_time=DEBOUNCE, pin_factory=factory)
        except Exception as error:  # lgpio's own errors have no nearer base
            raise pin_fault("PIN_TAKEN", pin=pin) from error
        act = partial(_safely, partial(on_press, button))
        contact: PushedContact | HeldContact = PushedContact(act, self._timing)
        if button is Button.UNDO:
            shut_down = partial(_safely, partial(on_press, Button.SHUTDOWN))
            is_down = partial(_is_down, line)
            contact = HeldContact(act, shut_down, is_down, self._timing)
        self._open_parts.append((line, contact))
        line.when_pressed = partial(_safely, contact.pressed)
        line.when_released = partial(_safely, contact.released)

    def _release(self) -> None:
        """Let go of everything, also of pins that answer with errors only."""
        while self._open_parts:
            line, contact = self._open_parts.pop()
            contact.forget()
            close_line(line)
        factory, self._own_factory = self._own_factory, None
        if factory is not None:
            close_pins(factory)

    def _answers(self) -> bool:
        try:
            return driver_lives() and all(line.value in (0, 1) for line, _ in self._open_parts)
        except Exception:
            return False


def _safely(call: Callable[[], object]) -> None:
    try:
        call()
    except Exception:
        _log.exception("Buttons: a call failed, and what it was for is lost")


def _is_down(line: Any) -> bool:
    try:
        return bool(line.is_pressed)
    except Exception:
        return False
