"""What a correction would change is known before anybody confirms it."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pi_app.game.foresee import PointsChange, ScoreChange, TotalChange, compared, foresee, running_totals
from pi_app.game.history import History, replayed
from pi_app.game.moves import (
    AddPlayer,
    AdjustScore,
    CorrectRound,
    Event,
    LeavePlayer,
    Move,
    NextRound,
    OpenReveal,
    OpenVoting,
    RecordOwners,
    RecordVotes,
    Redo,
    RenamePlayer,
    Seat,
    StartMatch,
    Undo,
    VoidRound,
)
from pi_app.game.pieces import IllegalMove, Phase

START = StartMatch("refresh2021", tuple(Seat(n, f"Player {n}") for n in (1, 2, 3, 4)))
OPEN: tuple[Move, ...] = (OpenVoting(), OpenReveal())
OWN = RecordOwners({1: 1, 2: 2, 3: 3, 4: 4})
FIRST: tuple[Move, ...] = (*OPEN, RecordVotes({2: (1,), 3: (1,), 4: (2,)}), OWN)  # 3 4 3 0
SECOND: tuple[Move, ...] = (*OPEN, RecordVotes({1: (2,), 3: (4,), 4: (3,)}), OWN)  # 3 3 1 1


def after(*moves: Move) -> History:
    return replayed([Event(n, float(n), move) for n, move in enumerate(moves, 1)])


TWO = (START, *FIRST, NextRound(), *SECOND)


def test_a_corrected_vote_changes_its_round_and_the_scores_after_the_later_ones() -> None:
    found = foresee(after(*TWO), CorrectRound(1, votes={4: (1,)}))
    assert found.points == (
        PointsChange(1, 1, 3, 0),
        PointsChange(1, 2, 4, 2),
        PointsChange(1, 3, 3, 2),
        PointsChange(1, 4, 0, 2),
    )
    assert found.scores == (
        ScoreChange(1, 6, 3, 2, 2),
        ScoreChange(2, 7, 5, 1, 1),
        ScoreChange(3, 4, 3, 3, 2),
        ScoreChange(4, 1, 3, 4, 2),
    )
    assert found.later == (
        TotalChange(2, 1, 6, 3),
        TotalChange(2, 2, 7, 5),
        TotalChange(2, 3, 4, 3),
        TotalChange(2, 4, 1, 3),
    )
    assert found.rounds == (1,)


def test_nothing_is_changed_by_looking() -> None:
    history = after(*TWO)
    foresee(history, VoidRound(1))
    assert history.match == after(*TWO).match


def test_a_round_that_would_not_count_pays_nobody() -> None:
    found = foresee(after(*TWO), VoidRound(2))
    assert [(change.player, change.before, change.after) for change in found.points] == [
        (1, 3, None),
        (2, 3, None),
        (3, 1, None),
        (4, 1, None),
    ]
    assert found.later == ()


def test_undo_says_what_it_would_take_back_and_redo_what_it_would_bring() -> None:
    history = after(*TWO)
    back = foresee(history, Undo())
    assert (back.phase_before, back.phase_after, back.rounds) == (Phase.SCORES, Phase.OWNERS, (2,))
    forth = foresee(after(*TWO, Undo()), Redo())
    assert [(c.player, c.before, c.after) for c in forth.scores] == [
        (c.player, c.after, c.before) for c in back.scores
    ]


def test_points_by_hand_change_scores_and_no_round() -> None:
    found = foresee(after(*TWO), AdjustScore(4, 6, "the table agreed"))
    assert found.points == found.later == ()
    assert found.scores[-1] == ScoreChange(4, 1, 7, 4, 1)


@pytest.mark.parametrize(
    ("correction", "reopens", "winners"),
    [
        (AdjustScore(2, -1, "miscounted"), True, ()),
        (AdjustScore(1, 1, "miscounted"), False, (1, 2)),
        (VoidRound(1), True, ()),
        (RenamePlayer(2, "Zoe"), False, (2,)),
    ],
)
def test_a_correction_after_the_end_says_whether_the_match_goes_on(
    correction: Move, reopens: bool, winners: tuple[int, ...]
) -> None:
    start = StartMatch(START.profile, START.players, overrides={"end.target": 4})
    history = after(start, *FIRST, NextRound())
    found = foresee(history, correction)
    assert (found.reopens, found.winners_before, found.winners_after) == (reopens, (2,), winners)


def test_a_refused_move_says_every_reason() -> None:
    with pytest.raises(IllegalMove) as refused:
        foresee(after(*TWO), CorrectRound(1, votes={2: (9,), 3: (3,)}))
    codes = [(fault.code, fault.player) for fault in refused.value.faults]
    assert codes == [("NO_SUCH_SLOT", 2), ("OWN_CARD_VOTE", 3)]


def test_who_joins_late_has_no_score_before() -> None:
    late: Sequence[Move] = (START, *FIRST, AddPlayer(Seat(5, "Eve"), 2), NextRound(), *OPEN)
    owners = RecordOwners({1: 1, 2: 2, 3: 3, 4: 4, 5: 5})
    votes = RecordVotes({1: (2,), 3: (4,), 4: (3,), 5: (2,)})
    history = after(*late, votes, owners)
    totals = running_totals(history.match)
    assert 5 not in totals[0]
    assert totals[1][5] == history.match.scores[5] == 5
    assert foresee(history, LeavePlayer(5)).scores == ()


@given(st.integers(1, 2), st.integers(1, 4), st.integers(-9, 9))
def test_what_was_foreseen_is_what_happens(number: int, slot: int, points: int) -> None:
    history = after(*TWO, AdjustScore(1, points or 1, "why"))
    for move in (VoidRound(number), CorrectRound(number, votes={4: (slot,)}), Undo()):
        try:
            found = foresee(history, move)
        except IllegalMove:
            continue
        moves = (*TWO, AdjustScore(1, points or 1, "why"), move)
        assert found == compared(history.match, after(*moves).match)
        for change in found.scores:
            assert after(*moves).match.scores[change.player] == change.after
