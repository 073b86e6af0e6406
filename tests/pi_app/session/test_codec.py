"""Moves to JSON and back; what is not a move is refused in one sentence."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pi_app.game import moves
from pi_app.game.moves import MOVES, Move, Seat
from pi_app.session.codec import BadMove, move_from_dict, move_to_dict

EXAMPLES: tuple[Move, ...] = (
    moves.StartMatch("refresh2021", (Seat(1, "Anna"), Seat(2, "👨‍👩‍👧 می‌خواهم", 5)), 2),
    moves.StartMatch("refresh2021", (Seat(1, "Anna"),), overrides={"end.target": None, "tie": ("shared",)}),
    moves.OpenVoting(3),
    moves.OpenReveal(),
    moves.RecordVotes({2: (3,), 4: (1, 2)}, red=4),
    moves.RecordOwners({1: 2, 2: 1}),
    moves.NextRound(True),
    moves.CorrectRound(2, votes={3: (1,)}, slots=None, storyteller=1),
    moves.VoidRound(),
    moves.AdjustScore(1, -2, "late"),
    moves.AddPlayer(Seat(7, "Zoë"), score=4, seat=2),
    moves.LeavePlayer(2),
    moves.RenamePlayer(2, "שרה"),
    moves.RestickerPlayer(2, 9),
    moves.SwapSeats(1, 2),
    moves.EndMatch(),
    moves.PlayOn(),
    moves.Undo(),
    moves.Redo(),
)


def test_every_move_there_is_has_an_example():
    assert {type(move).__name__ for move in EXAMPLES} == set(MOVES)


@pytest.mark.parametrize("move", EXAMPLES, ids=lambda move: type(move).__name__)
def test_a_move_comes_back_from_json_as_it_was(move):
    text = msgspec.json.encode(move_to_dict(move))
    assert move_from_dict(msgspec.json.decode(text)) == move


@pytest.mark.parametrize(
    "said",
    [
        None,
        [],
        "Undo",
        {},
        {"move": None},
        {"move": "Undone"},
        {"move": ["Undo"]},
        {"move": "__class__"},
        {"move": "Undo", "n": 1},
        {"move": "RecordVotes"},
        {"move": "RecordVotes", "votes": {"2": 3}},
        {"move": "RecordVotes", "votes": {"2": [3.5]}},
        {"move": "RecordVotes", "votes": {"2": [True]}},
        {"move": "RecordVotes", "votes": {"two": [3]}},
        {"move": "RecordVotes", "votes": {"²": [3]}},
        {"move": "RecordVotes", "votes": {"9" * 5000: [3]}},
        {"move": "RecordVotes", "votes": {"2": [10**40]}},
        {"move": "LeavePlayer", "player": "2"},
        {"move": "RenamePlayer", "player": 1, "name": "a\nb"},
        {"move": "RenamePlayer", "player": 1, "name": "\ud800"},
        {"move": "RenamePlayer", "player": 1, "name": "x" * 1000},
        {"move": "StartMatch", "profile": "x", "players": [{"id": 1, "name": "A", "age": 2}]},
        {"move": "AddPlayer", "player": {"id": 1, "name": "A", "age": 2}},
    ],
    ids=lambda said: ascii(said)[:50],
)
def test_what_is_not_a_move_is_refused(said):
    with pytest.raises(BadMove):
        move_from_dict(said)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=8,
)
FIELDS = ["votes", "slots", "players", "player", "name", "round", "profile", "overrides", "seat", "points"]


@given(st.sampled_from(sorted(MOVES)), st.dictionaries(st.sampled_from(FIELDS), json_values))
def test_any_json_is_a_move_or_a_bad_move(name, fields):
    try:
        move = move_from_dict({"move": name, **fields})
    except BadMove:
        return
    assert type(move).__name__ == name
    assert move_from_dict(msgspec.json.decode(msgspec.json.encode(move_to_dict(move)))) == move
