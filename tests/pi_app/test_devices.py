"""Devices as the assembly joins them: buttons that are held or die, and cameras made of files."""

from __future__ import annotations

import logging
import shutil
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest

from hardware.files.drop_folder import DropFolderCamera
from hardware.files.video import VideoCamera
from hardware.pi.power import switch_off
from hardware.ports import Button, DeviceError
from hardware.simulated.buttons import SimulatedButtons
from hardware.simulated.camera import SimulatedCamera
from hardware.simulated.recorded import RecordedCamera
from pi_app.assemble import Assembly, camera_kind, camera_maker
from pi_app.game.pieces import Phase
from pi_app.session.book import Book
from pi_app.session.inbox import Inbox, Taken
from pi_app.session.manners import FOR_PROGRAMS
from pi_app.session.session import Session
from pi_app.session.watcher import Watcher
from pi_app.settings import CameraKind, CameraSettings, MqttSettings, WebSettings
from pi_app.tables.network import Network
from pi_app.vision.reader import Reader
from pi_app.words import Words

PHOTOS = Path(__file__).parents[1] / "photos"


class TroubledButtons(SimulatedButtons):
    trouble: str | None = None

    def check(self) -> str | None:
        return self.trouble


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Assembly]:
    session = Session(Book(tmp_path / "book.sqlite"), Words(), manners=FOR_PROGRAMS)
    inbox = Inbox(time.monotonic)
    camera = partial(SimulatedCamera, tmp_path / "table.json", time.monotonic)
    watcher = Watcher(camera, partial(Reader, 1), inbox)
    network = Network(WebSettings(on=False), MqttSettings(), time.monotonic, inbox.put_name)
    assembly = Assembly(session, inbox, watcher, network, TroubledButtons())
    assembly.start()
    yield assembly
    assembly.close()


@pytest.mark.parametrize(
    ("devices", "kind"),
    [
        ((), CameraKind.SIMULATED),
        (("bcm2835-codec-decode", "rpi-hevc-dec"), CameraKind.SIMULATED),
        (("bcm2835-codec-decode", "HD Webcam"), CameraKind.USB),
        ((None,), CameraKind.SIMULATED),
    ],
)
def test_auto_is_the_camera_on_usb_else_the_simulated_table(
    devices: tuple[str | None, ...], kind: CameraKind, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """None: it was unplugged while it was being asked for its name."""
    monkeypatch.setattr("importlib.util.find_spec", lambda _: None)
    for number, name in enumerate(devices):
        (tmp_path / f"video{number}").mkdir()
        file = tmp_path / f"video{number}" / "name"
        file.mkdir() if name is None else file.write_text(f"{name}\n")
    assert camera_kind(CameraSettings(), tmp_path) is kind


def test_undo_held_switches_the_computer_off_once_and_plays_nothing(table: Assembly) -> None:
    offs: list[float] = []
    table.switch_off = lambda: offs.append(time.monotonic())
    before = table.session.view()
    table.buttons.press(Button.SHUTDOWN)
    assert offs == []
    for _ in range(3):
        table.tick()
    assert len(offs) == 1
    assert (table.session.view().phase, table.session.view().round) == (before.phase, before.round)


def test_a_computer_that_cannot_be_switched_off_says_so_for_a_while_and_goes_on(
    table: Assembly, caplog: pytest.LogCaptureFixture
) -> None:
    shown = []
    table.switch_off = partial(switch_off, ("sh", "-c", "echo not allowed >&2; exit 1"))
    table.buttons.press(Button.SHUTDOWN)
    with caplog.at_level(logging.ERROR):
        for at in (100.0, 101.0, 129.0, 132.0):
            table.now = partial(float, at)
            table.tick()
            shown.append("NO_POWER_OFF" in {banner.code for banner in table.session.view().banners})
    assert caplog.text.count("not allowed") == 1
    assert shown == [True, True, True, False]


@pytest.mark.parametrize("command", [("no-such-command",), ("sh", "-c", "exit 3")], ids=str)
def test_switching_off_says_why_it_did_not_work(command: tuple[str, ...]) -> None:
    with pytest.raises(DeviceError, match="cannot be switched off") as refused:
        switch_off(command)
    assert refused.value.code == "NO_POWER_OFF"


def test_pins_that_die_are_a_banner_until_they_are_back(table: Assembly) -> None:
    def codes() -> set[str]:
        return {banner.code for banner in table.session.view().banners}

    assert isinstance(table.buttons, TroubledButtons)
    table.tick()
    assert "NO_PINS" not in codes()
    table.buttons.trouble = "NO_PINS"
    table.tick()
    assert "NO_PINS" in codes()
    table.buttons.trouble = None
    table.tick()
    assert "NO_PINS" not in codes()


@pytest.mark.parametrize(
    ("kind", "made"),
    [
        (CameraKind.FOLDER, RecordedCamera),
        (CameraKind.VIDEO, VideoCamera),
        (CameraKind.PHONE, DropFolderCamera),
        (CameraKind.SIMULATED, SimulatedCamera),
    ],
)
def test_the_settings_choose_the_camera(kind: CameraKind, made: type, tmp_path: Path) -> None:
    settings = CameraSettings(kind=kind, folder=str(tmp_path))
    assert isinstance(camera_maker(settings, kind, tmp_path / "scene.json")(), made)


def wait_for(inbox: Inbox, wanted: Callable[[Taken], bool]) -> Taken:
    until = time.monotonic() + 60
    while time.monotonic() < until:
        taken = inbox.take()
        if wanted(taken):
            return taken
        time.sleep(0.02)
    raise AssertionError("nothing of the kind came")


def test_a_phones_picture_dropped_into_a_folder_is_read_and_waiting_for_it_is_no_fault(
    tmp_path: Path,
) -> None:
    settings = CameraSettings(kind=CameraKind.PHONE, folder=str(tmp_path))
    inbox = Inbox(time.monotonic)
    camera = camera_maker(settings, CameraKind.PHONE, tmp_path / "scene.json")
    watcher = Watcher(camera, partial(Reader, 1), inbox)
    watcher.order(Phase.REVEAL)
    watcher.start()
    try:
        wait_for(inbox, lambda taken: taken.camera is not None and taken.camera.code is None)
        first = watcher.child_pid
        shutil.copy(PHOTOS / "easy_s201_reveal.jpg", tmp_path / "IMG_0001.jpg")
        taken = wait_for(inbox, lambda taken: taken.look is not None)
        assert taken.look is not None
        assert {(disc.player, disc.number) for disc in taken.look.reading.discs} == {(1, 3), (2, 4), (4, 1)}
        assert watcher.child_pid == first
    finally:
        watcher.close()
