"""Orders in, looks out through the inbox: the watcher's loop in a thread of this process.

For tests, and for simulated cameras that cannot hang. A crash here is a crash of everything.
"""

from __future__ import annotations

import threading
import time

from hardware.ports import Now
from pi_app.game.pieces import Phase
from pi_app.session.inbox import Inbox, Look
from pi_app.session.troubles import camera_state
from pi_app.session.watch_loop import Orders, Report, Said, Trouble, next_order, watch
from pi_app.session.watcher import MakeCamera, MakeLooker

_POLITE_SECONDS = 3.0


class WatcherInThread:
    """Like `Watcher`, without a child."""

    def __init__(
        self, make_camera: MakeCamera, make_looker: MakeLooker, inbox: Inbox, now: Now = time.monotonic
    ) -> None:
        self._made = (make_camera, make_looker)
        self._inbox = inbox
        self._now = now
        self._orders = Orders()
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="watcher", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def order(self, phase: Phase, preview: bool = False) -> None:
        self._orders = next_order(self._orders, phase, preview, self._now())

    def close(self) -> None:
        self._stopping.set()
        if self._thread.is_alive():
            self._thread.join(_POLITE_SECONDS)

    def _run(self) -> None:
        make_camera, make_looker = self._made
        watch(make_camera(), make_looker(), self._next_orders, self._say, self._now)

    def _next_orders(self) -> Orders | None:
        return None if self._stopping.is_set() else self._orders

    def _say(self, said: Said) -> None:
        if isinstance(said, Trouble):
            self._inbox.put_camera(camera_state(said))
        elif isinstance(said, Report) and said.orders == self._orders.number:
            self._inbox.put_look(Look(said.reading, said.preview))
