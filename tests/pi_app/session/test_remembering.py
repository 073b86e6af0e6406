"""A person over evenings: remembered by the book, chosen or recognised by name, and never mixed up."""

from __future__ import annotations

from pathlib import Path

import pytest
from made_up_evening import Evening

from pi_app.game.history import fold
from pi_app.game.moves import AddPlayer, EndMatch, Event, LeavePlayer, RenamePlayer, Seat, StartMatch, Undo
from pi_app.game.statistics import statistics
from pi_app.session.book import Book
from pi_app.session.offered import NEW_PERSON, PersonView
from pi_app.session.remembering import Remembering
from pi_app.session.views import LobbySeat

NAMES = ("Anna", "Bo", "Clara")


def sit(evening: Evening, *seats: tuple[str, str | None]) -> None:
    evening.session.set_lobby(
        seats=tuple(LobbySeat(n, name, person=person) for n, (name, person) in enumerate(seats, 1))
    )


def play(evening: Evening, *moves: object) -> None:
    assert evening.next().ok
    for move in (*moves, EndMatch()):
        assert evening.session.do(move).ok
    evening.session.new_match()


def people(evening: Evening) -> tuple[PersonView, ...]:
    view = evening.session.view().lobby
    assert view is not None
    return view.people


def persons(evening: Evening) -> list[str | None]:
    """Of the match that is being played."""
    return [player.person for player in evening.session._evening.match.players]


def all_played(evening: Evening) -> dict[str, tuple[str, int]]:
    book = Book(evening.folder / "book.sqlite")
    found = statistics(fold(book.read(line.id)) for line in book.matches())
    book.close()
    return {key: (tally.name, tally.matches) for key, tally in found.people.items()}


def test_nobody_is_remembered_at_first_and_players_without_a_name_never(evening: Evening) -> None:
    assert people(evening) == ()
    sit(evening, ("Anna", None), ("Player 2", None), ("Clara", None))
    play(evening)
    sit(evening, ("Dan", None))
    assert {person.name for person in people(evening)} == {"Anna", "Clara"}


def test_who_played_last_is_offered_first_and_who_has_a_seat_is_not_offered(evening: Evening) -> None:
    sit(evening, ("Anna", None), ("Bo", None), ("Clara", None))
    play(evening)
    sit(evening, ("Dan", None), ("Eve", None), ("Bo", None))
    play(evening)
    sit(evening, ("eve ", None))
    assert [person.label for person in people(evening)] == ["Bo", "Dan", "Clara", "Anna"]
    assert [person.matches for person in people(evening)] == [2, 1, 1, 1]


def test_a_name_that_is_typed_again_is_the_same_person_however_it_is_typed(evening: Evening) -> None:
    sit(evening, ("Anna", None), ("Bo", None), ("Clara", None))
    play(evening)
    sit(evening, (" ANNA", None), ("Bo", None), ("Dan", None))
    play(evening)
    assert all_played(evening)["anna"] == ("ANNA", 2)


def test_two_people_of_one_name_are_told_apart_over_evenings(evening: Evening) -> None:
    sit(evening, ("Anna", None), ("Bo", None), ("Clara", None))
    play(evening)
    sit(evening, ("Anna", NEW_PERSON), ("Bo", None), ("Clara", None))
    play(evening)
    sit(evening, ("Dan", None))
    assert {person.key: person.label for person in people(evening) if person.name == "Anna"} == {
        "anna": "Anna",
        "anna#2": "Anna (2)",
    }
    sit(evening, ("Anna", "anna"), ("Anna", None), ("Clara", None))
    assert evening.next().ok
    assert persons(evening) == ["anna", "anna#2", "clara"]


