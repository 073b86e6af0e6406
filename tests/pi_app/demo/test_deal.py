"""The scripted people play by the rules."""

import random

import pytest

from pi_app.commands.demo import PLAYABLE
from pi_app.demo.deal import deal
from pi_app.game.profiles import PROFILES, resolve

TABLES = [
    (profile, players)
    for profile in PLAYABLE
    for players in range(PROFILES[profile].least, PROFILES[profile].most + 1)
]


@pytest.mark.parametrize(("profile", "players"), TABLES)
def test_every_deal_is_legal(profile: str, players: int) -> None:
    rules = resolve(profile, players)
    everyone = tuple(range(1, players + 1))
    rng = random.Random(f"{profile} {players}")

    for _ in range(50):
        round_ = deal(rules, everyone, 1, rng)
        assert len(round_.owners) == rules.slots
        assert list(round_.owners.values()).count(1) == 1
        assert set(round_.votes) == set(everyone) - {1}
        for voter, slots in round_.votes.items():
            assert rules.votes_least <= len(set(slots)) <= rules.votes_most
            assert all(round_.owners[slot] != voter for slot in slots)
