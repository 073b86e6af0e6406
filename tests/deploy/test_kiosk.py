"""The kiosk's small scripts, and what systemd hears of a real evening."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from staged import DEPLOY


def kiosk(folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run it with commands that write down what they were asked."""
    commands = folder / "bin"
    commands.mkdir()
    for name, file in (("systemctl", "asked"), ("wtype", "typed"), ("sleep", "slept")):
        stand_in = commands / name
        stand_in.write_text(f'#!/bin/sh\necho "$@" >"{folder}/{file}"\n')
        stand_in.chmod(0o755)
    return subprocess.run(
        [DEPLOY / "bin/kiosk"],
        env={"PATH": f"{commands}:/usr/bin:/bin", **environment},
        capture_output=True,
        text=True,
    )


def test_the_session_says_where_its_display_is_and_starts_the_table(tmp_path: Path) -> None:
    assert kiosk(tmp_path, DISPLAY=":1", XDG_RUNTIME_DIR=str(tmp_path)).returncode == 0
    handed_over = tmp_path / "rabbit-table.env"
    assert handed_over.read_text().splitlines() == ['DISPLAY=":1"', f'XDG_RUNTIME_DIR="{tmp_path}"']
    assert handed_over.stat().st_mode & 0o077 == 0
    assert (tmp_path / "asked").read_text() == "--no-ask-password restart rabbit-table.service\n"


def test_a_session_without_x_says_what_is_missing(tmp_path: Path) -> None:
    done = kiosk(tmp_path, XDG_RUNTIME_DIR=str(tmp_path))
    assert done.returncode == 1
    assert "xwayland" in done.stderr
    assert not (tmp_path / "asked").exists()


@pytest.mark.parametrize("bound", [True, False])
def test_the_pointer_is_hidden_where_a_key_does_so(tmp_path: Path, bound: bool) -> None:
    if bound:
        keys = tmp_path / ".config/labwc/rc.xml"
        keys.parent.mkdir(parents=True)
        keys.write_bytes((DEPLOY / "units/labwc-rc.xml").read_bytes())
    kiosk(tmp_path, DISPLAY=":1", XDG_RUNTIME_DIR=str(tmp_path), HOME=str(tmp_path))
    until = time.monotonic() + (5 if bound else 0.3)
    while not (tmp_path / "typed").exists() and time.monotonic() < until:
        time.sleep(0.02)
    assert (tmp_path / "typed").exists() == bound


@pytest.mark.parametrize(
    ("screens", "written"),
    [
        ({"card0-HDMI-A-1": "disconnected", "card1-DSI-1": "connected"}, "SDL_KMSDRM_DEVICE_INDEX=1\n"),
        ({"card2-HDMI-A-1": "connected"}, "SDL_KMSDRM_DEVICE_INDEX=2\n"),
        ({"card0-HDMI-A-1": "disconnected"}, None),
        ({}, None),
    ],
)
def test_without_a_desktop_the_card_with_the_screen_is_found(
    tmp_path: Path, screens: dict[str, str], written: str | None
) -> None:
    for name, state in screens.items():
        (tmp_path / "drm" / name).mkdir(parents=True)
        (tmp_path / "drm" / name / "status").write_text(state + "\n")
    answer = tmp_path / "screen.env"
    answer.write_text("left from last time")
    subprocess.run([DEPLOY / "bin/find-screen", tmp_path / "drm", answer], check=True)
    assert (answer.read_text() if answer.exists() else None) == written


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[tuple[subprocess.Popen[bytes], socket.socket]]:
    """A real evening whose camera is absent, with this test in the place of systemd."""
    settings = tmp_path / "settings.toml"
    settings.write_text('[camera]\nkind = "usb"\ndevice = "/dev/no-such-camera"\n[web]\non = false\n')
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(str(tmp_path / "notify"))
        systemd.settimeout(20)
        process = subprocess.Popen(
            [sys.executable, "-m", "pi_app", "run", "--headless", "--data", tmp_path, "--config", settings],
            env={**os.environ, "NOTIFY_SOCKET": str(tmp_path / "notify"), "WATCHDOG_USEC": "1000000"},
            cwd=DEPLOY.parent,
            stderr=subprocess.DEVNULL,
        )
        try:
            yield process, systemd
        finally:
            process.kill()
            process.wait()


def heard(systemd: socket.socket) -> list[bytes]:
    systemd.setblocking(False)
    said = []
    while True:
        try:
            said.append(systemd.recv(100))
        except BlockingIOError:
            return said


def test_an_evening_without_its_camera_gives_signs_of_life_until_it_stands_still(
    evening: tuple[subprocess.Popen[bytes], socket.socket],
) -> None:
    process, systemd = evening
    assert systemd.recv(100) == b"READY=1"
    assert [systemd.recv(100) for _ in range(6)] == [b"WATCHDOG=1"] * 6

    process.send_signal(signal.SIGSTOP)
    time.sleep(0.3)
    heard(systemd)
    time.sleep(1.2)
    assert heard(systemd) == []

    process.send_signal(signal.SIGCONT)
    systemd.settimeout(5)
    assert systemd.recv(100) == b"WATCHDOG=1"
