"""settings.toml in, Settings out; whatever is in the file."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pi_app.settings import CameraKind, Loaded, Pins, Settings, WebSettings, load_settings, save_settings


def at_noon() -> datetime:
    return datetime(2026, 1, 2, 12, 0, 0, tzinfo=UTC)


def test_no_file_means_defaults(tmp_path):
    assert load_settings(tmp_path / "settings.toml") == Loaded(Settings())


def test_what_is_not_said_keeps_its_default(tmp_path):
    path = tmp_path / "settings.toml"
    path.write_text('language = "et"\n[camera]\nkind = "usb"\n[web]\nport = 9000\n', encoding="utf-8")
    settings = load_settings(path).settings
    assert (settings.language, settings.camera.kind, settings.web.port) == ("et", CameraKind.USB, 9000)
    assert settings.camera.width == Settings().camera.width


def test_settings_come_back_as_they_were_saved(tmp_path):
    path = tmp_path / "new" / "settings.toml"
    settings = Settings(
        language="fa", data='C:\\"x"\n', pins=Pins(lamp=-1), web=WebSettings(on=False), disc_mm=28.5
    )
    save_settings(path, settings)
    assert load_settings(path) == Loaded(settings)


@pytest.mark.parametrize(
    "text",
    [
        b"language = ",
        b"\xff\xfe\x00",
        b'languages = "en"',
        b"disc_mm = 12",
        b"web = 3",
        b'[camera]\nkind = "film"',
        b"[pins]\nnext = 99",
        b"x = " + b"[" * 3000,
        bytes(300),
    ],
)
def test_a_damaged_file_is_kept_aside_and_the_defaults_hold(tmp_path, text):
    path = tmp_path / "settings.toml"
    path.write_bytes(text)
    loaded = load_settings(path, at_noon)
    assert loaded.settings == Settings()
    assert loaded.reason
    assert loaded.set_aside == tmp_path / "settings.damaged-20260102-120000.toml"
    assert loaded.set_aside.read_bytes() == text
    assert load_settings(path) == Loaded(Settings())


def test_a_folder_in_place_of_the_file_means_defaults(tmp_path):
    loaded = load_settings(tmp_path)
    assert loaded.settings == Settings()
    assert loaded.reason


@given(st.binary(max_size=200) | st.text(max_size=200).map(str.encode))
def test_no_file_whatsoever_raises(tmp_path_factory, text):
    path = tmp_path_factory.mktemp("any") / "settings.toml"
    path.write_bytes(text)
    load_settings(path)
