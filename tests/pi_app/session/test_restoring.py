"""A copy of the book comes back on the touchscreen: its match is on the table, and nothing is lost."""

from __future__ import annotations

from pathlib import Path

import pytest

from hardware.ports import Button
from pi_app.game.moves import AdjustScore, EndMatch
from pi_app.game.pieces import Phase
from pi_app.session.book import Book
from pi_app.session.evidence import FOLDER
from pi_app.session.manners import FOR_PROGRAMS
from pi_app.session.restoring import backups_of
from pi_app.session.session import Session
from pi_app.session.views import LobbySeat
from pi_app.words import Words

NAMES = ("Anna", "Bo", "Cy")


@pytest.fixture
def session(tmp_path: Path):
    """One match was ended by hand, with a point for Anna; a second one has begun."""
    opened = Session(Book(tmp_path / "book.sqlite"), Words(), manners=FOR_PROGRAMS)
    begin(opened)
    assert opened.do(AdjustScore(1, 1, "a gift")).ok
    assert opened.do(EndMatch()).ok
    opened.new_match()
    begin(opened)
    yield opened
    opened.close()


def begin(session: Session) -> None:
    session.set_lobby("refresh2021", tuple(LobbySeat(n, name) for n, name in enumerate(NAMES, 1)), 0)
    assert session.press(Button.NEXT).ok


def test_each_copy_says_what_it_holds(session: Session) -> None:
    (copy,) = session.backups()
    assert (copy.matches, copy.players, copy.rounds, copy.before) == (1, NAMES, 0, False)


def test_a_copy_comes_back_and_the_book_before_it_is_a_copy_too(session: Session) -> None:
    (copy,) = session.backups()
    assert session.bring_back(copy.name).ok
    view = session.view()
    assert (view.phase, [p.score for p in view.players]) == (Phase.OVER, [1, 0, 0])
    before, again = session.backups()
    assert (before.before, before.matches, again.name) == (True, 2, copy.name)
    assert session.bring_back(before.name).ok
    assert session.view().phase is Phase.CLUE
    assert len(session.backups()) == 3


def test_pictures_of_the_other_book_are_not_taken_for_those_of_this_one(
    session: Session, tmp_path: Path
) -> None:
    folder = tmp_path / FOLDER / "match-2"
    folder.mkdir(parents=True)
    (folder / "round-001-1.png").touch()
    assert session.bring_back(session.backups()[0].name).ok
    assert not folder.exists()


def test_the_match_that_came_back_is_played_on_and_kept(session: Session, tmp_path: Path) -> None:
    assert session.bring_back(session.backups()[0].name).ok
    session.new_match()
    begin(session)
    session.close()
    book = Book(tmp_path / "book.sqlite")
    assert [line.events for line in book.matches()] == [3, 1]
    assert book.set_aside is None
    book.close()


@pytest.mark.parametrize("damage", ["gone", "unreadable"])
def test_a_copy_that_cannot_be_read_changes_nothing(session: Session, tmp_path: Path, damage: str) -> None:
    (copy,) = session.backups()
    (file,) = (tmp_path / "backups").iterdir()
    if damage == "gone":
        file.unlink()
    else:
        file.write_bytes(b"no book" * 100)
    shown = session.view()
    answer = session.bring_back(copy.name)
    assert (answer.ok, [problem.code for problem in answer.problems]) == (False, ["BOOK_DAMAGED"])
    assert session.view() == shown
    assert session.backups() == ()
    assert session.do(AdjustScore(2, 3, "a gift")).ok


def test_a_book_that_another_program_has_open_stays(session: Session, tmp_path: Path) -> None:
    other = Book(tmp_path / "book.sqlite")
    other.last_n(1)
    answer = session.bring_back(session.backups()[0].name)
    other.close()
    assert [problem.code for problem in answer.problems] == ["BOOK_BUSY"]
    assert session.view().phase is Phase.CLUE
    assert session.do(AdjustScore(2, 3, "a gift")).ok
    assert not list(tmp_path.glob("*restoring*"))


def test_a_name_that_leads_elsewhere_is_no_copy(session: Session) -> None:
    assert not session.bring_back("../book.sqlite").ok
    assert not session.bring_back("book.sqlite").ok


def test_a_folder_without_copies_has_none(tmp_path: Path) -> None:
    assert backups_of(tmp_path / "book.sqlite") == ()
