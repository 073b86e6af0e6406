"""Any camera that the system knows as a video device (USB), through OpenCV: frames come out.

A thread empties the driver's queue all the time, so that a frame is never older than the last one the
camera made, and a driver that blocks cannot block the reader.
"""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2

from hardware.camera_faults import fault
from hardware.grey import grey_of
from hardware.ports import CameraError, Frame, Grey, Now

_BACKEND = cv2.CAP_V4L2 if sys.platform == "linux" else cv2.CAP_ANY
_FAILURES_UNTIL_LOST = 5
_CLOSE_LIMIT = 2.0


@dataclass(frozen=True, slots=True)
class UsbCameraSettings:
    """device: number or path, as in /dev/video0. focus: the driver's own scale; None leaves it alone."""

    device: int | str = 0
    size: tuple[int, int] = (1920, 1080)
    focus: float | None = None


def _capture(device: int | str) -> Any:
    # What is wrong is said by us, in words and once; OpenCV would say it at each try.
    cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_FATAL)
    return cv2.VideoCapture(device, _BACKEND)


class UsbCamera:
    """Gives frames, one at a time. Not thread-safe: one owner."""

    def __init__(
        self,
        settings: UsbCameraSettings | None = None,
        *,
        capture: Callable[[int | str], Any] = _capture,
        clock: Now = time.monotonic,
    ) -> None:
        self._settings = settings or UsbCameraSettings()
        self._capture = capture
        self._clock = clock
        self._stream: _Stream | None = None
        self._size = self._settings.size
        self._number = 0

    @property
    def identity(self) -> str:
        """Device and picture size; the size that was really given once it has been opened."""
        return f"usb {self._settings.device} {self._size[0]}x{self._size[1]}"

    def open(self) -> None:
        """Raise CameraError when there is none, or it is busy, or it gives no picture."""
        self.close()
        device = self._capture(self._settings.device)
        if not device.isOpened():
            device.release()
            raise fault("CAMERA_BUSY" if self._exists() else "NO_CAMERA")
        width, height = self._settings.size
        # Motion JPEG: raw pictures of this size do not fit through USB 2 at a useful rate.
        device.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
        device.set(cv2.CAP_PROP_FRAME_WIDTH, width)
        device.set(cv2.CAP_PROP_FRAME_HEIGHT, height)
        device.set(cv2.CAP_PROP_BUFFERSIZE, 1)
        if self._settings.focus is not None:
            device.set(cv2.CAP_PROP_AUTOFOCUS, 0)
            device.set(cv2.CAP_PROP_FOCUS, self._settings.focus)
        self._number = 0
        self._stream = _Stream(device, self._clock)
        try:
            self.read(timeout=5.0)
        except CameraError:
            self.close()
            raise
        self._number = 0

    def read(self, timeout: float = 2.5) -> Frame:
        """The newest frame not yet given; CAMERA_TIMEOUT: read again, CAMERA_LOST: open again."""
        if self._stream is None:
            raise fault("CAMERA_LOST")
        grey, taken_at = self._stream.newest(timeout)
        self._size = grey.shape[1], grey.shape[0]
        self._number += 1
        return Frame(grey, taken_at, self._number - 1)

    def close(self) -> None:
        """Safe to call at any time, more than once; a driver that hangs is left behind."""
        stream, self._stream = self._stream, None
        if stream is not None:
            stream.stop()

    def _exists(self) -> bool:
        device = self._settings.device
        return Path(f"/dev/video{device}" if isinstance(device, int) else device).exists()


class _Stream:
    """The thread that empties the driver's queue, and the newest picture."""

    def __init__(self, device: Any, clock: Now) -> None:
        self._device = device
        self._clock = clock
        self._changed = threading.Condition()
        self._picture: tuple[Any, float] | None = None
        self._lost = False
        self._stopping = False
        self._thread = threading.Thread(target=self._run, name="usb camera", daemon=True)
        self._thread.start()

    def newest(self, timeout: float) -> tuple[Grey, float]:
        with self._changed:
            self._changed.wait_for(lambda: self._picture is not None or self._lost, timeout)
            picture, self._picture = self._picture, None
            lost = self._lost
        if picture is None:
            raise fault("CAMERA_LOST" if lost else "CAMERA_TIMEOUT")
        pixels, taken_at = picture
        return grey_of(pixels), taken_at

    def stop(self) -> None:
        self._stopping = True
        self._thread.join(_CLOSE_LIMIT)

    def _run(self) -> None:
        failures = 0
        while not self._stopping and failures < _FAILURES_UNTIL_LOST:
            try:
                good, pixels = self._device.read()
            except cv2.error:
                good, pixels = False, None
            failures = 0 if good else failures + 1
            if good:
                with self._changed:
                    self._picture = pixels, self._clock()
                    self._changed.notify_all()
        self._device.release()
        with self._changed:
            self._lost = True
            self._changed.notify_all()
