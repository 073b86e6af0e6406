"""Whole matches with dials, and with one disc whose place is the vote: read from frames, paid right."""

from pathlib import Path

import pytest

from hardware.device import Device
from pi_app.demo.people import Cast
from pi_app.demo.straight import play_straight
from pi_app.game.pieces import Phase


@pytest.mark.parametrize(
    "cast",
    [
        Cast(4, "refresh2021", seed=31, rounds=2, device=Device.DIALS),
        Cast(5, "odyssey2024", seed=32, rounds=1, device=Device.DIALS),
    ],
    ids=lambda cast: cast.profile,
)
def test_a_match_with_dials_is_read_by_the_camera_alone(cast: Cast, tmp_path: Path) -> None:
    match = play_straight(cast, tmp_path / "book.sqlite")

    assert match.view.phase is Phase.OVER
    assert match.people.tally.wrong == 0
    assert match.people.tally.by_hand == 0
    assert match.people.tally.notes == []
    assert match.totals_right


def test_where_the_place_alone_is_the_vote_people_say_yes_to_each(tmp_path: Path) -> None:
    match = play_straight(
        Cast(4, "refresh2021", seed=33, rounds=1, device=Device.PLACES), tmp_path / "book.sqlite"
    )

    assert match.people.tally.wrong == 0
    assert match.people.tally.by_hand >= 3
    assert match.totals_right
