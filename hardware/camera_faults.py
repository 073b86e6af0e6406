"""What can go wrong with a camera: one table of codes and sentences, for every kind of camera."""

from __future__ import annotations

from collections.abc import Mapping

from hardware.ports import CameraError

SENTENCES: Mapping[str, str] = {
    "NO_CAMERA": "No camera found. Switch off, check the cable at both ends, and start again.",
    "NO_CAMERA_SOFTWARE": "The camera software is missing (sudo apt install python3-picamera2).",
    "CAMERA_BUSY": "Another program is using the camera. Close it and try again.",
    "CAMERA_MODE": "The camera cannot give a usable picture: {why}.",
    "CAMERA_TIMEOUT": "The camera did not give a picture in time.",
    "CAMERA_LOST": "The camera has stopped. It must be opened again.",
    "CAMERA_HUNG": "The camera does not answer any more. The program must be started again.",
}


def fault(code: str, **fields: object) -> CameraError:
    """The error to raise for a code of the table."""
    return CameraError(code, SENTENCES[code].format(**fields))
