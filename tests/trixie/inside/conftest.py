"""These tests run inside the Debian 13 system only; `tests/trixie/test_root.py` starts them there.

libcamera's manager starts anew once all cameras are closed, so each test can have its own cameras.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from typing import Any

import pytest

INSIDE = os.environ.get("RABBIT_TABLE_ROOT") == "trixie"
collect_ignore_glob = [] if INSIDE else ["test_*.py"]

if INSIDE:
    from cameras import ODD, ODD_SIZE, fit_small_cameras, library
    from virtual import SensorPicamera2, VirtualPicamera2

    from hardware.pi.camera import PiCamera, PiCameraSettings


@pytest.fixture(autouse=True)
def _cameras() -> Iterator[None]:
    VirtualPicamera2.opened.clear()
    fit_small_cameras()
    yield
    for camera in VirtualPicamera2.opened:
        if camera.camera is not None:
            camera.cancel_all_and_flush()
            camera.close()


@pytest.fixture
def number() -> int:
    """Of the camera ODD, as `Picamera2(number)` counts."""
    return [camera["Model"] for camera in VirtualPicamera2.global_camera_info()].index(ODD)


@pytest.fixture
def picamera(number: int) -> VirtualPicamera2:
    """picamera2 itself, running, with four buffers."""
    camera = VirtualPicamera2(number)
    camera.configure(
        camera.create_video_configuration(main={"size": ODD_SIZE}, raw=None, buffer_count=4, queue=False)
    )
    camera.start()
    return camera


@pytest.fixture
def pi() -> Callable[..., PiCamera]:
    """Makes our camera, not yet open; `sensor` True: with lens and exposure."""

    def make(sensor: bool = False, call_limit: float = 3.0, **settings: Any) -> PiCamera:
        chosen = PiCameraSettings(**{"model": ODD, "size": ODD_SIZE, "warm_up": 0.2, **settings})
        kind = SensorPicamera2 if sensor else VirtualPicamera2
        return PiCamera(chosen, library=library(kind), call_limit=call_limit)

    return make
