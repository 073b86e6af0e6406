"""Whole matches, from drawn frames to the score: nothing read wrong, every total right."""

from pathlib import Path

import pytest

from pi_app.demo.people import Cast
from pi_app.demo.straight import play_straight
from pi_app.game.pieces import Phase

CASTS = [
    Cast(3, "classic2008_et", seed=11, rounds=2),
    Cast(4, "fa_targets", seed=12, rounds=2),
    Cast(5, "refresh2021", seed=13, rounds=2),
    Cast(6, "odyssey2024", seed=14, rounds=1),
    Cast(8, "odyssey2011", seed=15, rounds=1),
    Cast(12, "odyssey2011", seed=16, rounds=1),
]


@pytest.mark.parametrize("cast", CASTS, ids=lambda cast: f"{cast.profile}-{cast.players}")
def test_a_match_read_from_frames_pays_what_the_rules_pay(cast: Cast, tmp_path: Path) -> None:
    match = play_straight(cast, tmp_path / "book.sqlite")

    assert match.view.phase is Phase.OVER
    assert len(match.view.rounds) == cast.rounds
    assert match.people.tally.wrong == 0
    assert match.people.tally.notes == []
    assert match.totals_right


def test_the_same_seed_plays_the_same_match(tmp_path: Path) -> None:
    cast = Cast(4, seed=21, rounds=1)

    first = play_straight(cast, tmp_path / "first.sqlite")
    second = play_straight(cast, tmp_path / "second.sqlite")

    assert first.view.rounds == second.view.rounds


def test_a_match_without_a_limit_ends_as_its_rules_say(tmp_path: Path) -> None:
    match = play_straight(Cast(4, seed=3), tmp_path / "book.sqlite")

    assert max(player.score for player in match.view.players) >= 30
    assert match.view.winners
    assert match.totals_right
