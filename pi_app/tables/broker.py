"""A line to an MQTT broker that is there or not: messages go out while it is, and it comes back by itself.

Rule: nothing here waits or raises for the broker's sake; who uses the line is told when it is up, and
says everything anew then.
"""

from __future__ import annotations

import contextlib
import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import paho.mqtt.client as mqtt
from paho.mqtt.enums import CallbackAPIVersion

logger = logging.getLogger(__name__)

KEEP_ALIVE_SECONDS = 20
"""The broker says `offline` for a table that was silent for one and a half times this long."""
_BYE_SECONDS = 1.5


@dataclass(frozen=True, slots=True)
class Broker:
    """Where the broker is and who we are to it. `ca`: file of its authority; empty: the system's."""

    host: str
    port: int = 1883
    user: str = ""
    password: str = ""
    tls: bool = False
    ca: str = ""


@dataclass(frozen=True, slots=True)
class Said:
    """One retained message."""

    topic: str
    message: bytes


def _nothing(*_: object) -> None:
    pass


@dataclass(frozen=True, slots=True)
class Ears:
    """Called in the line's thread. `up`: connected, say everything; `taken`: the broker has message
    number so; `heard`: topic and message of `listen_to`.
    """

    listen_to: tuple[str, ...] = ()
    up: Callable[[], None] = _nothing
    down: Callable[[], None] = _nothing
    taken: Callable[[int], None] = _nothing
    heard: Callable[[str, bytes], None] = _nothing


class Line:
    """`will`: what the broker says for us when we are gone without a word.

    `client_id` must be the same after a restart of ours: only then does the broker end the old line,
    and say its will, before the new one speaks.
    """

    def __init__(
        self,
        broker: Broker,
        client_id: str,
        ears: Ears,
        will: Said | None = None,
        retry_seconds: tuple[int, int] = (1, 30),
    ) -> None:
        self._broker = broker
        self._ears = ears
        self._up = threading.Event()
        self._secured = False
        self.trouble = ""
        """Why it is down, for the log and for doctors; never for the table."""
        client = mqtt.Client(CallbackAPIVersion.VERSION2, client_id, protocol=mqtt.MQTTv311)
        client.suppress_exceptions = True
        client.reconnect_delay_set(*retry_seconds)
        client.max_queued_messages_set(8)
        client.on_connect, client.on_disconnect = self._on_connect, self._on_disconnect
        client.on_connect_fail = self._on_connect_fail
        client.on_publish, client.on_message = self._on_publish, self._on_message
        if broker.user:
            client.username_pw_set(broker.user, broker.password or None)
        if will is not None:
            client.will_set(will.topic, will.message, qos=1, retain=True)
        self._client = client

    @property
    def is_up(self) -> bool:
        return self._up.is_set()

    def start(self) -> None:
        """Connect, and keep connecting; returns at once. Also revives a line whose thread has died."""
        try:
            if self._broker.tls and not self._secured:
                self._client.tls_set(self._broker.ca or None)
                self._secured = True
            self._broker.host.encode("idna")
            self._client.connect_async(self._broker.host, self._broker.port, KEEP_ALIVE_SECONDS)
            self._client.loop_start()
        except (OSError, ValueError) as error:  # no such file of an authority, no possible host
            self.trouble = str(error)
            logger.warning("no line to the broker: %s", error)

    def say(self, said: Said) -> int | None:
        """Hand one retained message over; its number, or None when the line is down just now."""
        if not self.is_up:
            return None
        with contextlib.suppress(ValueError):
            return self._client.publish(said.topic, said.message, qos=1, retain=True).mid
        return None

    def stop(self, last: Said | None = None) -> None:
        """Say `last` and hang up, in less than three seconds whatever the broker does."""
        with contextlib.suppress(ValueError, RuntimeError):
            if last is not None and self.is_up:
                self._client.publish(last.topic, last.message, qos=1, retain=True).wait_for_publish(
                    _BYE_SECONDS
                )
        self._client.disconnect()
        # It waits for a connection being made; nobody waits for that.
        ending = threading.Thread(target=self._client.loop_stop, name="broker-end", daemon=True)
        ending.start()
        ending.join(_BYE_SECONDS)
        self._up.clear()

    # --- in the line's thread ---

    def _on_connect(
        self, client: mqtt.Client, _data: Any, _flags: Any, reason: Any, _properties: Any
    ) -> None:
        if reason.is_failure:
            if self.trouble != str(reason):
                self.trouble = str(reason)
                logger.warning("the broker refuses us: %s", reason)
            return
        self.trouble = ""
        self._up.set()
        for topic in self._ears.listen_to:
            client.subscribe(topic, qos=1)
        self._ears.up()

    def _on_disconnect(self, _client: Any, _data: Any, _flags: Any, reason: Any, _properties: Any) -> None:
        self.trouble = self.trouble or str(reason)
        if self._up.is_set():
            self._up.clear()
            self._ears.down()

    def _on_connect_fail(self, _client: Any, _data: Any) -> None:
        self.trouble = "no answer"

    def _on_publish(self, _client: Any, _data: Any, number: int, _reason: Any, _properties: Any) -> None:
        self._ears.taken(number)

    def _on_message(self, _client: Any, _data: Any, message: mqtt.MQTTMessage) -> None:
        with contextlib.suppress(UnicodeDecodeError):
            self._ears.heard(message.topic, bytes(message.payload))
