"""Nobody can read the answer: a full disk, a reader that has gone, a closed stream. One sentence at most."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

START = {
    "move": "StartMatch",
    "profile": "refresh2021",
    "players": [{"id": n, "name": "ABCD"[n]} for n in (1, 2, 3)],
}
LINE = "T=1 1:1* 2:2 3:3 4:4 | 2>1 3>1 4>2"
COMMANDS = ("drive", "replay", "export --format csv", "stats", "rules", "score -")
FULL = Path("/dev/full")


def said(command: str) -> bytes:
    return (LINE if command.startswith("score") else json.dumps(START)).encode()


def shell(command: str, output: str, folder: Path) -> subprocess.CompletedProcess[bytes]:
    """The command with its output led there by a shell, as a person would."""
    run = f'"$0" -m pi_app {command} --data "$1" --config /dev/null {output}'
    return subprocess.run(
        ["/bin/sh", "-c", run, sys.executable, str(folder)],
        input=said(command),
        capture_output=True,
        timeout=60,
    )


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("played")
    assert shell("drive", "", folder).returncode == 0
    return folder


@pytest.mark.skipif(not FULL.exists(), reason="there is no /dev/full here")
@pytest.mark.parametrize("command", COMMANDS)
def test_an_answer_that_cannot_be_written_is_one_sentence_and_code_3(command: str, folder: Path) -> None:
    done = shell(command, f"> {FULL}", folder)
    assert done.returncode == 3
    assert done.stderr.decode().splitlines() == [
        "rabbit-table: the answer cannot be written: No space left on device."
    ]


@pytest.mark.parametrize("output", [">&-", "| true"])
@pytest.mark.parametrize("command", ["drive", "replay"])
def test_who_does_not_listen_is_told_nothing(command: str, output: str, folder: Path) -> None:
    done = shell(command, output, folder)
    assert (done.returncode, done.stderr) == (0, b"")


def test_a_closed_output_never_ends_up_in_the_book(folder: Path) -> None:
    """Without a place held for it, the first file opened would be the output."""
    assert shell("drive", ">&-", folder).returncode == 0
    state = json.loads(shell("export", "", folder).stdout)
    assert state["state"]["phase"] == "CLUE"
