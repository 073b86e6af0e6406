"""settings.toml in, Settings out; whatever is in the file."""

from __future__ import annotations

from datetime import UTC, datetime

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pi_app.settings import (
    CameraKind,
    Loaded,
    Misset,
    Pins,
    Settings,
    WebSettings,
    load_settings,
    save_settings,
    set_aside,
)
from pi_app.words import LANGUAGES


def at_noon() -> datetime:
    return datetime(2026, 1, 2, 12, 0, 0, tzinfo=UTC)


def test_no_file_means_defaults(tmp_path):
    assert load_settings(tmp_path / "settings.toml") == Loaded(is_missing=True)


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
    "text", [b"language = ", b"\xff\xfe\x00", b"x = " + b"[" * 3000, bytes(300), b"kit = 1\nkit = 2"]
)
def test_a_file_that_is_no_toml_means_defaults_and_stays_until_it_is_set_aside(tmp_path, text):
    path = tmp_path / "settings.toml"
    path.write_bytes(text)
    loaded = load_settings(path)
    assert (loaded.settings, loaded.is_damaged, bool(loaded.reason)) == (Settings(), True, True)
    assert path.read_bytes() == text

    kept = set_aside(path, at_noon())
    assert kept == tmp_path / "settings.damaged-20260102-120000.toml"
    assert kept.read_bytes() == text
    assert load_settings(path) == Loaded(is_missing=True)


@pytest.mark.parametrize(
    ("line", "misset"),
    [
        ('languages = "et"', Misset("languages", None)),
        ('"a\\nb" = 1', Misset("a\\nb", None)),
        ("language = 7", Misset("language", '"en"')),
        ('language = "xx"', Misset("language", '"en"')),
        ("disc_mm = 12", Misset("disc_mm", "32.0")),
        ("sound = 1979-05-27", Misset("sound", "true")),
        ("mqtt = 3", Misset("mqtt", "")),
        ('[camera]\nkind = "film"', Misset("camera.kind", '"auto"')),
        ("[camera]\nwide = 1", Misset("camera.wide", None)),
        ("[pins]\nnext = 99", Misset("pins.next", "17")),
        ("[pins.next]\nbcm = 4", Misset("pins.next", "17")),
    ],
)
def test_a_line_that_is_not_understood_is_told_and_the_others_hold(tmp_path, line, misset):
    path = tmp_path / "settings.toml"
    path.write_text(f"kit = 7\n{line}\n[web]\nport = 9000\n", encoding="utf-8")

    loaded = load_settings(path)

    assert loaded.missets == (misset,)
    assert loaded.settings == Settings(kit=7, web=WebSettings(port=9000))
    assert (loaded.reason, loaded.is_damaged) == ("", False)
    assert list(tmp_path.iterdir()) == [path]


def test_every_language_may_be_set():
    for language in LANGUAGES:
        assert msgspec.convert({"language": language}, Settings).language == language


def test_a_folder_in_place_of_the_file_means_defaults(tmp_path):
    loaded = load_settings(tmp_path)
    assert loaded.settings == Settings()
    assert loaded.reason


@given(st.binary(max_size=200) | st.text(max_size=200).map(str.encode))
def test_no_file_whatsoever_raises(tmp_path_factory, text):
    path = tmp_path_factory.mktemp("any") / "settings.toml"
    path.write_bytes(text)
    load_settings(path)
