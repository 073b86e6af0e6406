"""Saved pictures go in, frames come out in name order: a table to be read again.

Any still picture Pillow opens, in any colours, turned as the camera was held; nothing is decoded
that is too large to be a photograph.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageOps, UnidentifiedImageError

from hardware.ports import CameraError, Frame, NoMoreFrames, Now

SUFFIXES = frozenset({".bmp", ".gif", ".jpeg", ".jpg", ".pgm", ".png", ".ppm", ".tif", ".tiff", ".webp"})
"""What is taken from a folder; a file named by itself may be called anything."""
HEIC = frozenset({".heic", ".heif"})
"""What some phones make, and nothing here can read."""
MOST_PIXELS = 100_000_000
MOST_FRACTION = 2.0
"""Of a picture in which 1 is white; what is so dark by eight bits shows nothing."""


class RecordedCamera:
    """Implements `hardware.ports.Camera`. paths: pictures and folders of pictures.

    Folders give their pictures in name order (frame2 before frame10); hidden files are left out.
    loop: begin again after the last one. seconds_apart: how long after the one before each frame was
    taken; None: when it is read. CameraError codes: NO_PICTURES, BAD_PICTURE, HEIC_PICTURE; reading on
    after one that cannot be read gives the next one.
    """

    def __init__(
        self, paths: Sequence[Path] | Path, now: Now, loop: bool = False, seconds_apart: float | None = None
    ) -> None:
        self._paths = [paths] if isinstance(paths, Path) else list(paths)
        self._now = now
        self._loop = loop
        self._apart = seconds_apart
        self._pictures: list[Path] = []
        self._opened_at = 0.0
        self._number = 0

    @property
    def identity(self) -> str:
        return "recorded"

    @property
    def last(self) -> Path | None:
        """The picture that the newest frame, or the newest BAD_PICTURE, came from."""
        return self._pictures[(self._number - 1) % len(self._pictures)] if self._number else None

    def open(self) -> None:
        self._number, self._opened_at = 0, self._now()
        try:
            self._pictures = pictures_in(self._paths)
        except OSError as error:
            raise CameraError("NO_PICTURES", f"A folder cannot be read: {error}.") from error
        if not any(path.exists() for path in self._pictures):
            named = ", ".join(str(path) for path in self._paths)
            raise CameraError("NO_PICTURES", f"There are no pictures in {named or 'an empty list'}.")

    def read(self, timeout: float = 2.5) -> Frame:  # noqa: ARG002 - the port has it
        """The next picture; `timeout` has no meaning here. Raise NoMoreFrames after the last one."""
        if self._number >= len(self._pictures) and not (self._loop and self._pictures):
            raise NoMoreFrames
        number, self._number = self._number, self._number + 1
        grey = read_grey(self._pictures[number % len(self._pictures)])
        taken_at = self._now() if self._apart is None else self._opened_at + number * self._apart
        return Frame(grey, taken_at, number)

    def close(self) -> None:
        self._pictures, self._number = [], 0


def pictures_in(paths: Sequence[Path]) -> list[Path]:
    """The files themselves, and what the folders hold, in name order; no folder below a folder."""
    found: list[Path] = []
    for path in paths:
        if path.is_dir():
            inside = [file for file in path.iterdir() if _is_picture(file)]
            found += sorted(inside, key=lambda file: _name_order(file.name))
        else:
            found.append(path)
    return found


def read_grey(path: Path, data: bytes | None = None) -> NDArray[np.uint8]:
    """uint8, shape (height, width). Raise CameraError, code BAD_PICTURE or HEIC_PICTURE, with a sentence that
    names it.

    data: what is in it, where that was read already.
    """
    try:
        if not (path.stat().st_size if data is None else data):
            raise _bad(path, "it is empty")
        with warnings.catch_warnings():
            # Pillow warns below our own limit; a warning on somebody's screen helps nobody.
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)
            with Image.open(path if data is None else BytesIO(data)) as picture:
                if picture.width * picture.height > MOST_PIXELS:
                    raise _bad(path, f"{picture.width} x {picture.height} pixels are too many")
                return _grey_of(picture)
    except FileNotFoundError as error:
        raise _bad(path, "there is no such file") from error
    except UnidentifiedImageError as error:
        raise _heic(path) if _is_heic(path, data) else _bad(path, "it is no picture") from error
    except Image.DecompressionBombError as error:
        raise _bad(path, "it has too many pixels") from error
    except (OSError, ValueError, SyntaxError, EOFError, MemoryError, OverflowError) as error:
        raise _bad(path, f"it is damaged ({error})") from error


def _grey_of(picture: Image.Image) -> NDArray[np.uint8]:
    """Brightness as a camera's luminance plane has it; what is see-through is white."""
    if picture.mode == "RGB" and picture.format == "JPEG":
        picture.draft("L", picture.size)  # the file's own luminance, without the way through colours
    upright = ImageOps.exif_transpose(picture)
    if upright.mode.startswith("I;16"):
        return np.asarray(np.asarray(upright) >> 8, np.uint8)
    if upright.mode in ("I", "F"):
        return _of_wide(np.asarray(upright, np.float32), fractions=upright.mode == "F")
    if upright.has_transparency_data:
        coloured = upright.convert("RGBA")
        upright = Image.alpha_composite(Image.new("RGBA", coloured.size, "white"), coloured)
    if upright.mode not in ("1", "L", "RGB", "RGBA", "YCbCr"):
        upright = upright.convert("RGB")
    return np.array(upright.convert("L"))


def _of_wide(levels: NDArray[np.float32], fractions: bool) -> NDArray[np.uint8]:
    """Levels of 16 or 8 bits, by how high the highest is; or of 0 to 1, where there may be fractions.

    What is no number is black, what is endless as white as the whitest.
    """
    finite = np.isfinite(levels)
    most = float(levels.max(initial=0.0, where=finite))
    factor = 255.0 if fractions and most <= MOST_FRACTION else 1.0 if most <= 255 else 1 / 256
    known = np.nan_to_num(levels, nan=0.0, posinf=most, neginf=0.0)
    return np.asarray((known * np.float32(factor)).clip(0, 255), np.uint8)


def _is_picture(file: Path) -> bool:
    return file.suffix.lower() in SUFFIXES and not file.name.startswith(".") and file.is_file()


def _name_order(name: str) -> list[tuple[int, str]]:
    """Numbers in names count as numbers."""
    return [(int(part), "") if part.isdecimal() else (0, part.lower()) for part in re.split(r"(\d+)", name)]


def _is_heic(path: Path, data: bytes | None) -> bool:
    """By its first bytes: phones and messengers rename what they send."""
    try:
        with BytesIO(data) if data is not None else path.open("rb") as file:
            start = file.read(12)
    except OSError:
        return False
    return start[4:8] == b"ftyp" and start[8:11] in (b"hei", b"hev", b"mif", b"msf")


def _heic(path: Path) -> CameraError:
    return CameraError("HEIC_PICTURE", f"{path} cannot be read: it is HEIC, not JPEG.")


def _bad(path: Path, why: str) -> CameraError:
    return CameraError("BAD_PICTURE", f"{path} cannot be read: {why}.")
