"""A Raspberry Pi camera through picamera2: frames come out, focus and exposure held still.

Every call into the driver has a time limit. CAMERA_TIMEOUT: read again. CAMERA_LOST: it is closed;
open it again after a pause. CAMERA_HUNG: a call never came back; only a new process helps.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar

import numpy as np

from hardware.camera_faults import fault
from hardware.pi.exposure import HeldLight
from hardware.pi.time_limit import CallHangs, within
from hardware.ports import CameraError, Frame, Grey, Now

T = TypeVar("T")
_log = logging.getLogger(__name__)

_LUMA_FIRST = ("YUV420", "YVU420", "NV12", "NV21")
_AF_MANUAL = 0
"""libcamera's AfModeEnum.Manual."""
_TIMEOUTS_UNTIL_LOST = 3


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


@dataclass(frozen=True, slots=True)
class PiLibrary:
    """What is used of picamera2. `allocator`: None for its own."""

    camera_class: Any
    mapped_array: Any
    allocator: Any = None

    @staticmethod
    def installed() -> PiLibrary:
        try:
            from picamera2 import MappedArray, Picamera2  # noqa: PLC0415 - only on a Pi
        except ImportError as error:
            raise fault("NO_CAMERA_SOFTWARE") from error
        return PiLibrary(Picamera2, MappedArray)


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
        settings = self._settings
        self._light = HeldLight(self._camera.camera_controls, settings.mains_hz, settings.warm_up)
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
        if controls := self._light.after(level, metadata, arrived):
            self._camera.set_controls(controls)
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
        for size, buffers in ((settings.size, 4), (settings.size, 3), (settings.smaller, 4)):
            try:
                mode = self._camera.create_video_configuration(**self._mode(size, buffers))
                self._limited(partial(self._camera.configure, mode))
                break
            except (OSError, RuntimeError) as error:
                _log.warning("Camera mode %dx%d with %d buffers refused: %s", *size, buffers, error)
                failure = error
        else:
            raise fault("CAMERA_MODE", why=failure)
        main = self._camera.camera_configuration()["main"]
        if main["format"] not in _LUMA_FIRST:
            raise fault("CAMERA_MODE", why=f"its format is {main['format']}")
        self._size, self._stride = tuple(main["size"]), int(main["stride"])

    def _mode(self, size: tuple[int, int], buffers: int) -> dict[str, Any]:
        frame_us = self._settings.frame_us
        controls: dict[str, object] = {"FrameDurationLimits": (frame_us, frame_us)}
        if self.lens_dioptres is not None:
            controls |= {"AfMode": _AF_MANUAL, "LensPosition": self.lens_dioptres}
        known = self._camera.camera_controls
        return {
            "main": {"format": "YUV420", "size": size},
            "raw": None,
            # Fixed, or a small picture might select a mode that shows less of the table.
            "sensor": {"output_size": size, "bit_depth": 10},
            "buffer_count": buffers,
            "queue": False,
            "display": None,
            "encode": None,
            "controls": {name: value for name, value in controls.items() if name in known},
        }

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
        try:
            request = self._camera.capture_request(wait=timeout)
        except TimeoutError as error:
            self._after_timeout()
            raise fault("CAMERA_TIMEOUT") from error
        except Exception as error:
            self.close()
            raise fault("CAMERA_HUNG" if self._hung else "CAMERA_LOST") from error
        try:
            metadata = request.get_metadata()
            width, height = self._size
            with self._mapped_array(request, "main", reshape=False, write=False) as mapped:
                rows = mapped.array[: self._stride * height].reshape(height, self._stride)
                grey = np.array(rows[:, :width], np.uint8, copy=True)
        finally:
            request.release()
        self._timeouts = 0
        return grey, metadata

    def _after_timeout(self) -> None:
        """The dead capture must go, or it would swallow a buffer for good; then, in time, the camera."""
        self._timeouts += 1
        self._limited(self._camera.cancel_all_and_flush)
        if self._timeouts >= _TIMEOUTS_UNTIL_LOST:
            self.close()
            raise fault("CAMERA_HUNG" if self._hung else "CAMERA_LOST")

    def _limited(self, call: Callable[[], T]) -> T:
        try:
            return within(self._limit, call)
        except CallHangs:
            self._hung = True
            self._camera = None
            raise fault("CAMERA_HUNG") from None
