"""What really happens in one round of a scripted match: whose card lies where, who votes for what.

Drawn from the rules and a random source; always legal, so that whatever is scored differently is a fault
of the reading and not of the players.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pi_app.game.pieces import PlayerId, SlotNumber
from pi_app.game.profiles import Rules

_FINDS = (0.15, 0.5, 0.85)
"""How easy the clue is: the chance that a voter finds the card. One of them a round."""


@dataclass(frozen=True, slots=True)
class Deal:
    """The truth of a round: slot -> owner, voter -> slots."""

    owners: Mapping[SlotNumber, PlayerId]
    votes: Mapping[PlayerId, tuple[SlotNumber, ...]]


def deal(rules: Rules, players: Sequence[PlayerId], storyteller: PlayerId, rng: random.Random) -> Deal:
    """One legal round of `players` under `rules`."""
    cards = [p for p in players for _ in range(1 if p == storyteller else rules.cards_per_voter)]
    rng.shuffle(cards)
    owners = dict(enumerate(cards, start=1))
    told = next(slot for slot, owner in owners.items() if owner == storyteller)
    easy = rng.choice(_FINDS)
    votes = {}
    for player in players:
        if player != storyteller:
            wrong = [slot for slot, owner in owners.items() if owner not in (player, storyteller)]
            most = rng.randint(rules.votes_least, rules.votes_most)
            votes[player] = _vote(told, wrong, easy, most, rng)
    return Deal(owners, votes)


def _vote(
    told: SlotNumber, wrong: Sequence[SlotNumber], easy: float, wanted: int, rng: random.Random
) -> tuple[SlotNumber, ...]:
    first = told if rng.random() < easy else rng.choice(wrong)
    further = rng.sample([slot for slot in (told, *wrong) if slot != first], wanted - 1)
    return tuple(sorted((first, *further)))
