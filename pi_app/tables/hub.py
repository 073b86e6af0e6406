"""A broker in, one page of all tables on the local network out.

Rule: the hub only listens. What it shows it has from retained messages alone, so it is right after any
restart or reconnect, in whatever order things come back.
"""

from __future__ import annotations

import json
import secrets
import threading
from collections.abc import Callable, Iterable
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from hardware.ports import Now
from pi_app.tables import page
from pi_app.tables.broker import Broker, Ears, Line
from pi_app.tables.gathered import MOST_TABLES, Gathered
from pi_app.tables.topics import Topics
from pi_app.web import endpoints, qr
from pi_app.web.endpoints import FRESH, READ, load_assets, places_of
from pi_app.web.lan_server import DEFAULT_LIMITS, LanServer
from pi_app.web.listening import Limits
from pi_app.web.phrases import choose
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
        self._json = _json(self._told)
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
            self._json = _json(self._told)
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
            # Of each topic only the newest counts; strangers' topics do not fill our memory.
            if topic in self._came or len(self._came) < 2 * MOST_TABLES:
                self._came[topic] = message

    # --- in the server's thread ---

    def _pages(self, streams: Streams) -> Starlette:
        assets = load_assets(endpoints.STATIC, page.STATIC)
        places = places_of(assets)
        pages = [
            Route("/", _Page(lambda: self._told, places, self.server.address, tv=False), methods=READ),
            Route("/tv", _Page(lambda: self._told, places, self.server.address, tv=True), methods=READ),
            qr.route(self.server.address),
        ]
        return endpoints.application(pages, streams, assets, self._names)


class _Page:
    def __init__(
        self,
        told: Callable[[], dict[str, Any]],
        places: dict[str, str],
        address: Callable[[], str | None],
        tv: bool,
    ) -> None:
        self._told = told
        self._places = places
        self._address = address
        self._tv = tv

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope)
        language = choose(request.query_params.get("lang"), request.headers.get("accept-language", ""), "en")
        if self._tv:
            text = page.tv_html(self._told(), language, self._places, _turn(request), self._address())
        else:
            text = page.html(self._told(), language, self._places, self._address())
        headers = {"Content-Language": language, "Vary": "Accept-Language", **FRESH}
        await HTMLResponse(text, headers=headers)(scope, receive, send)


def _turn(request: Request) -> int:
    """Which part a television without scripts is at; it counts up by itself."""
    turn = request.query_params.get("turn", "")
    return int(turn) if turn.isascii() and turn.isdigit() and len(turn) < 10 else 0


def _json(told: dict[str, Any]) -> bytes:
    return json.dumps(told, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")
