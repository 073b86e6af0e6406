"""Cameras and lookers with faults, for the watcher's child process: picklable, and small."""

from __future__ import annotations

import os
import time
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from made_up_readings import back, face, reading

from hardware.ports import CameraError, Frame, NoMoreFrames, NothingNew
from hardware.stickers import Back
from pi_app.vision.look import Kept
from pi_app.vision.seen import Crop, Reading, Source


@dataclass
class Camera:
    """Fifty frames a second. The faults happen while the file `fault` says so.

    words: hang, hang-close, lost, end, stale, none; unreadable, nothing: of a camera of single pictures.
    """

    fault: Path
    age: float = 0.0
    number: int = field(default=0, init=False)
    identity = "faulty"

    def _is(self, word: str) -> bool:
        return self.fault.exists() and word in self.fault.read_text().split()

    def open(self) -> None:
        if self._is("none"):
            raise CameraError("NO_CAMERA", "no camera found, check the ribbon")

    def read(self, timeout: float = 2.5) -> Frame:
        if self._is("hang"):
            time.sleep(1000)
        if self._is("lost"):
            raise CameraError("CAMERA_TIMEOUT", "no picture came")
        if self._is("end"):
            raise NoMoreFrames
        if self._is("unreadable"):
            self.fault.write_text("nothing")
            raise CameraError("HEIC_PICTURE", "it is HEIC")
        if self._is("nothing"):
            time.sleep(0.02)
            raise NothingNew
        time.sleep(0.02)
        self.number += 1
        age = 1000.0 if self._is("stale") else 0.0
        return Frame(np.zeros((90, 160), np.uint8), time.monotonic() - age, self.number)

    def close(self) -> None:
        if self._is("hang-close"):
            time.sleep(1000)


@dataclass
class Looker:
    """Sees one face and one back in every frame; aborts when the file says so, and only once.

    Spins or leaks as long as the file says so.
    """

    fault: Path
    leaked: list[bytes] = field(default_factory=list, init=False)

    def look(self, frame: Frame) -> Reading:
        if self.fault.exists() and "spin" in self.fault.read_text().split():
            while True:
                sum(range(1000))
        if self.fault.exists() and "leak" in self.fault.read_text().split():
            self.leaked.append(b"x" * 20_000_000)
        if self.fault.exists() and "abort" in self.fault.read_text().split():
            self.fault.unlink()
            os.abort()
        if self.fault.exists() and "raise" in self.fault.read_text().split():
            self.fault.unlink()
            raise ZeroDivisionError
        return reading(face(2, 3, 3), back(3, 1), at=frame.taken_at)

    @property
    def kept(self) -> Kept:
        """One back was read, at the picture's upper left."""
        outline = ((1.0, 1.0), (5.0, 1.0), (5.0, 5.0), (1.0, 5.0))
        return Kept(Crop(0, 0, b""), (outline,), None, frozenset({(Back(3), Source.TAG)}))

    def reset(self) -> None:
        """Nothing is remembered."""
