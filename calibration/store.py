"""A measured lens as one JSON file: read, written whole, refused when it does not fit.

A calibration belongs to one camera and one size of picture. Where the table is comes from what lies on it, at
every look.
"""

from __future__ import annotations

import math
import os
from pathlib import Path
from typing import Literal

import msgspec

from calibration.lens import Lens

FOCALS = (0.1, 50.0)
"""Focal lengths over the picture's longer side: from a fisheye's to a telescope's."""
DISTORTIONS = (0, 4, 5, 8, 12, 14)
"""Numbers of figures that OpenCV's distortion has."""


class CalibrationError(Exception):
    """The file cannot be used. `code` for programs, the text for people."""

    def __init__(self, code: str, text: str) -> None:
        super().__init__(text)
        self.code = code


class Calibration(msgspec.Struct, frozen=True):
    """camera: its identity, as `Camera.identity` says it. views: pictures of the board it was measured with.
    error_px, error_mm: root mean square reprojection error, in the picture and on the board itself.
    """

    camera: str
    lens: Lens
    error_px: float
    error_mm: float | None = None
    views: int = 0
    format: Literal[1] = 1


def save(path: Path, calibration: Calibration) -> None:
    """Write the whole file or nothing; raise OSError."""
    text = msgspec.json.format(msgspec.json.encode(calibration), indent=1)
    beside = path.with_name(path.name + ".new")
    path.parent.mkdir(parents=True, exist_ok=True)
    with beside.open("wb") as file:
        file.write(text + b"\n")
        file.flush()
        os.fsync(file.fileno())
    beside.replace(path)


def load(path: Path, camera: str | None = None, size: tuple[int, int] | None = None) -> Calibration:
    """The calibration in `path`; raise CalibrationError when it is none, or not of this camera and size."""
    try:
        found = msgspec.json.decode(path.read_bytes(), type=Calibration)
    except OSError as error:
        why = error.strerror or str(error)
        raise CalibrationError("CALIBRATION_MISSING", f"The calibration cannot be read: {why}.") from error
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise CalibrationError("CALIBRATION_BROKEN", "This file is not a calibration.") from error
    if not _is_possible(found.lens):
        raise CalibrationError("CALIBRATION_BROKEN", "This file is not a calibration of any lens.")
    if camera is not None and found.camera != camera:
        raise CalibrationError("OTHER_CAMERA", f"The calibration is of another camera ({found.camera}).")
    if size is not None and found.lens.size != size:
        width, height = found.lens.size
        raise CalibrationError(
            "OTHER_SIZE", f"The calibration is for pictures of {width}x{height}, not {size[0]}x{size[1]}."
        )
    return found


def _is_possible(lens: Lens) -> bool:
    """Whether a camera could have such a lens: figures OpenCV takes, a focal length of this world."""
    numbers = (*lens.focal, *lens.centre, *lens.distortion)
    if not all(math.isfinite(number) for number in numbers) or min(lens.size) < 1:
        return False
    least, most = (share * max(lens.size) for share in FOCALS)
    inside = all(0 <= at <= side for at, side in zip(lens.centre, lens.size, strict=True))
    return inside and all(least <= f <= most for f in lens.focal) and len(lens.distortion) in DISTORTIONS
