"""Matches in; what happened in each round and match, and what each person did over all evenings, out.

Pure counting, as data. Void rounds count nowhere. Who somebody is over evenings: `persons.py`.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from pi_app.game.foresee import running_totals
from pi_app.game.match import Match
from pi_app.game.persons import person_keys
from pi_app.game.pieces import Outcome, PlayerId, Round
from pi_app.game.profiles import Kernel

_FINDING = frozenset({Outcome.ALL, Outcome.NONE, Outcome.SOME})


@dataclass(frozen=True, slots=True)
class RoundFacts:
    """One round. `drawn`: votes of others on the cards of each who did not tell."""

    number: int
    storyteller: PlayerId
    outcome: Outcome
    finders: tuple[PlayerId, ...]
    drawn: Mapping[PlayerId, int]
    points: Mapping[PlayerId, int]


@dataclass(slots=True)
class Tally:
    """What one person did. Counts of rounds, unless it says points or votes.

    `drought`: most rounds in a row without a point; `behind`: most points behind the leader in a match
    that was won all the same.
    """

    name: str
    matches: int = 0
    wins: int = 0
    rounds: int = 0
    told: int = 0
    told_some: int = 0
    told_all: int = 0
    told_none: int = 0
    voted: int = 0
    found: int = 0
    points: int = 0
    bonus: int = 0  # points
    drawn: int = 0  # votes
    best_round: int = 0  # points
    drought: int = 0
    behind: int = 0  # points


@dataclass(frozen=True, slots=True)
class Fooled:
    """`fooled` voted for a card of `by`, who was not telling, so often."""

    fooled: str
    by: str
    votes: int


@dataclass(frozen=True, slots=True)
class Twins:
    """Two who voted for the same cards in `alike` of the `together` rounds in which both voted."""

    one: str
    other: str
    alike: int
    together: int


@dataclass(frozen=True, slots=True)
class MatchFacts:
    """One match. `leads`: how often somebody else took the lead."""

    profile: str
    players: tuple[str, ...]
    winners: tuple[str, ...]
    over: bool
    rounds: tuple[RoundFacts, ...]
    leads: int


@dataclass(frozen=True, slots=True)
class Statistics:
    """Everything that was counted; people by their key, pairs with the highest counts first."""

    matches: tuple[MatchFacts, ...]
    people: Mapping[str, Tally]
    fooled: tuple[Fooled, ...]
    twins: tuple[Twins, ...]


@dataclass(slots=True)
class _Counting:
    same: Mapping[str, str]
    people: dict[str, Tally] = field(default_factory=dict)
    fooled: Counter[tuple[str, str]] = field(default_factory=Counter)
    alike: Counter[tuple[str, str]] = field(default_factory=Counter)
    together: Counter[tuple[str, str]] = field(default_factory=Counter)


def statistics(matches: Iterable[Match], same: Mapping[str, str] | None = None) -> Statistics:
    """Count these matches, oldest first; each person is called as in the last of them.

    `same`: a person's key -> the one to be counted as, for somebody who was taken for two.
    """
    counting = _Counting(same or {})
    facts = tuple(_count(match, counting) for match in matches if match.profile is not None)
    fooled = (Fooled(fooled, by, votes) for (fooled, by), votes in counting.fooled.most_common())
    twins = (
        Twins(one, other, alike, counting.together[one, other])
        for (one, other), alike in counting.alike.most_common()
    )
    return Statistics(facts, counting.people, tuple(fooled), tuple(twins))


def round_facts(match: Match) -> tuple[RoundFacts, ...]:
    """Every round that counts."""
    return tuple(_facts(played) for played in match.rounds if played.result and not played.void)


def _facts(played: Round) -> RoundFacts:
    result = played.result
    points = result.points if result else {}
    outcome = result.outcome if result else Outcome.NONE
    target = {slot for slot, owner in played.slots.items() if owner == played.storyteller}
    drawn: Counter[PlayerId] = Counter()
    finders = []
    for voter, slots in played.votes.items():
        if outcome in _FINDING and target.intersection(slots):
            finders.append(voter)
        owners = (played.slots.get(slot) for slot in slots if slot is not None)
        drawn.update(owner for owner in owners if owner not in (None, 0, voter, played.storyteller))
    paid = {player: pay.total for player, pay in points.items() if player not in played.absent}
    return RoundFacts(played.number, played.storyteller, outcome, tuple(finders), dict(drawn), paid)


def _count(match: Match, counting: _Counting) -> MatchFacts:
    own, people = person_keys(match.players), counting.people
    keys = {player: counting.same.get(key, key) for player, key in own.items()}
    for player in match.players:
        tally = people.setdefault(keys[player.id], Tally(player.name))
        tally.name = player.name
        tally.matches += 1
        tally.wins += player.id in match.winners
    rounds = round_facts(match)
    played = [played for played in match.rounds if played.result and not played.void]
    for facts, whole in zip(rounds, played, strict=True):
        _count_round(facts, whole, keys, people)
        _count_pairs(facts, whole, keys, counting)
    _count_runs(match, rounds, keys, people)
    return MatchFacts(
        profile=match.profile.id if match.profile else "",
        players=tuple(keys[player.id] for player in match.players),
        winners=tuple(keys[player] for player in match.winners),
        over=match.over,
        rounds=rounds,
        leads=_leads(match),
    )


def _count_round(
    facts: RoundFacts, played: Round, keys: Mapping[PlayerId, str], people: Mapping[str, Tally]
) -> None:
    for player, points in facts.points.items():
        tally = people[keys[player]]
        tally.rounds += 1
        tally.points += points
        tally.bonus += played.result.points[player].bonus if played.result else 0
        tally.best_round = max(tally.best_round, points)
        tally.drawn += facts.drawn.get(player, 0)
        if facts.outcome in _FINDING:
            tally.voted += player != facts.storyteller
            tally.found += player in facts.finders
    if facts.outcome in _FINDING:
        teller = people[keys[facts.storyteller]]
        teller.told += 1
        teller.told_some += facts.outcome is Outcome.SOME
        teller.told_all += facts.outcome is Outcome.ALL
        teller.told_none += facts.outcome is Outcome.NONE


def _count_pairs(facts: RoundFacts, played: Round, keys: Mapping[PlayerId, str], counting: _Counting) -> None:
    voters = [player for player in played.players if played.votes.get(player)]
    for place, one in enumerate(voters):
        for slot in played.votes[one]:
            owner = played.slots.get(slot) if slot is not None else None
            if owner in facts.drawn and owner != one and owner is not None:
                counting.fooled[keys[one], keys[owner]] += 1
        for other in voters[place + 1 :]:
            first, second = sorted((keys[one], keys[other]))
            counting.together[first, second] += 1
            counting.alike[first, second] += set(played.votes[one]) == set(played.votes[other])


def _count_runs(
    match: Match, rounds: Iterable[RoundFacts], keys: Mapping[PlayerId, str], people: Mapping[str, Tally]
) -> None:
    """Droughts, and how far behind a winner was."""
    dry: Counter[PlayerId] = Counter()
    for facts in rounds:
        for player, points in facts.points.items():
            dry[player] = 0 if points > 0 else dry[player] + 1
            tally = people[keys[player]]
            tally.drought = max(tally.drought, dry[player])
    if match.profile is None or match.profile.kernel is Kernel.COOP2:
        return
    for totals in running_totals(match):
        for player in match.winners:
            if player in totals:
                tally = people[keys[player]]
                tally.behind = max(tally.behind, max(totals.values()) - totals[player])


def _leads(match: Match) -> int:
    leaders = [
        {player for player, score in totals.items() if score == max(totals.values())}
        for totals in running_totals(match)
        if totals
    ]
    return sum(not before & after for before, after in itertools.pairwise(leaders))
