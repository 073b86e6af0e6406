"""Hostile input at every door: refused in words or taken, never a crash, a hang or a leak.

As a command it is a hundred thousand inputs: `python -m tests.safety.fuzz`.
"""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pi_app.commands.drive import _answer
from pi_app.session.book import Book
from pi_app.session.manners import FOR_PROGRAMS
from pi_app.session.saved_rules import FILE_NAME, RulesShelf
from pi_app.session.session import Session
from pi_app.words import Words
from tests.safety.doors import DOORS, Door
from tests.safety.fuzz import Found, attack, table
from tests.safety.legal import start

INPUTS = 4000
SHARES = sum(door.share for door in DOORS)


@pytest.mark.parametrize("door", DOORS, ids=lambda door: door.name)
def test_nothing_hostile_gets_more_than_a_refusal(door: Door):
    found = attack(door, round(INPUTS * door.share / SHARES) + 5, seed=1)
    assert not found.faults, found.faults
    assert found.inputs


@pytest.mark.parametrize("door", [door for door in DOORS if door.refuses], ids=lambda door: door.name)
def test_what_was_right_is_let_in(door: Door, tmp_path):
    """Else the trial would only knock at closed doors."""
    with door.opened(tmp_path) as knock:
        for seed in door.seeds:
            knock(seed)


def test_saved_rules_that_are_nested_too_deeply_are_kept_and_not_read(tmp_path):
    (tmp_path / FILE_NAME).write_bytes(b'{"format": 1, "rules": ' + b"[" * 100_000)
    assert RulesShelf(tmp_path / FILE_NAME).rules == ()


def test_a_door_that_breaks_is_noticed():
    def broken(data: bytes) -> None:
        raise ZeroDivisionError

    class Open:
        def __enter__(self):
            return broken

        def __exit__(self, *_):
            return None

    found = attack(Door("broken", 1, (b"x",), lambda _: Open()), 10, seed=1)
    assert sum(found.faults.values()) == 10
    assert "| broken | 10 | 0 | 10 |" in table({"broken": found})
    assert table({"fine": Found(3)}).endswith("| all | 3 | | 0 | | |")


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
NAMES = (
    "StartMatch",
    "RecordVotes",
    "RecordOwners",
    "CorrectRound",
    "AdjustScore",
    "AddPlayer",
    "Undo",
    "Redo",
)
FIELDS = (
    "players",
    "votes",
    "slots",
    "round",
    "player",
    "points",
    "reason",
    "profile",
    "overrides",
    "expect_n",
)
MOVE = st.dictionaries(st.sampled_from(FIELDS), JSON, max_size=5)


@pytest.fixture
def session(tmp_path):
    session = Session(Book(tmp_path / "book.sqlite"), Words(), manners=FOR_PROGRAMS)
    session.do(start(4))
    yield session
    session.close()


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(name=st.sampled_from(NAMES), fields=MOVE)
def test_any_fields_in_a_move_get_an_answer_with_the_state(session, name, fields):
    answer = _answer(session, Words(), msgspec.json.encode({"move": name, **fields}))
    assert answer["ok"] or answer["errors"]
    assert answer["n"] == session.view().n
