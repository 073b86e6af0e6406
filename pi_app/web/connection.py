"""One TCP connection, uvicorn's own plus patience that ends and a short way for streams.

Rule: a connection either asks something within a few seconds, or is being answered and reads what it
is sent; else it is cut, so that silent, stuck or greedy phones never use up the places of others.
"""

from __future__ import annotations

import asyncio
import contextlib
import socket
from typing import Any

from starlette.types import Scope
from uvicorn.protocols.http.h11_impl import H11Protocol

from pi_app.web.address import is_this_machine

PATIENCE_SECONDS = 8.0
"""For a whole request to arrive, and between two requests."""
STUCK_SECONDS = 30.0
"""For the other side to take what it was sent."""
MOST_EACH = 80
"""Connections of one phone; this machine itself may have all there are."""
_HERE = "connection"
_SEND_BUFFER = 64 * 1024
_WRITE_BUFFER = 16 * 1024
"""Small, so that a slow phone gets the newest state and not a heap of old ones."""


def connection_of(scope: Scope) -> Connection:
    """The connection that a request came by."""
    found = scope["state"][_HERE]
    assert isinstance(found, Connection)  # noqa: S101 - no other server runs our applications
    return found


class Connection(H11Protocol):
    """Cuts connections that neither ask nor listen."""

    patience_seconds = PATIENCE_SECONDS
    stuck_seconds = STUCK_SECONDS
    most_each = MOST_EACH

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.app_state = {**self.app_state, _HERE: self}
        self._check: asyncio.TimerHandle | None = None
        self._last_cycle: object = None
        self._stuck_since: float | None = None
        self._client = ""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._client = self.client[0] if self.client else ""
        if self._of_its_phone() > self.most_each and not is_this_machine(self._client):
            transport.abort()
            return
        transport.set_write_buffer_limits(high=_WRITE_BUFFER)
        connection = transport.get_extra_info("socket")
        with contextlib.suppress(OSError, AttributeError):  # not every system has all of these
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _SEND_BUFFER)
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, int(self.stuck_seconds * 1000))
        self._check = self.loop.call_later(self.patience_seconds, self._cut_if_idle)

    def connection_lost(self, exc: Exception | None) -> None:
        if self._check is not None:
            self._check.cancel()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        super().pause_writing()
        self._stuck_since = self.loop.time()

    def resume_writing(self) -> None:
        super().resume_writing()
        self._stuck_since = None

    @property
    def is_free(self) -> bool:
        """The other side has taken all it was sent."""
        return self._stuck_since is None

    def write(self, part: bytes) -> None:
        """More of the answer that has begun, straight to the wire: what is written to hundreds of pages in
        a row must not cost a task and a parser's step each.
        """
        if self.transport.is_closing():
            return
        # Of HTTP/1.1 an answer without a length is in chunks, of HTTP/1.0 it just goes on.
        chunked = self.scope["http_version"] == "1.1"
        self.transport.write(b"%x\r\n%s\r\n" % (len(part), part) if chunked else part)

    def cut_if_behind(self) -> None:
        """At the end nobody waits for a page that does not read."""
        if self._stuck_since is not None:
            self.transport.abort()

    def _of_its_phone(self) -> int:
        """Counted among what this server holds open: a counter of our own would keep what a server that
        stopped never said goodbye to.
        """
        return sum(isinstance(one, Connection) and one._client == self._client for one in self.connections)

    def _cut_if_idle(self) -> None:
        answering = self.cycle is not None and not self.cycle.response_complete
        asked = self.cycle is not self._last_cycle
        stuck = self._stuck_since is not None and self.loop.time() - self._stuck_since > self.stuck_seconds
        if stuck or not (answering or asked):
            self.transport.abort()
            return
        self._last_cycle = self.cycle
        self._check = self.loop.call_later(self.patience_seconds, self._cut_if_idle)
