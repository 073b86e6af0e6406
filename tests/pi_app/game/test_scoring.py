"""Points of one round: the full table of finders, every profile, and what always holds."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pi_app.game.checks import check_round, voters_of
from pi_app.game.pieces import DECK, WHYS, Outcome, Points, Result, Round
from pi_app.game.profiles import PROFILES, Kernel, Rules, resolve
from pi_app.game.scoring import score_round

PAYING = [name for name, profile in PROFILES.items() if profile.kernel in (Kernel.STANDARD, Kernel.DIALS)]


def dealt(rules: Rules, chance: random.Random) -> Round:
    """A legal round of these rules: cards shuffled, everyone voting for somebody else's card."""
    players = tuple(range(1, rules.players + 1))
    teller = chance.choice(players)
    cards = [p for p in players for _ in range(1 if p == teller else rules.cards_per_voter)]
    cards += [DECK] * rules.profile.deck_cards_added
    chance.shuffle(cards)
    played = Round(1, teller, players, slots=dict(enumerate(cards, 1)))
    votes = {}
    for voter in voters_of(rules, played):
        open_slots = [slot for slot, owner in played.slots.items() if owner != voter]
        count = chance.randint(rules.votes_least, rules.votes_most)
        if rules.profile.same_slot_twice:
            votes[voter] = tuple(chance.choices(open_slots, k=count))
        else:
            votes[voter] = tuple(chance.sample(open_slots, count))
    return replace(played, votes=votes, red=chance.choice(list(played.slots)))


@st.composite
def rounds(draw: st.DrawFn) -> tuple[Rules, Round]:
    profile = PROFILES[draw(st.sampled_from(sorted(PROFILES)))]
    rules = resolve(profile, draw(st.integers(profile.least, profile.most)))
    return rules, dealt(rules, random.Random(draw(st.integers(0, 2**32))))


@pytest.mark.parametrize("players", range(3, 13))
def test_from_nobody_to_everyone_who_finds_the_card_pays_by_the_table(players: int) -> None:
    rules = resolve("odyssey2011", players)
    rules = replace(rules, single_vote=0)
    slots = {1: 1} | {slot: slot for slot in range(2, players + 1)}
    if players == 3:
        slots |= {4: 2, 5: 3}
    for finders in range(players):
        votes = {p: (1,) if p <= finders + 1 else (2 if p != 2 else 3,) for p in range(2, players + 1)}
        result = score_round(rules, Round(1, 1, tuple(range(1, players + 1)), votes, slots))
        base = {player: points.base for player, points in result.points.items()}
        if finders in (0, players - 1):
            assert base == {p: 0 if p == 1 else 2 for p in range(1, players + 1)}
        else:
            assert base == {p: 3 if p <= finders + 1 else 0 for p in range(1, players + 1)}


@given(rounds())
def test_a_legal_round_has_no_fault_and_its_reasons_sum_to_its_points(case: tuple[Rules, Round]) -> None:
    rules, played = case
    assert check_round(rules, played) == []
    result = score_round(rules, played)
    assert set(result.points) == set(played.players)
    for points in result.points.values():
        assert sum(why.points for why in points.why) == points.total
        assert {why.code for why in points.why} <= set(WHYS)


@given(rounds())
def test_the_bonus_is_never_more_than_the_votes_on_the_own_cards(case: tuple[Rules, Round]) -> None:
    rules, played = case
    result = score_round(rules, played)
    for player, points in result.points.items():
        drawn = [
            voter
            for voter, slots in played.votes.items()
            for slot in slots
            if slot is not None and played.slots[slot] == player and voter != player
        ]
        assert 0 <= points.bonus <= len(drawn)
        if rules.profile.scoring.bonus_cap is not None:
            assert points.bonus <= rules.profile.scoring.bonus_cap
    assert result.points[played.storyteller].bonus == 0


@given(rounds(), st.randoms(use_true_random=False))
def test_the_order_of_the_votes_does_not_matter(case: tuple[Rules, Round], chance: random.Random) -> None:
    rules, played = case
    voters = list(played.votes)
    chance.shuffle(voters)
    shuffled = {
        voter: tuple(chance.sample(played.votes[voter], len(played.votes[voter]))) for voter in voters
    }
    assert score_round(rules, replace(played, votes=shuffled)) == score_round(rules, played)


@pytest.mark.parametrize("profile", PAYING)
@given(seed=st.integers(0, 2**32))
def test_all_and_none_give_the_storyteller_what_the_profile_says(profile: str, seed: int) -> None:
    rules = resolve(profile, PROFILES[profile].least)
    played = dealt(rules, random.Random(seed))
    target = next(slot for slot, owner in played.slots.items() if owner == played.storyteller)
    everyone = replace(played, votes={voter: (target,) * len(slots) for voter, slots in played.votes.items()})
    result = score_round(rules, everyone)
    assert result.outcome is Outcome.ALL
    assert result.points[played.storyteller].total == rules.payouts[Outcome.ALL].teller


def party(votes: dict[int, int], red: int) -> Result:
    rules = resolve("odyssey_party", 6)
    players = tuple(range(1, 7))
    slots = {slot: slot for slot in players}
    return score_round(rules, Round(1, 1, players, {p: (s,) for p, s in votes.items()}, slots, red))


def test_in_party_who_is_alone_or_under_the_red_token_gets_nothing() -> None:
    points = party({1: 3, 2: 3, 3: 4, 4: 5, 5: 5, 6: 5}, red=5).points
    assert {player: pay.total for player, pay in points.items()} == {1: 2, 2: 2, 3: 0, 4: 0, 5: 0, 6: 0}
    assert [points[player].why[0].code for player in (1, 3, 4)] == ["PARTY_SAME", "PARTY_ALONE", "PARTY_RED"]


def test_in_party_all_on_one_picture_get_the_cap() -> None:
    points = party(dict.fromkeys(range(1, 7), 2), red=1).points
    assert {pay.total for pay in points.values()} == {5}
    assert [(why.code, why.points) for why in points[1].why] == [("PARTY_SAME", 6), ("PARTY_CAP", -1)]


@pytest.mark.parametrize(
    ("votes", "outcome"),
    [
        ({1: (2,), 2: (1,)}, Outcome.SUCCESS),
        ({1: (2,), 2: (3,)}, Outcome.FAILURE),
        ({1: (4,), 2: (3,)}, Outcome.FAILURE),
    ],
)
def test_two_players_succeed_only_together(votes: dict[int, tuple[int, ...]], outcome: Outcome) -> None:
    slots = {1: 1, 2: 2, 3: DECK, 4: DECK, 5: DECK, 6: DECK}
    assert score_round(resolve("coop2", 2), Round(1, 1, (1, 2), votes, slots)).outcome is outcome


def test_who_left_in_mid_round_gets_nothing_and_pays_nobody() -> None:
    rules = resolve("refresh2021", 5)
    played = Round(
        1, 1, (1, 2, 3, 4, 5), {2: (1,), 3: (5,), 4: (1,)}, {1: 1, 2: 2, 3: 3, 4: 4, 5: 5}, absent=(5,)
    )
    points = score_round(rules, played).points
    assert points[5] == Points(why=points[5].why)
    assert points[5].why[0].code == "ABSENT"
    assert {player: pay.total for player, pay in points.items()} == {1: 3, 2: 3, 3: 0, 4: 3, 5: 0}
