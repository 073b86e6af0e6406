"""What the rest of the house may ask of a device: the frame it gets, and the shape of each part.

Every port has a real adapter (`hardware/pi`, `hardware/usb`) and a shipped, tested fake
(`hardware/simulated`) under the same file name.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

Grey = NDArray[np.uint8]
Now = Callable[[], float]
"""Seconds on a clock that never jumps; only differences mean anything."""


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One picture of the table.

    grey: uint8, shape (height, width), owned by the frame (never a view of a camera's buffer).
    taken_at: seconds, same clock as `Now`; when the sensor took it, not when it arrived.
    number: counts up from 0 for one opened camera; a gap means dropped frames.
    came_at: of a single picture that is shown again and again, when it came: the table may look otherwise
    since. None: every frame is a picture of its own.
    """

    grey: Grey
    taken_at: float
    number: int
    came_at: float | None = None


class CameraError(Exception):
    """The camera cannot give a picture. `code` for the program, the text for the person."""

    def __init__(self, code: str, text: str) -> None:
        super().__init__(text)
        self.code = code


class DeviceError(Exception):
    """A button or lamp cannot be used. `code` for the program, the text for the person."""

    def __init__(self, code: str, text: str) -> None:
        super().__init__(text)
        self.code = code


class NoMoreFrames(Exception):
    """A recorded camera has shown its last picture."""


class NothingNew(Exception):
    """A camera of single pictures has had none for a while; all is well, read again."""


class Camera(Protocol):
    """Gives frames, one at a time. Not thread-safe: one owner."""

    @property
    def identity(self) -> str:
        """Stable name of this very camera and mode; a calibration belongs to it."""

    def open(self) -> None:
        """Raise CameraError when there is none, or it is busy."""

    def read(self, timeout: float = 2.5) -> Frame:
        """The next frame; raise CameraError(code="CAMERA_TIMEOUT") after `timeout` seconds."""

    def close(self) -> None:
        """Safe to call at any time, more than once."""


class Button(StrEnum):
    """The two physical buttons, and what holding UNDO means."""

    NEXT = "next"
    UNDO = "undo"
    SHUTDOWN = "shutdown"


class Buttons(Protocol):
    """Reports presses. `on_press` may be called from any thread and must only queue."""

    def start(self, on_press: Callable[[Button], None]) -> None: ...

    def check(self) -> str | None:
        """Call it now and then: None while all is well, else the code of what is wrong."""

    def close(self) -> None: ...


class LampState(StrEnum):
    """What the lamp in the NEXT button says."""

    OFF = "off"
    ON = "on"  # NEXT would do something now
    BLINK = "blink"  # a question is open


class Lamp(Protocol):
    """One lamp."""

    def show(self, state: LampState) -> None: ...

    def close(self) -> None: ...


class Backlight(Protocol):
    """The lamp behind the display."""

    def show(self, share: float) -> bool:
        """0..1 of the usual brightness; 1: as it was. False: this display's lamp cannot be set."""
