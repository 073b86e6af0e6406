"""A Raspberry Pi camera through picamera2: frames come out, focus and exposure held still.

Every call into the driver has a time limit. CAMERA_TIMEOUT: read again. CAMERA_LOST: it is closed;
open it again after a pause. CAMERA_HUNG: a call never came back; only a new process helps.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Mapping
from concurrent.futures import CancelledError
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar

import numpy as np

from hardware.camera_faults import fault
from hardware.pi.exposure import HeldLight
from hardware.pi.library import PiLibrary
from hardware.pi.mode import LUMA_FIRST, video_mode
from hardware.pi.time_limit import CallHangs, within
from hardware.ports import CameraError, Frame, Grey, Now

T = TypeVar("T")
_log = logging.getLogger(__name__)

_AF_MANUAL = 0
"""libcamera's AfModeEnum.Manual."""
_TIMEOUTS_UNTIL_LOST = 3
_LAST_MOMENT = 0.2


@dataclass(frozen=True, slots=True)
class PiCameraSettings:
    """model: part of a camera's model or id, where several are fitted.

    lens_dioptres: 1 / distance in metres, as found once (`PiCamera.lens_dioptres`); None: focus now.
    """

    model: str = ""
    size: tuple[int, int] = (4608, 2592)
    smaller: tuple[int, int] = (2304, 1296)
    frame_us: int = 100_000
    lens_dioptres: float | None = None
    mains_hz: int = 50
    warm_up: float = 1.5


