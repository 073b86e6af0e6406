"""A video file of a table goes in, frames come out at the pace at which it was filmed."""

from __future__ import annotations

import os
import threading
from pathlib import Path
from typing import Any

import cv2

from hardware.grey import grey_of
from hardware.ports import CameraError, Frame, NoMoreFrames, Now

_SHOULD_BE_S = 1 / 25
"""Between frames, where a file does not say when each was taken."""


class VideoCamera:
    """Implements `hardware.ports.Camera`. Frames that were not fetched in time are passed over.

    loop: begin again after the end. CameraError codes: NO_PICTURES (no file), BAD_PICTURE (no video).
    """

    def __init__(self, path: Path, now: Now, loop: bool = False) -> None:
        self._path = path
        self._now = now
        self._loop = loop
        self._video: Any = None
        self._began_at = 0.0
        self._number = -1
        self._stopped = threading.Event()

    @property
    def identity(self) -> str:
        return f"video {self._path.name}"

    def open(self) -> None:
        self.close()
        self._stopped.clear()
        self._number = -1
        self._start()

    def read(self, timeout: float = 2.5) -> Frame:  # noqa: ARG002 - a file does not keep anybody waiting
        """The frame that is due now, or the next one. Raise NoMoreFrames at the end."""
        if self._video is None:
            raise NoMoreFrames
        at = self._next()
        if at is None and self._loop and self._number >= 0:
            self._start()
            at = self._next()
        if at is None:
            raise NoMoreFrames
        good, picture = self._video.retrieve()
        if not good:
            raise CameraError("BAD_PICTURE", f"{self._path} cannot be read: a picture of it is damaged.")
        self._stopped.wait(max(0.0, self._began_at + at - self._now()))
        return Frame(grey_of(picture), self._began_at + at, self._number)

    def close(self) -> None:
        """A read that waits in another thread ends at once."""
        self._stopped.set()
        video, self._video = self._video, None
        if video is not None:
            video.release()

    def _start(self) -> None:
        if not self._path.is_file():
            raise CameraError("NO_PICTURES", f"There is no video {self._path}.")
        if self._video is not None:
            self._video.release()
        # What is wrong with a file is said by us, in words; FFmpeg would say it in its own.
        os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")
        cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_FATAL)
        self._video = cv2.VideoCapture(str(self._path), cv2.CAP_FFMPEG)
        self._passed = 0
        if not self._video.isOpened():
            self._video = None
            raise CameraError("BAD_PICTURE", f"{self._path} cannot be read: it is no video.")
        self._began_at = self._now()

    def _next(self) -> float | None:
        """Go to the first frame that is not yet past; seconds since the start, None at the end."""
        while self._video.grab():
            self._passed += 1
            self._number += 1
            at = self._taken(self._passed)
            if self._began_at + at >= self._now():
                return at
        return None

    def _taken(self, passed: int) -> float:
        said = float(self._video.get(cv2.CAP_PROP_POS_MSEC)) / 1000
        return said if said > 0 or passed == 1 else (passed - 1) * _SHOULD_BE_S
