"""Orders in, looks and camera states out through the inbox; camera and decoding in one child process.

Rule: a child that dies, or says nothing for `silent_seconds`, is killed and started again, each time
a little later. `close` returns in time whatever the child does.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess

from hardware.ports import Camera, Now
from pi_app.game.pieces import Phase
from pi_app.session.child_memory import go_first, resident_mb
from pi_app.session.inbox import CameraState, Inbox, Look
from pi_app.session.last_readings import LastReadings, runtime_folder
from pi_app.session.troubles import TroubleLog, camera_state
from pi_app.session.watch_loop import (
    Alive,
    Looker,
    Orders,
    Report,
    Said,
    Trouble,
    case_order,
    next_order,
    watch,
)

BACK_OFF = (0.2, 1.0, 2.0, 5.0, 10.0)
"""Seconds before each new start; the first fault is usually a single one."""
SETTLED_AFTER = 20.0
"""Seconds of good running after which the back-off begins anew."""
_POLITE_SECONDS = 1.5


@dataclass(frozen=True, slots=True)
class Patience:
    """Seconds of silence after which a child counts as hung: while it starts, and later.

    most_mb: memory beyond which it leaks; one that reads the largest pictures needs a third of it.
    """

    before_first: float = 20.0
    between: float = 6.0
    most_mb: float = 1000.0


PATIENCE = Patience()

MakeCamera = Callable[[], Camera]
MakeLooker = Callable[[], Looker]


class Watcher:
    """Watches in a child process. What makes the parts, and `now`, must be picklable."""

    def __init__(
        self,
        make_camera: MakeCamera,
        make_looker: MakeLooker,
        inbox: Inbox,
        *,
        patience: Patience = PATIENCE,
        now: Now = time.monotonic,
    ) -> None:
        self._made = (make_camera, make_looker, now)
        self._inbox = inbox
        self._now = now
        self._patience = patience
        self._readings = LastReadings(runtime_folder(), now)
        self._orders = Orders()
        self._stopping = threading.Event()
        self._woken, self._wake = multiprocessing.Pipe(duplex=False)
        self._thread = threading.Thread(target=self._run, name="watcher", daemon=True)
        self._child: BaseProcess | None = None
        self._notice: str | None = None
        self._unreadable: str | None = None
        self._log = TroubleLog()

    @property
    def child_pid(self) -> int | None:
        child = self._child
        return child.pid if child else None

    def start(self) -> None:
        self._thread.start()

    def order(self, phase: Phase, preview: bool = False) -> None:
        """Look for this phase; frames taken before now no longer count."""
        self._obey(next_order(self._orders, phase, preview, self._now()))

    def keep_frames(self, folder: os.PathLike[str]) -> None:
        """Put the frames of the reveal into this folder."""
        self._obey(case_order(self._orders, os.fspath(folder)))

    def close(self) -> None:
        """Stop within three seconds, also when the child hangs. Safe to call twice."""
        self._stopping.set()
        self._poke()
        if self._thread.is_alive():
            self._thread.join(_POLITE_SECONDS * 2)
        child = self._child
        if child is not None and child.is_alive():
            child.kill()

    def _obey(self, orders: Orders) -> None:
        self._orders = orders
        self._poke()

    def _poke(self) -> None:
        with suppress(OSError):
            self._wake.send(None)

    def _run(self) -> None:
        failures = 0
        self._inbox.put_camera(CameraState("CAMERA_STARTING"))
        while not self._stopping.is_set():
            began = self._now()
            trouble = self._one_child()
            if self._stopping.is_set():
                return
            self._inbox.put_camera(camera_state(trouble))
            if trouble.ended:
                self._stopping.wait()
                return
            self._log.note(trouble)
            failures = 0 if self._now() - began > SETTLED_AFTER else failures
            self._stopping.wait(BACK_OFF[min(failures, len(BACK_OFF) - 1)])
            failures += 1

    def _one_child(self) -> Trouble:
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe()
        child = context.Process(target=_child, args=(theirs, *self._made), name="watcher", daemon=True)
        self._child = child
        child.start()
        theirs.close()
        try:
            return self._listen(ours)
        except (EOFError, OSError):
            child.join(_POLITE_SECONDS)
            return Trouble("WATCHER_DIED", f"exit code {child.exitcode}")
        finally:
            ours.close()
            _end(child, polite=self._stopping.is_set())

    def _listen(self, pipe: Connection) -> Trouble:
        sent = -1
        patience = self._patience.before_first
        heard_at = self._now()
        seen = False
        while not self._stopping.is_set():
            if sent != self._orders.number:
                orders = self._orders
                pipe.send(orders)
                sent = orders.number
            left = heard_at + patience - self._now()
            if left <= 0:
                return Trouble("WATCHER_SILENT", f"nothing for {patience:.0f} s")
            ready = wait([pipe, self._woken], timeout=left)
            if self._woken in ready:
                self._woken.recv()
            if pipe in ready:
                said: Said = pipe.recv()
                heard_at, patience = self._now(), self._patience.between
                if isinstance(said, Trouble):
                    return said
                if resident_mb(self.child_pid) > self._patience.most_mb:
                    return Trouble("WATCHER_GREW", f"more than {self._patience.most_mb:.0f} MB")
                seen = self._pass_on(said, seen)
        with suppress(OSError):
            pipe.send(None)
        return Trouble("STOPPED", "")

    def _pass_on(self, said: Report | Alive, seen: bool) -> bool:
        """True: the camera is known to be well. A bad picture is said until the next good one."""
        if isinstance(said, Alive):
            self._notice = said.notice or self._notice
            self._unreadable = said.passed_over or self._unreadable
            if said.passed_over:
                self._inbox.put_camera(CameraState(said.passed_over))
                return False
            works = said.well and not self._unreadable
        else:
            works, self._unreadable = True, None
        if works and not seen:
            self._log.note(None)
            self._inbox.put_camera(CameraState(self._notice))
        if isinstance(said, Report) and said.orders == self._orders.number:
            self._inbox.put_look(Look(said.reading, said.preview))
            self._readings.keep(said.reading, self._orders.phase)
        return seen or works


def _end(child: BaseProcess, polite: bool) -> None:
    if polite:
        child.join(_POLITE_SECONDS)
    if child.is_alive():
        child.kill()
    child.join(_POLITE_SECONDS)


def _child(pipe: Connection, make_camera: MakeCamera, make_looker: MakeLooker, now: Now) -> None:
    """The child process: never outlives its parent, leaves Ctrl-C to it, and lets the screen go first."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(OSError):
        os.nice(5)
    go_first()
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_leave_with, args=(parent.sentinel,), daemon=True).start()
    latest: list[Orders] = [Orders()]

    def next_orders() -> Orders | None:
        while pipe.poll():
            wanted = pipe.recv()
            if wanted is None:
                return None
            latest[0] = wanted
        return latest[0]

    with suppress(EOFError, OSError):
        try:
            watch(make_camera(), make_looker(), next_orders, pipe.send, now)
        except (EOFError, OSError):
            raise
        except Exception as error:  # whatever broke, the parent starts a new child and logs this line
            pipe.send(Trouble("WATCHER_FAILED", f"{type(error).__name__}: {error}"))


def _leave_with(sentinel: int) -> None:
    wait([sentinel])
    os._exit(0)
