"""What the camera's loop gave up with in; what the table and the log are told of it, out."""

from __future__ import annotations

import logging

from pi_app.session.inbox import CameraState
from pi_app.session.watch_loop import Trouble

_LOG = logging.getLogger(__name__)
_FOR_PEOPLE = frozenset(
    {
        *("NO_CAMERA", "NO_CAMERA_SOFTWARE", "CAMERA_BUSY", "CAMERA_MODE"),
        *("NO_PICTURES", "BAD_PICTURE", "HEIC_PICTURE", "BAD_SCENE"),
    }
)


def camera_state(trouble: Trouble) -> CameraState:
    """What the table is told: the reason where a person can do something about it."""
    known = trouble.ended or trouble.code in _FOR_PEOPLE
    return CameraState(trouble.code if known else "CAMERA_LOST", f"{trouble.code} {trouble.text}".strip())


class TroubleLog:
    """Says each change once: a camera that is away all evening fills no log."""

    def __init__(self) -> None:
        self._last: Trouble | None = None

    def note(self, trouble: Trouble | None) -> None:
        """None: the camera works."""
        if trouble == self._last:
            return
        if trouble is None:
            _LOG.warning("The camera works again.")
        else:
            _LOG.warning("The camera's process is started again: %s %s", trouble.code, trouble.text)
        self._last = trouble
