"""The one door between threads: any thread puts in, the main thread takes out.

Rule: of readings and states only the newest counts; presses are all kept, in order. Putting in never
waits for anybody.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, replace

from hardware.ports import Button, Now
from pi_app.session.offered import NameProposal
from pi_app.session.views import Preview
from pi_app.vision.seen import Reading


@dataclass(frozen=True, slots=True)
class Press:
    """A physical press, timed when the finger came down. `at`: seconds of `Now`."""

    button: Button
    at: float


@dataclass(frozen=True, slots=True)
class CameraState:
    """How the camera is; `code` None: well. `detail` is for the log, never for the table."""

    code: str | None
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Look:
    """What the watcher saw last."""

    reading: Reading
    preview: Preview | None


@dataclass(frozen=True, slots=True)
class Taken:
    """All that came in since the last time."""

    look: Look | None = None
    camera: CameraState | None = None
    presses: tuple[Press, ...] = ()
    names: tuple[NameProposal, ...] = ()


class Inbox:
    """Thread-safe. `wake` is called after each put, from the putting thread."""

    def __init__(self, now: Now, wake: Callable[[], None] = lambda: None) -> None:
        self._now = now
        self._wake = wake
        self._lock = threading.Lock()
        self._taken = Taken()

    def put_look(self, look: Look) -> None:
        with self._lock:
            self._taken = replace(self._taken, look=look)
        self._wake()

    def put_camera(self, state: CameraState) -> None:
        with self._lock:
            self._taken = replace(self._taken, camera=state)
        self._wake()

    def put_name(self, proposal: NameProposal) -> None:
        """A name from a phone."""
        with self._lock:
            self._taken = replace(self._taken, names=(*self._taken.names, proposal))
        self._wake()

    def press(self, button: Button) -> None:
        """For `Buttons.start`: only queues."""
        press = Press(button, self._now())
        with self._lock:
            self._taken = replace(self._taken, presses=(*self._taken.presses, press))
        self._wake()

    def take(self) -> Taken:
        """Everything so far, once."""
        with self._lock:
            taken, self._taken = self._taken, Taken()
        return taken