def test_a_new_name_keeps_the_person(evening: Evening) -> None:
    sit(evening, ("Ana", None), ("Bo", None), ("Clara", None))
    play(evening, RenamePlayer(1, "Anna"))
    assert [seat.person for seat in evening.session.view().lobby.seats] == ["ana", "bo", "clara"]
    sit(evening, ("Anna", None), ("Bo", None), ("Clara", None))
    play(evening)
    assert all_played(evening)["ana"] == ("Anna", 2)


def test_who_joins_late_is_known_from_other_evenings_whatever_the_name_becomes(evening: Evening) -> None:
    sit(evening, ("Zoe", None), ("Bo", None), ("Clara", None))
    play(evening)
    sit(evening, ("Anna", None), ("Bo", None), ("Clara", None))
    play(evening, AddPlayer(Seat(4, "zoe ")), RenamePlayer(4, "Zoë"))
    assert all_played(evening)["zoe"] == ("Zoë", 2)
    assert "zoë" not in all_played(evening)


@pytest.mark.parametrize(("here", "joins", "key"), [("Anna", "Anna", "anna#2"), ("Dan", "Anna", "anna")])
def test_who_joins_late_is_never_somebody_who_is_there(
    here: str, joins: str, key: str, evening: Evening
) -> None:
    sit(evening, (here, None), ("Bo", None), ("Clara", None))
    assert evening.next().ok
    assert evening.session.do(AddPlayer(Seat(7, joins))).ok
    assert persons(evening)[-1] == key


def test_who_comes_back_is_who_left(evening: Evening) -> None:
    sit(evening, ("Anna", None), ("Bo", None), ("Clara", None), ("Dan", None))
    assert evening.next().ok
    assert evening.session.do(LeavePlayer(2)).ok
    assert evening.session.do(AddPlayer(Seat(2, "Bobby"))).ok
    assert persons(evening) == ["anna", "bo", "clara", "dan"]


def test_a_seat_that_gets_another_name_is_somebody_else(evening: Evening) -> None:
    sit(evening, ("Anna", None), ("Bo", None), ("Clara", None))
    play(evening)
    evening.session.set_lobby(
        seats=tuple(LobbySeat(n, name, person=None) for n, name in enumerate(("Dan", "Bo", "Clara"), 1))
    )
    assert evening.next().ok
    assert persons(evening) == ["dan", "bo", "clara"]


def test_a_person_is_never_on_two_seats(evening: Evening) -> None:
    sit(evening, ("Anna", "anna"), ("Anna", "anna"), ("Anna", None))
    assert evening.next().ok
    assert persons(evening) == ["anna", "anna#2", "anna#3"]


def test_matches_without_persons_are_remembered_by_name(evening: Evening) -> None:
    """As books from before have them."""
    old = StartMatch("refresh2021", tuple(Seat(n, name) for n, name in enumerate(NAMES, 1)))
    evening.session._playing._book.add(1.0, [Event(1, 1.0, old)], closed=True)
    evening.restart()
    sit(evening, ("Anna", None), ("Bo", None), ("Dan", None))
    play(evening)
    assert all_played(evening)["anna"] == ("Anna", 2)


def test_what_was_taken_back_is_not_remembered(evening: Evening) -> None:
    sit(evening, ("Anna", None), ("Bo", None), ("Clara", None))
    play(evening, RenamePlayer(1, "Zoe"), Undo())
    sit(evening, ("Dan", None))
    assert {person.name for person in people(evening)} == set(NAMES)


@pytest.mark.parametrize("wrong", ["not json", '{"move": "StartMatch"}'])
def test_a_damaged_match_is_left_out(wrong: str, tmp_path: Path) -> None:
    book = Book(tmp_path / "book.sqlite")
    seats = tuple(Seat(n, name) for n, name in enumerate(NAMES, 1))
    for number in range(2):
        book.add(float(number), [Event(1, 1.0, StartMatch("refresh2021", seats))], closed=True)
    book._db.execute("UPDATE event SET move = ? WHERE match = 2", (wrong,))
    assert {person.matches for person in Remembering(book).people()} == {1}
    book.close()
