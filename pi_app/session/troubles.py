"""What the camera's loop gave up with in; what the table is told of it, out."""

from __future__ import annotations

from pi_app.session.inbox import CameraState
from pi_app.session.watch_loop import Trouble

_FOR_PEOPLE = frozenset(
    {
        *("NO_CAMERA", "NO_CAMERA_SOFTWARE", "CAMERA_BUSY", "CAMERA_MODE"),
        *("NO_PICTURES", "BAD_PICTURE", "BAD_SCENE"),
    }
)


def camera_state(trouble: Trouble) -> CameraState:
    """What the table is told: the reason where a person can do something about it."""
    known = trouble.ended or trouble.code in _FOR_PEOPLE
    return CameraState(trouble.code if known else "CAMERA_LOST", f"{trouble.code} {trouble.text}".strip())
