"""A stand-in for picamera2 with the real one's bad habits (leaks, hangs), driven by a Rig.

What the real one does is tried in tests/trixie; here the same and more is tried on any computer.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import CancelledError, Future
from typing import Any

import numpy as np

from hardware.pi.library import PiLibrary

CM3 = {"Model": "imx708", "Id": "/base/soc/i2c@1/imx708@1a", "Num": 0}
HQ = {"Model": "imx477", "Id": "/base/soc/i2c@2/imx477@1a", "Num": 1}
ALL_CONTROLS = {
    "FrameDurationLimits": (100, 10**9, 0),
    "AfMode": (0, 2, 0),
    "LensPosition": (0.0, 32.0, 1.0),
    "AeEnable": (False, True, None),
    "AwbEnable": (False, True, None),
    "ExposureTime": (1, 10**8, 20000),
    "AnalogueGain": (1.0, 16.0, 1.0),
    "ColourGains": (0.0, 32.0, None),
}
SIZE, STRIDE = (96, 54), 128


class Rig:
    """What the stand-in shall do, and what was done to it."""

    def __init__(self) -> None:
        self.cameras = [CM3]
        self.controls: dict[str, object] = dict(ALL_CONTROLS)
        self.metadata: dict[str, Any] = {
            "SensorTimestamp": 5_000_000_000,
            "ExposureTime": 33_000,
            "AnalogueGain": 2.0,
            "ColourGains": (1.5, 2.5),
            "LensPosition": 1.31,
        }
        self.init_error: Exception | None = None
        self.refused_modes = 0
        self.silent = False  # the cable is loose
        self.late = False  # the picture comes in the very moment when it is cancelled
        self.jobs: list[Future[FakeRequest]] = []
        self.hanging: set[str] = set()
        self.focuses = True
        self.level = 80
        self.asked: list[dict[str, Any]] = []
        self.set: list[dict[str, object]] = []
        self.calls: list[str] = []
        self.opened: list[FakePicamera2] = []
        self.main = {"format": "YUV420", "size": SIZE, "stride": STRIDE}

    def library(self) -> PiLibrary:
        rig = self
        made = type(
            "Bound",
            (FakePicamera2,),
            {"rig": rig, "global_camera_info": staticmethod(lambda: list(rig.cameras))},
        )
        return PiLibrary(made, FakeMappedArray)


class FakePicamera2:
    """As picamera2 0.3.38 behaves: a capture that timed out stays queued and later eats a buffer."""

    rig: Rig
    global_camera_info: Callable[[], list[dict[str, object]]]

    def __init__(self, index: int) -> None:
        if self.rig.init_error is not None:
            raise self.rig.init_error
        self.index = index
        self.camera_controls = self.rig.controls
        self.dead_jobs = 0
        self.free = 0
        self.rig.opened.append(self)

    def _call(self, name: str) -> None:
        self.rig.calls.append(name)
        if name in self.rig.hanging or (name == "stop" and self.dead_jobs):
            threading.Event().wait(30)

    def create_video_configuration(self, **mode: Any) -> dict[str, Any]:
        return mode

    def configure(self, mode: dict[str, Any]) -> None:
        self.rig.asked.append(mode)
        if len(self.rig.asked) <= self.rig.refused_modes:
            raise OSError(12, "Cannot allocate memory")
        self.free = mode["buffer_count"]

    def camera_configuration(self) -> dict[str, Any]:
        return {"main": self.rig.main}

    def start(self) -> None:
        self._call("start")

    def set_controls(self, controls: dict[str, object]) -> None:
        assert set(controls) <= set(self.camera_controls), "Control is not advertised by libcamera"
        self.rig.set.append(controls)

    def autofocus_cycle(self, wait: bool) -> str:
        assert wait is False
        self.rig.calls.append("autofocus")
        return "autofocus"

    def wait(self, job: Any, timeout: float) -> Any:
        assert timeout > 0
        if job == "autofocus":
            if self.rig.silent:
                raise TimeoutError
            return self.rig.focuses
        return job.result(timeout=0)

    def capture_request(self, wait: bool) -> Future[FakeRequest]:
        assert wait is False
        self.rig.jobs.append(Future())
        self.free -= self.dead_jobs
        self.dead_jobs = 0
        if self.rig.silent or self.free <= 0:
            self.dead_jobs += 1
        else:
            self.free -= 1
            if not self.rig.late:
                self.rig.jobs[-1].set_result(FakeRequest(self))
        return self.rig.jobs[-1]

    def cancel_all_and_flush(self) -> None:
        self._call("cancel_all_and_flush")
        for job in self.rig.jobs:
            if not job.done():
                late = self.rig.late and not self.rig.silent
                job.set_result(FakeRequest(self)) if late else job.set_exception(CancelledError())
        self.dead_jobs = 0

    def stop(self) -> None:
        self._call("stop")

    def close(self) -> None:
        self._call("close")


class FakeRequest:
    def __init__(self, camera: FakePicamera2) -> None:
        self.camera = camera
        width, height = SIZE
        self.memory = np.full(STRIDE * height * 3 // 2, 255, np.uint8)
        rows = self.memory[: STRIDE * height].reshape(height, STRIDE)
        rows[:, :width] = camera.rig.level
        rows[0, 0], rows[-1, width - 1] = 1, 2

    def get_metadata(self) -> dict[str, Any]:
        if "metadata" in self.camera.rig.hanging:
            raise RuntimeError("no metadata")
        return dict(self.camera.rig.metadata)

    def release(self) -> None:
        self.memory[:] = 0
        self.camera.free += 1


class FakeMappedArray:
    def __init__(self, request: FakeRequest, stream: str, reshape: bool, write: bool) -> None:
        assert (stream, reshape, write) == ("main", False, False)
        self.array = request.memory

    def __enter__(self) -> FakeMappedArray:
        return self

    def __exit__(self, *error: object) -> None:
        pass
