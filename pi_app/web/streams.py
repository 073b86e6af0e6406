"""The newest public JSON in; server-sent events to every open page out. Lives in the server's loop.

A state is put into its event once, and that is written to every page that has taken the last one. A page
that has not keeps no queue: it gets whatever is newest when the network takes it.
"""

from __future__ import annotations

import asyncio
import secrets
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable
from typing import Protocol

from pi_app.web.address import is_this_machine

_RETRY = b"retry: 1000\n\n"
_AT_ONCE = 25
_PAUSE_SECONDS = 0.003
"""Between so many pages and the next: the touchscreen draws in the same process and must not wait."""


class Wire(Protocol):
    """The way to one page, after its answer has begun."""

    @property
    def is_free(self) -> bool:
        """The page has taken all it was sent."""

    def write(self, part: bytes) -> None:
        """More of the answer; never waits."""


class Listener:
    """One open page. `news` is set when its own feed has something to do; `told`: id of what it was sent."""

    __slots__ = ("client", "fed", "gone", "news", "told", "wire")

    def __init__(self, client: str, wire: Wire) -> None:
        self.client = client
        self.wire = wire
        self.news = asyncio.Event()
        self.told = ""
        self.fed = True
        self.gone = False

    def leave(self) -> None:
        self.gone = True
        self.news.set()


class Streams:
    """The newest snapshot and who listens.

    `most` streams in all, `most_each` for one phone; `beat_seconds` between two signs of life.
    """

    def __init__(self, first: bytes, most: int, most_each: int, beat_seconds: float) -> None:
        self.snapshot = first
        self._most = most
        self._most_each = most_each
        self._beat_seconds = beat_seconds
        self._boot = secrets.token_hex(4)
        self._number = 1
        self._listeners: set[Listener] = set()
        self._of_client: Counter[str] = Counter()
        self._closed = False
        self._beat: asyncio.TimerHandle | None = None

    @property
    def id(self) -> str:
        """Differs for every snapshot, also after a restart."""
        return f"{self._boot}-{self._number}"

    @property
    def streams(self) -> int:
        """How many pages listen."""
        return len(self._listeners)

    def put(self, snapshot: bytes) -> None:
        """Show `snapshot` from now on; an equal one is no news."""
        if snapshot != self.snapshot:
            self.snapshot = snapshot
            self._number += 1
            self._in_turn(self._tell)

    def close(self) -> None:
        """End every stream and take no new one."""
        self._closed = True
        if self._beat is not None:
            self._beat.cancel()
        for listener in self._listeners:
            listener.news.set()

    def join(self, client: str, wire: Wire) -> Listener | None:
        """A place for one more page, or None when all are taken. This machine may take all of them."""
        full = len(self._listeners) >= self._most
        greedy = self._of_client[client] >= self._most_each and not is_this_machine(client)
        if self._closed or full or greedy:
            return None
        listener = Listener(client, wire)
        self._listeners.add(listener)
        self._of_client[client] += 1
        if self._beat is None:
            self._beat_later()
        return listener

    def leave(self, listener: Listener) -> None:
        """Give the place back."""
        self._listeners.discard(listener)
        self._of_client[listener.client] -= 1
        if self._of_client[listener.client] <= 0:
            del self._of_client[listener.client]

    async def feed(self, listener: Listener, send: Callable[[bytes], Awaitable[None]]) -> None:
        """The first event of one page, and each one it was too slow for; until it or the streams end.

        `send` waits until the page has taken what it was sent before.
        """
        await send(_RETRY)
        while not (listener.gone or self._closed):
            if listener.told != self.id:
                listener.told = self.id
                await send(self._event())
                continue
            listener.fed = False
            listener.news.clear()
            await listener.news.wait()
            listener.fed = True

    def _event(self) -> bytes:
        return b"id: %s\nevent: state\ndata: %s\n\n" % (self.id.encode(), self.snapshot)

    def _tell(self, listeners: Iterable[Listener]) -> None:
        event = self._event()
        for listener in listeners:
            # What its own feed is sending is older, and must not come after this.
            if listener.fed or not listener.wire.is_free:
                listener.news.set()
            elif listener.told != self.id:
                listener.told = self.id
                listener.wire.write(event)

    def _alive(self, listeners: Iterable[Listener]) -> None:
        # Pages cannot see comments, so the sign of life is an event of its own as well.
        sign = b": alive\nevent: beat\ndata: %s\n\n" % self.id.encode()
        for listener in listeners:
            if not listener.fed and listener.wire.is_free:
                listener.wire.write(sign)

    def _beat_later(self) -> None:
        self._beat = asyncio.get_running_loop().call_later(self._beat_seconds, self._beat_all)

    def _beat_all(self) -> None:
        self._in_turn(self._alive)
        self._beat = None
        if self._listeners:
            self._beat_later()

    def _in_turn(self, job: Callable[[list[Listener]], None]) -> None:
        listeners = list(self._listeners)
        loop = asyncio.get_running_loop()
        for turn, first in enumerate(range(0, len(listeners), _AT_ONCE)):
            loop.call_later(turn * _PAUSE_SECONDS, job, listeners[first : first + _AT_ONCE])
