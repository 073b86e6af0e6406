"""The cameras of these tests, and what makes one in a child process."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from virtual import MappedArray, VirtualPicamera2, write_scenes

from hardware.pi.camera import PiCamera, PiCameraSettings
from hardware.pi.library import PiLibrary

PHOTOS = Path(__file__).parents[2] / "photos"
PHOTO_SIZE = (3264, 1836)
A_TABLE = "easy_s201_reveal"
ODD, ODD_SIZE = "odd", (1000, 562)
OTHER, OTHER_SIZE = "another", (640, 360)


def fit_small_cameras() -> None:
    """Two cameras that are quick to open, both of which show a ramp from left to right."""
    write_scenes({OTHER: (_ramp(OTHER_SIZE), OTHER_SIZE), ODD: (_ramp(ODD_SIZE), ODD_SIZE)})


def fit_camera_over(photo: str) -> None:
    """One camera, named like the photograph that it shows."""
    write_scenes({photo: (PHOTOS / f"{photo}.jpg", PHOTO_SIZE)})


def library(kind: Any = VirtualPicamera2) -> PiLibrary:
    return PiLibrary(kind, MappedArray)


def camera_in_child(model: str) -> PiCamera:
    """For the watcher: made where it is used."""
    return PiCamera(PiCameraSettings(model, PHOTO_SIZE), library=library())


def _ramp(size: tuple[int, int]) -> Path:
    path = Path(tempfile.gettempdir()) / f"ramp-{size[0]}x{size[1]}.jpg"
    ramp = np.tile(np.linspace(20, 235, size[0]).astype(np.uint8), (size[1], 1))
    cv2.imwrite(str(path), ramp, [cv2.IMWRITE_JPEG_QUALITY, 98])
    return path
