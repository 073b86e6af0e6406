"""The pictures kept with the tests are read as their truth says."""

from __future__ import annotations

import pytest

from tests.benchmarks.photos import PHOTOS, Score, scores, table, truths


@pytest.fixture(scope="module")
def found() -> dict[str, Score]:
    return scores(PHOTOS)


def test_no_vote_and_no_owner_is_wrong_in_any_tier(found: dict[str, Score]) -> None:
    assert sum(score.wrong + score.false_tags for score in found.values()) == 0, table(found)


def test_everything_that_is_fully_visible_is_read(found: dict[str, Score]) -> None:
    assert sum(score.missing_visible for score in found.values()) == 0, table(found)
    assert all(score.tags_seen == score.tags for score in found.values()), table(found)


def test_what_is_read_is_sure(found: dict[str, Score]) -> None:
    assert all(score.sure == score.right for score in found.values()), table(found)


def test_the_tiers_are_all_there(found: dict[str, Score]) -> None:
    assert set(found) == {"easy", "typical", "hard"}
    assert sum(score.pictures for score in found.values()) == len(list(truths(PHOTOS)))
