"""Recorded pictures as a camera: their order, their kinds, and what is no picture."""

from __future__ import annotations

import struct
import time
import zlib
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from hardware.ports import Camera, CameraError, NoMoreFrames
from hardware.simulated.recorded import RecordedCamera, read_grey

HALVES = np.full((40, 60), 40, np.uint8)
HALVES[:, 30:] = 200
HALVES[:10, :10] = 250


def save(path: Path, level: int = 100, size: tuple[int, int] = (8, 6)) -> Path:
    Image.new("L", size, level).save(path)
    return path


def levels(camera: RecordedCamera) -> list[int]:
    camera.open()
    shown = []
    while True:
        try:
            shown.append(int(camera.read().grey[0, 0]))
        except NoMoreFrames:
            return shown


def bad(call: Callable[[], object]) -> str:
    with pytest.raises(CameraError) as caught:
        call()
    assert caught.value.code == "BAD_PICTURE"
    return str(caught.value)


def test_it_is_a_camera(tmp_path: Path) -> None:
    camera: Camera = RecordedCamera(tmp_path, time.monotonic)
    assert camera.identity == "recorded"


def test_a_folder_gives_its_pictures_in_name_order_and_nothing_else(tmp_path: Path) -> None:
    for level, name in ((30, "look10.png"), (20, "look2.PNG"), (10, "look1.bmp"), (40, "zoo.tif")):
        save(tmp_path / name, level)
    (tmp_path / "look3.truth.json").write_text("{}")
    (tmp_path / ".look0.png").write_bytes(b"hidden")
    (tmp_path / "folder.png").mkdir()
    assert levels(RecordedCamera(tmp_path, time.monotonic)) == [10, 20, 30, 40]


def test_named_pictures_come_as_they_were_named_and_folders_between_them(tmp_path: Path) -> None:
    inside = tmp_path / "inside"
    inside.mkdir()
    save(inside / "b.png", 2)
    save(inside / "a.png", 1)
    last, first = save(tmp_path / "a.png", 9), save(tmp_path / "z.png", 5)
    assert levels(RecordedCamera([first, inside, last], time.monotonic)) == [5, 1, 2, 9]


def test_after_the_last_picture_there_are_no_more_frames_unless_it_loops(tmp_path: Path) -> None:
    save(tmp_path / "a.png", 1)
    save(tmp_path / "b.png", 2)
    camera = RecordedCamera(tmp_path, time.monotonic, loop=True)
    camera.open()
    frames = [camera.read() for _ in range(5)]
    assert [int(frame.grey[0, 0]) for frame in frames] == [1, 2, 1, 2, 1]
    assert [frame.number for frame in frames] == [0, 1, 2, 3, 4]
    assert camera.last == tmp_path / "a.png"


def test_frames_are_as_far_apart_in_time_as_asked(tmp_path: Path) -> None:
    save(tmp_path / "a.png")
    camera = RecordedCamera(tmp_path, lambda: 100.0, loop=True, seconds_apart=0.5)
    camera.open()
    assert [camera.read().taken_at for _ in range(3)] == [100.0, 100.5, 101.0]


@pytest.mark.parametrize("paths", ["folder", "nothing"])
def test_without_pictures_it_does_not_open(paths: str, tmp_path: Path) -> None:
    camera = RecordedCamera(tmp_path if paths == "folder" else [], time.monotonic)
    with pytest.raises(CameraError) as caught:
        camera.open()
    assert caught.value.code == "NO_PICTURES"
    with pytest.raises(NoMoreFrames):
        camera.read()


def test_a_bad_picture_is_named_and_the_next_one_still_comes(tmp_path: Path) -> None:
    (tmp_path / "a.png").write_bytes(b"no picture")
    save(tmp_path / "b.png", 7)
    camera = RecordedCamera(tmp_path, time.monotonic)
    camera.open()
    assert "a.png" in bad(camera.read)
    assert camera.last == tmp_path / "a.png"
    frame = camera.read()
    assert (frame.number, frame.grey[0, 0]) == (1, 7)


KINDS: dict[str, tuple[str, Callable[[], Image.Image]]] = {
    "grey": ("a.png", lambda: Image.fromarray(HALVES)),
    "colour": ("a.png", lambda: Image.fromarray(HALVES).convert("RGB")),
    "jpeg": ("a.jpg", lambda: Image.fromarray(HALVES).convert("RGB")),
    "grey jpeg": ("a.jpg", lambda: Image.fromarray(HALVES)),
    "cmyk": ("a.jpg", lambda: Image.fromarray(HALVES).convert("RGB").convert("CMYK")),
    "cmyk tiff": ("a.tif", lambda: Image.fromarray(HALVES).convert("RGB").convert("CMYK")),
    "16 bits": ("a.png", lambda: Image.fromarray(HALVES.astype(np.uint16) * 257)),
    "16 bits tiff": ("a.tif", lambda: Image.fromarray(HALVES.astype(np.uint16) * 257)),
    "32 bits": ("a.tif", lambda: Image.fromarray(HALVES.astype(np.int32) * 257)),
    "float": ("a.tif", lambda: Image.fromarray(HALVES.astype(np.float32))),
    "float, 1 is white": ("a.tif", lambda: Image.fromarray((HALVES / 255).astype(np.float32))),
    "float of 16 bits": ("a.tif", lambda: Image.fromarray(HALVES.astype(np.float32) * 257)),
    "opaque alpha": ("a.png", lambda: Image.fromarray(HALVES).convert("RGBA")),
    "grey alpha": ("a.png", lambda: Image.fromarray(HALVES).convert("LA")),
    "palette": ("a.gif", lambda: Image.fromarray(HALVES)),
    "lab": ("a.tif", lambda: Image.fromarray(HALVES).convert("RGB").convert("YCbCr")),
    "webp": ("a.webp", lambda: Image.fromarray(HALVES).convert("RGB")),
}


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_picture_gives_the_same_brightness(kind: str, tmp_path: Path) -> None:
    name, make = KINDS[kind]
    make().save(tmp_path / name)
    grey = read_grey(tmp_path / name)
    assert grey.dtype == np.uint8
    assert grey.shape == HALVES.shape
    assert grey.flags.owndata
    assert np.abs(grey.astype(int) - HALVES).mean() < 3


