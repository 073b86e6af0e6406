"""What the network may read of a match."""

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pi_app.game.pieces import Phase
from pi_app.web.board import NO_MATCH, public_json, public_state
from tests.pi_app.web.evenings import SECRET_SLOT, board, scored


def test_the_state_has_every_fact_of_the_contract() -> None:
    state = public_state(board(rounds=(scored(1),)))
    assert {"phase", "round", "storyteller", "players", "rounds", "winners", "over"} <= set(state)
    assert {"id", "name", "score", "rank", "active"} <= set(state["players"][0])
    first = state["rounds"][0]
    assert {"storyteller", "slots", "votes", "points"} <= set(first)
    points = first["points"]["2"]
    assert {"base": 3, "bonus": 1, "extra": 0, "total": 4, "why": ["Because."]}.items() <= points.items()
    assert first["votes"] == {"2": [1], "3": [1], "4": [1], "5": [1], "6": [2]}


def test_the_json_is_what_it_says_in_every_key() -> None:
    shown = board(rounds=(scored(1),))
    assert json.loads(public_json(shown)) == public_state(shown)


@pytest.mark.parametrize("phase", [Phase.CLUE, Phase.VOTING, Phase.REVEAL, Phase.OWNERS])
def test_the_running_round_is_not_told_even_if_a_board_has_it(phase: Phase) -> None:
    leaky = board(phase, number=2, rounds=(scored(1), scored(2)))
    assert [told["round"] for told in public_state(leaky)["rounds"]] == [1]


def test_a_round_without_points_tells_neither_votes_nor_owners() -> None:
    unscored = replace(scored(1), points=(), red=2)
    told = public_state(board(Phase.SCORES, rounds=(unscored,)))["rounds"][0]
    assert (told["votes"], told["slots"], told["outcome"], told["red"]) == ({}, {}, "", None)


def test_a_void_round_tells_what_was_confirmed_and_pays_nothing() -> None:
    void = replace(scored(1), points=(), void=True, red=2)
    told = public_state(board(Phase.SCORES, rounds=(void,)))["rounds"][0]
    assert (told["points"], told["outcome"], told["red"]) == ({}, "", 2)
    assert told["votes"]
    assert told["slots"]


@pytest.mark.parametrize("phase", [Phase.VOTING, Phase.REVEAL, Phase.OWNERS])
def test_two_tables_that_differ_only_in_the_running_votes_publish_the_same_bytes(phase: Phase) -> None:
    votes = [{2: (1,), 3: (1,)}, {2: (SECRET_SLOT,), 3: (1,)}]
    told = {public_json(board(phase, rounds=(replace(scored(1), votes=vote, points=()),))) for vote in votes}
    assert len(told) == 1


def test_before_any_match_there_is_a_state_too() -> None:
    state = public_state(NO_MATCH)
    assert (state["phase"], state["players"], state["rounds"]) == ("LOBBY", [], [])


@given(st.text(max_size=40))
def test_any_name_arrives_whole_and_in_one_line(name: str) -> None:
    told = public_json(board(names=(name,)))
    assert b"\n" not in told
    assert b"\r" not in told
    assert json.loads(told)["players"][0]["name"] == name


def test_half_a_surrogate_pair_in_a_name_stops_nothing() -> None:
    assert json.loads(public_json(board(names=("A\ud800",))))["players"][0]["name"] == "A?"
