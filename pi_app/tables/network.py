"""Boards of this table in; its scoreboard, the scoreboard's name, and the broker's copy of it, out.

Rule: all of it may fail, and the game goes on; what a person at the table can do something about is a code
for a banner.
"""

from __future__ import annotations

import socket
from collections.abc import Callable

from hardware.ports import Now
from pi_app.session.door import Door
from pi_app.session.offered import LobbyView, NameProposal
from pi_app.session.views import Board
from pi_app.settings import MqttSettings, WebSettings
from pi_app.tables.broker import Broker
from pi_app.tables.hub import Hub
from pi_app.tables.publisher import Publisher
from pi_app.web.mdns import Announcer, possible_names
from pi_app.web.server import Scoreboard

_PATIENCE_SECONDS = 15.0
"""A broker that restarts is nobody's concern."""
_TRUST_SECONDS = 60.0
"""A line that is up for so long is nobody else's."""


class Network:
    """The network side of one table. Only for the main thread; nothing here waits for the network.

    `scoreboard`, `announcer` and `publisher` are None where the settings leave them out. `put_name`: takes
    a name from a phone, in the server's thread.
    """

    def __init__(
        self,
        web: WebSettings,
        mqtt: MqttSettings,
        now: Now,
        put_name: Callable[[NameProposal], None],
    ) -> None:
        self._now = now
        self._door = Door(put_name) if web.on and web.join else None
        self.scoreboard, self.announcer = _scoreboard(web, self._door)
        self.publisher = _publisher(mqtt) if mqtt.on else None
        self._published: Board | None = None
        self._told: tuple[str | None, str | None] = (None, None)
        self._up_at = self._down_at = now()

    def start(self) -> None:
        """Start what there is; whatever cannot start tries again by itself."""
        if self.scoreboard is not None:
            self.scoreboard.start()
        if self.publisher is not None:
            self.publisher.start()

    def publish(self, board: Board) -> None:
        """Show this board everywhere; an equal one is no news."""
        if board == self._published:
            return
        self._published = board
        if self.scoreboard is not None:
            self.scoreboard.publish(board)
        if self.publisher is not None:
            self.publisher.publish(board, self.address())

    def address(self) -> str | None:
        """What a phone opens; None while there is nothing to open."""
        return self.scoreboard.address() if self.scoreboard else None

    def lobby(self, lobby: LobbyView | None) -> None:
        """Phones may propose names while there is a lobby; None: every code dies."""
        if self._door is not None and lobby is not None:
            self._door.open(lobby.free, lobby.answers)
        elif self._door is not None:
            self._door.shut()

    def look(
        self,
        set_banner: Callable[[str, str | None], None],
        set_address: Callable[[str | None, str | None], None],
    ) -> None:
        """Follow the network's changes: say where the page is, and what is wrong as a place and a code."""
        address = self.address()
        code = self._door.code if self._door else None
        told = (address, f"{address}/join/{code}" if address and code else None)
        if told != self._told:
            self._told = told
            set_address(*told)
        if self.scoreboard is not None:
            set_banner("SCOREBOARD", self.scoreboard.trouble)
        if self.announcer is not None:
            self.announcer.follow(address)
        if self.publisher is not None:
            self.publisher.set_address(address)
            if self.publisher.is_up:
                self._up_at = self._now()
            else:
                self._down_at = self._now()
            set_banner("BROKER", self._broker_code(self.publisher))

    def _broker_code(self, publisher: Publisher) -> str | None:
        """What somebody at the table can do something about."""
        if self._up_at - self._down_at > _TRUST_SECONDS:
            publisher.trust()
        if publisher.is_doubled:
            return "TABLE_NAME_TAKEN"
        return "BROKER_LOST" if self._now() - self._up_at > _PATIENCE_SECONDS else None

    def close(self) -> None:
        """Stop everything, in a few seconds whatever the network does."""
        if self.announcer is not None:
            self.announcer.close()
        if self.publisher is not None:
            self.publisher.stop()
        if self.scoreboard is not None:
            self.scoreboard.stop()


def _scoreboard(web: WebSettings, door: Door | None) -> tuple[Scoreboard | None, Announcer | None]:
    if not web.on:
        return None, None
    names = possible_names(web.name) if web.mdns else ()
    alone = web.host.startswith("127.") or web.host in ("localhost", "::1")
    scoreboard = Scoreboard(web.host, web.port, names=names, door=door)
    return scoreboard, Announcer(web.name) if web.mdns and not alone else None


def _publisher(mqtt: MqttSettings) -> Publisher:
    return Publisher(_broker(mqtt), mqtt.table or socket.gethostname(), mqtt.prefix, mqtt.discovery)


def _broker(mqtt: MqttSettings) -> Broker:
    return Broker(mqtt.host, mqtt.port, mqtt.user, mqtt.password, mqtt.tls, mqtt.ca)


def hub_of(web: WebSettings, mqtt: MqttSettings, now: Now) -> Hub:
    """The page of all tables at the broker of the settings."""
    return Hub(_broker(mqtt), now, mqtt.prefix, web.host, web.port)
