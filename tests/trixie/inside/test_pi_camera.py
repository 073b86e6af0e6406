"""Our Pi camera on the real picamera2: every bad habit of the driver, and what the table is told."""

import gc
import os
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from itertools import pairwise

import cv2
import numpy as np
import pytest
from cameras import A_TABLE, ODD, ODD_SIZE, OTHER, OTHER_SIZE, PHOTO_SIZE, PHOTOS, fit_camera_over
from virtual import SensorPicamera2, VirtualPicamera2

from hardware.pi.camera import PiCamera
from hardware.ports import CameraError, Frame

MakePi = Callable[..., PiCamera]


def code_of(call: Callable[[], object]) -> str:
    with pytest.raises(CameraError) as raised:
        call()
    return raised.value.code


def picamera_of(pi: PiCamera) -> VirtualPicamera2:
    return VirtualPicamera2.opened[-1]


def test_the_picture_that_comes_out_is_the_picture_that_went_in(pi: MakePi) -> None:
    fit_camera_over(A_TABLE)
    camera = pi(model=A_TABLE, size=PHOTO_SIZE)
    camera.open()
    frame = camera.read()
    expected = cv2.imread(str(PHOTOS / f"{A_TABLE}.jpg"), cv2.IMREAD_GRAYSCALE)
    assert frame.grey.shape == (PHOTO_SIZE[1], PHOTO_SIZE[0])
    assert float(np.abs(frame.grey.astype(int) - expected).mean()) < 1.0


def test_rows_of_an_odd_width_are_not_sheared(pi: MakePi) -> None:
    camera = pi()
    camera.open()
    grey = camera.read().grey
    assert grey.shape == (ODD_SIZE[1], ODD_SIZE[0])
    assert float(np.ptp(grey.astype(int), axis=0).max()) <= 6
    assert (np.diff(grey[0].astype(int)[::50]) > 0).all()


def test_a_frame_owns_its_pixels_and_its_buffer_is_back_at_once(pi: MakePi) -> None:
    camera = pi()
    camera.open()
    frames: list[Frame] = [camera.read() for _ in range(10)]
    assert [frame.number for frame in frames] == list(range(10))
    for buffer in picamera_of(camera).allocator.mapped.values():
        assert not np.shares_memory(frames[0].grey, np.frombuffer(buffer, np.uint8))
    assert all(a.taken_at < b.taken_at for a, b in pairwise(frames))


def test_a_frame_is_dated_by_the_sensor_on_our_clock(pi: MakePi) -> None:
    camera = pi()
    camera.open()
    time.sleep(2.0)
    asked = time.monotonic()
    assert asked - 1.0 < camera.read().taken_at < time.monotonic()


def test_captures_that_time_out_leak_nothing(pi: MakePi) -> None:
    camera = pi()
    camera.open()
    for _ in range(10):
        held = [picamera_of(camera).capture_request(wait=5) for _ in range(4)]
        assert code_of(lambda: camera.read(timeout=0.01)) == "CAMERA_TIMEOUT"
        for request in held:
            request.release()
        camera.read()
    assert len([picamera_of(camera).capture_request(wait=5) for _ in range(4)]) == 4


def test_a_picture_that_comes_while_its_capture_is_cancelled_is_not_leaked(pi: MakePi) -> None:
    camera = pi()
    camera.open()
    for milliseconds in range(40):
        with suppress(CameraError):
            camera.read(timeout=milliseconds / 1000 + 0.0005)
        if milliseconds % 2:
            camera.read()
    assert len([picamera_of(camera).capture_request(wait=5) for _ in range(4)]) == 4


def test_a_camera_gone_silent_is_closed_in_time_and_opens_again(pi: MakePi) -> None:
    camera = pi()
    camera.open()
    held = [picamera_of(camera).capture_request(wait=1) for _ in range(4)]
    began = time.monotonic()
    codes = [code_of(lambda: camera.read(timeout=0.2)) for _ in range(4)]
    assert codes == ["CAMERA_TIMEOUT", "CAMERA_TIMEOUT", "CAMERA_LOST", "CAMERA_LOST"]
    assert time.monotonic() - began < 5.0
    camera.open()
    assert camera.read().number == 0
    assert len(held) == 4


