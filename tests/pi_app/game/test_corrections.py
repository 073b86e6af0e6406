"""Any mistake can be mended, and what follows from it with it."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pi_app.game.match import Match
from pi_app.game.moves import (
    AdjustScore,
    CorrectRound,
    EndMatch,
    Move,
    NextRound,
    OpenReveal,
    OpenVoting,
    PlayOn,
    RecordOwners,
    RecordVotes,
    Seat,
    StartMatch,
    VoidRound,
)
from pi_app.game.pieces import IllegalMove, Phase
from pi_app.game.rules import play

START = StartMatch("refresh2021", tuple(Seat(n, f"Player {n}") for n in (1, 2, 3, 4)))
OPEN = (OpenVoting(), OpenReveal())
FIRST = (RecordVotes({2: (1,), 3: (2,), 4: (1,)}), RecordOwners({1: 1, 2: 2, 3: 3}))
SECOND = (RecordVotes({1: (2,), 3: (4,), 4: (3,)}), RecordOwners({2: 2, 3: 3, 4: 4}))
TWO_ROUNDS = (START, *OPEN, *FIRST, NextRound(), *OPEN, *SECOND)


def reached(*moves: Move) -> Match:
    match = Match()
    for move in moves:
        match = play(match, move)
    return match


def faults(match: Match, move: Move) -> list[tuple[str, int | None, int | None]]:
    with pytest.raises(IllegalMove) as refused:
        play(match, move)
    return [(fault.code, fault.player, fault.slot) for fault in refused.value.faults]


@pytest.mark.parametrize(
    ("correction", "votes", "owners"),
    [
        (CorrectRound(1, votes={4: (3,)}), {2: (1,), 3: (2,), 4: (3,)}, {1: 1, 2: 2, 3: 3}),
        (
            CorrectRound(1, votes={2: (3,), 3: (2,), 4: (2,)}, slots={1: 4, 4: 1}),
            {2: (3,), 3: (2,), 4: (2,)},
            {1: 4, 2: 2, 3: 3, 4: 1},
        ),
        (CorrectRound(1, slots={2: 4, 4: 2}), {2: (1,), 3: (2,), 4: (1,)}, {1: 1, 2: 4, 4: 2}),
    ],
)
def test_a_corrected_round_is_as_if_entered_right_at_once(
    correction: CorrectRound, votes: dict[int, tuple[int, ...]], owners: dict[int, int]
) -> None:
    right = (RecordVotes(votes), RecordOwners(owners))
    at_once = reached(START, *OPEN, *right, NextRound(), *OPEN, *SECOND)
    assert play(reached(*TWO_ROUNDS), correction) == at_once
    assert reached(START, *OPEN, *FIRST, correction, NextRound(), *OPEN, *SECOND) == at_once
    assert reached(START, *OPEN, *FIRST, NextRound(), *OPEN, correction, *SECOND) == at_once


@given(st.randoms(use_true_random=False), st.integers(1, 4), st.integers(0, 15))
def test_any_correction_at_any_time_equals_having_entered_it_right_at_once(
    chance: random.Random, wrong: int, later: int
) -> None:
    right, mistaken = [], []
    for number in range(1, 5):
        teller = (number - 1) % 4 + 1
        good, bad = dealt(teller, chance), dealt(teller, chance)
        right += [*OPEN, *good, NextRound()]
        mistaken += [*OPEN, *(bad if number == wrong else good), NextRound()]
        if number == wrong:
            correction = CorrectRound(wrong, good[0].votes, good[1].slots)
    mistaken.insert(min(5 * wrong - 1 + later, len(mistaken)), correction)
    start = replace(START, overrides={"end.target": None})
    assert reached(start, *mistaken) == reached(start, *right)


def dealt(teller: int, chance: random.Random) -> tuple[RecordVotes, RecordOwners]:
    owners = [1, 2, 3, 4]
    chance.shuffle(owners)
    slots = dict(enumerate(owners, 1))
    voters = [player for player in owners if player != teller]
    votes = {p: (chance.choice([s for s in slots if slots[s] != p]),) for p in voters}
    return RecordVotes(votes), RecordOwners(slots)


def test_a_new_owner_takes_only_what_contradicts_it() -> None:
    match = play(reached(*TWO_ROUNDS), CorrectRound(1, slots={1: 4, 4: 1}, votes={2: (4,), 4: (2,)}))
    assert match.rounds[0].slots == {1: 4, 2: 2, 3: 3, 4: 1}
    match = play(reached(*TWO_ROUNDS), CorrectRound(1, slots={1: 4, 3: 1}, votes={2: (3,), 4: (3,)}))
    assert match.rounds[0].slots == {1: 4, 2: 2, 3: 1, 4: 3}


def test_another_storyteller_can_be_named_afterwards() -> None:
    match = play(reached(*TWO_ROUNDS), CorrectRound(1, storyteller=2, votes={1: (2,), 4: (2,)}))
    first = match.rounds[0]
    assert (first.storyteller, first.votes) == (2, {1: (2,), 3: (2,), 4: (2,)})
    assert first.result
    assert {p: pay.total for p, pay in first.result.points.items()} == {1: 2, 2: 0, 3: 2, 4: 2}


@pytest.mark.parametrize(
    ("move", "expected"),
    [
        (CorrectRound(1), [("NOTHING_CHANGED", None, None)]),
        (CorrectRound(9, votes={2: (1,)}), [("UNKNOWN_ROUND", None, None)]),
        (CorrectRound(0, votes={2: (1,)}), [("UNKNOWN_ROUND", None, None)]),
        (CorrectRound(1, storyteller=2), [("MISSING_VOTE", 1, None)]),
        (CorrectRound(1, votes={2: (2,)}), [("OWN_CARD_VOTE", 2, 2)]),
        (
            CorrectRound(1, votes={2: (), 3: (9,)}),
            [("MISSING_VOTE", 2, None), ("NO_SUCH_SLOT", 3, 9)],
        ),
        (VoidRound(7), [("UNKNOWN_ROUND", None, None)]),
        (AdjustScore(9, 1, "why"), [("UNKNOWN_PLAYER", 9, None)]),
        (AdjustScore(2, 0, " "), [("NOTHING_CHANGED", 2, None), ("REASON_MISSING", 2, None)]),
    ],
)  # fmt: skip
def test_a_correction_that_cannot_be_is_refused_and_changes_nothing(
    move: Move, expected: list[tuple[str, int | None, int | None]]
) -> None:
    assert faults(reached(*TWO_ROUNDS), move) == expected


def test_votes_already_confirmed_can_be_corrected_before_the_owners_are() -> None:
    match = reached(START, *OPEN, FIRST[0], CorrectRound(1, votes={4: (3,)}))
    assert match.phase is Phase.OWNERS
    assert match.running
    assert match.running.votes == {2: (1,), 3: (2,), 4: (3,)}
    assert faults(match, CorrectRound(1, votes={4: ()})) == [("MISSING_VOTE", 4, None)]
    assert faults(match, CorrectRound(1, slots={1: 1})) == [("WRONG_PHASE", None, None)]


def test_the_running_rounds_storyteller_can_be_corrected_before_the_votes() -> None:
    match = reached(START, *OPEN, CorrectRound(1, storyteller=3))
    assert (match.phase, match.storyteller) == (Phase.REVEAL, 3)
    assert faults(match, CorrectRound(1, votes={1: (2,)})) == [("WRONG_PHASE", None, None)]


def test_a_void_round_pays_nothing_and_stays_in_the_history() -> None:
    match = play(reached(*TWO_ROUNDS), VoidRound(1))
    assert match.scores == {1: 3, 2: 3, 3: 1, 4: 1}
    assert [played.void for played in match.rounds] == [True, False]
    assert faults(match, VoidRound(1)) == [("NOTHING_CHANGED", None, None)]
    back = play(match, CorrectRound(1, votes={4: (1,)}))
    assert back == reached(*TWO_ROUNDS)


@pytest.mark.parametrize("steps", range(4))
def test_the_running_round_can_begin_again_with_the_same_storyteller(steps: int) -> None:
    moves = (*OPEN, SECOND[0])
    match = reached(START, *OPEN, *FIRST, NextRound())
    assert reached(START, *OPEN, *FIRST, NextRound(), *moves[:steps], VoidRound()) == match


def test_the_round_just_scored_can_begin_again() -> None:
    assert play(reached(*TWO_ROUNDS), VoidRound()) == reached(START, *OPEN, *FIRST, NextRound())


def test_points_by_hand_need_a_reason_and_count() -> None:
    match = play(reached(*TWO_ROUNDS), AdjustScore(3, -2, "looked at the cards"))
    assert match.scores[3] == reached(*TWO_ROUNDS).scores[3] - 2
    assert match.adjustments[0].reason == "looked at the cards"
    assert match.adjustments[0].round == 2
    assert play(match, VoidRound(1)).scores[3] == -1


OVER = (START, *OPEN, *FIRST, AdjustScore(2, 26, "to the end"), NextRound())


def test_a_correction_can_take_the_end_away() -> None:
    match = reached(*OVER)
    assert (match.phase, match.reasons, match.winners) == (Phase.OVER, ("target",), (2,))
    again = play(match, CorrectRound(1, votes={2: (3,), 4: (3,), 3: (1,)}))
    assert (again.phase, again.reasons, again.winners) == (Phase.SCORES, (), ())
    assert play(again, NextRound()).phase is Phase.CLUE


def test_a_correction_after_the_end_can_name_another_winner() -> None:
    match = play(reached(*OVER), AdjustScore(4, 27, "forgotten points"))
    assert match.winners == (2, 4)
    assert play(match, AdjustScore(4, 1, "one more")).winners == (4,)


def test_the_table_may_play_on_after_the_end_until_it_stops() -> None:
    match = play(reached(*OVER), PlayOn())
    assert (match.phase, match.played_on, match.storyteller, match.winners) == (Phase.CLUE, True, 2, ())
    for move in (*OPEN, *SECOND, NextRound()):
        match = play(match, move)
    assert match.phase is Phase.CLUE
    assert play(match, EndMatch()).winners == (2,)


def test_a_round_stopped_in_its_middle_is_not_scored_and_can_be_taken_up_again() -> None:
    match = reached(START, *OPEN, *FIRST, NextRound(), *OPEN, EndMatch())
    assert (match.over, match.reasons, match.winners, len(match.rounds)) == (True, ("stopped",), (2,), 1)
    again = play(match, PlayOn())
    assert (again.phase, again.storyteller, again.played_on) == (Phase.CLUE, 2, False)
    assert faults(match, VoidRound()) == [("WRONG_PHASE", None, None)]
