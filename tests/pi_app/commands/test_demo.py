"""The demo as a person starts it: a process, a camera child, a scoreboard, a printed match."""

import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest


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
    assert re.match(r"Scoreboard: http://127\.0\.0\.1:\d+$", lines[0])
    assert [line for line in lines if re.match(r"\d+: T=", line)] == [lines[1], lines[6]]
    assert all(re.search(r"[+-]\d  \w", line) for line in (*lines[2:6], *lines[7:11]))
    assert lines[-1].startswith("2 rounds in ")
    assert lines[-1].endswith("wrong 0")


@pytest.mark.parametrize(("number", "code"), [(signal.SIGTERM, 143), (signal.SIGINT, 130)])
def test_a_signal_stops_the_demo_cleanly(tmp_path: Path, number: signal.Signals, code: int) -> None:
    with subprocess.Popen(demo(tmp_path), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        child.stdout.readline()
        child.send_signal(number)
        _, said = child.communicate(timeout=20)

    assert child.returncode == code
    assert "Traceback" not in said
