"""Tables somewhere in their evenings, played by the rules alone."""

import pytest

from pi_app.demo.room import ROOM, Evening, boards_of
from pi_app.game.pieces import Phase
from pi_app.session.views import Board


@pytest.fixture(scope="module")
def boards() -> dict[str, Board]:
    return boards_of()


@pytest.mark.parametrize("evening", ROOM, ids=lambda evening: evening.table)
def test_every_table_is_where_its_evening_is(boards: dict[str, Board], evening: Evening) -> None:
    board = boards[evening.table]
    assert (board.phase, len(board.players)) == (evening.phase, evening.players)
    assert len(board.rounds) == evening.rounds + (evening.phase is Phase.SCORES)
    assert board.over is bool(board.winners) is (evening.phase is Phase.OVER)
    assert sum(player.score for player in board.players) == sum(
        points.total for scored in board.rounds for points in scored.points
    )


def test_the_same_room_is_the_same_again(boards: dict[str, Board]) -> None:
    assert boards_of(ROOM[:2]) == {name: boards[name] for name in (evening.table for evening in ROOM[:2])}
