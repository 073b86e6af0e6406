"""Ends of live matches: target, deck, turns; winners, ranks, and rounds that are left."""

from __future__ import annotations

import pytest

from pi_app.game.ending import Deck, leaders, ranks, refilled, rounds_left
from pi_app.game.match import Match
from pi_app.game.moves import (
    AddPlayer,
    AdjustScore,
    LeavePlayer,
    Move,
    NextRound,
    OpenReveal,
    OpenVoting,
    RecordOwners,
    RecordVotes,
    Seat,
    StartMatch,
)
from pi_app.game.pieces import Phase
from pi_app.game.profiles import PROFILES, resolve
from pi_app.game.rules import play


def reached(*moves: Move, match: Match | None = None) -> Match:
    match = match or Match()
    for move in moves:
        match = play(match, move)
    return match


def started(profile: str, players: int, **overrides: object) -> Match:
    seats = tuple(Seat(n, f"Player {n}") for n in range(1, players + 1))
    paths = {path.replace("__", "."): value for path, value in overrides.items()}
    return play(Match(), StartMatch(profile, seats, overrides=paths))  # type: ignore[arg-type]


def everyone_finds_it(match: Match) -> Match:
    """One round in which all others get the same."""
    assert match.running
    assert match.rules
    running, each = match.running, match.rules.votes_least
    if match.rules.profile.storyteller_votes:
        votes = RecordVotes(dict.fromkeys(running.players, (1,)), red=2)
        owners = RecordOwners({})
    else:
        others = [player for player in running.players if player != running.storyteller]
        votes = RecordVotes(dict.fromkeys(others, (1,) * each))
        owners = RecordOwners({1: running.storyteller})
    return reached(OpenVoting(), OpenReveal(), votes, owners, match=match)


def rounds_until_over(match: Match) -> int:
    rounds = 0
    while not match.over:
        match = play(everyone_finds_it(match), NextRound())
        rounds += 1
        assert rounds < 100
    return rounds


@pytest.mark.parametrize(
    ("profile", "players", "rounds"),
    [
        ("classic_us", 3, 13),
        ("deckout_ru", 4, 15),
        ("deckout_ru", 5, 11),
        ("deckout_ru", 6, 8),
        ("odyssey_party", 7, 7),
        ("odyssey_party", 12, 12),
    ],
)
def test_the_deck_or_the_turns_end_the_match_on_time(profile: str, players: int, rounds: int) -> None:
    match = started(profile, players)
    if profile == "classic_us":
        match = started(profile, players, end__target=None)
    assert rounds_left(match) == rounds
    assert rounds_until_over(match) == rounds


@pytest.mark.parametrize(("profile", "players"), [("deckout_ru", 5), ("classic_us", 3), ("odyssey_party", 6)])
def test_the_round_announced_as_the_last_is_the_last(profile: str, players: int) -> None:
    match = started(profile, players, **({} if profile == "odyssey_party" else {"end__target": None}))
    while not match.over:
        left = rounds_left(match)
        assert left is not None
        match = everyone_finds_it(match)
        assert rounds_left(match) == left - 1
        match = play(match, NextRound())
        assert match.over == (left == 1)


@pytest.mark.parametrize("players", range(3, 9))
def test_a_target_match_ends_only_when_the_round_is_wholly_scored(players: int) -> None:
    match = reached(
        AdjustScore(2, 28, "ahead"), AdjustScore(1, 31, "ahead"), match=started("refresh2021", players)
    )
    match = everyone_finds_it(match)
    assert (match.phase, match.over, match.winners) == (Phase.SCORES, False, ())
    match = play(match, NextRound())
    assert (match.reasons, match.winners) == (("target",), (1,))


def test_the_deck_can_be_said_to_be_empty_where_that_ends_the_match() -> None:
    match = everyone_finds_it(started("classic_us", 4))
    assert play(match, NextRound(deck_empty=True)).reasons == ("deck",)
    assert play(match, NextRound()).phase is Phase.CLUE
    kept = play(everyone_finds_it(started("refresh2021", 4)), NextRound(deck_empty=True))
    assert kept.phase is Phase.CLUE


def test_a_newcomer_takes_a_hand_from_the_deck() -> None:
    match = started("deckout_ru", 4)
    assert play(match, AddPlayer(Seat(9, "Nina"))).deck == match.deck - 6


def test_equal_points_share_the_victory_and_the_rank() -> None:
    scores = {1: 20, 2: 30, 3: 30, 4: 5}
    assert leaders(PROFILES["refresh2021"], scores, 1) == (2, 3)
    assert ranks(scores) == {1: 3, 2: 1, 3: 1, 4: 4}
    assert ranks({1: 9, 2: 7, 3: 7, 4: 1}) == {1: 1, 2: 2, 3: 2, 4: 4}


@pytest.mark.parametrize(("last", "winners"), [(1, (2, 3)), (2, (2,)), (3, (3,)), (None, (2, 3))])
def test_the_last_storyteller_breaks_a_tie_only_when_among_the_leaders(
    last: int | None, winners: tuple[int, ...]
) -> None:
    assert leaders(PROFILES["fa_targets"], {1: 20, 2: 30, 3: 30}, last) == winners


@pytest.mark.parametrize(
    ("profile", "players", "before", "after"),
    [
        ("refresh2021", 4, Deck(3, 60), Deck(59, 0, recycled=True)),
        ("refresh2021", 4, Deck(4, 60), Deck(0, 60)),
        ("refresh2021", 3, Deck(4, 10), Deck(9, 0, recycled=True)),
        ("odyssey2011", 12, Deck(0, 24), Deck(12, 0, recycled=True)),
        ("classic_us", 4, Deck(3, 60), Deck(0, 60)),
        ("fa_targets", 4, Deck(3, 0), Deck(0, 0)),
    ],
)
def test_a_short_deck_takes_the_discard_in_where_the_profile_says_so(
    profile: str, players: int, before: Deck, after: Deck
) -> None:
    assert refilled(resolve(profile, players), before) == after


def test_who_left_before_the_last_round_cannot_win_but_stays_listed() -> None:
    match = reached(AdjustScore(4, 40, "far ahead"), LeavePlayer(4), match=started("refresh2021", 4))
    match = everyone_finds_it(match)
    match = play(match, NextRound())
    assert match.phase is Phase.CLUE
    assert match.scores[4] == 40


def test_two_players_win_together_when_they_find_more_than_they_miss() -> None:
    match = started("coop2", 2)
    right = RecordVotes({1: (2,), 2: (1,)})
    while not match.over:
        match = reached(
            OpenVoting(), OpenReveal(), right, RecordOwners({1: 1, 2: 2}), NextRound(), match=match
        )
    assert (len(match.rounds), match.reasons, match.winners) == (12, ("deck",), (1, 2))
    assert match.rounds[0].slots == {1: 1, 2: 2, 3: 0, 4: 0, 5: 0, 6: 0}
