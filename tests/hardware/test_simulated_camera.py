"""The simulated camera: a new scene in the file is seen in the next frame, and faults are as told."""

from __future__ import annotations

import multiprocessing
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from hardware.ports import Camera, CameraError
from hardware.simulated.camera import STALE_S, SimulatedCamera
from hardware.simulated.draw import draw
from hardware.simulated.scene import CameraPose, Code, DiscPlaced, Fault, Scene, Stranger
from hardware.simulated.scene_file import write_scene

FIRST = Scene(discs=(DiscPlaced(1, 2, 0, 0),), camera=CameraPose(320, 180, 300))
SECOND = replace(FIRST, discs=(DiscPlaced(3, None, 20, 10),))


@pytest.fixture
def scene_file(tmp_path: Path) -> Path:
    write_scene(tmp_path / "scene.json", FIRST)
    return tmp_path / "scene.json"


@pytest.fixture
def camera(scene_file: Path) -> Iterator[SimulatedCamera]:
    camera = SimulatedCamera(scene_file, time.monotonic)
    camera.open()
    yield camera
    camera.close()


def code_of(call: Callable[[], object]) -> str:
    with pytest.raises(CameraError) as caught:
        call()
    assert str(caught.value).endswith(".")
    return caught.value.code


def test_it_is_a_camera(scene_file: Path) -> None:
    camera: Camera = SimulatedCamera(scene_file, time.monotonic)
    assert camera.identity == "simulated 320x180 66 0 0"


def test_frames_are_the_drawn_scene_numbered_from_nought(camera: SimulatedCamera) -> None:
    for number in range(3):
        frame = camera.read()
        assert frame.number == number
        assert np.array_equal(frame.grey, draw(FIRST, number))


def test_a_new_scene_is_seen_in_the_next_frame(camera: SimulatedCamera, scene_file: Path) -> None:
    camera.read()
    write_scene(scene_file, SECOND)
    assert np.array_equal(camera.read().grey, draw(SECOND, 1))


def test_frames_carry_the_time_they_were_taken(scene_file: Path) -> None:
    times = iter(range(100))
    camera = SimulatedCamera(scene_file, lambda: float(next(times)))
    camera.open()
    taken = [camera.read().taken_at for _ in range(3)]
    assert taken == sorted(set(taken))


def test_with_a_pace_frames_come_no_faster(scene_file: Path) -> None:
    camera = SimulatedCamera(scene_file, time.monotonic, fps=50)
    camera.open()
    start = time.monotonic()
    numbers = [camera.read().number for _ in range(6)]
    assert time.monotonic() - start >= 0.099
    assert numbers[0] == 0


def test_with_a_pace_frames_that_nobody_fetched_are_dropped(scene_file: Path) -> None:
    clock = [0.0]
    camera = SimulatedCamera(scene_file, lambda: clock[0], fps=10)
    camera.open()
    assert camera.read().number == 0
    clock[0] = 0.65
    assert camera.read().number == 6


def test_a_pace_slower_than_the_timeout_is_a_timeout(scene_file: Path) -> None:
    camera = SimulatedCamera(scene_file, time.monotonic, fps=0.1)
    camera.open()
    camera.read()
    assert code_of(lambda: camera.read(timeout=0.02)) == "CAMERA_TIMEOUT"


def test_without_a_scene_there_is_no_camera(tmp_path: Path) -> None:
    assert code_of(SimulatedCamera(tmp_path / "none.json", time.monotonic).open) == "NO_CAMERA"


@pytest.mark.parametrize("garbage", [b"", b'{"discs":[{"player"', b"\x00\xff", b"[1]"])
def test_half_a_scene_is_an_error_and_a_whole_one_cures_it(
    garbage: bytes, camera: SimulatedCamera, scene_file: Path
) -> None:
    scene_file.write_bytes(garbage)
    assert code_of(camera.read) == "BAD_SCENE"
    assert code_of(camera.read) == "BAD_SCENE"
    write_scene(scene_file, SECOND)
    assert np.array_equal(camera.read().grey, draw(SECOND, 0))


@pytest.mark.parametrize(
    ("code", "text"),
    [(Code.EAN13, "no digits"), (Code.CODE128, "ä"), (Code.RESERVED_TAG, "900"), (Code.QR, "x" * 5000)],
)
def test_a_scene_that_cannot_be_drawn_is_an_error(
    code: Code, text: str, camera: SimulatedCamera, scene_file: Path
) -> None:
    write_scene(scene_file, replace(FIRST, strangers=(Stranger(code, text, 0, 0),)))
    assert code_of(camera.read) == "BAD_SCENE"


def test_a_camera_that_is_not_open_says_so(scene_file: Path) -> None:
    camera = SimulatedCamera(scene_file, time.monotonic)
    assert code_of(camera.read) == "CLOSED"
    camera.open()
    camera.close()
    camera.close()
    assert code_of(camera.read) == "CLOSED"


def test_a_lost_camera_cannot_be_read_nor_opened_until_it_is_back(
    camera: SimulatedCamera, scene_file: Path
) -> None:
    write_scene(scene_file, replace(FIRST, faults=(Fault.LOST,)))
    assert code_of(camera.read) == "CAMERA_LOST"
    camera.close()
    assert code_of(camera.open) == "NO_CAMERA"
    write_scene(scene_file, FIRST)
    camera.open()
    assert camera.read().number == 0


def test_a_hanging_camera_comes_back_only_when_it_is_closed(
    camera: SimulatedCamera, scene_file: Path
) -> None:
    write_scene(scene_file, replace(FIRST, faults=(Fault.HANG,)))
    codes: list[str] = []
    reader = threading.Thread(
        target=lambda: codes.append(code_of(lambda: camera.read(timeout=0.01))), daemon=True
    )
    reader.start()
    reader.join(0.2)
    assert reader.is_alive()
    camera.close()
    reader.join(2)
    assert codes == ["CAMERA_TIMEOUT"]


def test_a_camera_whose_close_hangs_never_returns(camera: SimulatedCamera, scene_file: Path) -> None:
    write_scene(scene_file, replace(FIRST, faults=(Fault.CLOSE_HANGS,)))
    camera.read()
    closer = threading.Thread(target=camera.close, daemon=True)
    closer.start()
    closer.join(0.2)
    assert closer.is_alive()
    write_scene(scene_file, FIRST)
    camera.read()


def test_a_stale_camera_gives_old_times(camera: SimulatedCamera, scene_file: Path) -> None:
    write_scene(scene_file, replace(FIRST, faults=(Fault.STALE,)))
    assert camera.read().taken_at < time.monotonic() - STALE_S + 1


def _read_once(scene_file: Path) -> None:
    camera = SimulatedCamera(scene_file, time.monotonic)
    camera.open()
    camera.read()


@pytest.mark.parametrize(("faults", "code"), [((), 0), ((Fault.CRASH,), -6)])
def test_in_a_child_process_it_reads_and_a_crash_kills_that_child_only(
    faults: tuple[Fault, ...], code: int, scene_file: Path
) -> None:
    write_scene(scene_file, replace(FIRST, faults=faults))
    child = multiprocessing.get_context("spawn").Process(target=_read_once, args=(scene_file,))
    child.start()
    child.join(30)
    assert child.exitcode == code
