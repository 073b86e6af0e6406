"""Edges of one contact go in; one action comes out for each push, whatever bounces.

`PushedContact` acts at the first touch. `HeldContact` acts when the finger is gone, or, when that stays
long, while it is still down: one of the two, once, also when an edge never came.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from hardware.ports import Now

LOCK_OUT = 0.15
"""Seconds after any change of the contact during which no new push begins."""
HOLD = 2.0
"""Seconds from the first touch to the long action."""
SETTLE = 0.05
"""Seconds for which a released contact must stay open: bounces are shorter."""


class Timer(Protocol):
    """As `threading.Timer`: calls once, later, from a thread of its own."""

    def start(self) -> None: ...

    def cancel(self) -> None: ...


MakeTimer = Callable[[float, Callable[[], None]], Timer]


def thread_timer(seconds: float, call: Callable[[], None]) -> Timer:
    """One that never keeps the program from ending."""
    timer = threading.Timer(seconds, call)
    timer.daemon = True
    return timer


@dataclass(frozen=True, slots=True)
class Timing:
    """The clock that contacts go by, and what calls them later."""

    clock: Now = time.monotonic
    make_timer: MakeTimer = thread_timer


USUAL = Timing()


class PushedContact:
    """`act` must only queue. Called by the driver's one thread."""

    def __init__(self, act: Callable[[], None], timing: Timing) -> None:
        self._act = act
        self._clock = timing.clock
        self._changed_at = float("-inf")

    def pressed(self) -> None:
        """The contact has closed."""
        now, before = self._clock(), self._changed_at
        self._changed_at = now
        if now - before >= LOCK_OUT:
            self._act()

    def released(self) -> None:
        """The contact has opened; it bounces on the way up too, which must not look like a push."""
        self._changed_at = self._clock()

    def forget(self) -> None:
        """Nothing acts any more for a push that is going on; here it has acted already."""


class _State(StrEnum):
    UP = "up"
    DOWN = "down"
    LIFTING = "lifting"
    ACTED = "acted"  # the long action is done, the finger may still be there


class HeldContact:
    """`short`, `long` must only queue. `is_down` says how the contact is now. Thread-safe."""

    def __init__(
        self,
        short: Callable[[], None],
        long: Callable[[], None],
        is_down: Callable[[], bool],
        timing: Timing,
    ) -> None:
        self._short, self._long, self._is_down = short, long, is_down
        self._clock, self._make_timer = timing.clock, timing.make_timer
        self._lock = threading.Lock()
        self._state = _State.UP
        self._began_at = 0.0
        self._changed_at = float("-inf")
        self._timer: Timer | None = None
        self._turn = 0

    def pressed(self) -> None:
        """The contact has closed."""
        with self._lock:
            now, before = self._clock(), self._changed_at
            self._changed_at = now
            if self._state is not _State.LIFTING:
                if now - before < LOCK_OUT:
                    return
                self._began_at = now
            self._become(_State.DOWN, max(0.0, self._began_at + HOLD - now))

    def released(self) -> None:
        """The contact has opened."""
        with self._lock:
            self._changed_at = self._clock()
            if self._state is _State.DOWN:
                self._become(_State.LIFTING, SETTLE)
            elif self._state is _State.ACTED:
                self._become(_State.UP)

    def forget(self) -> None:
        """Nothing acts any more for a push that is going on."""
        with self._lock:
            self._become(_State.UP)

    def _become(self, state: _State, seconds: float | None = None) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._state, self._timer = state, None
        self._turn += 1
        if seconds is not None:
            turn = self._turn
            self._timer = self._make_timer(seconds, lambda: self._time_is_up(turn))
            self._timer.start()

    def _time_is_up(self, turn: int) -> None:
        with self._lock:
            if turn != self._turn:
                return  # cancelled in the very moment when it rang
            # A finger that left without an edge is gone all the same.
            held = self._state is _State.DOWN and self._is_down()
            self._become(_State.ACTED if held else _State.UP)
        (self._long if held else self._short)()
