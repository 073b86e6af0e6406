"""What `replay` prints, `score` reads: the same totals, the same winners, whatever happened at the table."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pi_app.commands.score_match import reply_to_lines
from pi_app.game.history import fold
from pi_app.game.match import Match
from pi_app.game.moves import AdjustScore, Move, RenamePlayer, StartMatch
from pi_app.game.notation import shown_names, write_match
from pi_app.words import Words
from tests.pi_app.game.made_up_matches import events, legal_moves

NAMES = ("Anna", "anna", "Jüri Õ.", "آنا", "=1+1", '"quoted"', "#deck", "T=2", "1", "match", "🐰", "a|b")


def scored_again(match: Match) -> list[dict[str, object]]:
    reply = reply_to_lines("\n".join(write_match(match)), Words())
    assert not reply.refused
    assert isinstance(reply.answer, list)
    return reply.answer


def differing(moves: list[Move], match: Match) -> None:
    """Fails unless the replay gives the very same standing."""
    names = shown_names(match)
    if not match.rounds:
        return
    last = scored_again(match)[-1]
    assert last["totals"] == {names[player]: score for player, score in match.scores.items()}
    if match.over and not match.played_on and "stopped" not in match.reasons:
        assert last["game_over"]
        assert last["winners"] == [names[player] for player in match.winners]


@given(st.integers(0, 2**32), st.integers(5, 120))
def test_a_replayed_match_is_scored_the_same(seed: int, length: int) -> None:
    moves = legal_moves(seed, length)
    differing(moves, fold(events(moves)))


@given(st.integers(0, 2**32), st.randoms(use_true_random=False))
def test_odd_names_come_back_as_they_were(seed: int, chance: random.Random) -> None:
    moves = legal_moves(seed, 40)
    renamed = [
        RenamePlayer(player.id, chance.choice(NAMES))
        for player in fold(events(moves)).players
        if player.active
    ]
    moves += renamed
    differing(moves, fold(events(moves)))


@pytest.mark.parametrize(
    "overrides",
    [
        {"end.target": 12, "scoring.bonus_cap": 1},
        {"scoring.some.teller": 5, "end.target": None},
        {"title": "Our rules", "tie": ("highest", "last_storyteller", "shared"), "rotation": "right"},
        {"end.deck_exhausted": True, "deck_cards": 40},
    ],
)
@pytest.mark.parametrize("seed", range(5))
def test_rules_of_ones_own_are_printed_and_read_back(overrides: dict[str, object], seed: int) -> None:
    moves = legal_moves(seed, 60)
    first = moves[0]
    assert isinstance(first, StartMatch)
    seats = first.players[:4]
    own = StartMatch("refresh2021", seats, overrides=overrides)
    votes_again: list[Move] = [own]
    match = fold(events(votes_again))
    for move in legal_moves(seed + 100, 80)[1:]:
        try:
            match = fold(events([*votes_again, move]))
        except Exception:
            continue
        votes_again.append(move)
    differing(votes_again, match)


def test_points_by_hand_after_the_last_round_are_in_its_standing() -> None:
    moves = legal_moves(3, 60)
    while not (match := fold(events(moves))).rounds or match.over or match.running:
        moves = moves[:-1]
    moves.append(AdjustScore(match.active[0].id, 7, 'said "so" | twice'))
    differing(moves, fold(events(moves)))
