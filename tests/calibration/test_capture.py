"""The board moved about before a camera, drawn, filmed or photographed: its lens comes out and works."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.capture import MOST_VIEWS, Capture, views_of
from calibration.lens import Lens
from calibration.lens_board import BoardView, MeasuredLens, measure_lens
from hardware.files.video import VideoCamera
from hardware.ports import Camera, CameraError, Frame, Grey, NoMoreFrames, Now
from hardware.simulated.camera import SimulatedCamera
from hardware.simulated.draw import draw
from hardware.simulated.recorded import RecordedCamera
from hardware.simulated.scene import CameraPose, Clutter, PlatePlaced, Scene, Thing
from hardware.simulated.scene_file import write_scene
from pi_app.vision.look import Looker

USUAL = CameraPose(width_px=960, height_px=544, height_mm=420, k1=0.03)
WIDE = CameraPose(width_px=2304, height_px=1296, height_mm=300, view_deg=102, k1=-0.12, k2=0.02)


def shown(camera: CameraPose) -> list[Scene]:
    """The board in every part of the picture, and the camera aslant over it."""
    reach = float(0.6 * camera.height_mm * np.tan(np.radians(camera.view_deg / 2)))
    poses = (
        (0, 0, 0, 0, 0),
        (0, 0, 1, 0.4, 20),
        (0, 0, -1, -0.4, 80),
        (25, 0, 0, 0, 90),
        (25, 90, 1, 0, 10),
        (25, 180, 0, 0.4, 75),
        (25, 270, -1, 0, 0),
        (35, 45, 0, 0, 40),
        (35, 225, 0.6, -0.3, 0),
        (30, 135, -0.6, 0.4, 0),
    )
    return [
        Scene(
            camera=replace(camera, tilt_deg=tilt, yaw_deg=yaw),
            clutter=(Clutter(Thing.LENS_BOARD, x * reach, y * reach, turn, 200, 280),),
        )
        for tilt, yaw, x, y, turn in poses
    ]


class Moved:
    """A simulated camera over a table where somebody moves the board after every third frame."""

    def __init__(self, file: Path, scenes: list[Scene], now: Now) -> None:
        self._file, self._scenes = file, iter(scenes)
        write_scene(file, next(self._scenes))
        self._camera = SimulatedCamera(file, now)
        self.identity = self._camera.identity
        self.open, self.close = self._camera.open, self._camera.close
        self._read = 0

    def read(self, timeout: float = 2.5) -> Frame:
        self._read += 1
        if self._read % 3 == 0 and (scene := next(self._scenes, None)) is not None:
            write_scene(self._file, scene)
        return self._camera.read(timeout)


def clock(step: float) -> Now:
    ticks: Iterator[float] = itertools.count(0.0, step)
    return lambda: next(ticks)


def true_lens(camera: CameraPose) -> Lens:
    focal = camera.width_px / 2 / np.tan(np.radians(camera.view_deg / 2))
    middle = ((camera.width_px - 1) / 2, (camera.height_px - 1) / 2)
    return Lens((camera.width_px, camera.height_px), (focal, focal), middle, (camera.k1, camera.k2, 0.0, 0.0))


def told(camera: Camera, capture: Capture, now: Now) -> tuple[MeasuredLens, list[int]]:
    counts: list[int] = []
    views = views_of(camera, capture, now, lambda so_far: counts.append(len(so_far)))
    return measure_lens(views), counts


def test_a_board_moved_before_the_simulated_camera_tells_its_lens(tmp_path: Path) -> None:
    scenes = shown(USUAL)
    camera = Moved(tmp_path / "table.json", scenes, clock(0.1))
    measured, counts = told(camera, Capture(seconds=9.0), clock(0.1))
    assert counts == list(range(1, len(scenes) + 1))
    assert measured.lens.focal == pytest.approx(true_lens(USUAL).focal, rel=0.01)
    assert 0 < measured.error_mm < 0.3
    assert measured.worst_mm < 1.5


def pictures(camera: CameraPose, most: int = 99) -> list[Grey]:
    return [draw(scene, number) for number, scene in enumerate(shown(camera)[:most])]


def test_a_folder_of_pictures_of_the_board_tells_it_too(tmp_path: Path) -> None:
    for number, grey in enumerate(pictures(USUAL)):
        cv2.imwrite(str(tmp_path / f"{number}.png"), grey)
    (tmp_path / "4x.png").write_bytes(b"damaged")
    camera = RecordedCamera(tmp_path, clock(0.1))
    measured, counts = told(camera, Capture(seconds=60.0, single=True), clock(0.1))
    assert len(counts) == len(shown(USUAL))
    assert measured.lens.focal == pytest.approx(true_lens(USUAL).focal, rel=0.01)


def test_a_video_of_the_board_tells_it_too(tmp_path: Path) -> None:
    file = tmp_path / "board.avi"
    video = cv2.VideoWriter(str(file), cv2.VideoWriter.fourcc(*"MJPG"), 20, (960, 544), isColor=False)
    for grey in pictures(USUAL):
        for _ in range(3):
            video.write(grey)
    video.release()
    measured, counts = told(VideoCamera(file, clock(0.02)), Capture(seconds=60.0), clock(0.1))
    assert len(counts) == len(shown(USUAL))
    assert measured.lens.focal == pytest.approx(true_lens(USUAL).focal, rel=0.015)


class Still:
    """A camera that shows one picture for ever, or fails."""

    identity = "still"

    def __init__(self, grey: Grey, fault: str | None = None) -> None:
        self.grey, self.fault, self.closed = grey, fault, False

    def open(self) -> None: ...

    def read(self, timeout: float = 2.5) -> Frame:
        if self.fault is not None:
            raise CameraError(self.fault, "")
        return Frame(self.grey, 0.0, 0)

    def close(self) -> None:
        self.closed = True


class Shown(Still):
    """Pictures one after the other."""

    def __init__(self, greys: list[Grey]) -> None:
        super().__init__(greys[0])
        self._greys = iter(greys)

    def read(self, timeout: float = 2.5) -> Frame:
        grey = next(self._greys, None)
        if grey is None:
            raise NoMoreFrames
        return Frame(grey, 0.0, 0)


def no_one(_: list[BoardView]) -> None: ...


@pytest.mark.parametrize(("fault", "views"), [(None, 1), ("CAMERA_TIMEOUT", 0)])
def test_a_board_that_lies_still_is_one_view_and_waiting_ends(fault: str | None, views: int) -> None:
    camera = Still(pictures(USUAL, 1)[0], fault)
    assert len(views_of(camera, Capture(seconds=0.5), clock(0.1), no_one)) == views
    assert camera.closed


def test_a_camera_that_is_lost_says_so_and_is_closed() -> None:
    camera = Still(np.zeros((544, 960), np.uint8), "CAMERA_LOST")
    with pytest.raises(CameraError):
        views_of(camera, Capture(seconds=5), clock(0.1), no_one)
    assert camera.closed


def test_enough_views_are_enough() -> None:
    assert len(shown(USUAL)) < MOST_VIEWS <= 20


def plates(camera: CameraPose) -> Scene:
    """Eight plates, six of them near the edges of the wide picture."""
    at = [(x, y) for y in (-170.0, 130.0) for x in (-390.0, -130.0, 130.0, 390.0)]
    laid = tuple(PlatePlaced(n, x, y, 0, n) for n, (x, y) in enumerate(at, 1))
    return Scene(plates=laid, camera=replace(camera, height_mm=480, tilt_deg=12))


def off_mm(scene: Scene, lens: Lens | None) -> float:
    """How far the worst slot lies from its place, once the two tables are laid over each other."""
    look = Looker(lens=lens).look(Frame(draw(scene), 0.0, 0))
    seen = {slot.slot: slot.centre_mm for slot in look.slots if slot.centre_mm is not None}
    placed = [plate for plate in scene.plates if plate.slot in seen]
    assert len(placed) >= len(scene.plates) - 1
    found = np.array([seen[plate.slot] for plate in placed])
    true = np.array([(plate.x, plate.y) for plate in placed])
    found, true = found - found.mean(axis=0), true - true.mean(axis=0)
    u, _, v = np.linalg.svd(found.T @ true)
    return float(np.linalg.norm(found @ u @ v - true, axis=1).max())


def test_a_measured_wide_lens_is_right_at_its_edges_where_a_guessed_one_is_not() -> None:
    capture = Capture(seconds=60, single=True)
    measured = measure_lens(views_of(Shown(pictures(WIDE)), capture, clock(0.01), no_one)).lens
    scene = plates(WIDE)
    assert off_mm(scene, measured) < 0.6
    assert off_mm(scene, None) > 1.0
