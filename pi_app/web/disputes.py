"""What is heard of one name on the local network in; whether another table has it too, out.

Two tables that start in the same second find the name free and both take it. Each then hears the other,
and both decide alike (RFC 6762, 8.2): the later address keeps the name. Who loses takes another one.
"""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterable
from functools import lru_cache
from ipaddress import IPv4Address
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from zeroconf import Zeroconf

_MOST_DEFENCES = 5
"""Who does not listen to reason may have the name."""


class Disputes:
    """Listens from now on. `name`: with its final dot.

    `ours`: all addresses of this machine, `ip` among them; none of them is another table. `heard`: called
    in zeroconf's thread when there is something to settle.
    """

    def __init__(
        self, speaking: Zeroconf, name: str, ip: str, ours: Iterable[str], heard: Callable[[], None]
    ) -> None:
        self._speaking = speaking
        self._name = name.lower()
        self._ip = ip
        self._ours = frozenset(ours)
        self._heard = heard
        self._other: str | None = None
        self._defences = 0
        listener, question = _zeroconf_parts()
        self._listener = listener(self._hear)
        speaking.add_listener(self._listener, [question(name)])

    @property
    def is_open(self) -> bool:
        """Another machine said that it has the name."""
        return self._other is not None

    def is_ours(self) -> bool:
        """Settle what was heard: may we keep the name?"""
        other, self._other = self._other, None
        self._defences += 1
        if other is None or self._defences > _MOST_DEFENCES:
            return other is None
        return IPv4Address(self._ip) > IPv4Address(other)

    def close(self) -> None:
        """Listen no longer."""
        self._speaking.remove_listener(self._listener)

    def _hear(self, name: str, packed: bytes) -> None:
        if name.lower() == self._name and len(packed) == 4:
            ip = socket.inet_ntoa(packed)
            if ip not in self._ours:
                self._other = ip
                self._heard()


@lru_cache(maxsize=1)
def _zeroconf_parts() -> tuple[Callable[..., Any], Callable[[str], Any]]:
    """A listener and a question, made when zeroconf is there: it takes half a second of a Pi's start-up."""
    # Exported, but not all by name; zeroconf's own types do not say so.
    from zeroconf import (  # type: ignore[attr-defined]  # noqa: PLC0415
        DNSAddress,
        DNSQuestion,
        RecordUpdate,
        RecordUpdateListener,
    )
    from zeroconf.const import _CLASS_IN, _TYPE_A  # noqa: PLC0415

    class Listener(RecordUpdateListener):
        def __init__(self, hear: Callable[[str, bytes], None]) -> None:
            self._hear = hear

        def async_update_records(self, _zc: Zeroconf, now: float, records: list[RecordUpdate]) -> None:
            for record in (update.new for update in records):
                if isinstance(record, DNSAddress) and not record.is_expired(now):
                    self._hear(record.name, record.address)

    return Listener, lambda name: DNSQuestion(name, _TYPE_A, _CLASS_IN)
