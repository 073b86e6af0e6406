"""Which OpenCV this program works with; one sentence where another is installed."""

from __future__ import annotations

import re
from typing import Any

WANTED = ((4, 8), (6, 0))
"""At least, and below. Tags of the family 36h12 came with 4.8."""


def unsupported(cv2: Any) -> str | None:
    """Why this module will not do, or None. Nothing of it is used but its names."""
    found = str(getattr(cv2, "__version__", "?"))
    numbers = re.match(r"(\d+)\.(\d+)", found)
    least, below = WANTED
    version = (int(numbers[1]), int(numbers[2])) if numbers else (0, 0)
    aruco = getattr(cv2, "aruco", None)
    complete = hasattr(aruco, "ArucoDetector") and hasattr(aruco, "DICT_ARUCO_MIP_36h12")
    if least <= version < below and complete:
        return None
    without = "" if complete or not least <= version < below else ", without its ArUco tags"
    return (
        f"OpenCV {found}{without} is installed; this program needs {least[0]}.{least[1]} or newer, below"
        f" {below[0]}.{below[1]}: install opencv-python as pinned in deploy/constraints.txt."
    )


def import_trouble() -> str | None:
    """What to say when a command cannot be imported: the one line about OpenCV, if that is the reason."""
    try:
        import cv2  # noqa: PLC0415 - it may be the very thing that is broken
    except Exception as reason:
        line = next(iter(str(reason).splitlines()), "?")
        return f"OpenCV cannot be loaded ({line}). Check it with: rabbit-table doctor"
    return unsupported(cv2)
