"""A real Mosquitto on a free loopback port, to start, kill and start again."""

import contextlib
import getpass
import secrets
import shutil
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path

import paho.mqtt.client as mqtt
from paho.mqtt.enums import CallbackAPIVersion

from pi_app.tables.broker import Broker
from tests.pi_app.waits import wait_for

PROGRAM = shutil.which("mosquitto") or shutil.which("mosquitto", path="/usr/sbin:/usr/local/sbin")


PORTS = range(20_000, 30_000)
"""Below those that systems give to whoever asks for any port: nobody takes one while the broker restarts."""


class Mosquitto:
    """Keeps nothing over a restart. `lines`: of its configuration, after the listener."""

    def __init__(self, folder: Path, *lines: str) -> None:
        self._folder = folder
        self._lines = lines or ("allow_anonymous true",)
        self._process: subprocess.Popen[bytes] | None = None
        self.port = 0
        self.authority = folder / "ca.crt"

    @property
    def broker(self) -> Broker:
        return Broker("127.0.0.1", self.port)

    def start(self) -> None:
        """At the port it had before, or at any that is free."""
        if self.port:
            assert self._starts(), "its own port is somebody else's"
        while not self.port:
            self.port = secrets.choice(PORTS)
            if not self._starts():
                self.port = 0

    def kill(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    def _starts(self) -> bool:
        assert PROGRAM is not None
        if self._answers():  # somebody else
            return False
        file = self._folder / f"mosquitto-{self.port}.conf"
        # Started by root it would else become a user who may not read its files here.
        head = (f"user {getpass.getuser()}", "persistence false", f"listener {self.port} 127.0.0.1")
        file.write_text("\n".join((*head, *self._lines)) + "\n")
        started = subprocess.Popen(
            [PROGRAM, "-c", str(file)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        self._process = started
        wait_for(lambda: started.poll() is not None or self._answers())
        return started.poll() is None

    def _answers(self) -> bool:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port), 0.2):
            return True
        return False


class Heard(dict[str, bytes]):
    """Topic -> newest message; `said`: every message, in the order they came."""

    def __init__(self) -> None:
        super().__init__()
        self.said: list[tuple[str, bytes]] = []

    def hear(self, message: mqtt.MQTTMessage) -> None:
        self[message.topic] = bytes(message.payload)
        self.said.append((message.topic, bytes(message.payload)))


@contextlib.contextmanager
def overhearing(port: int, topics: str = "#") -> Iterator[Heard]:
    heard = Heard()
    ready: list[bool] = []
    client = mqtt.Client(CallbackAPIVersion.VERSION2, protocol=mqtt.MQTTv311)
    client.on_message = lambda _c, _d, message: heard.hear(message)
    client.on_connect = lambda c, *_: c.subscribe(topics, qos=1)
    client.on_subscribe = lambda *_: ready.append(True)
    client.connect("127.0.0.1", port)
    client.loop_start()
    wait_for(lambda: bool(ready))
    yield heard
    client.disconnect()
    client.loop_stop()
