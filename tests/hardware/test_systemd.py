"""What systemd hears, on a real socket as it would listen on."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from hardware.pi.systemd import ServiceManager


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture(params=["file", "abstract"])
def listener(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[socket.socket, str]]:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as heard:
        if request.param == "file":
            address = str(tmp_path / "notify")
            heard.bind(address)
        else:
            address = f"@rabbit-table-test-{os.getpid()}"
            heard.bind("\0" + address[1:])
        heard.setblocking(False)
        yield heard, address


def everything(heard: socket.socket) -> list[str]:
    said = []
    while True:
        try:
            said.append(heard.recv(100).decode())
        except BlockingIOError:
            return said


def test_ready_and_stopping_are_said(listener: tuple[socket.socket, str]) -> None:
    heard, address = listener
    service = ServiceManager({"NOTIFY_SOCKET": address})
    service.ready()
    service.stopping()
    assert everything(heard) == ["READY=1", "STOPPING=1"]


def test_signs_of_life_go_out_four_times_in_the_watchdogs_time(listener: tuple[socket.socket, str]) -> None:
    heard, address = listener
    clock = Clock()
    service = ServiceManager({"NOTIFY_SOCKET": address, "WATCHDOG_USEC": "20000000"}, clock)
    for _ in range(200):
        service.alive()
        clock.now += 0.1
    assert everything(heard) == ["WATCHDOG=1"] * 4


@pytest.mark.parametrize(
    "environment", [{}, {"WATCHDOG_USEC": "20000000", "WATCHDOG_PID": "1"}, {"WATCHDOG_USEC": "soon"}]
)
def test_no_sign_goes_out_where_no_watchdog_waits_for_us(
    environment: dict[str, str], listener: tuple[socket.socket, str]
) -> None:
    heard, address = listener
    ServiceManager({"NOTIFY_SOCKET": address, **environment}).alive()
    assert everything(heard) == []


@pytest.mark.parametrize("environment", [{}, {"NOTIFY_SOCKET": "/nowhere/notify"}])
def test_without_systemd_nothing_happens(environment: dict[str, str]) -> None:
    service = ServiceManager({**environment, "WATCHDOG_USEC": "1000"})
    service.ready()
    service.alive()
    service.stopping()


def test_a_listener_that_does_not_listen_never_stops_the_evening(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as deaf:
        deaf.bind(str(tmp_path / "notify"))
        service = ServiceManager({"NOTIFY_SOCKET": str(tmp_path / "notify")})
        for _ in range(3000):
            service.ready()
