"""`drive` as another program uses it: lines in, lines out, and the plug pulled at any moment."""

from __future__ import annotations

import json
import os
import random
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from pi_app.commands.drive import LONGEST_LINE

PLAYERS = [{"id": n, "name": name} for n, name in enumerate(("Anna", "Bo", "Clara", "Dan"), 1)]
START = {"move": "StartMatch", "profile": "refresh2021", "players": PLAYERS, "storyteller": 1}
STATE = {"move": "State"}


def command(folder: Path) -> list[str]:
    launcher = "import sys; from pi_app.__main__ import main; sys.exit(main())"
    return [sys.executable, "-c", launcher, "drive", "--data", str(folder), "--config", os.devnull]


class Driven:
    """A running `drive`."""

    def __init__(self, folder: Path) -> None:
        self.process = subprocess.Popen(
            command(folder), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )

    def send(self, move: object) -> None:
        line = move if isinstance(move, bytes) else json.dumps(move).encode()
        self.process.stdin.write(line + b"\n")
        self.process.stdin.flush()

    def ask(self, move: object) -> dict:
        self.send(move)
        return json.loads(self.process.stdout.readline())

    def end(self) -> tuple[int, str]:
        _, said = self.process.communicate(timeout=20)
        return self.process.returncode, said.decode()


@pytest.fixture
def driven(tmp_path):
    running = Driven(tmp_path / "data")
    yield running
    running.process.kill()
    running.process.communicate()


@pytest.fixture(scope="module")
def idle(tmp_path_factory):
    """One that nobody has given a good move yet."""
    running = Driven(tmp_path_factory.mktemp("idle"))
    yield running
    assert running.end() == (0, "")


def one_round() -> list[dict]:
    """As far as the reveal."""
    return [{"move": "OpenVoting"}, {"move": "OpenReveal"}]


def test_a_round_from_start_to_points(driven):
    assert driven.ask(STATE)["state"]["phase"] == "LOBBY"
    for move in (START, *one_round()):
        assert driven.ask(move)["ok"]
    assert driven.ask({"move": "RecordVotes", "votes": {"2": [1], "3": [1], "4": [2]}})["n"] == 4
    answer = driven.ask({"move": "RecordOwners", "slots": {"1": 1, "2": 2}})
    assert answer["ok"]
    state = answer["state"]
    assert (state["phase"], state["round"], state["storyteller"], state["over"]) == ("SCORES", 1, 1, False)
    assert {p["id"]: (p["score"], p["rank"]) for p in state["players"]} == {
        1: (3, 2),
        2: (4, 1),
        3: (3, 2),
        4: (0, 4),
    }
    played = state["rounds"][0]
    assert played["votes"] == {"2": [1], "3": [1], "4": [2]}
    bo = played["points"]["2"]
    assert (bo["base"], bo["bonus"], bo["extra"]) == (3, 1, 0)
    assert bo["why"] == ["found the storyteller's card", "1 vote for your card"]
    assert driven.end() == (0, "")


def test_a_refused_move_changes_nothing_and_says_every_reason(driven):
    for move in (START, *one_round()):
        driven.ask(move)
    answer = driven.ask({"move": "RecordVotes", "votes": {"1": [1], "2": [9]}})
    assert (answer["ok"], answer["n"], answer["state"]["phase"]) == (False, 3, "REVEAL")
    assert {(e["code"], e["player"], e["slot"]) for e in answer["errors"]} == {
        ("STORYTELLER_VOTED", 1, None),
        ("NO_SUCH_SLOT", 2, 9),
        ("MISSING_VOTE", 3, None),
        ("MISSING_VOTE", 4, None),
    }
    assert "No vote from Clara." in {e["text"] for e in answer["errors"]}


def test_a_move_made_on_an_older_state_is_stale(driven):
    driven.ask(START)
    answer = driven.ask({"move": "OpenVoting", "expect_n": 0})
    assert [e["code"] for e in answer["errors"]] == ["STALE"]
    assert driven.ask({"move": "OpenVoting", "expect_n": 1})["ok"]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (b"", "BAD_JSON"),
        (b"   ", "BAD_JSON"),
        (b"garbage", "BAD_JSON"),
        (b"\xff\xfe\x00", "BAD_JSON"),
        (b"[" * 100_000, "BAD_JSON"),
        (b'{"move": "Undo"', "BAD_JSON"),
        (b"x" * (LONGEST_LINE + 10), "LINE_TOO_LONG"),
        (b'{"move": NaN}', "BAD_JSON"),
        (b'{"move": -Infinity}', "BAD_JSON"),
        (b'{"n": ' + b"9" * 5000 + b"}", "BAD_JSON"),
        (b'{"move": "Undo", "move": "Redo"}', "BAD_MOVE"),
        (b'{"move": "RecordVotes", "votes": {"2": [1], "2": [3]}}', "BAD_MOVE"),
        (b"[]", "BAD_MOVE"),
        (b"null", "BAD_MOVE"),
        (b'{"move": "Fly"}', "BAD_MOVE"),
        (b'{"move": "Undo", "expect_n": "1"}', "BAD_MOVE"),
        (b'{"move": "Undo", "expect_n": true}', "BAD_MOVE"),
        (b'{"move": "OpenVoting", "storyteller": 1e999}', "BAD_JSON"),
        (b'{"move": "Undo"}', "NOTHING_TO_UNDO"),
        (b'{"move": "OpenVoting"}', "WRONG_PHASE"),
        (b'{"move": "StartMatch", "profile": "nope", "players": []}', "UNKNOWN_PROFILE"),
    ],
    ids=lambda value: str(value)[:30],
)
def test_a_strange_line_gets_one_answer_and_the_next_line_works(idle, line, code):
    answer = idle.ask(line)
    assert not answer["ok"]
    assert code in [error["code"] for error in answer["errors"]]
    assert idle.ask(STATE)["n"] == 0


