"""People come and go in any phase, as another program sees it through `drive`; no match is ever stuck."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pi_app.commands.drive import _answer
from pi_app.session.book import Book
from pi_app.session.manners import FOR_PROGRAMS
from pi_app.session.session import Session
from pi_app.words import Words

NAMES = ("Anna", "Bo", "Clara", "Dan")
Said = dict[str, Any]
OPEN: tuple[Said, ...] = ({"move": "OpenVoting"}, {"move": "OpenReveal"})
VOTES: Said = {"move": "RecordVotes", "votes": {"2": [1], "3": [1], "4": [2]}}
OWNERS: Said = {"move": "RecordOwners", "slots": {"1": 1, "2": 2, "3": 3, "4": 4}}
NEXT: Said = {"move": "NextRound"}
STEPS: tuple[Said, ...] = (*OPEN, VOTES, OWNERS)
PHASES = ("CLUE", "VOTING", "REVEAL", "OWNERS", "SCORES")


class Driven:
    """`drive` without its process: the same lines in, the same lines out."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.session = self._open()

    def _open(self) -> Session:
        return Session(Book(self.folder / "book.sqlite"), Words(), manners=FOR_PROGRAMS)

    def ask(self, *moves: Said) -> Said:
        answer: Said = {}
        for move in moves:
            told = _answer(self.session, Words(), json.dumps(move).encode())
            answer = json.loads(msgspec.json.encode(told))
        return answer

    def good(self, *moves: Said) -> Said:
        """The state after all of them; each must be accepted."""
        state: Said = {}
        for move in moves:
            answer = self.ask(move)
            assert answer["ok"], (move, answer)
            state = answer["state"]
        return state

    def restart(self) -> None:
        self.session.close()
        self.session = self._open()


@pytest.fixture
def table(tmp_path: Path) -> Driven:
    driven = Driven(tmp_path)
    players = [{"id": n, "name": name} for n, name in enumerate(NAMES, 1)]
    driven.good({"move": "StartMatch", "profile": "refresh2021", "players": players, "storyteller": 1})
    return driven


def leave(player: int) -> Said:
    return {"move": "LeavePlayer", "player": player}


def scores(state: Said) -> dict[int, int]:
    return {player["id"]: player["score"] for player in state["players"]}


@pytest.mark.parametrize("done", range(5), ids=PHASES)
def test_the_storyteller_may_leave_in_any_phase(table: Driven, done: int) -> None:
    table.good({"move": "State"}, *STEPS[:done])
    state = table.good(leave(1))
    assert [player["active"] for player in state["players"]] == [False, True, True, True]
    if done < 3:  # nothing was confirmed: the next in the order tells instead
        assert (state["phase"], state["round"], state["storyteller"]) == ("CLUE", 1, 2)
        assert scores(state) == {1: 0, 2: 0, 3: 0, 4: 0}
    else:
        state = table.good({"move": "State"}, *STEPS[done:])
        assert scores(state) == {1: 3, 2: 4, 3: 3, 4: 0}
        state = table.good(NEXT)
        assert (state["round"], state["storyteller"]) == (2, 2)
    votes = {"3": [2], "4": [2]} if state["storyteller"] == 2 else {}
    table.good(*OPEN, {"move": "RecordVotes", "votes": votes})
    state = table.good({"move": "RecordOwners", "slots": {"1": 3, "2": 2, "3": 4, "4": 3, "5": 4}})
    assert state["phase"] == "SCORES"
    assert state["players"][0]["score"] == (3 if done >= 3 else 0)


