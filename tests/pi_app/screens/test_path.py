"""The garden path below the stones: painted once, the same each time, grass under every stone."""

from __future__ import annotations

import pytest

from pi_app.screens.path import Way, garden_path
from pi_app.screens.track import winding

FIELDS = winding(34, 520.0, 260.0)
WAY = Way((540, 280), tuple((x + 10, y + 10) for x, y in FIELDS), 40.0, goal=30)


@pytest.mark.parametrize("day", [False, True], ids=["night", "day"])
def test_there_is_grass_under_every_stone_and_sky_at_the_corners(day: bool) -> None:
    picture = garden_path(WAY, day)
    assert picture.size == WAY.size
    for x, y in WAY.fields:
        assert picture.getpixel((round(x), round(WAY.size[1] - y)))[3] == 255
    assert picture.getpixel((0, 0))[3] == 0


def test_the_same_track_has_the_same_path() -> None:
    assert garden_path(WAY, day=False).tobytes() == garden_path(WAY, day=False).tobytes()
    assert garden_path(WAY, day=False).tobytes() != garden_path(WAY, day=True).tobytes()


def test_a_track_without_a_goal_has_no_pennant() -> None:
    without = Way(WAY.size, WAY.fields, WAY.wide)
    assert garden_path(without, day=True).tobytes() != garden_path(WAY, day=True).tobytes()
    assert garden_path(Way((3, 3), ((1.0, 1.0),), 2.0), day=False).size == (3, 3)
