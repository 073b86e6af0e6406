"""What the real picamera2 does: the habits that `hardware/pi/camera.py` is built around.

A test that fails here says that picamera2 has changed, and which of our precautions to look at again.
"""

import gc
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from cameras import ODD, OTHER
from virtual import MappedArray, VirtualPicamera2

from hardware.pi.time_limit import CallHangs, within

NO_TIME = 0.0005


def usable_buffers(camera: VirtualPicamera2) -> int:
    held = []
    try:
        while True:
            held.append(camera.capture_request(wait=0.6))
    except TimeoutError:
        camera.cancel_all_and_flush()
    for request in held:
        request.release()
    return len(held)


def test_a_capture_that_times_out_leaks_a_buffer(picamera: VirtualPicamera2) -> None:
    assert usable_buffers(picamera) == 4
    with pytest.raises(TimeoutError):
        picamera.capture_request(wait=NO_TIME)
    assert usable_buffers(picamera) == 3


def test_after_as_many_timeouts_as_buffers_no_picture_comes_any_more(picamera: VirtualPicamera2) -> None:
    for _ in range(4):
        with pytest.raises(TimeoutError):
            picamera.capture_request(wait=NO_TIME)
    assert usable_buffers(picamera) == 0


def test_cancelling_after_a_timeout_saves_the_buffer(picamera: VirtualPicamera2) -> None:
    for _ in range(6):
        with pytest.raises(TimeoutError):
            picamera.capture_request(wait=NO_TIME)
        picamera.cancel_all_and_flush()
    assert usable_buffers(picamera) == 4


def test_stop_hangs_behind_a_dead_capture_until_that_is_cancelled(picamera: VirtualPicamera2) -> None:
    held = [picamera.capture_request(wait=1) for _ in range(4)]
    with pytest.raises(TimeoutError):
        picamera.capture_request(wait=NO_TIME)
    with pytest.raises(CallHangs):
        within(1.0, picamera.stop)
    picamera.cancel_all_and_flush()
    within(1.0, picamera.stop)
    assert len(held) == 4


def test_a_second_camera_object_is_busy_and_only_the_cause_says_so(
    picamera: VirtualPicamera2, number: int
) -> None:
    with pytest.raises(RuntimeError) as refused:
        VirtualPicamera2(number)
    assert "busy" not in str(refused.value)
    assert "busy" in str(refused.value.__cause__)


def test_each_opening_leaves_at_most_two_files_open(number: int) -> None:
    VirtualPicamera2(number).close()
    gc.collect()
    before = len(os.listdir("/proc/self/fd"))
    for _ in range(5):
        VirtualPicamera2(number).close()
    assert len(os.listdir("/proc/self/fd")) - before <= 10


def test_the_number_of_a_camera_is_its_place_in_the_list(picamera: VirtualPicamera2) -> None:
    # `camera_idx` is libcamera's own order once it is open: not the number to open it by.
    assert picamera.camera_properties["Model"] == ODD
    assert {camera["Model"] for camera in VirtualPicamera2.global_camera_info()} == {ODD, OTHER}


def test_a_control_that_the_camera_has_not_is_refused(picamera: VirtualPicamera2) -> None:
    with pytest.raises(RuntimeError, match="AfMode is not advertised"):
        picamera.set_controls({"AfMode": 0})


def test_only_the_time_of_the_sensor_is_sure_to_come_with_a_picture(picamera: VirtualPicamera2) -> None:
    request = picamera.capture_request(wait=1)
    assert "SensorTimestamp" in request.get_metadata()
    request.release()


def test_the_luminance_is_the_buffers_own_memory(picamera: VirtualPicamera2) -> None:
    main = picamera.camera_configuration()["main"]
    request = picamera.capture_request(wait=1)
    with MappedArray(request, "main", reshape=False, write=False) as mapped:
        rows = mapped.array[: main["stride"] * main["size"][1]].reshape(main["size"][1], main["stride"])
        (memory,) = (picamera.allocator.mapped[buffer] for buffer in request.request.buffers.values())
        assert np.shares_memory(rows, np.frombuffer(memory, np.uint8))
        del rows
    request.release()


ALONE = """
import sys
sys.path[:0] = ["/src", "/src/tests/trixie/inside"]
from virtual import CONFIGURATION, VirtualPicamera2
CONFIGURATION.unlink(missing_ok=True)
from cameras import library
from hardware.pi.camera import PiCamera
from hardware.ports import CameraError
try:
    VirtualPicamera2(0)
except (RuntimeError, IndexError) as error:
    print(type(error).__name__, error)
try:
    PiCamera(library=library()).open()
except CameraError as error:
    print(error.code, error)
"""


def test_without_a_camera_it_says_that_there_is_none_and_so_do_we(tmp_path: Path) -> None:
    script = tmp_path / "alone.py"
    script.write_text(ALONE)
    ran = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, timeout=60)
    theirs, ours = ran.stdout.splitlines()
    assert theirs.startswith(("RuntimeError No camera number", "IndexError"))
    assert ours.startswith("NO_CAMERA No camera found.")


def test_picamera2_is_the_pinned_one_and_numpy_is_debians() -> None:
    from importlib.metadata import version

    pins = Path("/etc/constraints.txt").read_text()
    assert f"picamera2=={version('picamera2')}\n" in pins
    assert np.__file__.startswith("/usr/lib/python3/dist-packages/")
