"""The Pi camera on a stand-in for picamera2 that has the real one's bad habits (leaks, hangs)."""

import sys
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from hardware.pi.camera import PiCamera, PiCameraSettings
from hardware.ports import CameraError
from tests.hardware.stand_in_picamera2 import CM3, HQ, SIZE, STRIDE, Rig


@pytest.fixture
def rig() -> Rig:
    return Rig()


def camera(rig: Rig, **settings: Any) -> PiCamera:
    chosen = PiCameraSettings(**{"lens_dioptres": 1.25, **settings})
    return PiCamera(chosen, library=rig.library(), clock=lambda: 10.0, call_limit=0.2)


def opened(rig: Rig, **settings: Any) -> PiCamera:
    made = camera(rig, **settings)
    made.open()
    return made


def code_of(call: Callable[[], object]) -> str:
    with pytest.raises(CameraError) as raised:
        call()
    assert str(raised.value).endswith(".")
    return raised.value.code


def test_a_frame_is_the_luminance_without_the_padding_and_owns_its_pixels(rig: Rig) -> None:
    frame = opened(rig).read()
    assert frame.grey.shape == (54, 96)
    assert frame.grey.base is None
    assert (frame.grey[0, 0], frame.grey[-1, -1], frame.grey[20, 95]) == (1, 2, 80)


def test_every_buffer_goes_back_at_once(rig: Rig) -> None:
    pi = opened(rig)
    assert [pi.read().number for _ in range(20)] == list(range(20))
    assert rig.opened[0].free == 4


def test_a_buffer_goes_back_even_when_its_facts_cannot_be_read(rig: Rig) -> None:
    pi = opened(rig)
    rig.hanging.add("metadata")
    assert code_of(pi.read) == "CAMERA_LOST"
    assert rig.opened[0].free == 4
    assert rig.calls[-1] == "close"


@pytest.mark.parametrize(
    ("sensor_ns", "taken_at"), [(5_000_000_000, 5.0), (99_000_000_000, 10.0), (None, 10.0)]
)
def test_a_frame_is_dated_by_the_sensor_and_never_in_the_future(
    rig: Rig, sensor_ns: int | None, taken_at: float
) -> None:
    rig.metadata = {} if sensor_ns is None else {"SensorTimestamp": sensor_ns}
    assert opened(rig).read().taken_at == taken_at


def test_the_mode_asks_for_luminance_the_whole_sensor_and_no_raw_buffers(rig: Rig) -> None:
    opened(rig)
    (mode,) = rig.asked
    assert mode["main"] == {"format": "YUV420", "size": (4608, 2592)}
    assert (mode["raw"], mode["sensor"]["output_size"]) == (None, (4608, 2592))
    assert (mode["buffer_count"], mode["queue"]) == (4, False)


@pytest.mark.parametrize(
    ("refused", "size", "buffers"), [(0, (4608, 2592), 4), (1, (4608, 2592), 3), (2, (2304, 1296), 4)]
)
def test_without_enough_memory_a_smaller_mode_is_taken(
    rig: Rig, refused: int, size: tuple[int, int], buffers: int
) -> None:
    rig.refused_modes = refused
    opened(rig)
    assert (rig.asked[-1]["main"]["size"], rig.asked[-1]["buffer_count"]) == (size, buffers)


def test_no_usable_mode_is_said_and_the_camera_is_closed(rig: Rig) -> None:
    rig.refused_modes = 99
    assert code_of(camera(rig).open) == "CAMERA_MODE"
    assert rig.calls[-1] == "close"


def test_a_picture_format_without_luminance_is_refused(rig: Rig) -> None:
    rig.main = {"format": "RGB888", "size": SIZE, "stride": STRIDE}
    assert code_of(camera(rig).open) == "CAMERA_MODE"


def test_the_identity_names_camera_and_the_mode_that_was_really_given(rig: Rig) -> None:
    assert opened(rig).identity == "imx708 /base/soc/i2c@1/imx708@1a 96x54"


def test_a_camera_is_chosen_by_its_model(rig: Rig) -> None:
    rig.cameras = [CM3, HQ]
    pi = opened(rig, model="imx477")
    assert rig.opened[0].index == 1
    assert pi.identity.startswith("imx477")


def chained(message: str, cause: str) -> RuntimeError:
    error = RuntimeError(message)
    error.__cause__ = RuntimeError(cause)
    return error


NOT_COMPLETE = "Camera __init__ sequence did not complete."


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (chained(NOT_COMPLETE, "Failed to acquire camera: Device or resource busy"), "CAMERA_BUSY"),
        (RuntimeError("Pipeline handler in use by another process"), "CAMERA_BUSY"),
        (chained(NOT_COMPLETE, "Failed to open"), "NO_CAMERA"),
        (RuntimeError("No camera number 0"), "NO_CAMERA"),
        (IndexError("list index out of range"), "NO_CAMERA"),
    ],
    ids=repr,
)
def test_what_keeps_a_camera_from_opening_is_told_apart(rig: Rig, error: Exception, code: str) -> None:
    rig.init_error = error
    assert code_of(camera(rig).open) == code