def test_started_again_it_goes_on_where_it_was(tmp_path):
    first = Driven(tmp_path)
    for move in (START, *one_round()):
        first.ask(move)
    before = first.ask(STATE)
    assert first.end() == (0, "")
    again = Driven(tmp_path)
    assert again.ask(STATE) == before
    again.ask({"move": "Undo"})
    again.ask({"move": "Undo"})
    assert again.ask({"move": "Undo"})["state"]["phase"] == "LOBBY"
    again.end()


def test_a_new_match_may_start_when_the_last_one_is_over(driven):
    driven.ask(START)
    assert driven.ask({"move": "EndMatch"})["state"]["over"]
    answer = driven.ask(START)
    assert (answer["ok"], answer["n"], answer["state"]["match"]) == (True, 1, "2")


@pytest.mark.parametrize(("number", "code"), [(signal.SIGTERM, 143), (signal.SIGINT, 130)])
def test_a_signal_stops_it_cleanly(driven, number, code):
    driven.ask(START)
    driven.process.send_signal(number)
    assert driven.end() == (code, "")


def test_a_reader_that_goes_away_is_no_error(tmp_path):
    process = Driven(tmp_path).process
    process.stdout.close()
    process.stdin.write((json.dumps(START) + "\n").encode() * 3)
    process.stdin.close()
    assert process.wait(20) == 0
    assert process.stderr.read() == b""
    process.stderr.close()


def test_a_folder_that_cannot_be_used_is_one_sentence_and_exit_code_2(tmp_path):
    (tmp_path / "file").write_text("")
    code, said = Driven(tmp_path / "file" / "data").end()
    assert code == 2
    assert "Traceback" not in said
    assert len(said.splitlines()) == 1


def test_a_damaged_book_is_kept_and_said_so(tmp_path):
    (tmp_path / "book.sqlite").write_bytes(b"rubbish" * 1000)
    driven = Driven(tmp_path)
    assert driven.ask(START)["ok"]
    code, said = driven.end()
    assert code == 0
    assert "kept as book.damaged-" in said


def scripted_match(moves: int) -> list[dict]:
    """AdjustScore is legal in every phase, and each one here is different from the others."""
    return [{"move": "AdjustScore", "player": 1, "points": n, "reason": f"move {n}"} for n in range(1, moves)]


def test_every_acknowledged_move_survives_being_killed_at_eight_random_moments(tmp_path):
    """Random kills while moves are streaming in; after each restart nothing is lost and nothing is twice.

    `tests.benchmarks.kills` does this a thousand times, with people at the table meanwhile.
    """
    dice = random.Random(8)
    moves = scripted_match(100_000)
    acknowledged = sent_after_start = 0
    for kill in range(8):
        driven = Driven(tmp_path)
        state = driven.ask(STATE)
        if kill == 0:
            driven.ask(START)
            acknowledged = 1
        else:
            # One more may be on the disk than was acknowledged: the answer was on its way.
            assert acknowledged <= state["n"] <= acknowledged + sent_after_start, kill
            assert state["state"]["players"][0]["score"] == sum(range(1, state["n"]))
            acknowledged = state["n"]
        acknowledged, sent_after_start = stream_and_kill(driven, moves, acknowledged, dice.uniform(0.0, 0.06))
    final = Driven(tmp_path)
    n = final.ask(STATE)["n"]
    final.end()
    assert n >= acknowledged > 8


def stream_and_kill(driven: Driven, moves: list[dict], n: int, seconds: float) -> tuple[int, int]:
    """Send moves one by one until the time is up, then SIGKILL in the middle; (acknowledged, in flight)."""
    deadline = time.monotonic() + seconds
    waiting = False
    while True:
        if not waiting:
            driven.send({**moves[n - 1], "expect_n": n})
            waiting = True
        left = max(0.0, deadline - time.monotonic())
        if not select.select([driven.process.stdout], [], [], left)[0]:
            break
        answer = json.loads(driven.process.stdout.readline())
        assert answer["ok"], answer
        n, waiting = answer["n"], False
        if time.monotonic() >= deadline:
            break
    os.kill(driven.process.pid, signal.SIGKILL)
    rest = driven.process.communicate()[0]
    late = [line for line in rest.splitlines(keepends=True) if line.endswith(b"\n")]
    n += len(late)
    return n, 1 if waiting and not late else 0


def test_asking_with_a_key_that_is_not_known_says_which(driven):
    answer = driven.ask({**STATE, "round": 3})
    assert [error["text"] for error in answer["errors"]] == [
        "This move cannot be understood: State has no field 'round'."
    ]


def test_a_match_without_a_camera_loads_no_picture_software():
    program = "import sys, pi_app.commands.drive; sys.exit('cv2' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], timeout=60).returncode == 0
