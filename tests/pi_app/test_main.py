"""The command line: what it prints, where, and how it ends."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from pi_app.__main__ import main
from pi_app.command_line import COMMANDS
from pi_app.game.moves import Seat, StartMatch
from pi_app.session.book import Book


def rabbit_table(*words: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "pi_app", *words], input=stdin, capture_output=True, text=True, timeout=60
    )


@pytest.mark.parametrize(("command", "summary"), COMMANDS.items())
def test_every_command_explains_itself(
    command: str, summary: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as stopped:
        main([command, "--help"])

    assert stopped.value.code == 0
    text = capsys.readouterr().out
    assert summary[1:] in " ".join(text.split())
    assert "--data" in text
    assert "--config" in text


def test_the_help_lists_every_command() -> None:
    done = rabbit_table("--help")

    assert done.returncode == 0
    assert all(command in done.stdout for command in COMMANDS)


@pytest.mark.parametrize("words", [(), ("fly",), ("score", "--no-such-option")])
def test_wrong_usage_is_code_2_and_no_traceback(words: tuple[str, ...]) -> None:
    done = rabbit_table(*words)

    assert done.returncode == 2
    assert done.stdout == ""
    assert "Traceback" not in done.stderr


def test_a_demo_for_too_many_players_says_so() -> None:
    done = rabbit_table("demo", "--players", "9", "--profile", "refresh2021", "--headless")

    assert done.returncode == 2
    assert re.search(r"\b3\D+8 players", done.stderr)


@pytest.mark.parametrize(
    "wrong",
    [
        [],
        ["fly"],
        ["score", "--nonsense"],
        ["export", "x"],
        ["kit", "--disc-mm", "wide"],
        ["read"],
        ["drive", "x"],
        ["hub", "--port", "65536"],
        ["hub", "--broker-port", "0"],
        ["demo", "--rounds", "0"],
        ["calibrate", "--square-mm", "0"],
        ["calibrate", "--square-mm", "nan"],
        ["calibrate", "--seconds", "-1"],
    ],
    ids=" ".join,
)
def test_wrong_words_are_one_sentence_and_exit_code_2(capsys, wrong):
    with pytest.raises(SystemExit) as stopped:
        main(wrong)
    assert stopped.value.code == 2
    said = capsys.readouterr()
    assert (said.out, len(said.err.splitlines())) == ("", 1)


@pytest.mark.parametrize("command", ["read", "score", "backup", "restore"])
def test_a_name_that_no_file_can_have_is_one_sentence(capsys, tmp_path, command):
    assert main([command, "x" * 5000, "--data", str(tmp_path), "--config", os.devnull]) == 2
    said = capsys.readouterr()
    assert (said.out, len(said.err.splitlines())) == ("", 1)
    assert "inside" not in said.err


def test_a_place_that_cannot_be_written_is_one_sentence(capsys):
    assert main(["calibrate", "--board", "/proc/no/board.pdf"]) == 2
    said = capsys.readouterr()
    assert (said.out, len(said.err.splitlines())) == ("", 1)
    assert "Errno" not in said.err


def test_a_level_of_the_log_that_nobody_knows_stops_nothing(monkeypatch):
    monkeypatch.setenv("RABBIT_TABLE_LOG", "loud")
    done = rabbit_table("score", "-", stdin="T=Anna 1:Bo 2:Anna 3:Cy | Bo>2 Cy>1")
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("coding", ["ascii", "latin-1"])
def test_names_of_all_languages_are_said_whatever_the_locale(coding: str, tmp_path: Path) -> None:
    book = Book(tmp_path / "book.sqlite")
    book.begin(1.0, StartMatch("refresh2021", (Seat(1, "Дмитрий"), Seat(2, "نوبت"), Seat(3, "Øst"))))
    book.close()
    environment = {**os.environ, "PYTHONIOENCODING": coding, "PYTHONUTF8": "0"}
    words = [sys.executable, "-m", "pi_app", "replay", "--data", str(tmp_path)]
    done = subprocess.run(words, env=environment, capture_output=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, b"")
    assert "2=نوبت" in done.stdout.decode()
