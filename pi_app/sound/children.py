"""Runs sound programs one after another in child processes: things to sound go in, nothing comes out.

Rule: whatever a program does (crash, hang, be missing), the caller is never stopped and never told. A
program that failed is not asked again; the next one of its kind is.
"""

from __future__ import annotations

import contextlib
import os
import queue
import signal
import subprocess
import threading
from collections.abc import Sequence
from dataclasses import dataclass

from pi_app.sound.programs import Program

WAITING = 3
"""More would be heard long after it has happened."""


@dataclass(frozen=True, slots=True)
class Sounding:
    """The last word of the command, its standard input, and how long it may take (s)."""

    last_word: str
    said: bytes = b""
    limit: float = 6.0


class Children:
    """One thread that starts one child at a time."""

    def __init__(self, programs: Sequence[Program], name: str) -> None:
        self._programs, self._name = list(programs), name
        self._queue: queue.Queue[Sounding | None] = queue.Queue()
        self._thread: threading.Thread | None = None
        self._child: subprocess.Popen[bytes] | None = None
        self._closed = threading.Event()

    @property
    def can(self) -> bool:
        """Whether there is still a program to try."""
        return bool(self._programs) and not self._closed.is_set()

    @property
    def is_idle(self) -> bool:
        """Nothing sounds, nothing waits, and there is a program to sound with."""
        return self.can and self._queue.unfinished_tasks == 0

    def put(self, sounding: Sounding) -> None:
        """Sound it soon. Returns at once; when too much waits already, it is left out."""
        if not self.can or self._queue.qsize() >= WAITING:
            return
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name=self._name, daemon=True)
            self._thread.start()
        self._queue.put(sounding)

    def close(self) -> None:
        """Stop at once, in mid-sound; at most a second."""
        self._closed.set()
        self._queue.put(None)
        self._kill()
        if self._thread is not None:
            self._thread.join(timeout=1.0)

    def _run(self) -> None:
        while (sounding := self._queue.get()) is not None and not self._closed.is_set():
            while self._programs and not self._closed.is_set():
                if self._sounded(self._programs[0], sounding):
                    break
                if not self._closed.is_set():
                    del self._programs[0]
            self._queue.task_done()

    def _sounded(self, program: Program, sounding: Sounding) -> bool:
        try:
            # In a session of its own: a program that starts others is stopped whole.
            self._child = subprocess.Popen(  # noqa: S603 - a full path from our own table, no shell
                program.with_last(sounding.last_word),
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
            )
        except OSError:
            return False
        try:
            self._child.communicate(sounding.said, timeout=sounding.limit)
        except (subprocess.TimeoutExpired, OSError):
            self._kill()
            self._child.wait()
            return False
        return self._child.returncode == 0

    def _kill(self) -> None:
        child = self._child
        if child is not None and child.poll() is None:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(child.pid, signal.SIGKILL)
