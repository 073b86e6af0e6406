"""Sounds go through child processes; whatever those do, the evening goes on."""

from __future__ import annotations

import os
import time
import wave
from dataclasses import replace
from pathlib import Path

import pytest

from pi_app.game.pieces import Phase
from pi_app.session.views import View
from pi_app.settings import Settings
from pi_app.sound.children import WAITING, Children, Sounding
from pi_app.sound.programs import Program, players, speakers
from pi_app.sound.sound import Sound

SOUNDING = Settings(sound=True, speak=True)


@pytest.fixture
def program(tmp_path: Path):
    """A program of a name, made of a few lines of shell; `kept` is where it may leave something."""

    def make(name: str, lines: str) -> Program:
        file = tmp_path / "bin" / name
        file.parent.mkdir(exist_ok=True)
        file.write_text(f"#!/bin/sh\nkept={tmp_path}/kept\nmkdir -p $kept\n{lines}\n")
        file.chmod(0o755)
        return Program((str(file),))

    return make


def soon(happened, seconds: float = 30.0) -> bool:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if happened():
            return True
        time.sleep(0.01)
    return False


def test_a_cue_reaches_the_player_as_a_wav_file(program, tmp_path: Path, clue: View, scored) -> None:
    sound = Sound(SOUNDING, [program("play", 'cp "$1" "$kept/part"; mv "$kept/part" "$kept/heard.wav"')], [])
    sound.changed(replace(clue, phase=Phase.OWNERS))
    sound.changed(scored("some"))
    heard = tmp_path / "kept/heard.wav"
    assert soon(heard.exists)
    with wave.open(str(heard), "rb") as file:
        assert file.getnframes() > 1000
    sound.close()


def test_points_are_said_through_standard_input(program, tmp_path: Path, clue: View, scored) -> None:
    lines = 'printf %s "$1" >"$kept/language"; cat >"$kept/part"; mv "$kept/part" "$kept/said"'
    sound = Sound(SOUNDING, [], [program("speak", lines)])
    for view in (replace(clue, phase=Phase.OWNERS), scored("none")):
        sound.changed(replace(view, language="fa"))
    said = tmp_path / "kept/said"
    assert soon(said.exists)
    text = said.read_text(encoding="utf-8")
    assert "Bo" in text
    assert "۵" in text
    assert not {"\u2068", "\u2069"} & set(text)
    assert (tmp_path / "kept/language").read_text() == "fa"
    sound.close()


@pytest.mark.parametrize(
    "settings",
    [Settings(sound=False, speak=False), Settings(sound=True, calm=True)],
    ids=["switched off", "a calm table"],
)
def test_a_silent_table_starts_no_program(
    program, tmp_path: Path, clue: View, scored, settings: Settings
) -> None:
    both = [program("both", 'touch "$kept/started"')]
    sound = Sound(settings, both, both)
    sound.changed(replace(clue, phase=Phase.OWNERS))
    sound.changed(scored("some"))
    sound.obey(SOUNDING)
    sound.changed(replace(clue, phase=Phase.CLUE, n=10, rounds=scored("some").rounds))
    time.sleep(0.1)
    assert not (tmp_path / "kept").exists()
    sound.close()


def test_sound_can_be_switched_on_in_the_middle(program, tmp_path: Path, clue: View, scored) -> None:
    sound = Sound(Settings(sound=False), [program("play", 'touch "$kept/started"')], [])
    sound.changed(replace(clue, phase=Phase.OWNERS))
    sound.obey(Settings(sound=True))
    sound.changed(scored("some"))
    assert soon((tmp_path / "kept/started").exists)
    sound.close()


def test_a_player_that_crashes_is_replaced_by_the_next(program, tmp_path: Path) -> None:
    bad, good = program("bad", "kill -SEGV $$"), program("good", 'touch "$kept/$1"')
    children = Children([Program(("/no/such/program",)), bad, good], "test")
    children.put(Sounding("one"))
    assert soon((tmp_path / "kept/one").exists)
    assert children._programs == [good]
    children.close()


def test_when_every_player_fails_it_is_silent_for_good(program) -> None:
    children = Children([program("bad", "exit 3")], "test")
    children.put(Sounding("one"))
    assert soon(lambda: not children.can)
    children.put(Sounding("two"))
    children.close()


def test_a_player_that_hangs_is_killed_with_its_own_children(program, tmp_path: Path) -> None:
    hangs = program("hangs", 'sleep 600 & echo $! >"$kept/child"; wait')
    children = Children([hangs], "test")
    children.put(Sounding("one", limit=0.3))
    assert soon(lambda: not children.can)
    child = int((tmp_path / "kept/child").read_text())
    assert soon(lambda: not _alive(child))
    children.close()


def test_changes_never_wait_for_a_player_that_hangs(program, clue: View, scored) -> None:
    sound = Sound(SOUNDING, [program("hangs", "sleep 600")], [program("mute", "sleep 600")])
    began = time.monotonic()
    for n in range(200):
        sound.changed(replace(clue, phase=Phase.OWNERS, n=10 + n))
        sound.changed(replace(scored("some"), n=10 + n))
    assert time.monotonic() - began < 1.0
    assert sound._players._queue.qsize() <= WAITING
    began = time.monotonic()
    sound.close()
    assert time.monotonic() - began < 1.5


def test_what_was_made_for_the_sounds_is_gone_afterwards(program, clue: View, scored) -> None:
    sound = Sound(SOUNDING, [program("play", "exit 0")], [])
    sound.changed(replace(clue, phase=Phase.OWNERS))
    sound.changed(scored("some"))
    folder = Path(sound._folder.name)
    assert folder.is_dir()
    sound.close()
    assert not folder.exists()


def test_the_best_installed_program_comes_first() -> None:
    found = {"aplay": "/usr/bin/aplay", "pw-play": "/usr/bin/pw-play", "spd-say": "/usr/bin/spd-say"}.get
    assert [p.with_last("x.wav") for p in players(found)] == [
        ("/usr/bin/pw-play", "x.wav"),
        ("/usr/bin/aplay", "-q", "x.wav"),
    ]
    assert [p.with_last("et") for p in speakers(found)] == [("/usr/bin/spd-say", "-w", "-e", "-l", "et")]
    assert players(lambda _: None) == ()


def _alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"


def test_a_hop_is_heard_once_and_left_out_while_it_sounds(program, tmp_path: Path) -> None:
    sound = Sound(
        SOUNDING, [program("play", 'touch "$kept/$$"; while [ ! -e "$kept/go" ]; do sleep 0.01; done')], []
    )
    heard = tmp_path / "kept"

    def count() -> int:
        return len([file for file in heard.glob("*") if file.name.isdecimal()]) if heard.exists() else 0

    for _ in range(5):
        sound.hop()
    assert soon(lambda: count() == 1)
    (heard / "go").touch()
    assert soon(lambda: sound._players.is_idle)
    assert count() == 1
    sound.hop()
    assert soon(lambda: count() == 2)
    sound.close()


@pytest.mark.parametrize("settings", [Settings(calm=True), Settings(sound=False)], ids=["calm", "silent"])
def test_no_hop_is_heard_at_a_table_that_wants_none(program, tmp_path: Path, settings: Settings) -> None:
    sound = Sound(settings, [program("play", 'touch "$kept/heard"')], [])
    sound.hop()
    assert sound._players.is_idle
    sound.close()
