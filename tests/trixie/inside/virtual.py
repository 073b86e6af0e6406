"""The real picamera2 on libcamera's virtual camera: scenes as files in, a PiLibrary for `PiCamera` out.

Stood in for is only what a Pi has and this system has not: memory for pictures (no /dev/dma_heap),
modules for a desktop and for raw files, the list of raw modes, a sensor's pace, its lens and exposure.
"""

from __future__ import annotations

import mmap
import os
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any, ClassVar

import libcamera

__all__ = ["MappedArray", "MemfdAllocator", "SensorPicamera2", "VirtualPicamera2", "write_scenes"]

CONFIGURATION = Path("/usr/share/libcamera/pipeline/virtual/virtual.yaml")
PACE = 1 / 40
"""Seconds between frames; the virtual camera runs freely and would fill a core."""


_DRM_FORMATS = ("RGB888", "BGR888", "XRGB8888", "XBGR8888", "YUV420", "YVU420", "NV12")


def _stand_in(name: str, **contents: object) -> None:
    module = ModuleType(name)
    module.__dict__.update(contents)
    sys.modules[name] = module


# picamera2 imports these for previews on a desktop and for raw files; we use neither.
_stand_in("pykms", PixelFormat=type("PixelFormat", (), dict.fromkeys(_DRM_FORMATS)))
_stand_in("pidng")
_stand_in("pidng.camdefs", Picamera2Camera=object)
_stand_in("pidng.core", PICAM2DNG=object)

import picamera2.picamera2 as _module  # noqa: E402 - after its stand-ins
from picamera2 import MappedArray, Picamera2  # noqa: E402
from picamera2.allocators import Allocator  # noqa: E402
from picamera2.request import CompletedRequest  # noqa: E402


def write_scenes(scenes: Mapping[str, tuple[Path, tuple[int, int]]]) -> None:
    """One camera for each scene: its model -> a picture and its (width, height). Before the first camera."""
    entries = []
    for number, (model, (picture, (width, height))) in enumerate(scenes.items()):
        entries += [
            f'"Virtual{number}":',
            "  supported_formats:",
            f"  - {{width: {width}, height: {height}, frame_rates: [30, 60]}}",
            f'  frames: {{path: "{picture}"}}',
            f'  model: "{model}"',
        ]
    CONFIGURATION.write_text("\n".join(entries) + "\n", encoding="utf-8")


class MemfdAllocator(Allocator):
    """Buffers in anonymous memory, both planes of NV12 in one file, as libcamera wants them."""

    def __init__(self) -> None:
        super().__init__()
        self.sync = _Mapped
        self.mapped: dict[Any, mmap.mmap] = {}
        self._buffers: dict[Any, list[Any]] = {}
        self._files: list[int] = []

    def allocate(self, libcamera_config: Any, _: object) -> None:
        self.close()
        for config in libcamera_config:
            luma = config.stride * config.size.height
            self._buffers[config.stream] = [
                self._buffer(luma, config.frame_size) for _ in range(config.buffer_count)
            ]

    def buffers(self, stream: Any) -> list[Any]:
        return self._buffers[stream]

    def acquire(self, bufs: Any) -> None:
        time.sleep(PACE)

    def close(self) -> None:
        for file in self._files:
            os.close(file)
        self._files, self._buffers, self.mapped = [], {}, {}

    def __del__(self) -> None:
        self.close()

    def _buffer(self, luma: int, size: int) -> Any:
        file = os.memfd_create("frame")
        os.ftruncate(file, size)
        self._files.append(file)
        planes = []
        for offset, length in ((0, luma), (luma, size - luma)):
            plane = libcamera.FrameBuffer.Plane()
            plane.fd, plane.offset, plane.length = file, offset, length
            planes.append(plane)
        buffer = libcamera.FrameBuffer(planes)
        self.mapped[buffer] = mmap.mmap(file, size)
        return buffer


class _Mapped:
    """Memory needs no synchronising; it only has to be found."""

    def __init__(self, allocator: MemfdAllocator, buffer: Any, write: bool) -> None:
        self._memory = allocator.mapped[buffer]

    def __enter__(self) -> mmap.mmap:
        return self._memory

    def __exit__(self, *error: object) -> None:
        pass

    def get_buffer(self) -> mmap.mmap:
        return self._memory


# A camera that closes makes itself a new allocator of the default kind.
_module.DmaAllocator = MemfdAllocator
_facts_of_libcamera = CompletedRequest.get_metadata


def _facts(request: CompletedRequest) -> dict[str, Any]:
    return _facts_of_libcamera(request) | request.picam2.sensor_facts()


CompletedRequest.get_metadata = _facts


class VirtualPicamera2(Picamera2):
    """The virtual camera has no raw stream, of which picamera2 would ask the modes."""

    opened: ClassVar[list[VirtualPicamera2]] = []

    def __init__(self, *args: Any, **options: Any) -> None:
        self.started_with: list[dict[str, Any]] = []
        super().__init__(*args, **options)
        self.opened.append(self)

    def start_(self) -> None:
        self.started_with.append(self.controls.make_dict())
        super().start_()

    def sensor_facts(self) -> dict[str, Any]:
        return {}

    def _get_raw_modes(self) -> list[dict[str, Any]]:
        config = self.camera.generate_configuration([libcamera.StreamRole.VideoRecording])
        size = config.at(0).size
        return [{"format": "SRGGB10", "size": (size.width, size.height)}]


def _control(name: str, least: object, most: object, usual: object) -> tuple[Any, Any]:
    return getattr(libcamera.controls, name), SimpleNamespace(min=least, max=most, default=usual)


_SENSOR_CONTROLS = {
    name: _control(name, *limits)
    for name, limits in {
        "AfMode": (0, 2, 0),
        "AfTrigger": (0, 1, 0),
        "LensPosition": (0.0, 32.0, 1.0),
        "AeEnable": (False, True, True),
        "ExposureTime": (1, 1_000_000, 20_000),
        "AnalogueGain": (1.0, 16.0, 1.0),
        "AwbEnable": (False, True, True),
        "ColourGains": (0.0, 32.0, 1.0),
    }.items()
}


class SensorPicamera2(VirtualPicamera2):
    """A camera that advertises the lens and exposure of a Camera Module 3, and answers as it does."""

    FOUND_DIOPTRES = 1.31

    def __init__(self, *args: Any, **options: Any) -> None:
        self.is_set: dict[str, Any] = {}
        self._scans_left = 0
        super().__init__(*args, **options)

    @property
    def camera_ctrl_info(self) -> dict[str, Any]:
        return self._advertised

    @camera_ctrl_info.setter
    def camera_ctrl_info(self, found: dict[str, Any]) -> None:
        self._advertised = {**_SENSOR_CONTROLS, **found}

    def start_(self) -> None:
        self.is_set |= self.controls.make_dict()
        super().start_()

    def set_controls(self, controls: dict[str, Any]) -> None:
        super().set_controls(controls)
        self.is_set |= controls
        if "AfTrigger" in controls:
            self._scans_left = 3

    def sensor_facts(self) -> dict[str, Any]:
        states = libcamera.controls.AfStateEnum
        scanning = self._scans_left > 0
        self._scans_left -= scanning
        return {
            "AfState": states.Scanning if scanning else states.Focused,
            "LensPosition": self.is_set.get("LensPosition", self.FOUND_DIOPTRES),
            "ExposureTime": self.is_set.get("ExposureTime", 33_000),
            "AnalogueGain": self.is_set.get("AnalogueGain", 2.0),
            "ColourGains": self.is_set.get("ColourGains", (1.5, 2.5)),
        }
