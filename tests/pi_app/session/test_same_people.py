"""Who was taken for two is one person from now on: in the statistics, and among those who played before."""

from __future__ import annotations

from pathlib import Path

import pytest
from made_up_evening import Evening

from pi_app.game.moves import EndMatch
from pi_app.session.offered import NEW_PERSON
from pi_app.session.same_people import FILE_NAME, keep_same_people, same_people, settled
from pi_app.session.views import LobbySeat


@pytest.mark.parametrize(
    ("before", "said", "after"),
    [
        ({}, {"ana": "anna"}, {"ana": "anna"}),
        ({"ana": "anna"}, {"an": "ana"}, {"ana": "anna", "an": "anna"}),
        ({"ana": "anna"}, {"anna": "anne"}, {"ana": "anne", "anna": "anne"}),
        ({"ana": "anna"}, {"anna": "ana"}, {"anna": "ana"}),
        ({"ana": "anna", "bob": "bo"}, {"ana": "ana"}, {"bob": "bo"}),
        ({}, {"a": "b", "b": "c", "c": "a"}, {}),
    ],
)
def test_each_key_leads_straight_to_the_person(
    before: dict[str, str], said: dict[str, str], after: dict[str, str]
) -> None:
    assert settled(before, said) == after


def test_what_was_kept_is_read_again_and_nonsense_says_nothing(tmp_path: Path) -> None:
    assert same_people(tmp_path) == {}
    keep_same_people(tmp_path, {"ana": "anna"})
    assert same_people(tmp_path) == {"ana": "anna"}
    for nonsense in (b"", b"\xff", b"[]", b'{"format": 2, "same": {}}', b'{"format": 1, "same": {"a": 1}}'):
        (tmp_path / FILE_NAME).write_bytes(nonsense)
        assert same_people(tmp_path) == {}


def played(evening: Evening, *names: str, person: str | None = None) -> list[str | None]:
    """An evening of these; the keys of who played it."""
    seats = [LobbySeat(n, name) for n, name in enumerate(names, 1)]
    evening.session.set_lobby(seats=(LobbySeat(1, names[0], person=person), *seats[1:]))
    assert evening.next().ok
    keys = [player.person for player in evening.session._evening.match.players]
    assert evening.session.do(EndMatch()).ok
    evening.session.new_match()
    return keys


def test_one_person_is_offered_once_and_known_by_both_names(evening: Evening) -> None:
    played(evening, "Ana", "Bo", "Clara")
    played(evening, "Anna", "Bo", "Clara")
    keep_same_people(evening.folder, {"ana": "anna"})
    assert played(evening, "Dan", "Eve", "Finn") == ["dan", "eve", "finn"]
    lobby = evening.session.view().lobby
    assert lobby is not None
    assert {(person.key, person.matches) for person in lobby.people} == {("anna", 2), ("bo", 2), ("clara", 2)}
    assert played(evening, "ana", "Bo", "Clara") == ["anna", "bo", "clara"]
    assert played(evening, "Anna", "Ana", "Clara", person="ana") == ["ana", "ana#2", "clara"]
    lobby = evening.session.view().lobby
    assert lobby is not None
    assert "anna" not in {person.key for person in lobby.people}
    assert played(evening, "Ana", "Bo", "Clara", person=NEW_PERSON) == ["ana#3", "bo", "clara"]
