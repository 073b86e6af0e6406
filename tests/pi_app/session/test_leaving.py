"""A match is left and taken up again: a slip of a finger ends nothing, and old evenings stay put away."""

from __future__ import annotations

from pathlib import Path

import pytest
from made_up_evening import Evening

from pi_app.game.moves import AdjustScore, EndMatch, RenamePlayer
from pi_app.game.pieces import Phase
from pi_app.session.book import Book
from pi_app.session.leaving_desk import EVENING_SECONDS
from pi_app.session.manners import Clocks
from pi_app.session.session import Session
from pi_app.session.views import LobbySeat, View
from pi_app.words import Words

OTHERS = tuple(LobbySeat(n, name) for n, name in enumerate(("Eve", "Finn", "Gus"), 1))


def over(evening: Evening) -> View:
    evening.start()
    assert evening.session.do(AdjustScore(2, 5, "a gift")).ok
    assert evening.session.do(EndMatch()).ok
    return evening.session.view()


def reopened(folder: Path, wall: float) -> View:
    session = Session(Book(folder / "book.sqlite"), Words(), Clocks(lambda: 1.0, lambda: wall))
    view = session.view()
    session.close()
    return view


def test_undo_goes_back_to_a_match_that_was_over(evening: Evening) -> None:
    before = over(evening)
    assert evening.next().ok
    lobby = evening.session.view()
    assert (lobby.phase, lobby.can_undo, lobby.can_take_up) == (Phase.LOBBY, True, True)
    assert evening.undo().ok
    assert evening.session.view() == before
    assert evening.undo().ok
    assert evening.session.view().phase is Phase.CLUE


def test_a_match_left_by_mistake_goes_on_where_it_was(evening: Evening) -> None:
    evening.at_reveal()
    evening.session.new_match()
    assert evening.session.take_up().ok
    view = evening.session.view()
    assert (view.phase, view.round, view.storyteller) == (Phase.REVEAL, 1, 1)
    evening.restart()
    assert evening.session.view().phase is Phase.REVEAL


def test_once_the_lobby_is_changed_undo_leaves_the_old_match_alone(evening: Evening) -> None:
    over(evening)
    evening.next()
    evening.session.set_lobby(seats=OTHERS)
    assert not evening.session.view().can_undo
    assert [problem.code for problem in evening.undo().problems] == ["NOTHING_TO_UNDO"]
    assert evening.session.take_up().ok
    assert evening.session.view().phase is Phase.OVER


def test_what_is_taken_up_can_be_mended_and_left_again(evening: Evening) -> None:
    over(evening)
    evening.next()
    evening.undo()
    assert evening.session.do(RenamePlayer(1, "Zoe")).ok
    assert evening.next().ok
    lobby = evening.session.view().lobby
    assert lobby is not None
    assert [seat.name for seat in lobby.seats] == ["Zoe", "Bo", "Clara", "Dan"]
    assert evening.next().ok
    assert evening.session.view().phase is Phase.CLUE
    assert evening.session.board().match == "2"


def test_with_a_newer_match_in_the_book_there_is_nothing_to_take_up(evening: Evening) -> None:
    over(evening)
    evening.next()
    evening.next()
    assert evening.session.view().phase is Phase.CLUE
    assert not evening.session.take_up().ok
    evening.undo()
    view = evening.session.view()
    assert (view.phase, view.can_undo, view.can_take_up) == (Phase.LOBBY, False, False)


def test_in_an_empty_book_there_is_nothing_to_take_up(evening: Evening) -> None:
    assert not evening.session.view().can_take_up
    assert [problem.code for problem in evening.session.take_up().problems] == ["NOTHING_TO_UNDO"]


@pytest.mark.parametrize(("later", "possible"), [(60.0, True), (EVENING_SECONDS, False), (-1e6, True)])
def test_after_a_restart_only_a_match_of_the_same_evening_is_offered(
    later: float, possible: bool, evening: Evening
) -> None:
    """A clock that was set back knows no better."""
    over(evening)
    evening.session.new_match()
    evening.session.close()
    view = reopened(evening.folder, 5.0 + later)
    assert (view.phase, view.can_take_up, view.can_undo) == (Phase.LOBBY, possible, False)
