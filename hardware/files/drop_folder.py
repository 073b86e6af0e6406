"""A folder where pictures arrive goes in, say from a phone; each new one comes out as frames until the next.

Rule: a picture tells of the table as it was when it arrived, and each frame says when that was; what lay in
the folder before does not count, so that no vote of an earlier round comes back.
"""

from __future__ import annotations

import stat
import threading
from dataclasses import dataclass
from pathlib import Path

from hardware.ports import CameraError, Frame, Grey, NothingNew, Now
from hardware.simulated.recorded import HEIC, SUFFIXES, read_grey

NEW_S = 2.0
"""A new picture is shown again and again for so long: a reading wants to see the same in a few looks."""
AGAIN_S = 1.0
"""Later it is shown so often: to whoever looks only now."""
LOOK_EVERY_S = 0.2
GIVE_UP_S = 5.0
"""A file that still cannot be read so long after its last change is damaged, not on its way."""
_TAKEN = SUFFIXES | HEIC
"""What cannot be read is taken too: it is said, not passed over in silence."""

_Stamp = tuple[int, int]
"""Time of the last change in ns, size in bytes."""


@dataclass(slots=True)
class _Arriving:
    stamp: _Stamp
    seen_at: float


class DropFolderCamera:
    """Implements `hardware.ports.Camera`. CameraError codes: NO_PICTURES (no folder), BAD_PICTURE and
    HEIC_PICTURE.
    """

    def __init__(self, folder: Path, now: Now) -> None:
        self._folder = folder
        self._now = now
        self._done: dict[Path, _Stamp] = {}
        self._arriving: dict[Path, _Arriving] = {}
        self._shown: Grey | None = None
        self._came_at = self._due = 0.0
        self._number = -1
        self._stopped = threading.Event()

    @property
    def identity(self) -> str:
        return f"folder {self._folder.name}"

    def open(self) -> None:
        self._stopped.clear()
        self._number, self._shown = -1, None
        self._arriving.clear()
        self._done = self._files()

    def read(self, timeout: float = 2.5) -> Frame:
        """The newest picture. Raise NothingNew when none is there within `timeout` seconds."""
        give_up_at = self._now() + timeout
        while not self._stopped.wait(LOOK_EVERY_S):
            now = self._now()
            picture = self._arrived(now)
            if picture is not None:
                self._shown, self._came_at, self._due = picture, now, now
            if self._shown is not None and now >= self._due:
                self._due = now if now < self._came_at + NEW_S else now + AGAIN_S
                self._number += 1
                return Frame(self._shown.copy(), now, self._number, self._came_at)
            if now >= give_up_at:
                break
        raise NothingNew

    def close(self) -> None:
        """A read that waits in another thread ends at once."""
        self._stopped.set()
        self._shown = None

    def _arrived(self, now: float) -> Grey | None:
        """The picture of the newest file that has come to rest and can be read."""
        files = self._files()
        self._arriving = {path: state for path, state in self._arriving.items() if path in files}
        for path in sorted(files, key=lambda path: files[path], reverse=True):
            stamp = files[path]
            if self._done.get(path) == stamp:
                continue
            state = self._arriving.get(path)
            if state is None or state.stamp != stamp:
                self._arriving[path] = _Arriving(stamp, now)
                continue
            picture = self._read(path, now - state.seen_at)
            if picture is not None:
                # What arrived with it or before it shows the table earlier.
                self._done, self._arriving = files, {}
                return picture
        return None

    def _read(self, path: Path, rested: float) -> Grey | None:
        """None: perhaps it is still on its way."""
        try:
            return read_grey(path)
        except CameraError:
            if rested < GIVE_UP_S and path.suffix.lower() not in HEIC:
                return None
            self._done[path] = self._arriving.pop(path).stamp
            # Whatever it shows is newer: the one before it may be out of date.
            self._shown = None
            raise

    def _files(self) -> dict[Path, _Stamp]:
        try:
            paths = list(self._folder.iterdir())
        except FileNotFoundError as error:
            raise CameraError("NO_PICTURES", f"There is no folder {self._folder}.") from error
        except OSError as error:
            raise CameraError("NO_PICTURES", f"The folder cannot be read: {error}.") from error
        wanted = (path for path in paths if path.suffix.lower() in _TAKEN and not path.name.startswith("."))
        found = ((path, _stamp(path)) for path in wanted)
        return {path: stamp for path, stamp in found if stamp is not None}


def _stamp(path: Path) -> _Stamp | None:
    """None for what is no file: a folder, a pipe, a link to nothing, a file that has just gone."""
    try:
        about = path.stat()
    except OSError:
        return None
    return (about.st_mtime_ns, about.st_size) if stat.S_ISREG(about.st_mode) else None
