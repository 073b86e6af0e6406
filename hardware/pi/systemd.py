"""Signs of life for systemd: ready, alive, stopping; sent only where it asked for them.

Called from the loop that must not stand still: when that loop hangs, the signs stop and systemd acts.
"""

from __future__ import annotations

import os
import socket
import time
from collections.abc import Mapping
from contextlib import suppress

from hardware.ports import Now


def notify(state: str, address: str) -> None:
    """Send `state` (sd_notify(3)) to the socket at `address`; one that is gone is no error."""
    # A leading @ stands for the zero byte of an abstract socket.
    place = "\0" + address[1:] if address.startswith("@") else address
    with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as out:
        out.setblocking(False)
        out.sendto(state.encode(), place)


class ServiceManager:
    """Talks to the systemd that started this process, or to nobody."""

    def __init__(self, environment: Mapping[str, str] = os.environ, now: Now = time.monotonic) -> None:
        self._address = environment.get("NOTIFY_SOCKET", "")
        self._gap = _gap(environment)
        self._now = now
        self._due = 0.0

    @property
    def is_listening(self) -> bool:
        return bool(self._address)

    def ready(self) -> None:
        self._send("READY=1")

    def alive(self) -> None:
        """Call as often as you like; a sign goes out four times in the watchdog's time."""
        if self._gap is None or (now := self._now()) < self._due:
            return
        self._due = now + self._gap
        self._send("WATCHDOG=1")

    def stopping(self) -> None:
        self._send("STOPPING=1")

    def _send(self, state: str) -> None:
        if self._address:
            notify(state, self._address)


def _gap(environment: Mapping[str, str]) -> float | None:
    """Seconds between two signs, or None when no watchdog waits for this very process."""
    limit, process = environment.get("WATCHDOG_USEC", ""), environment.get("WATCHDOG_PID", "")
    if not limit.isdigit() or (process and process != str(os.getpid())):
        return None
    return int(limit) / 4_000_000
