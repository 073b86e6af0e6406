"""Where people lay their votes: on the cards or before themselves, and whose faces there are only spares."""

from __future__ import annotations

import pytest
from made_up_readings import face, reading

from pi_app.game.pieces import Phase
from pi_app.session.laid import Laid, lay
from pi_app.session.setting import Setting


def laid(players: int, before: int, on_card: int, slots: int) -> Laid:
    """Player 1 tells. Of the others `before` show a face before them, then `on_card` one on a card."""
    seats = {player: player for player in range(1, players + 1)}
    beside = [face(player, 1) for player in range(2, 2 + before)]
    lying = [face(player, 1, 1) for player in range(2 + before, 2 + before + on_card)]
    setting = Setting(seats, storyteller=1, slots=tuple(range(1, slots + 1)))
    return lay(reading(*beside, *lying, slots=slots), setting, seats, Phase.REVEAL)


@pytest.mark.parametrize(
    ("before", "on_card", "on_cards"),
    [(0, 0, False), (0, 1, True), (1, 0, False), (1, 1, True), (2, 1, False), (1, 2, True)],
)
def test_votes_lie_on_the_cards_where_half_of_those_who_show_some_laid_them_there(
    before: int, on_card: int, on_cards: bool
) -> None:
    assert laid(4, before, on_card, slots=4).on_cards is on_cards


@pytest.mark.parametrize(
    ("players", "slots", "before", "votes"),
    [
        (4, 4, 1, set()),
        (4, 4, 2, {2, 3}),
        (5, 5, 2, set()),  # half of four voters may still be spares
        (5, 5, 3, {2, 3, 4}),
        (4, 7, 3, set()),  # seven cards: six voters are awaited, whoever is known
        (4, 6, 3, {2, 3, 4}),
    ],
)
def test_faces_before_the_players_are_votes_once_more_than_half_of_those_awaited_show_some(
    players: int, slots: int, before: int, votes: set[int]
) -> None:
    assert laid(players, before, 0, slots).in_front == votes


def test_without_a_plate_in_sight_no_slot_is_in_play() -> None:
    assert lay(reading(slots=0), Setting(), {}, Phase.REVEAL).in_play == ()
    assert lay(reading(slots=(1, 3)), Setting(), {}, Phase.REVEAL).in_play == (1, 2, 3)
