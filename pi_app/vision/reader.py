"""Frames in, readings out, for whoever watches a table: look, remember, and agree over time.

A frame in which nothing has changed since the last look is not looked at again: it would say the same,
and it must not count as one more witness. Now and then it is looked at all the same.
"""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np

from calibration.lens import Lens
from calibration.table_map import TableMap
from hardware.ports import Frame, Grey
from hardware.stickers import DEFAULT_KIT
from pi_app.vision.find import pyramid
from pi_app.vision.look import Looker
from pi_app.vision.seen import Reading
from pi_app.vision.steady import Steady

LOOK_AGAIN_S = 0.6
CHANGED_BY = 6
CHANGED_PIXELS = 2
"""Of the smallest level: so many pixels that differ by more than CHANGED_BY grey levels are a change."""


class Reader:
    """One for each camera, with a memory of its last looks."""

    def __init__(
        self, kit: int = DEFAULT_KIT, lens: Lens | None = None, table: TableMap | None = None
    ) -> None:
        self._looker = Looker(kit, lens, table)
        self._steady = Steady()
        self._last: tuple[Reading, Grey, float] | None = None

    def look(self, frame: Frame) -> Reading:
        """What this frame and the last ones agree on."""
        small = _smoothed(pyramid(frame.grey).levels[-1])
        if self._last is not None:
            reading, seen, looked_at = self._last
            fresh = 0 <= frame.taken_at - looked_at < LOOK_AGAIN_S
            if fresh and not changed(seen, small):
                return replace(reading, taken_at=frame.taken_at)
        reading = self._steady.add(self._looker.look(frame))
        self._last = reading, small, frame.taken_at
        return reading

    def reset(self) -> None:
        """Forget the looks so far: something else lies on the table now."""
        self._steady.forget()
        self._last = None


def changed(before: Grey, after: Grey) -> bool:
    """Whether anything on the table differs; both smoothed and of one size, else everything does."""
    if before.shape != after.shape or not before.size:
        return True
    _, apart = cv2.threshold(cv2.absdiff(before, after), CHANGED_BY, 1, cv2.THRESH_BINARY)
    return cv2.countNonZero(apart) >= CHANGED_PIXELS


def _smoothed(level: Grey) -> Grey:
    return np.asarray(cv2.blur(level, (3, 3)), np.uint8) if level.size else level
