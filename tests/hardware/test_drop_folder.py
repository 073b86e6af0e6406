"""Pictures that arrive in a folder as a camera, with real files and a real clock."""

import os
import socket
import threading
import time
from contextlib import suppress
from pathlib import Path

import cv2
import numpy as np
import pytest
from PIL import Image

from hardware.files import drop_folder
from hardware.files.drop_folder import DropFolderCamera
from hardware.ports import CameraError, Frame, NothingNew


@pytest.fixture(autouse=True)
def _hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drop_folder, "LOOK_EVERY_S", 0.02)
    monkeypatch.setattr(drop_folder, "NEW_S", 0.3)
    monkeypatch.setattr(drop_folder, "AGAIN_S", 0.2)
    monkeypatch.setattr(drop_folder, "GIVE_UP_S", 0.3)


def picture(path: Path, level: int, size: tuple[int, int] = (64, 48)) -> Path:
    cv2.imwrite(str(path), np.full((size[1], size[0]), level, np.uint8))
    return path


def opened(folder: Path) -> DropFolderCamera:
    camera = DropFolderCamera(folder, time.monotonic)
    camera.open()
    return camera


def frames_of(camera: DropFolderCamera, seconds: float = 0.5) -> list[Frame]:
    """What it gives in this time."""
    frames, until = [], time.monotonic() + seconds
    while time.monotonic() < until:
        with suppress(NothingNew):
            frames.append(camera.read(timeout=0.05))
    return frames


def wait_long(camera: DropFolderCamera) -> None:
    frames_of(camera, 20.0)


def levels(frames: list[Frame]) -> set[int]:
    return {int(frame.grey.mean()) for frame in frames}


def test_a_picture_counts_until_the_next_one_comes(tmp_path: Path) -> None:
    camera = opened(tmp_path)
    assert frames_of(camera, 0.1) == []
    picture(tmp_path / "IMG_1.jpg", 90)
    dropped = time.monotonic()
    frames = frames_of(camera, 1.0)
    assert levels(frames) == {90}
    assert [frame.number for frame in frames] == list(range(len(frames)))
    assert len({frame.came_at for frame in frames}) == 1
    assert frames[0].came_at is not None
    assert dropped < frames[0].came_at < dropped + 0.5
    assert frames[-1].taken_at > frames[0].came_at + 0.6
    new = [frame for frame in frames if frame.taken_at < frames[0].came_at + 0.3]
    assert len(new) > len(frames) - len(new) >= 1

    picture(tmp_path / "IMG_2.jpg", 200)
    later = [frame for frame in frames_of(camera, 1.0) if int(frame.grey.mean()) == 200]
    assert later
    assert (later[0].came_at or 0.0) > frames[-1].taken_at


def test_what_lay_there_before_does_not_count(tmp_path: Path) -> None:
    picture(tmp_path / "old.jpg", 90)
    assert frames_of(opened(tmp_path)) == []


def test_a_newer_picture_takes_the_place_of_the_last_and_an_older_one_does_not(tmp_path: Path) -> None:
    camera = opened(tmp_path)
    picture(tmp_path / "a.jpg", 30)
    assert int(camera.read(timeout=2).grey.mean()) == 30
    picture(tmp_path / "b.jpg", 200)
    picture(tmp_path / "c.jpg", 120)
    an_hour_ago = time.time() - 3600
    os.utime(tmp_path / "c.jpg", (an_hour_ago, an_hour_ago))
    frames = frames_of(camera)
    assert int(frames[-1].grey.mean()) == 200
    assert 120 not in levels(frames)


def test_a_file_written_again_is_a_new_picture(tmp_path: Path) -> None:
    camera = opened(tmp_path)
    picture(tmp_path / "photo.jpg", 30)
    assert levels(frames_of(camera)) == {30}
    picture(tmp_path / "photo.jpg", 90)
    assert int(frames_of(camera)[-1].grey.mean()) == 90


