"""Frames of the reveal in; on demand, PNGs of them in a case folder out. Lives where the camera is.

Rule: nothing of the time before the reveal is kept, and only a few frames, in memory.
"""

from __future__ import annotations

import logging
from pathlib import Path

import cv2

from hardware.ports import Frame
from pi_app.game.pieces import Phase
from pi_app.session.secrecy import SECRET_PHASES

MOST = 3
APART_S = 0.4
_LOG = logging.getLogger(__name__)


class LastFrames:
    """Of one camera."""

    def __init__(self) -> None:
        self._frames: list[Frame] = []

    def keep(self, frame: Frame, phase: Phase) -> None:
        if phase in SECRET_PHASES:
            self._frames = []
        elif phase is Phase.REVEAL:
            if self._frames and frame.taken_at - self._frames[-1].taken_at < APART_S:
                return
            self._frames = [*self._frames[-MOST + 1 :], frame]

    def write(self, folder: Path) -> None:
        """`frame-1.png` and so on, the oldest first; a disk that is full is no reason to stop."""
        for number, frame in enumerate(self._frames, 1):
            try:
                (folder / f"frame-{number}.png").write_bytes(bytes(cv2.imencode(".png", frame.grey)[1]))
            except OSError as error:
                _LOG.warning("A frame was not kept: %s", error)
                return
