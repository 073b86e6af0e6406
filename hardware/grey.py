"""A picture as OpenCV gives it in, a grey one that nobody else writes to out."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np

from hardware.ports import Grey


def grey_of(picture: Any) -> Grey:
    """`picture`: uint8, (height, width, 3) as blue, green, red, or (height, width). Never a view of it."""
    if picture.ndim == 3:
        return np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)
    return np.array(picture, np.uint8, copy=True)