def test_a_picture_that_arrives_slowly_is_read_when_it_is_whole(tmp_path: Path) -> None:
    whole = picture(tmp_path / "whole.png", 0)
    noise = np.random.default_rng(1).integers(0, 255, (300, 300)).astype(np.uint8)
    cv2.imwrite(str(whole), noise)
    content = whole.read_bytes()
    whole.unlink()
    camera = opened(tmp_path)

    def upload() -> None:
        with (tmp_path / "phone.png").open("wb") as file:
            for start in range(0, len(content), len(content) // 6):
                file.write(content[start : start + len(content) // 6])
                file.flush()
                time.sleep(0.06)

    sender = threading.Thread(target=upload)
    sender.start()
    frame = camera.read(timeout=5.0)
    sender.join()
    assert np.array_equal(frame.grey, noise)


@pytest.mark.parametrize("name", ["broken.jpg", "IMG_2.heic"])
def test_a_picture_that_cannot_be_read_is_said_once_and_the_next_one_counts(
    tmp_path: Path, name: str
) -> None:
    camera = opened(tmp_path)
    (tmp_path / name).write_bytes(b"\xff\xd8\xff\xe0 not much")
    with pytest.raises(CameraError, match=name) as refused:
        wait_long(camera)
    assert refused.value.code == "BAD_PICTURE"
    assert frames_of(camera) == []
    picture(tmp_path / "good.jpg", 90)
    assert levels(frames_of(camera)) == {90}


def test_what_lies_there_under_a_pictures_name_but_is_no_file_is_passed_over(tmp_path: Path) -> None:
    camera = opened(tmp_path)
    os.mkfifo(tmp_path / "pipe.jpg")
    (tmp_path / "folder.jpg").mkdir()
    (tmp_path / "gone.jpg").symlink_to(tmp_path / "nowhere")
    (tmp_path / "round.jpg").symlink_to(tmp_path / "round.jpg")
    with socket.socket(socket.AF_UNIX) as plug:
        plug.bind(str(tmp_path / "plug.jpg"))
        picture(tmp_path / "good.jpg", 90)
        assert int(camera.read(timeout=20).grey.mean()) == 90


def test_after_a_picture_that_cannot_be_read_the_one_before_it_counts_no_more(tmp_path: Path) -> None:
    camera = opened(tmp_path)
    picture(tmp_path / "a.jpg", 30)
    assert int(camera.read(timeout=20).grey.mean()) == 30
    (tmp_path / "b.jpg").write_bytes(b"\xff\xd8\xff\xe0 not much")
    with pytest.raises(CameraError):
        wait_long(camera)
    assert frames_of(camera) == []


@pytest.mark.parametrize("name", ["IMG_2.heic", "IMG_2.jpg"])
def test_what_iphones_send_is_named(tmp_path: Path, name: str) -> None:
    camera = opened(tmp_path)
    (tmp_path / name).write_bytes(b"\0\0\0\x18ftypheic\0\0\0\0mif1heic")
    with pytest.raises(CameraError, match="HEIC") as refused:
        wait_long(camera)
    assert refused.value.code == "HEIC_PICTURE"


def test_other_files_hidden_ones_and_folders_are_no_pictures(tmp_path: Path) -> None:
    camera = opened(tmp_path)
    picture(tmp_path / ".IMG_1.jpg", 90)
    (tmp_path / "notes.txt").write_text("milk")
    (tmp_path / "IMG_1.jpg.part").write_bytes(b"on its way")
    assert frames_of(camera) == []


def test_a_picture_is_turned_as_the_phone_was_held(tmp_path: Path) -> None:
    camera = opened(tmp_path)
    turned = Image.Exif()
    turned[0x0112] = 6
    Image.new("L", (64, 48), 90).save(tmp_path / "upright.jpg", exif=turned)
    assert camera.read(timeout=2).grey.shape == (64, 48)


def test_a_folder_that_is_missing_or_goes_away_is_said(tmp_path: Path) -> None:
    with pytest.raises(CameraError) as missing:
        opened(tmp_path / "none")
    assert missing.value.code == "NO_PICTURES"
    folder = tmp_path / "stick"
    folder.mkdir()
    camera = opened(folder)
    folder.rmdir()
    with pytest.raises(CameraError) as gone:
        camera.read()
    assert gone.value.code == "NO_PICTURES"


def test_closing_ends_a_read_that_waits(tmp_path: Path) -> None:
    camera = opened(tmp_path)
    threading.Timer(0.1, camera.close).start()
    began = time.monotonic()
    with pytest.raises(NothingNew):
        camera.read(timeout=30)
    assert time.monotonic() - began < 5
