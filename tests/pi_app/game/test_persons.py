"""Who somebody is over evenings: keys that last, names that come and go."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pi_app.game.moves import AddPlayer, Move, RenamePlayer, Seat, StartMatch
from pi_app.game.persons import Person, labels, new_key, person_keys, recognised, remembered
from pi_app.game.pieces import Player

PEOPLE = (Person("bo", "Bo", 3), Person("anna#2", "Anna", 1), Person("anna", "Anna", 9))


def start(*seats: tuple[str, str | None]) -> StartMatch:
    return StartMatch(
        "refresh2021", tuple(Seat(n, name, person=person) for n, (name, person) in enumerate(seats, 1))
    )


@pytest.mark.parametrize(
    ("players", "keys"),
    [
        ([("Anna", None), ("Bo", None)], ["anna", "bo"]),
        ([(" ANNA ", None), ("anna", None)], ["anna", "anna#2"]),
        ([("Anna", None), ("Anna", "anna")], ["anna#2", "anna"]),
        ([("Anna", "ana"), ("Anna", "ana")], ["ana", "ana#2"]),
        ([("Anna", "anna#2"), ("Anna", None), ("Anna", None)], ["anna#2", "anna", "anna#3"]),
    ],
)
def test_every_player_of_a_match_has_a_key(players: list[tuple[str, str | None]], keys: list[str]) -> None:
    seated = [Player(n, name, n, person=person) for n, (name, person) in enumerate(players, 1)]
    assert list(dict(sorted(person_keys(seated).items())).values()) == keys


@given(st.lists(st.tuples(st.sampled_from(["a", "A", "b", "a#2"]), st.sampled_from([None, "a", "a#2", "b"]))))
def test_no_two_players_of_a_match_are_one_person(players: list[tuple[str, str | None]]) -> None:
    keys = person_keys(Player(n, name, n, person=person) for n, (name, person) in enumerate(players))
    assert len(set(keys.values())) == len(players)


@pytest.mark.parametrize(
    ("name", "taken", "key"),
    [
        ("anna", (), "anna#2"),
        ("ANNA", ("anna#2",), "anna"),
        ("Anna", ("anna", "anna#2"), "anna#3"),
        ("Zoe", (), "zoe"),
        ("Zoe", ("zoe",), "zoe#2"),
    ],
)
def test_a_name_is_recognised_as_who_played_last(name: str, taken: tuple[str, ...], key: str) -> None:
    assert recognised(name, PEOPLE, taken) == key


def test_somebody_new_has_a_key_of_nobody() -> None:
    assert [new_key(name, PEOPLE, ("zoe",)) for name in ("Anna", "Bo", "Zoe", "Dan")] == [
        "anna#3",
        "bo#2",
        "zoe#2",
        "dan",
    ]


def test_the_last_name_counts_and_who_played_last_comes_first() -> None:
    matches: list[list[Move]] = [
        [start(("Ana", None), ("Bo", None)), AddPlayer(Seat(3, "Cid"))],
        [start(("Ana", "ana"), ("Dan", None)), RenamePlayer(1, "Anna"), RenamePlayer(9, "Nobody")],
    ]
    assert remembered(matches) == (
        Person("dan", "Dan", 1),
        Person("ana", "Anna", 2),
        Person("cid", "Cid", 1),
        Person("bo", "Bo", 1),
    )


def test_who_comes_back_under_another_name_is_the_same() -> None:
    moves: list[Move] = [start(("Anna", "anna"), ("Bo", None)), AddPlayer(Seat(1, "Annie"))]
    assert {person.key: person.name for person in remembered([moves])} == {"anna": "Annie", "bo": "Bo"}


def test_people_of_one_name_are_told_apart() -> None:
    assert labels({person.key: person.name for person in PEOPLE}) == {
        "anna": "Anna",
        "anna#2": "Anna (2)",
        "bo": "Bo",
    }
