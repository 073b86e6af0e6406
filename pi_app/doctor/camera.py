"""The camera as an evening would use it, its measured lens, and one look at the table through it."""

from __future__ import annotations

import time
from collections.abc import Mapping
from pathlib import Path

from calibration.check import LEAST_LIGHT, LEAST_PX_PER_MODULE, LEAST_SHARPNESS
from calibration.store import CalibrationError, load
from hardware.ports import Camera, CameraError, Frame, NoMoreFrames, NothingNew
from pi_app.assemble import camera_kind, camera_maker
from pi_app.doctor.finding import Finding, Place, fail, ok, on_a_pi, skip, warn
from pi_app.settings import CameraKind
from pi_app.vision.look import Looker
from pi_app.vision.seen import Picture

SETTLE_S = 4.0
"""Focus and exposure need this long."""
MOST_FRAMES = 40
_ADVICE: Mapping[str, str] = {
    "NO_PICTURES": "Say in the settings where the pictures are: camera.folder.",
    "BAD_PICTURE": "Take it away, or save it as JPEG.",
    "HEIC_PICTURE": "In the phone's camera settings choose JPEG, on an iPhone: Formats, Most Compatible.",
    "NO_CAMERA_SOFTWARE": "sudo apt install python3-picamera2; the environment must see system packages.",
    "CAMERA_MODE": "Set camera.width and camera.height in the settings to what the camera has.",
    "CAMERA_TIMEOUT": "Switch the Pi off, pull its plug for a moment, and start again.",
    "CAMERA_LOST": "Switch the Pi off, pull its plug for a moment, and start again.",
    "CAMERA_HUNG": "Switch the Pi off, pull its plug for a moment, and start again.",
}
_NOT_OURS = frozenset({"OTHER_CAMERA", "OTHER_SIZE"})


def camera(place: Place) -> list[Finding]:
    text = place.words.text
    kind = camera_kind(place.settings.camera)
    if kind is CameraKind.SIMULATED:
        line = text("There is no camera here: an evening would run on a simulated table.")
        give = warn("camera", line, text("Connect a camera and start again.")) if on_a_pi() else None
        return [give or skip("camera", line)]
    part = camera_maker(place.settings.camera, kind, Path("/nonexistent"))()
    try:
        part.open()
        frame, frames, seconds = _watch(part)
    except CameraError as error:
        line = text(str(error))
        if error.code == "CAMERA_BUSY":
            advice = text(
                "If that is the evening itself, all is well. Else: sudo systemctl stop rabbit-table"
            )
            return [warn("camera", line, advice, code=error.code)]
        known = _ADVICE.get(error.code)
        advice = text("See deploy/mounting.md.") if known is None else text(known)
        return [fail("camera", line, advice, code=error.code)]
    except NothingNew:
        folder = place.settings.camera.folder
        return [ok("camera", text("Pictures are awaited in {folder}.", folder=folder), kind=kind.value)]
    finally:
        part.close()
    height, width = frame.grey.shape
    fps = round(frames / seconds, 1) if frames > 1 else 0.0
    line = text(
        "{name}: {frames} pictures in {seconds} s.", name=part.identity, frames=frames, seconds=round(seconds)
    )
    found = ok("camera", line, name=part.identity, kind=kind.value, width=width, height=height, fps=fps)
    return [found, *lens(part.identity, (width, height), place), *look_at(frame, place)]


def lens(identity: str, size: tuple[int, int], place: Place) -> list[Finding]:
    """The stored lens, if there is one: is it of this camera and this size of picture?"""
    file, text = place.settings.lens_file(place.data), place.words.text
    if not file.exists():
        return []
    advice = text("Measure it again: rabbit-table calibrate")
    try:
        kept = load(file, identity, size)
    except CalibrationError as error:
        message = "The lens was measured for another camera or picture size. Measure it again."
        if error.code not in _NOT_OURS:
            message = "The file of the measured lens cannot be read. Measure it again."
        return [warn("lens", text(message), advice, code=error.code)]
    off = kept.error_mm if kept.error_mm is not None else 0.0
    line = text("The lens is measured: known corners are {error} mm off on the board.", error=f"{off:.2f}")
    return [ok("lens", line, error_mm=round(off, 3), error_px=round(kept.error_px, 3), views=kept.views)]


def _watch(part: Camera) -> tuple[Frame, int, float]:
    """The newest frame after the lens has settled, how many there were, and in how many seconds."""
    began = time.monotonic()
    frame, frames = part.read(), 1
    try:
        while time.monotonic() - began < SETTLE_S and frames < MOST_FRAMES:
            frame, frames = part.read(), frames + 1
    except NoMoreFrames:
        pass
    return frame, frames, max(time.monotonic() - began, 0.001)


def look_at(frame: Frame, place: Place) -> list[Finding]:
    """Focus, light and size of the stickers in one frame."""
    look = Looker(place.settings.kit).look(frame)
    picture = look.picture
    return [_focus(picture, place), _light(picture, place), _stickers(picture, place, len(look.discs))]


def _focus(picture: Picture, place: Place) -> Finding:
    text, value = place.words.text, round(picture.sharpness, 2)
    if not value:
        return skip("focus", text("Nothing under the camera tells whether it is sharp."), sharpness=value)
    if value < LEAST_SHARPNESS:
        advice = text("Lay something with print under the camera; turn a fixed lens until it is sharp.")
        return warn("focus", text("The picture is not sharp."), advice, sharpness=value)
    return ok("focus", text("The picture is sharp."), sharpness=value)


def _light(picture: Picture, place: Place) -> Finding:
    text, value = place.words.text, round(picture.light, 2)
    if value < LEAST_LIGHT:
        return warn("light", text("It is too dark."), text("See deploy/light.md."), light=value)
    return ok("light", text("There is enough light."), light=value)


def _stickers(picture: Picture, place: Place, discs: int) -> Finding:
    text, size = place.words.text, picture.px_per_module
    if picture.mirrored:
        advice = text("Switch mirroring off in the camera's settings.")
        return fail("stickers", text("The picture is mirrored."), advice, mirrored=True)
    if size is None:
        return skip("stickers", text("No sticker lies under the camera; lay one there and try again."))
    facts = {"px_per_module": round(size, 2), "discs": discs}
    if size < LEAST_PX_PER_MODULE:
        line = text("The stickers are too small in the picture: {size} pixels a square.", size=f"{size:.1f}")
        return fail(
            "stickers", line, text("Lower the camera or use larger discs: deploy/mounting.md."), **facts
        )
    return ok(
        "stickers",
        text("The stickers are large enough: {size} pixels a square.", size=f"{size:.1f}"),
        **facts,
    )
