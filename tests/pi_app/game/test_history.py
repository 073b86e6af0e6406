"""The fold of events: undo and redo of any number of moves, and legal matches of every profile."""

from __future__ import annotations

import random
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pi_app.game.history import History, advance, fold, replayed
from pi_app.game.match import Match
from pi_app.game.moves import (
    CorrectRound,
    EndMatch,
    LeavePlayer,
    Move,
    NextRound,
    OpenReveal,
    OpenVoting,
    Redo,
    RenamePlayer,
    Seat,
    StartMatch,
    Undo,
)
from pi_app.game.pieces import IllegalMove, Phase
from pi_app.game.rules import play
from tests.pi_app.game.made_up_matches import events, legal_moves, some_owners, some_votes

SEEDS = st.integers(0, 2**32)


@given(SEEDS, st.integers(1, 60))
def test_any_legal_moves_and_as_many_undos_are_the_start_again(seed: int, length: int) -> None:
    moves = legal_moves(seed, length)
    assert fold(events([*moves, *[Undo()] * len(moves)])) == Match()
    assert replayed(events([*moves, *[Undo()] * len(moves)])).match == Match()


@given(SEEDS, st.integers(1, 60), st.integers(1, 60))
def test_undo_restores_the_exact_state_and_redo_the_one_after(seed: int, length: int, back: int) -> None:
    moves = legal_moves(seed, length)
    back = min(back, len(moves))
    kept = moves[: len(moves) - back]
    assert fold(events([*moves, *[Undo()] * back])) == fold(events(kept))
    assert fold(events([*moves, *[Undo()] * back, *[Redo()] * back])) == fold(events(moves))


@given(SEEDS, st.integers(1, 80))
def test_scores_are_always_what_the_rounds_and_the_adjustments_sum_to(seed: int, length: int) -> None:
    match = fold(events(legal_moves(seed, length)))
    scores = {player.id: player.start_score for player in match.players}
    for played in match.rounds:
        for player, points in (played.result.points if played.result and not played.void else {}).items():
            scores[player] += points.total
    for change in match.adjustments:
        scores[change.player] += change.points
    assert match.scores == scores
    assert [played.number for played in match.rounds] == list(range(1, len(match.rounds) + 1))
    assert (match.phase is Phase.OVER) == bool(match.reasons)


@given(SEEDS, st.integers(1, 60), st.integers(1, 12))
def test_a_refused_move_changes_nothing(seed: int, length: int, player: int) -> None:
    history = replayed(events(legal_moves(seed, length)))
    before = history.match
    for move in (StartMatch("nothing", ()), LeavePlayer(40), RenamePlayer(player, ""), CorrectRound(99)):
        with pytest.raises(IllegalMove):
            advance(history, move)
    assert history.match == before


START = StartMatch("refresh2021", tuple(Seat(n, f"Player {n}") for n in (1, 2, 3, 4)))


def test_undo_goes_back_over_the_end_of_the_match_to_the_lobby() -> None:
    moves: list[Move] = [START, EndMatch()]
    assert fold(events([*moves, Undo()])).phase is Phase.CLUE
    assert fold(events([*moves, Undo(), Undo()])).phase is Phase.LOBBY


@pytest.mark.parametrize(
    ("moves", "code"),
    [
        ([Undo()], "NOTHING_TO_UNDO"),
        ([START, Undo(), Undo()], "NOTHING_TO_UNDO"),
        ([START, Redo()], "NOTHING_TO_REDO"),
        ([START, OpenVoting(), Undo(), RenamePlayer(1, "Anna"), Redo()], "NOTHING_TO_REDO"),
    ],
)
def test_there_must_be_something_to_take_back_or_do_again(moves: list[Move], code: str) -> None:
    for way in (fold, replayed):
        with pytest.raises(IllegalMove) as refused:
            way(events(moves))
        assert [fault.code for fault in refused.value.faults] == [code]


def test_whether_there_is_something_to_take_back_or_do_again_is_known() -> None:
    moves: list[Move] = [START, OpenVoting(), OpenReveal(), Undo()]
    history = replayed(events(moves))
    assert (history.can_undo, history.can_redo) == (True, True)
    assert (History().can_undo, History().can_redo) == (False, False)


def test_a_thousand_rounds_fold_in_a_moment() -> None:
    chance, match = random.Random(1), Match()
    moves: list[Move] = [StartMatch("refresh2021", START.players, overrides={"end.target": None})]
    match = play(match, moves[0])
    while len(match.rounds) < 1000:
        running = match.running or match.rounds[-1]
        usual: dict[Phase, Move] = {
            Phase.CLUE: OpenVoting(),
            Phase.VOTING: OpenReveal(),
            Phase.SCORES: NextRound(),
        }
        if match.phase is Phase.REVEAL:
            moves.append(some_votes(match, running, chance))
        elif match.phase is Phase.OWNERS:
            moves.append(some_owners(match, running))
        else:
            moves.append(usual[match.phase])
        match = play(match, moves[-1])
    started = process_time()
    assert fold(events(moves)) == match
    assert process_time() - started < 1.0  # 0.1 s when nothing else runs