@pytest.mark.parametrize("done", range(5), ids=PHASES)
def test_a_voter_may_leave_in_any_phase(table: Driven, done: int) -> None:
    table.good({"move": "State"}, *STEPS[:done])
    state = table.good(leave(4))
    if done == 0:
        table.good(*OPEN, {"move": "RecordVotes", "votes": {"2": [1], "3": [2]}})
        state = table.good({"move": "RecordOwners", "slots": {"1": 1, "2": 2, "3": 3, "4": 2, "5": 3}})
    elif done < 3:
        rest = [step for step in STEPS[done:] if step["move"] not in ("RecordVotes", "RecordOwners")]
        table.good({"move": "State"}, *rest, {"move": "RecordVotes", "votes": {"2": [1], "3": [4]}})
        state = table.good(OWNERS)
        assert "4" not in state["rounds"][0]["votes"]
    else:
        state = table.good({"move": "State"}, *STEPS[done:])
    assert (state["phase"], state["players"][3]["active"]) == ("SCORES", False)
    assert table.good(NEXT)["storyteller"] == 2


@pytest.mark.parametrize("done", range(5), ids=PHASES)
def test_who_joins_takes_part_from_the_next_round(table: Driven, done: int) -> None:
    table.good({"move": "State"}, *STEPS[:done])
    state = table.good({"move": "AddPlayer", "player": {"id": 7, "name": "Bo"}, "score": 2})
    late = state["players"][-1]
    assert (late["id"], late["score"], late["joined_round"], late["stickers"]) == (7, 2, 2, 7)
    state = table.good({"move": "State"}, *STEPS[done:])
    assert "7" not in state["rounds"][0]["points"]
    table.good(NEXT, *OPEN)
    table.good({"move": "RecordVotes", "votes": {"1": [2], "3": [4], "4": [5], "7": [2]}})
    state = table.good({"move": "RecordOwners", "slots": {"1": 1, "2": 2, "3": 3, "4": 4, "5": 7}})
    assert state["rounds"][1]["points"]["7"]["total"] == 4
    assert scores(state)[7] == 6


def test_stickers_that_are_used_are_not_given_twice(table: Driven) -> None:
    answer = table.ask({"move": "AddPlayer", "player": {"id": 5, "name": "Eve", "stickers": 2}})
    assert [(error["code"], error["player"]) for error in answer["errors"]] == [("DUPLICATE_STICKERS", 5)]
    table.good(leave(2))
    state = table.good({"move": "AddPlayer", "player": {"id": 5, "name": "Eve", "stickers": 2}})
    assert state["players"][-1]["stickers"] == 2
    answer = table.ask({"move": "AddPlayer", "player": {"id": 2, "name": "Bo", "stickers": 2}})
    assert [error["code"] for error in answer["errors"]] == ["DUPLICATE_STICKERS"]
    state = table.good({"move": "AddPlayer", "player": {"id": 2, "name": "Bo"}})
    assert [player["stickers"] for player in state["players"]] == [1, 5, 3, 4, 2]


def test_who_comes_back_has_the_old_points_and_the_old_place(table: Driven) -> None:
    table.good(*STEPS, leave(2), NEXT)
    answer = table.ask({"move": "AddPlayer", "player": {"id": 2, "name": "Bo"}, "score": 9})
    assert [error["code"] for error in answer["errors"]] == ["RETURN_KEEPS_SCORE"]
    state = table.good({"move": "AddPlayer", "player": {"id": 2, "name": "Bo"}})
    assert [player["id"] for player in state["players"]] == [1, 2, 3, 4]
    assert scores(state)[2] == 4


def test_everything_can_be_taken_back_over_a_restart(table: Driven) -> None:
    before = table.good({"move": "State"}, *STEPS)
    table.good(
        leave(2),
        {"move": "RenamePlayer", "player": 3, "name": "Anna"},
        {"move": "RestickerPlayer", "player": 3, "stickers": 9},
        {"move": "SwapSeats", "player": 1, "other": 4},
        {"move": "AdjustScore", "player": 3, "points": -1, "reason": "peeked"},
        {"move": "VoidRound", "round": 1},
        {"move": "EndMatch"},
        {"move": "PlayOn"},
    )
    table.restart()
    state = table.good(*[{"move": "Undo"}] * 8)
    assert {**state, "n": 0} == {**before, "n": 0}
    state = table.good(*[{"move": "Redo"}] * 8)
    assert (state["phase"], state["round"], scores(state)) == ("CLUE", 2, {4: 0, 2: 0, 3: -1, 1: 0})
    assert [player["id"] for player in state["players"]] == [4, 2, 3, 1]
    assert state["players"][2]["stickers"] == 9


