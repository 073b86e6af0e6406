"""Single checks on made-up computers: what they find, and what they leave alone."""

from __future__ import annotations

import socket
import sqlite3
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.lens import Lens
from calibration.store import Calibration, save
from hardware.ports import Frame
from hardware.simulated.draw import draw
from hardware.simulated.layout import lay_table
from pi_app.doctor import machine, network, pi_parts, records, screen, software
from pi_app.doctor.camera import camera, lens, look_at
from pi_app.doctor.finding import Place, Status, on_a_pi
from pi_app.doctor.opencv import unsupported
from pi_app.game.moves import OpenVoting, Seat, StartMatch
from pi_app.session.book import Book
from pi_app.settings import MqttSettings, Settings, WebSettings


@pytest.fixture
def place(tmp_path: Path) -> Place:
    return Place.at(tmp_path / "settings.toml", tmp_path)


def written(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


@pytest.mark.parametrize(
    ("thousandths", "status"),
    [("45000", Status.OK), ("72000", Status.WARN), ("83500", Status.FAIL), ("warm", Status.SKIP)],
)
def test_heat_is_judged(place: Place, tmp_path: Path, thousandths: str, status: Status) -> None:
    written(tmp_path / "thermal_zone0/temp", thousandths)
    (found,) = pi_parts.temperature(place, tmp_path)
    assert found.status is status


@pytest.mark.parametrize(("alarm", "status"), [("0\n", Status.OK), ("1\n", Status.FAIL)])
def test_under_voltage_is_read_from_the_kernel(
    place: Place, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, alarm: str, status: Status
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    written(tmp_path / "hwmon1/name", "rpi_volt\n")
    written(tmp_path / "hwmon1/in0_lcrit_alarm", alarm)
    (found,) = pi_parts.power(place, tmp_path)
    assert found.status is status


def test_a_sensor_that_cannot_be_asked_is_passed_over(
    place: Place, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    (tmp_path / "hwmon0/name").mkdir(parents=True)
    assert pi_parts.power(place, tmp_path)[0].status is Status.SKIP
    written(tmp_path / "hwmon1/name", "rpi_volt\n")
    written(tmp_path / "hwmon1/in0_lcrit_alarm", "1\n")
    assert pi_parts.power(place, tmp_path)[0].status is Status.FAIL


@pytest.mark.parametrize(
    ("bits", "status"), [("0x0", Status.OK), ("0x50000", Status.WARN), ("0x50005", Status.FAIL)]
)
def test_under_voltage_is_read_from_the_firmware(
    place: Place, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, bits: str, status: Status
) -> None:
    written(tmp_path / "vcgencmd", f"#!/bin/sh\necho throttled={bits}\n").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    (found,) = pi_parts.power(place, tmp_path)
    assert found.status is status


@pytest.mark.parametrize(
    ("total", "status"), [("8000000", Status.OK), ("500000", Status.WARN), ("?", Status.SKIP)]
)
def test_memory_is_judged(place: Place, tmp_path: Path, total: str, status: Status) -> None:
    file = written(tmp_path / "meminfo", f"MemTotal: {total} kB\nMemAvailable: 400000 kB\n")
    assert machine.memory(place, file)[0].status is status


def test_a_folder_that_cannot_be_written_fails(place: Place) -> None:
    (found,) = machine.disk(replace(place, data=Path("/proc/self")))
    assert found.status is Status.FAIL
    assert "/proc/self" in found.text


def test_a_disk_that_can_be_written_is_measured(place: Place, tmp_path: Path) -> None:
    (found,) = machine.disk(replace(place, data=tmp_path / "not" / "yet"))
    assert found.facts["folder"] == str(tmp_path)
    assert float(str(found.facts["write_ms"])) > 0
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("lines", "status"),
    [
        ("panel &\nswayidle -w timeout 600 'wlopm --off' &\n", Status.WARN),
        ("#rabbit-table-off# swayidle -w timeout 600 &\n", Status.OK),
        ("panel &\n", Status.OK),
    ],
)
def test_a_display_that_would_go_dark_is_noticed(
    place: Place, tmp_path: Path, lines: str, status: Status
) -> None:
    written(tmp_path / ".config/labwc/autostart", lines)
    assert screen.blanking(place, tmp_path)[0].status is status


@pytest.mark.parametrize(
    ("environment", "state", "status"),
    [
        ({"DISPLAY": ":0"}, "disconnected", Status.OK),
        ({}, "connected", Status.OK),
        ({}, "disconnected", Status.WARN),
    ],
)
def test_a_display_is_found(
    place: Place, tmp_path: Path, environment: dict[str, str], state: str, status: Status
) -> None:
    written(tmp_path / "card1-DSI-1/status", state + "\n")
    assert screen.display(place, environment, tmp_path)[0].status is status


def test_a_port_that_another_program_holds_fails(place: Place) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        taken = Settings(web=WebSettings(host="127.0.0.1", port=other.getsockname()[1]))
        (found,) = network.port(replace(place, settings=taken))
    assert found.status is Status.FAIL


def test_a_port_that_is_free_is_in_order(place: Place) -> None:
    free = Settings(web=WebSettings(host="127.0.0.1", port=0))
    assert network.port(replace(place, settings=free))[0].status is Status.OK
    off = Settings(web=WebSettings(on=False))
    assert network.port(replace(place, settings=off))[0].status is Status.SKIP


PLAYERS = tuple(Seat(number, name) for number, name in enumerate(("Anna", "Jüri", "Søren", "نوبت"), 1))


def a_book(folder: Path) -> Path:
    book = Book(folder / "book.sqlite")
    book.begin(1.0, StartMatch("refresh2021", PLAYERS))
    book.close()
    return folder / "book.sqlite"


def test_a_sound_book_is_in_order(place: Place, tmp_path: Path) -> None:
    a_book(tmp_path)
    (found,) = records.book(place)
    assert (found.status, found.facts["matches"], found.facts["events"]) == (Status.OK, 1, 1)


def _changed_letter(path: Path) -> None:
    with sqlite3.connect(path) as db:
        db.execute("UPDATE event SET move = replace(move, 'Anna', 'Anne')")


def _cut_off(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:6000])


def test_a_book_that_has_lost_its_last_moves_is_said(place: Place, tmp_path: Path) -> None:
    path = a_book(tmp_path)
    (tmp_path / "older.sqlite").write_bytes(path.read_bytes())
    book = Book(path)
    book.append(1, 1, 2.0, OpenVoting())
    book.close()
    (tmp_path / "older.sqlite").replace(path)
    (found,) = records.book(place)
    assert found.status is Status.WARN
    assert "last moves are missing" in found.text
    assert found.advice


def _no_book(path: Path) -> None:
    path.write_bytes(b"my diary")


@pytest.mark.parametrize("harm", [_changed_letter, _cut_off, _no_book])
def test_a_damaged_book_fails_and_stays_where_it_is(
    place: Place, tmp_path: Path, harm: Callable[[Path], None]
) -> None:
    path = a_book(tmp_path)
    harm(path)
    before = path.read_bytes()
    (found,) = records.book(place)
    assert found.status is Status.FAIL
    assert "backup" in found.advice
    assert path.read_bytes() == before


def test_an_edition_that_nobody_knows_is_said(tmp_path: Path) -> None:
    written(tmp_path / "settings.toml", "profile = 'monopoly'\n")
    (found,) = records.settings(Place.at(tmp_path / "settings.toml", tmp_path))
    assert (found.status, "profile" in found.text) == (Status.WARN, True)


@pytest.mark.parametrize(
    ("pins", "status"),
    [("next = 5\nundo = 5", Status.WARN), ("undo = 22", Status.WARN), ("next = -1\nundo = -1", Status.OK)],
)
def test_two_parts_on_one_pin_are_said(tmp_path: Path, pins: str, status: Status) -> None:
    written(tmp_path / "settings.toml", f"[pins]\n{pins}\n")
    (found,) = records.settings(Place.at(tmp_path / "settings.toml", tmp_path))
    assert found.status is status


def test_a_broker_is_asked_only_where_one_is_wanted(place: Place) -> None:
    def asked(**settings: object) -> Status:
        wanted = Settings(mqtt=MqttSettings(host="127.0.0.1", **settings))  # type: ignore[arg-type]
        (found,) = network.broker(replace(place, settings=wanted))
        return found.status

    assert asked(on=False) is Status.SKIP
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        assert asked(on=True, port=port) is Status.OK
    assert asked(on=True, port=port) is Status.WARN


@pytest.mark.parametrize(
    ("settings", "programs", "status"),
    [
        (Settings(), ("aplay",), Status.OK),
        (Settings(), (), Status.WARN),
        (Settings(sound=False), (), Status.SKIP),
        (Settings(sound=False, speak=True), ("aplay",), Status.WARN),
        (Settings(sound=False, speak=True), ("espeak-ng",), Status.SKIP),
    ],
)
def test_sound_needs_a_program(
    place: Place, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, settings: Settings,
    programs: tuple[str, ...], status: Status,
) -> None:  # fmt: skip
    for name in programs:
        written(tmp_path / "bin" / name, "#!/bin/sh\n").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    assert screen.sound(replace(place, settings=settings))[0].status is status


@pytest.mark.parametrize("kind", ["folder", "video", "phone"])
@pytest.mark.parametrize("folder", ["", "/no/such/place"])
def test_where_no_pictures_can_come_from_the_setting_is_named(tmp_path: Path, kind: str, folder: str) -> None:
    written(tmp_path / "settings.toml", f"[camera]\nkind = '{kind}'\nfolder = '{folder}'\n")
    (found,) = camera(Place.at(tmp_path / "settings.toml", tmp_path))
    assert found.status is Status.FAIL
    assert "camera.folder" in found.advice


def test_a_folder_for_a_phones_pictures_is_in_order_before_one_has_come(tmp_path: Path) -> None:
    written(tmp_path / "settings.toml", f"[camera]\nkind = 'phone'\nfolder = '{tmp_path}'\n")
    (found,) = camera(Place.at(tmp_path / "settings.toml", tmp_path))
    assert found.status is Status.OK


def test_a_raspberry_pi_is_known_by_its_model(tmp_path: Path) -> None:
    assert not on_a_pi(tmp_path / "no-such-model")
    written(tmp_path / "model", "Raspberry Pi 5 Model B Rev 1.0\0")
    assert on_a_pi(tmp_path / "model") == "Raspberry Pi 5 Model B Rev 1.0"


def test_a_camera_that_another_program_has_is_named_in_the_language_of_the_table(tmp_path: Path) -> None:
    device = written(tmp_path / "video0", "no camera answers here")
    written(tmp_path / "settings.toml", f"language = 'ru'\n[camera]\nkind = 'usb'\ndevice = '{device}'\n")
    (found,) = camera(Place.at(tmp_path / "settings.toml", tmp_path))
    assert found.status is Status.WARN
    assert found.text == "Камера занята другой программой. Закройте её и попробуйте снова."


def test_a_camera_is_opened_and_its_picture_judged(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "table.png"), draw(lay_table(4), 0))
    written(tmp_path / "settings.toml", f"[camera]\nkind = 'folder'\nfolder = '{tmp_path}'\n")
    found = {each.check: each for each in camera(Place.at(tmp_path / "settings.toml", tmp_path))}
    assert set(found) == {"camera", "focus", "light", "stickers"}
    assert {each.status for each in found.values()} == {Status.OK}
    assert (found["camera"].facts["width"], found["camera"].facts["height"]) == (2304, 1296)