@pytest.mark.parametrize("white", [1.0, 255.0, 65535.0])
def test_what_is_no_number_in_a_picture_of_floats_spoils_nothing_else(white: float, tmp_path: Path) -> None:
    levels = (HALVES / 255 * white).astype(np.float32)
    levels[0, :4] = np.nan, np.inf, -np.inf, -white
    Image.fromarray(levels).save(tmp_path / "a.tif")
    grey = read_grey(tmp_path / "a.tif")
    assert grey[0, :4].tolist() == [0, grey[5, 5], 0, 0]
    assert np.abs(grey[1:].astype(int) - HALVES[1:]).max() <= 1


@pytest.mark.parametrize("level", [np.nan, np.inf, -np.inf, 0.0, -3.0])
def test_a_picture_of_floats_that_shows_nothing_is_black(level: float, tmp_path: Path) -> None:
    Image.fromarray(np.full((6, 8), level, np.float32)).save(tmp_path / "a.tif")
    assert read_grey(tmp_path / "a.tif").max() == 0


def test_black_and_white_and_see_through_pictures(tmp_path: Path) -> None:
    Image.fromarray(HALVES > 100).save(tmp_path / "bits.png")
    assert set(np.unique(read_grey(tmp_path / "bits.png"))) == {0, 255}
    Image.new("RGBA", (5, 5), (0, 0, 0, 0)).save(tmp_path / "clear.png")
    assert read_grey(tmp_path / "clear.png").min() == 255


@pytest.mark.parametrize(
    ("orientation", "bright_corner"),
    [
        (1, (0, 0)),
        (2, (0, -1)),
        (3, (-1, -1)),
        (4, (-1, 0)),
        (5, (0, 0)),
        (6, (0, -1)),
        (7, (-1, -1)),
        (8, (-1, 0)),
    ],
)
def test_a_picture_is_turned_as_the_camera_was_held(
    orientation: int, bright_corner: tuple[int, int], tmp_path: Path
) -> None:
    held = np.full((40, 80), 30, np.uint8)
    held[:16, :16] = 250
    exif = Image.Exif()
    exif[0x0112] = orientation
    Image.fromarray(held).convert("RGB").save(tmp_path / "a.jpg", exif=exif)
    grey = read_grey(tmp_path / "a.jpg")
    assert grey.shape == ((40, 80) if orientation < 5 else (80, 40))
    assert grey[bright_corner] > 200


def _png_of_size(width: int, height: int) -> bytes:
    """A PNG that says it is this large and holds no pixels."""
    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    chunks = ((b"IHDR", head), (b"IDAT", zlib.compress(b"")), (b"IEND", b""))
    body = b"".join(
        struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
        for name, data in chunks
    )
    return b"\x89PNG\r\n\x1a\n" + body


def _half_a_jpeg(folder: Path) -> bytes:
    noise = np.random.default_rng(1).integers(0, 255, (64, 64), np.uint8)
    Image.fromarray(noise).save(folder / "whole.jpg")
    return (folder / "whole.jpg").read_bytes()[:1200]


NO_PICTURES: dict[str, tuple[Callable[[Path], bytes], str]] = {
    "empty": (lambda folder: b"", "it is empty"),
    "text": (lambda folder: b"hello", "it is no picture"),
    "zeros": (lambda folder: bytes(500), "it is no picture"),
    "half": (_half_a_jpeg, "it is damaged"),
    "no pixels": (lambda folder: _png_of_size(10, 10), "it is damaged"),
    "too large": (lambda folder: _png_of_size(11000, 10000), "too many"),
    "huge": (lambda folder: _png_of_size(60000, 60000), "too many"),
}


@pytest.mark.parametrize("case", NO_PICTURES)
@pytest.mark.filterwarnings("error")
def test_what_cannot_be_read_is_named_with_the_reason(case: str, tmp_path: Path) -> None:
    content, reason = NO_PICTURES[case]
    (tmp_path / "odd.jpg").write_bytes(content(tmp_path))
    text = bad(lambda: read_grey(tmp_path / "odd.jpg"))
    assert "odd.jpg" in text
    assert reason in text


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    assert "no such file" in bad(lambda: read_grey(tmp_path / "gone.jpg"))