def test_closing_after_a_dead_capture_does_not_hang(pi: MakePi) -> None:
    camera = pi()
    camera.open()
    held = [picamera_of(camera).capture_request(wait=5) for _ in range(4)]
    assert code_of(lambda: camera.read(timeout=0.01)) == "CAMERA_TIMEOUT"
    began = time.monotonic()
    camera.close()
    assert time.monotonic() - began < 2.0
    assert len(held) == 4


def test_a_driver_that_hangs_for_ever_is_said_and_left_behind(pi: MakePi) -> None:
    camera = pi(call_limit=0.5)
    camera.open()
    release = threading.Event()
    picamera_of(camera).pre_callback = lambda request: release.wait(60)
    began = time.monotonic()
    try:
        codes = []
        while "CAMERA_HUNG" not in codes and len(codes) < 6:
            codes.append(code_of(lambda: camera.read(timeout=0.3)))
        assert codes[-1] == "CAMERA_HUNG"
        camera.close()
        assert time.monotonic() - began < 8.0
        assert code_of(camera.open) == "CAMERA_HUNG"
    finally:
        release.set()


def test_a_camera_in_use_is_told_apart_from_none(pi: MakePi) -> None:
    first, second = pi(), pi()
    first.open()
    assert code_of(second.open) == "CAMERA_BUSY"
    assert code_of(pi(model="imx999").open) == "NO_CAMERA"
    first.close()
    second.open()
    assert second.read().number == 0


def test_opening_many_times_keeps_few_files_open(pi: MakePi) -> None:
    camera = pi()
    camera.open()
    camera.close()
    gc.collect()
    before = len(os.listdir("/proc/self/fd"))
    for _ in range(5):
        camera.open()
        camera.read()
        camera.close()
    gc.collect()
    assert len(os.listdir("/proc/self/fd")) - before <= 10


@pytest.mark.parametrize(("model", "size"), [(OTHER, OTHER_SIZE), (ODD, ODD_SIZE)])
def test_a_camera_is_chosen_by_its_model_wherever_it_is_in_the_list(
    pi: MakePi, model: str, size: tuple[int, int]
) -> None:
    camera = pi(model=model, size=size)
    camera.open()
    assert picamera_of(camera).camera_properties["Model"] == model
    assert camera.identity.startswith(f"{model} Virtual")


def test_a_camera_without_lens_and_exposure_is_asked_for_neither(pi: MakePi) -> None:
    camera = pi(lens_dioptres=1.25)
    camera.open()
    for _ in range(20):
        camera.read()
    assert picamera_of(camera).started_with == [{"FrameDurationLimits": (100_000, 100_000)}]


def test_a_known_focus_is_set_before_the_first_frame_and_after_each_reopening(pi: MakePi) -> None:
    camera = pi(sensor=True, lens_dioptres=1.25)
    for _ in range(3):
        camera.open()
        camera.read()
        (started,) = picamera_of(camera).started_with
        assert (started["AfMode"], started["LensPosition"]) == (0, 1.25)
        camera.close()


def test_an_unknown_focus_is_found_once_and_kept_over_a_reopening(pi: MakePi) -> None:
    camera = pi(sensor=True)
    camera.open()
    assert camera.lens_dioptres == SensorPicamera2.FOUND_DIOPTRES
    assert picamera_of(camera).is_set["AfMode"] == 0
    camera.close()
    camera.open()
    started = picamera_of(camera).started_with[0]
    assert (started["AfMode"], started["LensPosition"]) == (0, SensorPicamera2.FOUND_DIOPTRES)


def test_exposure_is_held_without_flicker_and_set_before_the_first_frame_after_a_reopening(
    pi: MakePi,
) -> None:
    camera = pi(sensor=True, lens_dioptres=1.25)
    camera.open()
    assert "ExposureTime" not in picamera_of(camera).started_with[0]
    for _ in range(20):
        camera.read()
    held = picamera_of(camera).is_set
    assert (held["AeEnable"], held["ExposureTime"] % 10_000) == (False, 0)
    camera.close()
    camera.open()
    started = picamera_of(camera).started_with[0]
    assert (started["AeEnable"], started["ExposureTime"]) == (False, held["ExposureTime"])
    assert started["ColourGains"] == held["ColourGains"]


def test_a_size_the_camera_has_not_gives_the_one_it_has(pi: MakePi) -> None:
    camera = pi(size=(4608, 2592))
    camera.open()
    assert camera.identity.endswith(f"{ODD_SIZE[0]}x{ODD_SIZE[1]}")
    assert camera.read().grey.shape == (ODD_SIZE[1], ODD_SIZE[0])