@pytest.mark.parametrize("cameras", [[], [HQ]], ids=len)
def test_a_missing_camera_is_said_without_opening_anything(rig: Rig, cameras: list[Any]) -> None:
    rig.cameras = cameras
    assert code_of(camera(rig, model="imx708").open) == "NO_CAMERA"
    assert rig.opened == []


def test_missing_camera_software_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "picamera2", None)
    assert code_of(PiCamera().open) == "NO_CAMERA_SOFTWARE"


def test_captures_that_time_out_leak_no_buffer(rig: Rig) -> None:
    pi = opened(rig)
    for _ in range(10):
        rig.silent = True
        assert code_of(pi.read) == "CAMERA_TIMEOUT"
        rig.silent = False
        assert pi.read().grey.shape == (54, 96)
    assert rig.opened[0].free == 4


def test_a_picture_that_comes_while_its_capture_is_cancelled_is_used_and_leaks_nothing(rig: Rig) -> None:
    pi = opened(rig)
    rig.late = True
    assert [pi.read().number for _ in range(6)] == list(range(6))
    assert rig.opened[0].free == 4


def test_a_camera_that_stays_silent_is_closed_and_can_be_opened_again(rig: Rig) -> None:
    pi = opened(rig)
    pi.read()
    rig.silent = True
    assert [code_of(pi.read) for _ in range(4)] == [
        "CAMERA_TIMEOUT",
        "CAMERA_TIMEOUT",
        "CAMERA_LOST",
        "CAMERA_LOST",
    ]
    assert rig.calls[-3:] == ["cancel_all_and_flush", "stop", "close"]
    rig.silent = False
    pi.open()
    assert pi.read().number == 0
    assert len(rig.opened) == 2


def test_closing_cancels_the_dead_capture_before_it_stops(rig: Rig) -> None:
    pi = opened(rig)
    rig.opened[0].dead_jobs = 1
    pi.close()
    pi.close()
    assert rig.calls == ["start", "cancel_all_and_flush", "stop", "close"]


@pytest.mark.parametrize("call", ["cancel_all_and_flush", "stop", "close"])
def test_a_call_that_hangs_is_left_behind_and_only_a_new_process_helps(rig: Rig, call: str) -> None:
    pi = opened(rig)
    rig.hanging.add(call)
    pi.close()
    assert code_of(pi.open) == "CAMERA_HUNG"
    assert code_of(pi.read) == "CAMERA_LOST"


def test_a_start_that_hangs_is_said(rig: Rig) -> None:
    rig.hanging.add("start")
    assert code_of(camera(rig).open) == "CAMERA_HUNG"


def test_reading_and_closing_before_opening_is_safe(rig: Rig) -> None:
    pi = camera(rig)
    pi.close()
    assert code_of(pi.read) == "CAMERA_LOST"


def test_a_known_focus_is_fixed_before_the_start_and_again_after_every_reopening(rig: Rig) -> None:
    pi = opened(rig, lens_dioptres=1.25)
    pi.open()
    assert [(m["controls"]["AfMode"], m["controls"]["LensPosition"]) for m in rig.asked] == [(0, 1.25)] * 2
    assert "autofocus" not in rig.calls


@pytest.mark.parametrize("focuses", [True, False])
def test_an_unknown_focus_is_found_once_and_then_kept(rig: Rig, focuses: bool) -> None:
    rig.focuses = focuses
    pi = opened(rig, lens_dioptres=None)
    assert pi.lens_dioptres == 1.31
    assert rig.set == [{"AfMode": 0, "LensPosition": 1.31}]
    pi.open()
    assert rig.calls.count("autofocus") == 1
    assert rig.asked[-1]["controls"]["LensPosition"] == 1.31


def test_a_camera_without_a_moving_lens_is_not_asked_to_focus(rig: Rig) -> None:
    rig.controls = {"FrameDurationLimits": (100, 10**9, 0)}
    pi = opened(rig, lens_dioptres=None)
    pi.read()
    assert "autofocus" not in rig.calls
    assert rig.set == []


def test_the_camera_holds_its_exposure_after_the_warm_up(rig: Rig) -> None:
    now = SimpleNamespace(time=0.0)
    pi = PiCamera(PiCameraSettings(lens_dioptres=1.0), library=rig.library(), clock=lambda: now.time)
    pi.open()
    for now.time in (0.0, 1.0, 2.0, 3.0):
        pi.read()
    pi.close()
    (held,) = rig.set
    assert held["ExposureTime"] == 10_000
    assert (held["AeEnable"], held["AwbEnable"], held["ColourGains"]) == (False, False, (1.5, 2.5))
