"""A reader that takes its lens from a stored calibration, once it knows which camera it reads.

Rule: a calibration of another camera or picture size, or a broken file, is told and not used; the lens is
then guessed, and every reading says so.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from calibration.lens import Lens
from calibration.store import CalibrationError, load
from hardware.ports import Frame
from hardware.stickers import DEFAULT_KIT
from pi_app.vision.flaws import with_flaw
from pi_app.vision.look import Kept
from pi_app.vision.reader import Reader
from pi_app.vision.seen import Flaw, FlawSeen, Reading

OTHER_SIZE = "OTHER_SIZE"


class MeasuredReader:
    """As `Reader`. calibration: where it is stored, if anywhere; no file there: nothing was measured."""

    def __init__(self, kit: int = DEFAULT_KIT, calibration: Path | None = None) -> None:
        self._kit = kit
        self._calibration = calibration
        self._reader = Reader(kit)
        self._lens: Lens | None = None
        self._refused: str | None = None

    def meets(self, camera: str) -> str | None:
        """The camera's identity, once it is open. Returns the code of why its lens is not known, if so."""
        path = self._calibration
        if path is None or not path.exists():
            return None
        try:
            self._lens = load(path, camera).lens
        except CalibrationError as error:
            self._refused = error.code
            return error.code
        self._reader = Reader(self._kit, self._lens)
        return None

    def look(self, frame: Frame) -> Reading:
        """Not every camera's name says its picture size: the first frame tells."""
        height, width = frame.grey.shape
        if self._lens is not None and self._lens.size != (width, height):
            self._lens, self._refused = None, OTHER_SIZE
            self._reader = Reader(self._kit)
        reading = self._reader.look(frame)
        if self._refused is None:
            return reading
        flaw = FlawSeen(Flaw.OTHER_LENS, detail=self._refused)
        return replace(reading, picture=with_flaw(reading.picture, flaw))

    @property
    def kept(self) -> Kept:
        """As `Reader.kept`."""
        return self._reader.kept

    def reset(self) -> None:
        self._reader.reset()
