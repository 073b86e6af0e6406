"""Hours at the table with everything going wrong; as a command, `python -m tests.safety.soak`, for days."""

from __future__ import annotations

from tests.safety import soak
from tests.safety.soak import Day, Measured


def test_five_hours_of_matches_with_mishaps_have_no_wrong_total_and_leave_nothing_behind():
    day = soak.run(hours=5.0)
    assert soak.faults(day) == []
    assert day.matches >= 10
    assert set(day.mishaps) == set(soak.MISHAPS)


def test_what_grows_is_noticed():
    small, big = Measured(100.0, 9, 1, 0), Measured(200.0, 30, 2, 0)
    assert len(soak.faults(Day(first=small, last=big, wrong=["a total"]))) == 4
    assert soak.faults(Day(first=small, last=small)) == []
