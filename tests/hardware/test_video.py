"""A video file as a camera, on films that these tests make."""

import time
from pathlib import Path

import cv2
import numpy as np
import pytest

from hardware.files.video import VideoCamera
from hardware.ports import CameraError, NoMoreFrames

FPS, FRAMES, STEP = 10, 20, 10


@pytest.fixture(scope="module")
def film(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two seconds, each frame ten steps brighter than the one before."""
    path = tmp_path_factory.mktemp("films") / "table.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), FPS, (64, 48))
    for number in range(FRAMES):
        writer.write(np.full((48, 64, 3), 20 + number * STEP, np.uint8))
    writer.release()
    return path


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def shown(grey: np.ndarray) -> int:
    return round((float(grey.mean()) - 20) / STEP)


def test_frames_come_grey_in_order_and_say_when_they_were_due(film: Path) -> None:
    clock = Clock()
    video = VideoCamera(film, clock)
    video.open()
    frames = []
    for number in range(5):
        clock.now = 100.0 + number / FPS - 0.001
        frames.append(video.read())
    video.close()
    assert [shown(frame.grey) for frame in frames] == [0, 1, 2, 3, 4]
    assert [frame.number for frame in frames] == [0, 1, 2, 3, 4]
    assert [round(frame.taken_at - 100.0, 2) for frame in frames] == [0.0, 0.1, 0.2, 0.3, 0.4]
    assert (frames[0].grey.shape, frames[0].grey.dtype) == ((48, 64), np.uint8)


def test_what_was_not_fetched_in_time_is_passed_over(film: Path) -> None:
    clock = Clock()
    video = VideoCamera(film, clock)
    video.open()
    assert shown(video.read().grey) == 0
    clock.now += 0.95
    late = video.read()
    video.close()
    assert (shown(late.grey), late.number) == (10, 10)
    assert late.taken_at == pytest.approx(101.0)


def test_a_film_takes_as_long_as_it_was_filmed_and_then_it_is_over(film: Path) -> None:
    video = VideoCamera(film, time.monotonic)
    video.open()
    began = time.monotonic()
    with pytest.raises(NoMoreFrames):
        look_to_the_end(video)
    assert (FRAMES - 2) / FPS < time.monotonic() - began < 10
    video.close()
    video.close()


def look_to_the_end(video: VideoCamera) -> None:
    while True:
        video.read()


def test_a_film_in_a_loop_begins_anew(film: Path) -> None:
    clock = Clock()
    video = VideoCamera(film, clock, loop=True)
    video.open()
    video.read()
    clock.now += 60
    again = video.read()
    video.close()
    assert shown(again.grey) == 0
    assert again.number == FRAMES
    assert again.taken_at == pytest.approx(160.0)


def test_a_missing_file_and_one_that_is_no_film_are_told_apart(tmp_path: Path) -> None:
    with pytest.raises(CameraError, match="no video") as missing:
        VideoCamera(tmp_path / "none.mp4", time.monotonic).open()
    assert missing.value.code == "NO_PICTURES"
    text = tmp_path / "letter.mp4"
    text.write_text("Dear all, " * 1000)
    with pytest.raises(CameraError, match="letter") as damaged:
        VideoCamera(text, time.monotonic).open()
    assert damaged.value.code == "BAD_PICTURE"


def test_reading_before_opening_and_after_closing_is_the_end(film: Path) -> None:
    video = VideoCamera(film, time.monotonic)
    with pytest.raises(NoMoreFrames):
        video.read()
    video.open()
    video.close()
    with pytest.raises(NoMoreFrames):
        video.read()
