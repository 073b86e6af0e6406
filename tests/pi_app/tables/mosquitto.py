"""A real Mosquitto on a free loopback port, to start, kill and start again."""

import contextlib
import getpass
import shutil
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import paho.mqtt.client as mqtt
from paho.mqtt.enums import CallbackAPIVersion

from pi_app.tables.broker import Broker

PROGRAM = shutil.which("mosquitto") or shutil.which("mosquitto", path="/usr/sbin:/usr/local/sbin")


def wait_for(true: Callable[[], bool], seconds: float = 30) -> None:
    until = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < until, "waited in vain"
        time.sleep(0.02)


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as found:
        port: int = found.getsockname()[1]
        return port


class Mosquitto:
    """Keeps nothing over a restart. `lines`: of its configuration, after the listener."""

    def __init__(self, folder: Path, *lines: str) -> None:
        self.port = free_port()
        self._file = folder / f"mosquitto-{self.port}.conf"
        # Started by root it would else become a user who may not read its files here.
        head = (f"user {getpass.getuser()}", "persistence false", f"listener {self.port} 127.0.0.1")
        text = (*head, *(lines or ("allow_anonymous true",)))
        self._file.write_text("\n".join(text) + "\n")
        self._process: subprocess.Popen[bytes] | None = None
        self.broker = Broker("127.0.0.1", self.port)
        self.authority = folder / "ca.crt"

    def start(self) -> None:
        assert PROGRAM is not None
        command = [PROGRAM, "-c", str(self._file)]
        self._process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        wait_for(self._answers)

    def kill(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

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
