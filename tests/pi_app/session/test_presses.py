"""Buttons and touches: one press is one step, whatever hurried hands and slow disks do."""

from __future__ import annotations

import pytest

from hardware.ports import Button
from pi_app.game.moves import AdjustScore, OpenVoting, VoidRound
from pi_app.game.pieces import Phase
from pi_app.session.inbox import Press, Taken


@pytest.mark.parametrize("gap", [0.0, 0.03, 0.5, 0.99])
def test_a_double_press_goes_on_only_once(evening, gap):
    evening.start()
    assert evening.next().ok
    answer = evening.next(wait=gap)
    assert [p.code for p in answer.problems] == ["TOO_SOON"]
    assert evening.session.view().phase is Phase.VOTING
    assert evening.next(wait=1.1).ok


def test_presses_that_waited_for_a_slow_disk_were_not_meant_for_the_next_phase(evening):
    evening.start()
    at = evening.clock.seconds + 2.0
    evening.clock.seconds += 5.0
    presses = (Press(Button.NEXT, at), Press(Button.NEXT, at + 1.5), Press(Button.NEXT, at + 2.9))
    evening.session.receive(Taken(presses=presses))
    assert evening.session.view().phase is Phase.VOTING


def test_a_touch_that_arrives_twice_counts_once(evening):
    evening.start()
    move = AdjustScore(1, 1, "a coin")
    assert evening.session.do(move).ok
    evening.clock.seconds += 0.03
    assert evening.session.do(move).ok
    assert evening.session.view().players[0].score == 1
    evening.clock.seconds += 0.5
    assert evening.session.do(move).ok
    assert evening.session.view().players[0].score == 2


def test_a_press_on_an_older_view_is_stale(evening):
    evening.start()
    n = evening.session.view().n
    assert evening.session.do(OpenVoting(), expect_n=n).ok
    answer = evening.session.do(VoidRound(), expect_n=n)
    assert [p.code for p in answer.problems] == ["STALE"]