class PiCamera:
    """Gives frames, one at a time. Not thread-safe: one owner."""

    def __init__(
        self,
        settings: PiCameraSettings | None = None,
        *,
        library: PiLibrary | None = None,
        clock: Now = time.monotonic,
        call_limit: float = 5.0,
    ) -> None:
        self._settings = settings or PiCameraSettings()
        self._library = library
        self._clock = clock
        self._limit = call_limit
        self._camera: Any = None
        self._name = "Raspberry Pi camera"
        self._size, self._stride = self._settings.size, self._settings.size[0]
        self._light = HeldLight(self._settings.mains_hz, self._settings.warm_up)
        self._hung = False
        self._timeouts = 0
        self._number = 0
        self.lens_dioptres = self._settings.lens_dioptres

    @property
    def identity(self) -> str:
        """Model, socket and picture size; known once it has been opened."""
        return f"{self._name} {self._size[0]}x{self._size[1]}"

    def open(self) -> None:
        """Open and focus. CameraError when there is none, it is busy or hangs."""
        self.close()
        library = self._library or PiLibrary.installed()
        self._camera = self._acquire(library)
        self._mapped_array = library.mapped_array
        self._number = self._timeouts = 0
        try:
            self._configure()
            self._limited(self._camera.start)
            self._focus()
        except CameraError:
            self.close()
            raise
        except Exception as error:
            self.close()
            raise fault("CAMERA_MODE", why=error) from error

    def read(self, timeout: float = 2.5) -> Frame:
        """The next frame; see this module's first lines for the errors."""
        if self._camera is None:
            raise fault("CAMERA_LOST")
        grey, metadata = self._take(timeout)
        arrived = self._clock()
        sensor_ns = metadata.get("SensorTimestamp")
        taken_at = min(arrived, sensor_ns / 1e9) if isinstance(sensor_ns, int) else arrived
        level = float(grey[::16, ::16].mean())
        try:
            if controls := self._light.after(level, metadata, self._camera.camera_controls, arrived):
                self._camera.set_controls(controls)
        except Exception as error:
            raise self._lost() from error
        self._number += 1
        return Frame(grey, taken_at, self._number - 1)

    def close(self) -> None:
        """Safe to call at any time, more than once; gives up on calls that hang."""
        camera, self._camera = self._camera, None
        if camera is None:
            return
        # stop() waits behind a capture that never came, so that must be cancelled first.
        for call in (camera.cancel_all_and_flush, camera.stop, camera.close):
            try:
                within(self._limit, call)
            except CallHangs:
                self._hung = True
                return
            except Exception:
                _log.exception("The camera did not close cleanly")

    def _acquire(self, library: PiLibrary) -> Any:
        if self._hung:
            raise fault("CAMERA_HUNG")
        cameras = library.camera_class.global_camera_info()
        wanted = self._settings.model
        names = [f"{camera.get('Model', 'camera')} {camera.get('Id', '')}".strip() for camera in cameras]
        fitting = [n for n, name in enumerate(names) if wanted in name]
        if not fitting:
            raise fault("NO_CAMERA")
        options = {} if library.allocator is None else {"allocator": library.allocator}
        try:
            camera = self._limited(lambda: library.camera_class(fitting[0], **options))
        except (RuntimeError, IndexError) as error:
            reasons = f"{error} {error.__cause__}".lower()
            busy = "busy" in reasons or "in use" in reasons
            raise fault("CAMERA_BUSY" if busy else "NO_CAMERA") from error
        self._name = names[fitting[0]]
        return camera

    def _configure(self) -> None:
        """The largest mode that the memory allows; what we got is read back, never assumed."""
        settings = self._settings
        failure: Exception | None = None
        controls, known = self._controls(), self._camera.camera_controls
        for size, buffers in ((settings.size, 4), (settings.size, 3), (settings.smaller, 4)):
            try:
                mode = self._camera.create_video_configuration(**video_mode(size, buffers, controls, known))
                self._limited(partial(self._camera.configure, mode))
                break
            except (OSError, RuntimeError) as error:
                _log.warning("Camera mode %dx%d with %d buffers refused: %s", *size, buffers, error)
                failure = error
        else:
            raise fault("CAMERA_MODE", why=failure)
        main = self._camera.camera_configuration()["main"]
        if main["format"] not in LUMA_FIRST:
            raise fault("CAMERA_MODE", why=f"its format is {main['format']}")
        self._size, self._stride = tuple(main["size"]), int(main["stride"])

    def _controls(self) -> dict[str, object]:
        """What shall hold from the first frame on: pace, focus, and the exposure from before."""
        frame_us = self._settings.frame_us
        controls: dict[str, object] = {"FrameDurationLimits": (frame_us, frame_us)}
        if self.lens_dioptres is not None:
            controls |= {"AfMode": _AF_MANUAL, "LensPosition": self.lens_dioptres}
        return controls | self._light.begin()

    def _focus(self) -> None:
        """Focus once and stay there: hands must not make the lens hunt."""
        if self.lens_dioptres is not None or "AfMode" not in self._camera.camera_controls:
            return
        try:
            focused = self._camera.wait(self._camera.autofocus_cycle(wait=False), timeout=self._limit)
        except TimeoutError:
            self._limited(self._camera.cancel_all_and_flush)
            focused = False
        _, metadata = self._take(self._limit)
        position = metadata.get("LensPosition")
        if not focused or not isinstance(position, int | float):
            _log.warning("The camera found no focus; the lens stays where it is")
        if isinstance(position, int | float):
            self.lens_dioptres = float(position)
            self._camera.set_controls({"AfMode": _AF_MANUAL, "LensPosition": self.lens_dioptres})

    def _take(self, timeout: float) -> tuple[Grey, Mapping[str, Any]]:
        """One picture's luminance, copied, and its facts; the camera has its buffer back at once."""
        request = self._capture(timeout)
        try:
            metadata = request.get_metadata()
            width, height = self._size
            with self._mapped_array(request, "main", reshape=False, write=False) as mapped:
                rows = mapped.array[: self._stride * height].reshape(height, self._stride)
                grey = np.array(rows[:, :width], np.uint8, copy=True)
            request.release()
        except Exception as error:
            with suppress(Exception):
                request.release()
            raise self._lost() from error
        self._timeouts = 0
        return grey, metadata

    def _capture(self, timeout: float) -> Any:
        """A request. A capture that did not come is cancelled, or it would keep a buffer for good."""
        camera = self._camera
        try:
            job = camera.capture_request(wait=False)
            try:
                return camera.wait(job, timeout=timeout)
            except TimeoutError:
                self._limited(camera.cancel_all_and_flush)
                # It is cancelled now, unless its picture came in this very moment.
                return camera.wait(job, timeout=_LAST_MOMENT)
        except CameraError:
            raise
        except (TimeoutError, CancelledError) as error:
            self._timeouts += 1
            raise (
                self._lost() if self._timeouts >= _TIMEOUTS_UNTIL_LOST else fault("CAMERA_TIMEOUT")
            ) from error
        except Exception as error:
            raise self._lost() from error

    def _lost(self) -> CameraError:
        """Close what can be closed; the error to raise."""
        self.close()
        return fault("CAMERA_HUNG" if self._hung else "CAMERA_LOST")

    def _limited(self, call: Callable[[], T]) -> T:
        try:
            return within(self._limit, call)
        except CallHangs:
            self._hung = True
            self._camera = None
            raise fault("CAMERA_HUNG") from None