@pytest.mark.parametrize(
    ("whose", "size", "status"),
    [
        ("imx708 960x544", (960, 544), Status.OK),
        ("imx219", (960, 544), Status.WARN),
        ("imx708 960x544", (1640, 922), Status.WARN),
    ],
    ids=["its own", "another camera", "another size"],
)
def test_a_measured_lens_counts_for_its_own_camera_and_size(
    place: Place, whose: str, size: tuple[int, int], status: Status
) -> None:
    save(place.data / "lens.json", Calibration(whose, Lens.guess(size), 0.2, error_mm=0.08, views=12))
    (found,) = lens("imx708 960x544", (960, 544), place)
    assert found.status is status
    assert ("0.08" in found.text) is (status is Status.OK)


def test_where_no_lens_was_measured_nothing_is_said(place: Place) -> None:
    assert lens("imx708", (960, 544), place) == []


TABLE = draw(lay_table(4), 0)


@pytest.mark.parametrize(
    ("grey", "check", "status"),
    [
        (cv2.GaussianBlur(TABLE, (0, 0), 9), "focus", Status.WARN),
        (TABLE // 12, "light", Status.WARN),
        (cv2.resize(TABLE, None, fx=0.35, fy=0.35, interpolation=cv2.INTER_AREA), "stickers", Status.FAIL),
        (TABLE[:, ::-1], "stickers", Status.FAIL),
        (np.full((600, 800), 120, np.uint8), "stickers", Status.SKIP),
        (np.full((600, 800), 120, np.uint8), "focus", Status.SKIP),
    ],
    ids=["blurred", "dark", "far away", "mirrored", "empty", "nothing to tell by"],
)
def test_a_bad_picture_is_said(place: Place, grey: np.ndarray, check: str, status: Status) -> None:
    found = look_at(Frame(np.ascontiguousarray(grey), 0.0, 0), place)
    (judged,) = [each for each in found if each.check == check]
    assert judged.status is status


class _Aruco:
    ArucoDetector = DICT_ARUCO_MIP_36h12 = 1


@pytest.mark.parametrize(
    ("version", "aruco", "good"),
    [
        ("4.8.1", _Aruco, True),
        ("4.10.0", _Aruco, True),
        ("5.0.0", _Aruco, True),
        ("4.7.0", _Aruco, False),
        ("4.6.0", None, False),
        ("6.0.0-dev", _Aruco, False),
        ("5.0.0", None, False),
        ("", _Aruco, False),
    ],
)
def test_versions_of_opencv(version: str, aruco: object, good: bool) -> None:
    line = unsupported(type("cv2", (), {"__version__": version, "aruco": aruco}))
    assert (line is None) == good
    if line is not None:
        assert version in line
        assert "4.8" in line


def test_pins_are_read_from_constraints() -> None:
    text = "# comment\nKivy-Garden==0.1.5\nast_serialize==0.13.1\nnumpy==2.4.6\n"
    assert software.pins([text]) == {"kivy-garden": "0.1.5", "ast-serialize": "0.13.1", "numpy": "2.4.6"}


def test_the_tested_versions_are_known_here(place: Place) -> None:
    (found,) = software.packages(place)
    assert found.status is not Status.SKIP
