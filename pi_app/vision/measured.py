"""A reader that takes its lens from a stored calibration, once it knows which camera it reads.

Rule: a calibration of another camera, or a broken file, is told and not used; the lens is then guessed.
"""

from __future__ import annotations

from pathlib import Path

from calibration.store import CalibrationError, load
from hardware.ports import Frame
from hardware.stickers import DEFAULT_KIT
from pi_app.vision.look import Kept
from pi_app.vision.reader import Reader
from pi_app.vision.seen import Reading


class MeasuredReader:
    """As `Reader`. calibration: where it is stored, if anywhere; no file there: nothing was measured."""

    def __init__(self, kit: int = DEFAULT_KIT, calibration: Path | None = None) -> None:
        self._kit = kit
        self._calibration = calibration
        self._reader = Reader(kit)

    def meets(self, camera: str) -> str | None:
        """The camera's identity, once it is open. Returns the code of why its lens is not known, if so."""
        path = self._calibration
        if path is None or not path.exists():
            return None
        try:
            self._reader = Reader(self._kit, load(path, camera).lens)
        except CalibrationError as error:
            return error.code
        return None

    def look(self, frame: Frame) -> Reading:
        return self._reader.look(frame)

    @property
    def kept(self) -> Kept:
        """As `Reader.kept`."""
        return self._reader.kept

    def reset(self) -> None:
        self._reader.reset()
