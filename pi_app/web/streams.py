"""The newest public JSON in; server-sent events to every open page out. Lives in the server's loop.

A stream keeps no queue: it sends whatever is newest when the network takes it, so a slow phone skips
states and is never behind by more than one.
"""

from __future__ import annotations

import asyncio
import secrets
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable

from pi_app.web.address import is_this_machine

_RETRY = b"retry: 1000\n\n"
_AT_ONCE = 25
_PAUSE_SECONDS = 0.003
"""Between so many pages and the next: the touchscreen draws in the same process and must not wait."""


class Listener:
    """One open page. `news` is set when there is something to send, or when the page has gone."""

    __slots__ = ("client", "gone", "news")

    def __init__(self, client: str) -> None:
        self.client = client
        self.news = asyncio.Event()
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
            self._wake_in_turn()

    def close(self) -> None:
        """End every stream and take no new one."""
        self._closed = True
        self._wake()

    def join(self, client: str) -> Listener | None:
        """A place for one more page, or None when all are taken. This machine may take all of them."""
        full = len(self._listeners) >= self._most
        greedy = self._of_client[client] >= self._most_each and not is_this_machine(client)
        if self._closed or full or greedy:
            return None
        listener = Listener(client)
        self._listeners.add(listener)
        self._of_client[client] += 1
        return listener

    def leave(self, listener: Listener) -> None:
        """Give the place back."""
        self._listeners.discard(listener)
        self._of_client[listener.client] -= 1
        if self._of_client[listener.client] <= 0:
            del self._of_client[listener.client]

    async def feed(self, listener: Listener, send: Callable[[bytes], Awaitable[None]]) -> None:
        """Events to one page until it has gone or the streams closes."""
        await send(_RETRY)
        sent = ""
        while not (listener.gone or self._closed):
            listener.news.clear()
            if sent != self.id:
                sent = self.id
                await send(b"id: %s\nevent: state\ndata: %s\n\n" % (sent.encode(), self.snapshot))
                continue
            try:
                async with asyncio.timeout(self._beat_seconds):
                    await listener.news.wait()
            except TimeoutError:
                # Pages cannot see comments, so the sign of life is an event of its own as well.
                await send(b": alive\nevent: beat\ndata: %s\n\n" % sent.encode())

    def _wake_in_turn(self) -> None:
        listeners = list(self._listeners)
        loop = asyncio.get_running_loop()
        for turn, first in enumerate(range(0, len(listeners), _AT_ONCE)):
            loop.call_later(turn * _PAUSE_SECONDS, _tell, listeners[first : first + _AT_ONCE])

    def _wake(self) -> None:
        _tell(self._listeners)


def _tell(listeners: Iterable[Listener]) -> None:
    for listener in listeners:
        listener.news.set()
