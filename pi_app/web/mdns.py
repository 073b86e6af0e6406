"""The scoreboard's address in; a name on the local network out, such as `rabbit-table.local`.

Rule: the name is a comfort. Whatever goes wrong here is tried again and nobody else notices. Many phones
know no such names, so the address itself stays what is shown. A name has one owner: see `disputes`.
"""

from __future__ import annotations

import contextlib
import logging
import socket
import threading
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from pi_app.web import address
from pi_app.web.disputes import Disputes

if TYPE_CHECKING:
    # Loaded in the thread that needs it: half a second of a Pi's start-up.
    from zeroconf import ServiceInfo, Zeroconf

logger = logging.getLogger(__name__)

NAME = "rabbit-table"
_KIND = "_http._tcp.local."
_MOST_TABLES = 50
"""In one network, each with a number of its own behind the name."""
_ASK_SECONDS = 0.9
"""For another table to say that a name is its own."""
_AGAIN_SECONDS = 20.0
_BYE_SECONDS = 3.0


def possible_names(name: str = NAME) -> tuple[str, ...]:
    """Every host name this table may end up with: the second in a network is `rabbit-table-2.local`."""
    return tuple(f"{_numbered(name, k)}.local" for k in range(1, _MOST_TABLES + 1))


def _numbered(name: str, k: int) -> str:
    return name if k == 1 else f"{name}-{k}"


def _speak_on(ip: str) -> Zeroconf:
    from zeroconf import Zeroconf  # noqa: PLC0415 - as above

    return Zeroconf(interfaces=[ip])


def _of_this_machine() -> Iterable[str]:
    return (interface.ip for interface in address.interfaces())


class Announcer:
    """Tell the network where the scoreboard is. Called from one thread; works in one of its own.

    `open_port`: makes the part that speaks on the interface with this IPv4 address. `ours`: all addresses
    of this machine, which may answer to the name too.
    """

    def __init__(
        self,
        name: str = NAME,
        open_port: Callable[[str], Zeroconf] = _speak_on,
        again_seconds: float = _AGAIN_SECONDS,
        ask_seconds: float = _ASK_SECONDS,
        ours: Callable[[], Iterable[str]] = _of_this_machine,
    ) -> None:
        self._name = name
        self._open_port = open_port
        self._again_seconds = again_seconds
        self._ask_seconds = ask_seconds
        self._ours = ours
        self._lock = threading.Condition()
        self._wanted: str | None = None
        self._closing = False
        self._thread: threading.Thread | None = None
        self._spoken_on: Zeroconf | None = None
        self._said: ServiceInfo | None = None
        self._disputes: Disputes | None = None
        self.host: str | None = None
        """The name in use, `rabbit-table.local`; None while there is none."""

    def follow(self, address: str | None) -> None:
        """Announce `http://IPv4:port` from now on; None: nothing. Returns at once."""
        if address == self._wanted:
            return
        with self._lock:
            self._wanted = address
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="mdns", daemon=True)
                self._thread.start()
            self._lock.notify()

    def close(self) -> None:
        """Take the name back."""
        with self._lock:
            self._closing = True
            self._lock.notify()
        if self._thread is not None:
            self._thread.join(_BYE_SECONDS)

    # --- in the announcer's thread ---

    def _run(self) -> None:
        said: str | None = None
        while True:
            with self._lock:
                failed = self._wanted is not None and self.host is None and said == self._wanted
                if not self._closing and said == self._wanted and not self._disputed():
                    self._lock.wait(self._again_seconds if failed else None)
                wanted, closing = self._wanted, self._closing
            if closing or wanted != said or self._is_given_up():
                self._take_back()
            if closing:
                return
            if wanted is not None and self.host is None:
                self._announce(wanted)
            said = wanted

    def _disputed(self) -> bool:
        return self._disputes is not None and self._disputes.is_open

    def _is_given_up(self) -> bool:
        """Settle what is disputed: say again that the name is ours, or leave it to the other table."""
        if self._disputes is None or self._spoken_on is None or self._said is None or not self._disputed():
            return False
        if not self._disputes.is_ours():
            return True
        with contextlib.suppress(Exception):
            self._spoken_on.update_service(self._said)
        return False

    def _heard_another(self) -> None:
        """In zeroconf's thread."""
        with self._lock:
            self._lock.notify()

    def _announce(self, address: str) -> None:
        try:
            where = urlsplit(address)
            ip, port = where.hostname or "", where.port or 80
            self._spoken_on = self._open_port(ip)
            for k in range(1, _MOST_TABLES + 1):
                if self._take(self._spoken_on, _numbered(self._name, k), ip, port):
                    return
        except Exception:
            # Anything may be wrong with somebody's network, and none of it is our guests' concern.
            logger.info("no name on the local network for now", exc_info=True)
        self._take_back()

    def _take(self, speaking: Zeroconf, name: str, ip: str, port: int) -> bool:
        """Is the name ours now? False: somebody else has it."""
        # Exported, but not by name; zeroconf's own types do not say so.
        from zeroconf import AddressResolver, NonUniqueNameException  # type: ignore[attr-defined]  # noqa: PLC0415

        asked = AddressResolver(f"{name}.local.")
        ours = {ip, *self._ours()}
        if asked.request(speaking, self._ask_seconds * 1000) and not ours.issuperset(
            asked.parsed_addresses()
        ):
            return False
        self._disputes = Disputes(speaking, f"{name}.local.", ip, ours, self._heard_another)
        self._said = _info(name, ip, port)
        try:
            speaking.register_service(self._said)
        except NonUniqueNameException:
            self._disputes.close()
            return False
        self.host = f"{name}.local"
        return True

    def _take_back(self) -> None:
        speaking, self._spoken_on, self.host = self._spoken_on, None, None
        self._said = self._disputes = None
        if speaking is not None:
            with contextlib.suppress(Exception):
                speaking.unregister_all_services()
            with contextlib.suppress(Exception):
                speaking.close()


def _info(name: str, ip: str, port: int) -> ServiceInfo:
    from zeroconf import ServiceInfo  # noqa: PLC0415 - as above

    return ServiceInfo(
        _KIND,
        f"{name}.{_KIND}",
        addresses=[socket.inet_aton(ip)],
        port=port,
        server=f"{name}.local.",
        properties={"path": "/"},
    )
