"""The USB camera on a stand-in for OpenCV's capture, and on a real video file."""

import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from hardware.ports import CameraError
from hardware.usb.camera import UsbCamera, UsbCameraSettings


class FakeCapture:
    """Gives numbered pictures at its own pace until it is unplugged or blocked."""

    def __init__(self, is_there: bool = True, colour: bool = True) -> None:
        self.is_there = is_there
        self.colour = colour
        self.given = 0
        self.unplugged = False
        self.blocked = threading.Event()
        self.blocked.set()
        self.settings: dict[int, float] = {}
        self.released = threading.Event()

    def isOpened(self) -> bool:  # noqa: N802 - OpenCV's name
        return self.is_there

    def set(self, what: int, value: float) -> bool:
        self.settings[what] = value
        return True

    def read(self) -> tuple[bool, Any]:
        self.blocked.wait(10)
        time.sleep(0.002)
        if self.unplugged:
            return False, None
        self.given += 1
        shape = (48, 64, 3) if self.colour else (48, 64)
        return True, np.full(shape, self.given % 256, np.uint8)

    def release(self) -> None:
        self.released.set()


def camera(fake: FakeCapture, **settings: Any) -> UsbCamera:
    return UsbCamera(UsbCameraSettings(**settings), capture=lambda device: fake)


def code_of(call: Callable[[], object]) -> str:
    with pytest.raises(CameraError) as raised:
        call()
    return raised.value.code


@pytest.mark.parametrize("colour", [True, False])
def test_frames_are_grey_and_own_their_pixels_and_count_from_nought(colour: bool) -> None:
    usb = camera(FakeCapture(colour=colour))
    usb.open()
    first, second = usb.read(), usb.read()
    usb.close()
    assert first.grey.shape == (48, 64)
    assert first.grey.dtype == np.uint8
    assert (first.number, second.number) == (0, 1)
    assert second.taken_at > first.taken_at
    assert usb.identity == "usb 0 64x48"


def test_a_slow_reader_gets_the_newest_frame_and_never_a_queue_of_old_ones() -> None:
    fake = FakeCapture()
    usb = camera(fake)
    usb.open()
    usb.read()
    before = fake.given
    deadline = time.monotonic() + 30
    while fake.given < before + 20 and time.monotonic() < deadline:
        time.sleep(0.01)
    seen = fake.given
    assert int(usb.read().grey[0, 0]) >= seen - 1
    usb.close()


def test_no_such_device_and_a_busy_device_are_told_apart(tmp_path: Path) -> None:
    fake = FakeCapture(is_there=False)
    assert code_of(camera(fake, device=str(tmp_path / "video9")).open) == "NO_CAMERA"
    assert fake.released.is_set()
    (tmp_path / "video9").touch()
    assert code_of(camera(fake, device=str(tmp_path / "video9")).open) == "CAMERA_BUSY"


def test_a_driver_that_blocks_times_out_and_goes_on_later() -> None:
    fake = FakeCapture()
    usb = camera(fake)
    usb.open()
    fake.blocked.clear()
    time.sleep(0.02)
    usb.read(timeout=0.5)
    assert code_of(lambda: usb.read(timeout=0.05)) == "CAMERA_TIMEOUT"
    fake.blocked.set()
    assert usb.read().grey.shape == (48, 64)
    usb.close()


def test_an_unplugged_camera_is_lost_and_can_be_opened_again() -> None:
    fake = FakeCapture()
    usb = camera(fake)
    usb.open()
    fake.unplugged = True
    assert fake.released.wait(5)
    codes = {code_of(lambda: [usb.read(timeout=1.0) for _ in range(3)]) for _ in range(2)}
    assert codes == {"CAMERA_LOST"}
    fake.unplugged = False
    usb.open()
    assert usb.read().number == 0
    usb.close()


def test_closing_is_safe_before_opening_and_twice_and_frees_the_device() -> None:
    fake = FakeCapture()
    usb = camera(fake)
    usb.close()
    usb.open()
    usb.close()
    usb.close()
    assert fake.released.is_set()
    assert code_of(usb.read) == "CAMERA_LOST"


@pytest.mark.parametrize(("focus", "autofocus"), [(30.0, 0.0), (None, None)])
def test_a_given_focus_is_fixed_and_the_size_asked_for(focus: float | None, autofocus: float | None) -> None:
    fake = FakeCapture()
    usb = camera(fake, focus=focus, size=(1280, 720))
    usb.open()
    usb.close()
    assert fake.settings.get(cv2.CAP_PROP_AUTOFOCUS) == autofocus
    assert fake.settings.get(cv2.CAP_PROP_FOCUS) == focus
    assert fake.settings[cv2.CAP_PROP_FRAME_WIDTH] == 1280


def test_opencv_itself_says_that_there_is_no_such_camera(tmp_path: Path) -> None:
    assert code_of(UsbCamera(UsbCameraSettings(device=str(tmp_path / "none"))).open) == "NO_CAMERA"


def test_a_device_that_is_not_there_is_said_once_and_by_us(capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(CameraError) as raised:
        UsbCamera(UsbCameraSettings("/dev/no-such-camera")).open()
    assert raised.value.code == "NO_CAMERA"
    assert capfd.readouterr().err == ""
