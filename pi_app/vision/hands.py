"""Small pictures of one table over time -> whether something moves or reaches in from the edge.

Light that changes everywhere, or in whole rows as mains light does, is no movement.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.ports import Grey

WIDTH_PX = 160
"""Of the pictures that are compared: a disc is about five pixels wide."""
DIFFERS_BY, DIFFERING = 14.0, 4
"""So many pixels that differ by more than so many grey levels are a movement."""
CALM_S = 0.35
"""After the last movement the table is not at rest yet."""
ARM_SHARE = 0.006
"""Of the picture, at least: what has come in over its edge and stays connected to it."""
THING_S = 8.0
"""What lies still for so long is no hand, even where it reaches over the edge."""


class Hands:
    """One for each camera; remembers the last picture and the last one of the table alone."""

    def __init__(self) -> None:
        self._last: Grey | None = None
        self._alone: Grey | None = None
        self._moved_at = -np.inf

    def see(self, level: Grey, at: float) -> bool:
        """Whether to wait. level: any small version of the picture, always of one size; at: seconds."""
        small = _shrunk(level)
        if self._last is None or self._alone is None or self._last.shape != small.shape:
            self._last = self._alone = small
            return False
        if np.count_nonzero(_differs(self._last, small)) >= DIFFERING:
            self._moved_at = at
        self._last = small
        still_s = at - self._moved_at
        if still_s < THING_S and _reaches_in(_differs(self._alone, small)):
            return True
        if still_s < CALM_S:
            return True
        self._alone = small
        return False

    def forget(self) -> None:
        """Begin anew, as after the camera was away."""
        self._last = self._alone = None
        self._moved_at = -np.inf


def _shrunk(level: Grey) -> Grey:
    height = max(1, round(level.shape[0] * WIDTH_PX / max(1, level.shape[1])))
    small = cv2.resize(level, (WIDTH_PX, height), interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.blur(small, (3, 3)), np.uint8)


def _differs(before: Grey, after: Grey) -> NDArray[np.bool_]:
    """Where two pictures differ once light that has changed as a whole, or by rows, is taken out."""
    gain = (float(np.median(before)) + 1) / (float(np.median(after)) + 1)
    change = after.astype(np.float32) * gain - before
    # By rows: half of each row is table that has not moved.
    change -= np.median(change, axis=1, keepdims=True)
    apart: NDArray[np.bool_] = np.abs(change) > DIFFERS_BY
    return apart


def _reaches_in(apart: NDArray[np.bool_]) -> bool:
    """Whether one large piece of what differs touches the edge of the picture."""
    closed = cv2.dilate(apart.view(np.uint8), np.ones((3, 3), np.uint8))
    _, labels, stats, _ = cv2.connectedComponentsWithStats(closed)
    large = np.flatnonzero(np.asarray(stats)[:, cv2.CC_STAT_AREA] >= ARM_SHARE * apart.size)
    at_edge = np.unique(np.concatenate([labels[0], labels[-1], labels[:, 0], labels[:, -1]]))
    return bool(np.isin(large[large > 0], at_edge).any())
