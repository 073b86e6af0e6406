"""One complete, faultless round in, the points of each player with their reasons out.

Order, for all profiles: outcome, main points, bonus for votes on own cards, cap, extra for a single vote.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from functools import lru_cache

from pi_app.game.checks import own_card_votes, voters_of
from pi_app.game.pieces import Outcome, PlayerId, Points, Result, Round, SlotNumber, Why
from pi_app.game.profiles import Kernel, Payout, Rules

_TELLER_WHY = {Outcome.ALL: "TELLER_ALL", Outcome.NONE: "TELLER_NONE", Outcome.SOME: "TELLER_SOME"}
_OTHERS_WHY = {Outcome.ALL: "ALL_FOUND", Outcome.NONE: "NONE_FOUND"}
_ABSENT = Points(why=(Why("ABSENT", 0),))


def score_round(rules: Rules, played: Round) -> Result:
    """The points of a round that `checks` finds no fault with, owners of needed slots known."""
    return _KERNELS[rules.profile.kernel](rules, played)


def _score_by_finding(rules: Rules, played: Round) -> Result:
    """Standard and dials: who found the storyteller's card, and who drew votes."""
    card = next(slot for slot, owner in played.slots.items() if owner == played.storyteller)
    voters, votes = voters_of(rules, played), played.votes
    hits = [votes[voter].count(card) for voter in voters]
    finders = len(hits) - hits.count(0)
    right, cast = finders, len(voters)
    if rules.profile.scoring.per_dial:
        right, cast = sum(hits), sum(map(len, votes.values()))
    outcome = Outcome.ALL if right == cast else Outcome.SOME if right else Outcome.NONE
    drawn = _votes_drawn(played)
    paid = _payments(rules, outcome, len(voters))
    points = dict.fromkeys(played.players, _ABSENT)
    points[played.storyteller] = _teller_points(outcome, rules.payouts[outcome], finders, len(voters))
    for voter, found in zip(voters, hits, strict=True):
        points[voter] = paid[found, drawn.count(voter), len(votes[voter])]
    return Result(outcome, points, _warnings(rules, played))


@lru_cache(maxsize=1024)
def _teller_points(outcome: Outcome, payout: Payout, finders: int, voters: int) -> Points:
    why = [Why(_TELLER_WHY[outcome], payout.teller, finders if outcome is Outcome.SOME else voters)]
    if payout.teller_per_finder and finders:
        why.append(Why("TELLER_PER_FINDER", payout.teller_per_finder * finders, finders))
    return Points(base=sum(reason.points for reason in why), why=tuple(why))


class _Payments(dict[tuple[int, int, int], Points]):
    """What a voter gets in a round that went so: (votes that found the card, votes drawn, votes cast) ->
    points. There are few different ones; each is worked out once.
    """

    def __init__(self, rules: Rules, outcome: Outcome, voters: int) -> None:
        super().__init__()
        self._rules, self._outcome, self._voters = rules, outcome, voters

    def __missing__(self, case: tuple[int, int, int]) -> Points:
        hits, drawn, cast = case
        points = _voter_points(self._rules, self._outcome, hits, self._voters, drawn)
        if self._rules.single_vote and hits and cast == 1:
            points = _with_extra(points, self._rules.single_vote)
        self[case] = points
        return points


_payments = lru_cache(maxsize=256)(_Payments)


def _voter_points(rules: Rules, outcome: Outcome, hits: int, voters: int, drawn: int) -> Points:
    payout, scoring = rules.payouts[outcome], rules.profile.scoring
    if outcome is not Outcome.SOME:
        main = Why(_OTHERS_WHY[outcome], payout.other, voters)
    elif hits:
        paid = hits if scoring.per_dial else 1
        main = Why("FOUND", payout.finder * paid, paid)
    else:
        main = Why("NOT_FOUND", payout.other)
    why, bonus = [main], drawn * scoring.bonus_per_vote
    if bonus:
        why.append(Why("VOTES_ON_CARD", bonus, drawn))
    if scoring.bonus_cap is not None and bonus > scoring.bonus_cap:
        why.append(Why("CAP", scoring.bonus_cap - bonus, scoring.bonus_cap))
        bonus = scoring.bonus_cap
    return Points(base=main.points, bonus=bonus, why=tuple(why))


def _with_extra(points: Points, extra: int) -> Points:
    return Points(points.base, points.bonus, extra, (*points.why, Why("SINGLE_VOTE", extra)))


def _votes_drawn(played: Round) -> list[PlayerId | None]:
    """Whose card each vote was for; a vote on the own card is never worth anything."""
    owner_of = played.slots.get
    return [
        owner
        for voter, slots in played.votes.items()
        for slot in slots
        if slot is not None and (owner := owner_of(slot)) != voter
    ]


def _warnings(rules: Rules, played: Round) -> tuple[str, ...]:
    barred = rules.profile.own_card_vote == "allowed_no_bonus"
    return ("OWN_CARD_VOTE",) if barred and own_card_votes(played) else ()


def _score_party(rules: Rules, played: Round) -> Result:
    """Dixit Party: players on the same picture pay each other, save under the red token."""
    voters = voters_of(rules, played)
    chosen = {voter: played.votes[voter][0] for voter in voters}
    together = Counter(chosen.values())
    points = dict.fromkeys(played.players, _ABSENT)
    for voter in voters:
        points[voter] = _party_points(rules, chosen[voter], played.red, together[chosen[voter]])
    return Result(Outcome.PARTY, points)


def _party_points(rules: Rules, slot: SlotNumber | None, red: SlotNumber | None, together: int) -> Points:
    if slot == red:
        return Points(why=(Why("PARTY_RED", 0, together),))
    if together == 1:
        return Points(why=(Why("PARTY_ALONE", 0),))
    scoring = rules.profile.scoring
    base = together * scoring.same_vote
    why = [Why("PARTY_SAME", base, together)]
    if scoring.bonus_cap is not None and base > scoring.bonus_cap:
        why.append(Why("PARTY_CAP", scoring.bonus_cap - base, scoring.bonus_cap))
        base = scoring.bonus_cap
    return Points(base=base, why=tuple(why))


def _score_coop2(rules: Rules, played: Round) -> Result:
    """Two players against the deck: each must find the card of the other."""
    voters = voters_of(rules, played)
    both = all(
        played.slots[slot] not in (voter, None) and played.slots[slot] in played.players
        for voter in voters
        for slot in played.votes[voter]
        if slot is not None
    )
    code, base = ("COOP_SUCCESS", 1) if both else ("COOP_FAILURE", 0)
    points = {player: Points(base=base, why=(Why(code, base),)) for player in played.players}
    return Result(Outcome.SUCCESS if both else Outcome.FAILURE, points)


_KERNELS: Mapping[Kernel, Callable[[Rules, Round], Result]] = {
    Kernel.STANDARD: _score_by_finding,
    Kernel.DIALS: _score_by_finding,
    Kernel.PARTY: _score_party,
    Kernel.COOP2: _score_coop2,
}
