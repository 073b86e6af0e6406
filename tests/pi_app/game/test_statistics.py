"""What is counted over rounds, matches and evenings, and the titles that somebody has earned."""

from __future__ import annotations

import random

import pytest

from pi_app.game.history import fold
from pi_app.game.match import Match
from pi_app.game.moves import (
    EndMatch,
    Event,
    Move,
    NextRound,
    OpenReveal,
    OpenVoting,
    RecordOwners,
    RecordVotes,
    Seat,
    StartMatch,
    VoidRound,
)
from pi_app.game.persons import person_keys
from pi_app.game.statistics import Fooled, Statistics, Twins, statistics
from pi_app.game.titles import TITLES, Title, titles

NAMES = ("Anna", "Jüri", "Clara", "Dan")
Votes = dict[int, tuple[int, ...]]


def match(*rounds: Votes, names: tuple[str, ...] = NAMES, extra: tuple[Move, ...] = ()) -> Match:
    """Slot n is always the card of player n; the players tell in turn."""
    seats = tuple(Seat(n, name) for n, name in enumerate(names, 1))
    moves: list[Move] = [StartMatch("refresh2021", seats)]
    owners = RecordOwners({n: n for n in range(1, len(names) + 1)})
    for votes in rounds:
        moves += [OpenVoting(), OpenReveal(), RecordVotes(votes), owners, NextRound()]
    moves += [*extra, EndMatch()]
    return fold([Event(n, float(n), move) for n, move in enumerate(moves, 1)])


EVENING = match(
    {2: (1,), 3: (1,), 4: (2,)},  # Anna tells: some; Dan fell for Jüri
    {1: (3,), 3: (4,), 4: (3,)},  # Jüri tells: nobody; Anna and Dan fell for Clara
    {1: (3,), 2: (3,), 4: (3,)},  # Clara tells: everyone
    {1: (4,), 2: (4,), 3: (2,)},  # Dan tells: some; Clara fell for Jüri
)


def counted(*matches: Match) -> Statistics:
    return statistics(matches)


def test_storytellers_are_counted_by_how_it_went() -> None:
    people = counted(EVENING).people
    told = {
        key: (tally.told, tally.told_some, tally.told_all, tally.told_none) for key, tally in people.items()
    }
    assert told == {"anna": (1, 1, 0, 0), "jüri": (1, 0, 0, 1), "clara": (1, 0, 1, 0), "dan": (1, 1, 0, 0)}


def test_finders_bluffers_and_points_are_counted() -> None:
    people = counted(EVENING).people
    assert {key: (t.voted, t.found, t.drawn, t.bonus, t.rounds) for key, t in people.items()} == {
        "anna": (3, 2, 0, 0, 4),
        "jüri": (3, 3, 2, 2, 4),
        "clara": (3, 1, 2, 2, 4),
        "dan": (3, 1, 1, 1, 4),
    }
    assert {key: tally.points for key, tally in people.items()} == {
        key: EVENING.scores[player] for player, key in person_keys(EVENING.players).items()
    }


def test_who_fell_for_whom_and_who_votes_alike() -> None:
    found = counted(EVENING)
    assert found.fooled[0].votes == 1
    assert set(found.fooled) == {
        Fooled("dan", "jüri", 1),
        Fooled("anna", "clara", 1),
        Fooled("dan", "clara", 1),
        Fooled("clara", "dan", 1),
        Fooled("clara", "jüri", 1),
    }
    assert Twins("anna", "jüri", 2, 2) in found.twins[:2]
    assert Twins("anna", "dan", 2, 2) in found.twins


def test_a_round_that_does_not_count_is_not_counted() -> None:
    found = counted(match({2: (1,), 3: (1,), 4: (2,)}, extra=(VoidRound(1),)))
    assert found.people["anna"].told == 0
    assert found.matches[0].rounds == ()


@pytest.mark.parametrize(
    ("names", "keys"),
    [
        (("Anna", "ANNA ", "Bo", "anna"), ["anna", "anna#2", "bo", "anna#3"]),
        (("Zoe\u0301", "Ana  Maria", "Стас", "آنا"), ["zoé", "ana maria", "стас", "آنا"]),
    ],
)
def test_a_person_is_known_by_the_name_however_it_was_typed(names: tuple[str, ...], keys: list[str]) -> None:
    assert list(person_keys(match(names=names).players).values()) == keys


def test_a_person_is_followed_over_evenings() -> None:
    again = match({2: (1,), 3: (1,), 4: (2,)}, names=("JÜRI", "anna", "Bo", "Eve"))
    people = counted(EVENING, again).people
    assert (people["jüri"].matches, people["jüri"].told, people["jüri"].name) == (2, 2, "JÜRI")
    assert (people["dan"].matches, people["eve"].matches) == (1, 1)
    assert [facts.winners for facts in counted(EVENING, again).matches][1] == ("anna",)


def test_droughts_and_comebacks_are_runs_of_rounds() -> None:
    dry = match(
        {2: (3,), 3: (1,), 4: (3,)},  # nothing for Dan and Jüri
        {1: (2,), 3: (2,), 4: (1,)},  # nothing for Dan
        {1: (3,), 2: (3,), 4: (1,)},  # nothing for Dan
    )
    people = counted(dry).people
    assert (people["dan"].drought, people["jüri"].drought, people["clara"].drought) == (3, 1, 0)


def test_titles_are_given_only_to_who_earned_them() -> None:
    assert titles(match()) == ()
    given = {title.code: title for title in titles(EVENING)}
    assert given["SHARP_EYE"] == Title("SHARP_EYE", (2,), 3)
    assert "FOOLED" not in given  # five pairs, once each
    assert "MIND_TWINS" not in given  # two pairs share it
    assert given["BEST_LIAR"] == Title("BEST_LIAR", (2, 3), 2)


def test_mind_twins_and_the_one_who_was_fooled() -> None:
    twins = match({2: (1,), 3: (1,), 4: (2,)}, {1: (3,), 3: (4,), 4: (1,)}, {1: (4,), 2: (4,), 4: (2,)})
    given = {title.code: title for title in titles(twins)}
    assert given["FOOLED"] == Title("FOOLED", (4, 2), 2)
    assert "MIND_TWINS" not in given  # Anna and Jüri once, Jüri and Clara once
    more = match(*({2: (4,), 3: (4,), 4: (2,)}, {1: (4,), 3: (4,), 4: (1,)}, {1: (4,), 2: (4,), 4: (1,)}))
    assert Title("BEST_LIAR", (4,), 6) in titles(more)


@pytest.mark.parametrize("seed", range(8))
def test_any_match_has_statistics_and_titles_that_add_up(seed: int) -> None:
    chance = random.Random(seed)
    rounds = []
    for number in range(9):
        teller = number % 4 + 1
        voters = [player for player in (1, 2, 3, 4) if player != teller]
        rounds.append({p: (chance.choice([s for s in (1, 2, 3, 4) if s != p]),) for p in voters})
    played = match(*rounds)
    found = counted(played)
    assert sum(tally.drawn for tally in found.people.values()) == sum(pair.votes for pair in found.fooled)
    assert sum(tally.told for tally in found.people.values()) == len(found.matches[0].rounds) == 9
    assert all(pair.alike <= pair.together for pair in found.twins)
    for title in titles(played):
        assert title.code in TITLES
        assert title.count > 0
        assert set(title.players) <= {1, 2, 3, 4}
