"""What is used of picamera2, as it is installed or as a test gives it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from hardware.camera_faults import fault


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
