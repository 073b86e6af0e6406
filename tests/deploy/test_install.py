"""Installing, upgrading and removing, laid out in a folder."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path
from xml.etree import ElementTree

import pytest
from msgspec import structs
from staged import DEPLOY, SCRIPTS, install, tree, uninstall

from pi_app.commands.run import greeting_of
from pi_app.screens.launch import Greeting
from pi_app.settings import Settings, load_settings, save_settings

SETTINGS = "var/lib/rabbit-table/settings.toml"
RC = "home/pi/.config/labwc/rc.xml"
AUTOSTART = "home/pi/.config/labwc/autostart"
SWAYIDLE = "swayidle -w timeout 600 'wlopm --off \\*' resume 'wlopm --on \\*' &\n"


@pytest.fixture(params=[(), ("--lite",)], ids=["desktop", "lite"])
def options(request: pytest.FixtureRequest) -> tuple[str, ...]:
    return request.param


def test_installing_twice_changes_nothing(tmp_path: Path, options: tuple[str, ...]) -> None:
    install(tmp_path, *options)
    once = tree(tmp_path)
    install(tmp_path, *options)
    assert tree(tmp_path) == once
    assert len(once) > 10


def test_an_upgrade_keeps_matches_and_settings(tmp_path: Path, options: tuple[str, ...]) -> None:
    install(tmp_path, *options)
    book = tmp_path / "var/lib/rabbit-table/book.sqlite"
    book.write_text("matches")
    (tmp_path / SETTINGS).write_text('language = "et"\n')
    install(tmp_path, *options)
    assert book.read_text() == "matches"
    assert (tmp_path / SETTINGS).read_text() == 'language = "et"\n'


def test_removing_leaves_the_matches_and_nothing_else(tmp_path: Path, options: tuple[str, ...]) -> None:
    install(tmp_path, *options)
    state, cache = tmp_path / "var/lib/rabbit-table", tmp_path / "var/cache/rabbit-table"
    matches = ["book.sqlite", "book.sqlite-wal", "book.damaged-20260101-000000-0.sqlite", "copy.sqlite"]
    for name in [*matches, "settings.damaged-20260101-000000.toml", "lens.json"]:
        (state / name).write_text(name)
    (cache / "kivy").mkdir(parents=True)
    (cache / "kivy" / "icon").write_text("icon")
    (state / "backups").mkdir()
    (state / "backups/book-20260101-000000.sqlite").write_text("matches")
    matches.append("backups/book-20260101-000000.sqlite")
    uninstall(tmp_path)
    assert sorted(tree(tmp_path)) == sorted(f"var/lib/rabbit-table/{name}" for name in matches)


def test_removing_without_matches_leaves_no_file(tmp_path: Path, options: tuple[str, ...]) -> None:
    install(tmp_path, *options)
    uninstall(tmp_path)
    assert tree(tmp_path) == {}


def test_removing_twice_or_before_installing_is_no_error(tmp_path: Path) -> None:
    uninstall(tmp_path)
    uninstall(tmp_path)
    assert tree(tmp_path) == {}


def test_the_installed_remover_removes_itself(tmp_path: Path) -> None:
    install(tmp_path)
    remover = tmp_path / "opt/rabbit-table/uninstall"
    subprocess.run([remover, "--root", tmp_path], check=True, capture_output=True)
    assert tree(tmp_path) == {}


@pytest.mark.parametrize(
    "before", ["", "panel &\n", SWAYIDLE, "panel &\n" + SWAYIDLE + "# swayidle is off\n"]
)
def test_a_persons_own_autostart_comes_back_as_it_was(tmp_path: Path, before: str) -> None:
    file = tmp_path / AUTOSTART
    file.parent.mkdir(parents=True)
    file.write_text("panel &\n" + before)
    install(tmp_path)
    install(tmp_path)
    uninstall(tmp_path)
    assert file.read_text() == "panel &\n" + before


def test_the_desktop_starts_the_table_once_and_never_goes_blank(tmp_path: Path) -> None:
    file = tmp_path / AUTOSTART
    file.parent.mkdir(parents=True)
    file.write_text("panel &\n" + SWAYIDLE)
    install(tmp_path)
    install(tmp_path)
    live = [line for line in file.read_text().splitlines() if not line.startswith("#")]
    assert live == ["panel &", "/opt/rabbit-table/bin/kiosk &"]


def test_the_key_that_hides_the_pointer_is_laid_out_once_and_taken_away(tmp_path: Path) -> None:
    install(tmp_path)
    bound = ElementTree.parse(tmp_path / RC).find("keyboard/keybind")
    assert bound is not None
    assert [action.get("name") for action in bound] == ["HideCursor", "WarpCursor"]
    install(tmp_path, "--lite")
    assert not (tmp_path / RC).exists()


@pytest.mark.parametrize("options", [(), ("--lite",)])
def test_a_persons_own_keys_are_left_alone(tmp_path: Path, options: tuple[str, ...]) -> None:
    file = tmp_path / RC
    file.parent.mkdir(parents=True)
    file.write_text("<labwc_config/>")
    install(tmp_path, *options)
    uninstall(tmp_path)
    assert file.read_text() == "<labwc_config/>"


def test_changing_from_desktop_to_lite_and_back_leaves_one_way_to_start(tmp_path: Path) -> None:
    link = tmp_path / "etc/systemd/system/multi-user.target.wants/rabbit-table.service"
    install(tmp_path)
    desktop = tree(tmp_path)
    assert not link.is_symlink()
    install(tmp_path, "--lite")
    assert link.is_symlink()
    assert "kiosk" not in (tmp_path / AUTOSTART).read_text()
    install(tmp_path)
    assert tree(tmp_path) == desktop


def test_installing_for_somebody_else_leaves_the_former_owners_desktop_alone(tmp_path: Path) -> None:
    theirs = tmp_path / "home/anna/.config/labwc"
    theirs.mkdir(parents=True)
    (theirs / "autostart").write_text("panel &\n" + SWAYIDLE)
    install(tmp_path, "--user", "anna")
    assert "kiosk" in (theirs / "autostart").read_text()
    install(tmp_path)
    assert (theirs / "autostart").read_text() == "panel &\n" + SWAYIDLE
    assert not (theirs / "rc.xml").exists()
    assert "kiosk" in (tmp_path / AUTOSTART).read_text()


def test_the_settings_that_are_laid_out_are_the_defaults_and_ask_for_the_first_set_up(tmp_path: Path) -> None:
    install(tmp_path)
    loaded = load_settings(tmp_path / SETTINGS)
    assert (loaded.reason, loaded.missets) == ("", ())
    assert loaded.settings == structs.replace(Settings(), set_up=False)


def test_the_first_evening_after_installing_is_set_up_and_the_next_one_is_not(tmp_path: Path) -> None:
    install(tmp_path)
    file = tmp_path / SETTINGS
    laid_out = load_settings(file).settings
    assert greeting_of(laid_out, file) is Greeting.SET_UP
    save_settings(file, structs.replace(laid_out, set_up=True))
    assert greeting_of(load_settings(file).settings, file) is Greeting.START
    assert greeting_of(Settings(), tmp_path / "none.toml") is Greeting.SET_UP
    file.write_text("")
    assert greeting_of(load_settings(file).settings, file) is Greeting.SET_UP
    file.write_text('language = "et"\n')
    assert greeting_of(load_settings(file).settings, file) is Greeting.START


def test_only_the_owner_may_look_at_the_matches(tmp_path: Path) -> None:
    install(tmp_path)
    assert (tmp_path / "var/lib/rabbit-table").stat().st_mode & 0o077 == 0


@pytest.mark.parametrize(
    ("words", "code"), [(["--rot", "x"], 2), (["--root"], 2), (["--user"], 2), (["--help"], 0)]
)
def test_the_installer_explains_itself_and_changes_nothing(words: list[str], code: int) -> None:
    done = subprocess.run([DEPLOY / "install", *words], capture_output=True, text=True)
    assert done.returncode == code
    assert "--lite" in done.stderr


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_pip_is_told_no_path_of_ours_in_a_variable(script: Path) -> None:
    """It takes a space there for the end of a name: an installation from `/home/pi/my games` would fail."""
    assert not re.search(r'PIP_\w+="?\$(ROOT|HERE)', script.read_text(encoding="utf-8"))
