"""The newest readings in, a small file in the service's runtime folder out: for a support bundle.

It lies in memory, not on the card, only where systemd gave us such a folder. While votes are secret
no number reaches it (see `watch_loop`).
"""

from __future__ import annotations

import os
from collections import deque
from contextlib import suppress
from pathlib import Path

import msgspec

from hardware.ports import Now
from pi_app.game.pieces import Phase
from pi_app.session.secrecy import without_crops
from pi_app.vision.seen import Reading

FILE_NAME = "readings.json"
KEPT = 12
EVERY_S = 5.0


def runtime_folder() -> Path | None:
    """What systemd made for us: `RuntimeDirectory=`."""
    first = os.environ.get("RUNTIME_DIRECTORY", "").partition(":")[0]
    return Path(first) if first else None


class LastReadings:
    """Keeps one reading in `EVERY_S` seconds, the newest `KEPT`. folder None: keeps nothing."""

    def __init__(self, folder: Path | None, now: Now) -> None:
        self._folder = folder
        self._now = now
        self._kept: deque[tuple[str, Reading]] = deque(maxlen=KEPT)
        self._due = 0.0

    def keep(self, reading: Reading, phase: Phase) -> None:
        """Called with every reading; a folder that cannot be written is no reason to stop."""
        if self._folder is None or (now := self._now()) < self._due:
            return
        self._due = now + EVERY_S
        self._kept.append((phase.name, without_crops(reading)))
        told = [{"phase": phase_name, "reading": kept} for phase_name, kept in self._kept]
        part = self._folder / f"{FILE_NAME}.part"
        with suppress(OSError):
            part.write_bytes(msgspec.json.encode(told))
            part.replace(self._folder / FILE_NAME)
