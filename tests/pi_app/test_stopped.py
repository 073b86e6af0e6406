"""A signal ends every command with 130 or 143, from the first moment on, and says no traceback."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

SIGNALS = [(signal.SIGTERM, 143), (signal.SIGINT, 130)]
WAITING = ["score -", "drive", "hub --port 0", "read -"]
"""Commands that wait for ever."""


def started(words: str, folder: Path) -> subprocess.Popen[str]:
    pipe = subprocess.PIPE
    command = [sys.executable, "-m", "pi_app", *words.split(), "--data", str(folder)]
    return subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, text=True)


@pytest.mark.parametrize(("number", "code"), SIGNALS)
@pytest.mark.parametrize("words", WAITING)
def test_a_command_that_waits_is_ended_by_a_signal(
    words: str, number: signal.Signals, code: int, tmp_path: Path
) -> None:
    with started(words, tmp_path) as child:
        time.sleep(1.5)
        child.send_signal(number)
        child.wait(timeout=20)
        assert child.stdout is not None
        assert child.stderr is not None
        said = child.stdout.read(), child.stderr.read()

    assert child.returncode == code
    assert "Traceback" not in "".join(said)


@pytest.mark.parametrize(("number", "code"), SIGNALS)
@pytest.mark.parametrize("moment", range(4))
def test_a_command_that_has_just_begun_is_ended_by_a_signal(
    moment: int, number: signal.Signals, code: int, tmp_path: Path
) -> None:
    """Python's own start is not ours: the signal comes once the program has taken hold."""
    program = (
        "import sys, pi_app.__main__ as program; sys.argv[1:] = ['doctor', '--json'];"
        "listen = program._Stopping.listen;"
        "program._Stopping.listen = lambda self: (listen(self), print('begun', flush=True));"
        "sys.exit(program.main())"
    )
    with subprocess.Popen(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=Path.cwd()
    ) as child:
        assert child.stdout is not None
        assert child.stderr is not None
        child.stdout.readline()
        time.sleep(0.1 * moment)
        child.send_signal(number)
        child.wait(timeout=20)
        said = child.stdout.read() + child.stderr.read()

    assert child.returncode == code
    assert b"Traceback" not in said
