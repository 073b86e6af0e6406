"""A broker in, one page of all tables on the local network out.

Rule: the hub only listens. What it shows it has from retained messages alone, so it is right after any
restart or reconnect, in whatever order things come back.
"""

from __future__ import annotations

import secrets
import threading
from collections.abc import Iterable
from typing import Any

from starlette.types import ASGIApp

from hardware.ports import Now
from pi_app.tables.broker import Broker, Ears, Line
from pi_app.tables.gathered import LARGEST_MESSAGE, MOST_TABLES, Gathered
from pi_app.tables.routes import application, told_json
from pi_app.tables.topics import Topics
from pi_app.web.lan_server import DEFAULT_LIMITS, LanServer
from pi_app.web.listening import Limits
from pi_app.web.streams import Streams

_BYTES_A_SECOND = 100_000
"""For one viewer: the more there is to tell, the rarer it is told."""
_LEAST_SECONDS = 0.5
_ALL_HEARD_SECONDS = 5.0
"""After the line is up again, every retained message has come."""


class Hub:
    """Start it, call `tick` a few times a second, stop it; all from one thread."""

    def __init__(  # noqa: PLR0913 - every outer part comes in as a value
        self,
        broker: Broker,
        now: Now,
        prefix: str = "rabbit-table",
        host: str = "0.0.0.0",  # noqa: S104 - phones in the room are who it is for
        port: int = 8080,
        *,
        names: Iterable[str] = (),
        limits: Limits = DEFAULT_LIMITS,
        retry_seconds: tuple[int, int] = (1, 30),
    ) -> None:
        self._now = now
        self._names = tuple(names)
        every = Topics(prefix, "+")
        ears = Ears((every.state, every.status), self._came_up, self._went_down, heard=self._heard)
        # Nothing is kept for us and we leave no will: any name does, and two hubs do not meet.
        self._line = Line(broker, f"rabbit-hub-{secrets.token_hex(4)}", ears, retry_seconds=retry_seconds)
        self._gathered = Gathered()
        self._lock = threading.Lock()
        self._came: dict[str, bytes] = {}
        self._ups = self._ups_seen = 0
        self._changed = True
        self._forget_at: float | None = None
        self._stale = True
        self._tell_at = 0.0
        self._told = self._gathered.told(False)
        self._json = told_json(self._told)
        self.server = LanServer(self._pages, lambda: self._json, host, port, limits=limits)

    @property
    def told(self) -> dict[str, Any]:
        """What the page shows now."""
        return self._told

    def start(self) -> None:
        self._line.start()
        self.server.start()

    def tick(self) -> None:
        """Take in what has come, and show it when it is time."""
        with self._lock:
            came, self._came = self._came, {}
            changed, self._changed = self._changed, False
            ups = self._ups
        now = self._now()
        if ups != self._ups_seen:
            self._ups_seen, self._forget_at = ups, now + _ALL_HEARD_SECONDS
            self._gathered.doubt()
        heard = [self._gathered.hear(topic, message) for topic, message in came.items()]
        if self._forget_at is not None and now >= self._forget_at:
            self._forget_at, changed = None, True
            self._gathered.forget_unheard()
        if any(heard) or changed:
            self._stale = True
        if self._stale and now >= self._tell_at:
            self._stale = False
            self._told = self._gathered.told(self._line.is_up)
            self._json = told_json(self._told)
            self._tell_at = now + max(_LEAST_SECONDS, len(self._json) / _BYTES_A_SECOND)
            self.server.refresh()

    def stop(self) -> None:
        self._line.stop()
        self.server.stop()

    # --- in the line's thread ---

    def _came_up(self) -> None:
        with self._lock:
            self._ups += 1
            self._changed = True

    def _went_down(self) -> None:
        with self._lock:
            self._changed = True

    def _heard(self, topic: str, message: bytes) -> None:
        with self._lock:
            # Of each topic only the newest counts; strangers' topics do not fill our memory, however large.
            has_room = topic in self._came or len(self._came) < 2 * MOST_TABLES
            if has_room and len(message) <= LARGEST_MESSAGE:
                self._came[topic] = message

    # --- in the server's thread ---

    def _pages(self, streams: Streams) -> ASGIApp:
        return application(streams, lambda: self._told, self.server.address, self._names)