def test_a_press_that_comes_twice_pays_once(table: Driven) -> None:
    table.good(*OPEN, VOTES)
    n = table.ask({"move": "State"})["n"]
    answers = [table.ask({**OWNERS, "expect_n": n}) for _ in range(3)]
    assert [answer["ok"] for answer in answers] == [True, False, False]
    assert [error["code"] for error in answers[1]["errors"]] == ["STALE"]
    assert scores(answers[2]["state"]) == {1: 3, 2: 4, 3: 3, 4: 0}


def test_when_everybody_leaves_the_match_is_over_and_can_be_taken_back(table: Driven) -> None:
    state = table.good(*[leave(player) for player in (1, 2, 3, 4)])
    assert (state["phase"], state["winners"]) == ("OVER", [])
    assert not table.ask({"move": "PlayOn"})["ok"]
    assert table.good({"move": "Undo"})["phase"] == "CLUE"


@pytest.mark.parametrize("places", [(1, 2), (2, 4)])
def test_the_order_of_storytellers_follows_the_seats(table: Driven, places: tuple[int, int]) -> None:
    table.good({"move": "SwapSeats", "player": places[0], "other": places[1]})
    order = [1, 2, 3, 4]
    one, other = order.index(places[0]), order.index(places[1])
    order[one], order[other] = order[other], order[one]
    state = table.good(*STEPS, NEXT)
    assert state["storyteller"] == order[(order.index(1) + 1) % 4]


def test_what_a_move_would_change_is_told_and_nothing_is_changed(table: Driven) -> None:
    before = table.good(*STEPS)
    n = table.ask({"move": "State"})["n"]
    wanted = {"move": "CorrectRound", "round": 1, "votes": {"4": [1]}}
    answer = table.ask({"what_if": wanted})
    assert (answer["ok"], answer["n"], answer["state"]) == (True, n, before)
    scores_then = {change["player"]: change["after"] for change in answer["changes"]["scores"]}
    assert answer["changes"]["rounds"] == [1]
    assert scores(table.good(wanted)) == {**scores(before), **scores_then}


def test_what_a_correction_changes_in_later_rounds_is_told(table: Driven) -> None:
    table.good(*STEPS, NEXT, *OPEN)
    table.good({"move": "RecordVotes", "votes": {"1": [2], "3": [2], "4": [1]}})
    table.good({"move": "RecordOwners", "slots": {"1": 1, "2": 2}})
    changes = table.ask({"what_if": {"move": "VoidRound", "round": 1}})["changes"]
    assert {(c["round"], c["player"]) for c in changes["later"]} == {(2, 1), (2, 2), (2, 3)}
    assert changes["rounds"] == [1]


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ({"what_if": {"move": "Undo"}}, None),
        ({"what_if": {"move": "Undo"}, "expect_n": 1}, None),
        ({"what_if": {"move": "Undo"}, "expect_n": 9}, "STALE"),
        ({"what_if": {"move": "CorrectRound", "round": 7, "votes": {"2": [1]}}}, "UNKNOWN_ROUND"),
        ({"what_if": {"move": "Fly"}}, "BAD_MOVE"),
        ({"what_if": 3}, "BAD_MOVE"),
        ({"what_if": {"move": "Undo"}, "and": 1}, "BAD_MOVE"),
    ],
)
def test_what_if_is_refused_as_the_move_would_be(table: Driven, said: Said, code: str | None) -> None:
    n = table.ask({"move": "State"})["n"]
    answer = table.ask(said)
    assert [error["code"] for error in answer.get("errors", [])] == ([code] if code else [])
    assert answer["n"] == n
