"""The demo as a person starts it: a process, a camera child, a scoreboard, a printed match."""

import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from played_book import fill

from pi_app.__main__ import main
from pi_app.commands import run as run_command
from pi_app.settings import CameraKind


def demo(folder: Path, *words: str) -> list[str]:
    settings = folder / "settings.toml"
    settings.write_text('[web]\nhost = "127.0.0.1"\nport = 0\n')
    return [sys.executable, "-m", "pi_app", "demo", "--headless", "--config", str(settings), *words]


def test_a_headless_demo_prints_each_round_with_points_and_why(tmp_path: Path) -> None:
    done = subprocess.run(
        demo(tmp_path, "--rounds", "2", "--players", "4"), capture_output=True, text=True, timeout=120
    )

    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert re.search(r"^Scoreboard: http://127\.0\.0\.1:\d+$", done.stderr, re.MULTILINE)
    assert [line for line in lines if re.match(r"\d+: T=", line)] == [lines[0], lines[5]]
    assert all(re.search(r"[+-]\d  \w", line) for line in (*lines[1:5], *lines[6:10]))
    assert lines[-1].startswith("2 rounds in ")
    assert lines[-1].endswith("wrong 0")


@pytest.mark.parametrize(("number", "code"), [(signal.SIGTERM, 143), (signal.SIGINT, 130)])
def test_a_signal_stops_the_demo_cleanly(tmp_path: Path, number: signal.Signals, code: int) -> None:
    with subprocess.Popen(demo(tmp_path), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as child:
        assert child.stderr is not None
        child.stderr.readline()
        child.send_signal(number)
        _, said = child.communicate(timeout=20)

    assert child.returncode == code
    assert "Traceback" not in said


def test_a_match_of_people_is_not_played_on_by_the_demo(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    fill(tmp_path)
    before = main(["replay", "--data", str(tmp_path)]), capsys.readouterr().out

    assert main(demo(tmp_path, "--data", str(tmp_path))[3:]) == 3

    said = capsys.readouterr()
    assert (said.out, said.err) == ("", f"People are in the middle of a match in {tmp_path}.\n")
    assert (main(["replay", "--data", str(tmp_path)]), capsys.readouterr().out) == before


def test_run_without_a_camera_and_a_display_plays_in_the_named_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    fill(tmp_path)
    monkeypatch.setattr(run_command, "camera_kind", lambda _: CameraKind.SIMULATED)

    assert main(["run", *demo(tmp_path, "--data", str(tmp_path))[4:]]) == 3
    assert f"People are in the middle of a match in {tmp_path}." in capsys.readouterr().err


@pytest.mark.parametrize("speed", ["0", "-1", "nan", "inf", "fast"])
def test_a_speed_that_is_none_is_said_in_words(speed: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["demo", "--speed", speed])
    assert stopped.value.code == 2
    assert "a number above 0 is needed" in capsys.readouterr().err
