"""A web application and its newest JSON in; pages on the local network out, from a thread of its own.

Rule: nothing on the network can stop the game. A busy port or a lost network becomes a banner and is
tried again until it heals.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import socket
import threading
from collections.abc import Callable
from enum import StrEnum

from starlette.types import ASGIApp

from pi_app.web import address
from pi_app.web.connection import Connection
from pi_app.web.listening import Limits, open_port
from pi_app.web.listening import server as listening_server
from pi_app.web.streams import Streams

logger = logging.getLogger(__name__)

_WILDCARDS = ("", "0.0.0.0", "::")  # noqa: S104 - compared with, not bound to
DEFAULT_LIMITS = Limits()


class Status(StrEnum):
    """How the scoreboard is."""

    STOPPED = "stopped"
    STARTING = "starting"
    RUNNING = "running"
    PORT_BUSY = "port busy"
    NO_NETWORK = "no network"


_TROUBLES = {Status.PORT_BUSY: "SCOREBOARD_PORT_BUSY", Status.NO_NETWORK: "SCOREBOARD_NO_NETWORK"}


class LanServer:
    """Start it, tell it that there is something newer, stop it; all from the main thread.

    `application`: makes the web application on the streams; `newest`: the JSON to show now, asked for
    in the server's thread. `host`: an address, or `0.0.0.0` / `::` for all; `port` 0 picks a free one.
    """

    def __init__(  # noqa: PLR0913 - every outer part comes in as a value
        self,
        application: Callable[[Streams], ASGIApp],
        newest: Callable[[], bytes],
        host: str,
        port: int,
        *,
        limits: Limits = DEFAULT_LIMITS,
        interfaces: Callable[[], list[address.Interface]] = address.interfaces,
    ) -> None:
        self._host = host
        self._port = port
        self._application = application
        self._newest = newest
        self._limits = limits
        self._interfaces = interfaces
        self._status = Status.STOPPED
        self._bound = port
        self._ip: str | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._halt: asyncio.Event | None = None
        self._streams: Streams | None = None
        self._thread: threading.Thread | None = None

    # --- for the main thread ---

    def start(self) -> None:
        """Serve from now on; returns at once. A second call changes nothing."""
        if self._thread is not None:
            return
        ready = threading.Event()
        self._status = Status.STARTING
        self._thread = threading.Thread(
            target=lambda: asyncio.run(self._run(ready)), name="lan-server", daemon=True
        )
        self._thread.start()
        ready.wait(5)

    def refresh(self) -> None:
        """`newest` has something newer; returns at once."""
        self._call(self._show_newest)

    def stop(self) -> None:
        """End every stream and the thread, in less than two seconds."""
        if self._thread is None:
            return
        self._call(self._halt.set if self._halt else lambda: None)
        self._thread.join(5)
        self._thread = None
        self._status = Status.STOPPED

    @property
    def status(self) -> Status:
        return self._status

    @property
    def port(self) -> int:
        """The port in use (the real one where 0 was asked for)."""
        return self._bound

    @property
    def streams(self) -> int:
        """How many pages are listening right now."""
        return self._streams.streams if self._streams else 0

    def address(self) -> str | None:
        """What a phone opens, `http://IP:port`; None while there is no network or no open port."""
        if self._status is not Status.RUNNING or self._ip is None:
            return None
        return address.url(self._ip, self._bound)

    def local_address(self) -> str:
        """The same page for a browser on this machine."""
        return address.url("127.0.0.1" if self._host in _WILDCARDS else self._host, self._bound)

    @property
    def trouble(self) -> str | None:
        """The code of the banner that says what is wrong; None when all is well."""
        return _TROUBLES.get(self._status)

    # --- in the server's thread ---

    def _call(self, job: Callable[[], object]) -> None:
        if self._loop is not None:
            with contextlib.suppress(RuntimeError):  # the loop has just ended
                self._loop.call_soon_threadsafe(job)

    def _show_newest(self) -> None:
        if self._streams is not None:
            self._streams.put(self._newest())

    async def _run(self, ready: threading.Event) -> None:
        self._loop, self._halt = asyncio.get_running_loop(), asyncio.Event()
        limits = self._limits
        self._streams = Streams(self._newest(), limits.streams, limits.streams_each, limits.beat_seconds)
        watch = asyncio.create_task(self._watch_network())
        try:
            while not self._halt.is_set():
                listening = self._open()
                ready.set()
                if listening is None:
                    await self._pause()
                    continue
                try:
                    await self._serve(listening)
                except Exception:
                    logger.exception("scoreboard stopped by itself; trying again")
                    listening.close()  # or the port would be busy with ourselves
                    await self._pause()
        finally:
            ready.set()
            watch.cancel()
            self._loop = None

    def _open(self) -> socket.socket | None:
        try:
            listening = open_port(self._host, self._port)
        except OSError as error:
            if self._status is not Status.PORT_BUSY:
                logger.warning("scoreboard cannot open port %s: %s", self._port, error)
            self._become(Status.PORT_BUSY, self._ip)
            return None
        self._bound = listening.getsockname()[1]
        self._look_at_network()
        return listening

    async def _serve(self, listening: socket.socket) -> None:
        assert self._streams is not None  # noqa: S101 - made before anything is served
        assert self._halt is not None  # noqa: S101
        server = listening_server(self._application(self._streams), self._limits)
        serving = asyncio.create_task(server.serve(sockets=[listening]))
        halted = asyncio.create_task(self._halt.wait())
        await asyncio.wait({serving, halted}, return_when=asyncio.FIRST_COMPLETED)
        halted.cancel()
        if self._halt.is_set():
            self._streams.close()
            server.should_exit = True
            for connection in list(server.server_state.connections):
                if isinstance(connection, Connection):
                    connection.cut_if_behind()
        await serving

    async def _pause(self) -> None:
        assert self._halt is not None  # noqa: S101
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._halt.wait(), self._limits.check_seconds)

    async def _watch_network(self) -> None:
        while True:
            await asyncio.sleep(self._limits.check_seconds)
            if self._status in (Status.RUNNING, Status.NO_NETWORK):
                self._look_at_network()

    def _look_at_network(self) -> None:
        ip = address.best(self._interfaces()) if self._host in _WILDCARDS else self._host
        self._become(Status.RUNNING if ip else Status.NO_NETWORK, ip)

    def _become(self, status: Status, ip: str | None) -> None:
        self._status, self._ip = status, ip
