"""A camera over a drawn table: the scene in a file goes in, frames come out.

Whoever plays the table writes another scene to the file; the next frame shows it. The scene also says
what the camera suffers from.
"""

from __future__ import annotations

import os
import threading
from pathlib import Path

import cv2

from hardware.ports import CameraError, Frame, Now
from hardware.simulated.draw import draw
from hardware.simulated.scene import Fault, Scene
from hardware.simulated.scene_file import SceneError, read_scene

STALE_S = 30.0
"""How old the frames of a stale camera are."""
_Stamp = tuple[int, int, int]


class SimulatedCamera:
    """Implements `hardware.ports.Camera`. fps None: a frame as soon as it is asked for.

    CameraError codes: NO_CAMERA (no scene file, or the cable is out at open), CAMERA_LOST (it was
    pulled later), CAMERA_TIMEOUT, BAD_SCENE (the file holds no scene), CLOSED (read before open).
    """

    def __init__(self, scene_file: Path, now: Now, fps: float | None = None) -> None:
        self._file = scene_file
        self._now = now
        self._gap = 1 / fps if fps else 0.0
        self._scene: Scene | None = None
        self._stamp: _Stamp | None = None
        self._number = -1
        self._due = 0.0
        self._stopped = threading.Event()

    @property
    def identity(self) -> str:
        """The lens and the picture's size: another pose of the same camera keeps its calibration."""
        pose = (self._scene or self._fresh()).camera
        return f"simulated {pose.width_px}x{pose.height_px} {pose.view_deg:g} {pose.k1:g} {pose.k2:g}"

    def open(self) -> None:
        self._stopped.clear()
        self._stamp, self._number, self._due = None, -1, self._now()
        self._scene = self._fresh()
        if Fault.LOST in self._scene.faults:
            self._scene = None
            raise CameraError("NO_CAMERA", "No camera found: check its ribbon cable.")

    def read(self, timeout: float = 2.5) -> Frame:
        if self._scene is None:
            raise CameraError("CLOSED", "The camera is not open.")
        self._wait_for_turn(timeout)
        self._scene = scene = self._fresh()
        self._suffer(scene)
        self._number += 1
        taken_at = self._now() - (STALE_S if Fault.STALE in scene.faults else 0.0)
        try:
            return Frame(draw(scene, self._number), taken_at, self._number)
        except (ValueError, ArithmeticError, cv2.error) as error:
            raise CameraError("BAD_SCENE", f"{self._file.name} cannot be drawn: {error}.") from error

    def close(self) -> None:
        """Returns at once, and so does a read that hangs in another thread; unless closing hangs too."""
        if self._scene is not None and Fault.CLOSE_HANGS in self._scene.faults:
            threading.Event().wait()
        self._scene = None
        self._stopped.set()

    def _wait_for_turn(self, timeout: float) -> None:
        """Frames come at their own pace; one that was not fetched in time is dropped."""
        ahead = self._due - self._now()
        if ahead > timeout:
            self._stopped.wait(timeout)
            raise CameraError("CAMERA_TIMEOUT", "The camera gives no pictures.")
        if ahead > 0:
            self._stopped.wait(ahead)
        elif self._gap and self._number >= 0:
            self._number += int(-ahead / self._gap)
        self._due = max(self._due, self._now()) + self._gap

    def _suffer(self, scene: Scene) -> None:
        if Fault.CRASH in scene.faults:
            os.abort()
        if Fault.HANG in scene.faults:
            self._stopped.wait()
            raise CameraError("CAMERA_TIMEOUT", "The camera gives no pictures.")
        if Fault.LOST in scene.faults:
            raise CameraError("CAMERA_LOST", "The camera is gone: check its cable.")

    def _fresh(self) -> Scene:
        """The scene in the file; read again only when the file is another one."""
        try:
            about = self._file.stat()
            stamp = (about.st_mtime_ns, about.st_ino, about.st_size)
            if self._scene is None or stamp != self._stamp:
                self._stamp, scene = stamp, read_scene(self._file)
                return scene
        except SceneError as error:
            raise CameraError("BAD_SCENE", str(error)) from error
        except OSError as error:
            raise CameraError("NO_CAMERA", f"There is no simulated table at {self._file.name}.") from error
        return self._scene
