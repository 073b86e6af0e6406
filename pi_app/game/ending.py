"""Is it over, why, who has won, and how many cards are left: scores and rounds in, facts out.

Asked only at the end of a round, after all its points. Nobody sees the deck: it is counted, or said.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from pi_app.game.match import Match
from pi_app.game.pieces import Outcome, PlayerId
from pi_app.game.profiles import Kernel, Profile, Rules

STOPPED = "stopped"


@dataclass(frozen=True, slots=True)
class Deck:
    """Cards in the draw pile and in the discard pile. `recycled`: the discard was shuffled in."""

    cards: int
    discard: int = 0
    recycled: bool = False


def refilled(rules: Rules, deck: Deck) -> Deck:
    """After everyone has drawn up. `deck.discard` has the round's cards; they come in only if needed."""
    drawn = rules.refill
    short = deck.cards < drawn and deck.discard and not rules.profile.deck_ends
    if short and rules.profile.recycle.endswith("discard_shuffled"):
        return Deck(max(0, deck.cards + deck.discard - drawn), 0, recycled=True)
    return Deck(max(0, deck.cards - drawn), deck.discard)


def first_deck(rules: Rules) -> Deck:
    """When the first hands are dealt."""
    return Deck(max(0, rules.profile.deck_cards - rules.hand * rules.players))


def after_round(rules: Rules, deck: Deck) -> Deck:
    """After a round is played and everyone has drawn up."""
    profile = rules.profile
    discard = deck.discard + rules.slots if profile.used_cards == "discard" else 0
    return refilled(rules, Deck(max(0, deck.cards - profile.deck_cards_added), discard))


def deck_rounds(rules: Rules) -> int | None:
    """In how many rounds the deck is used up, for profiles that end with it."""
    if not rules.profile.deck_ends:
        return None
    deck, rounds = first_deck(rules), 0
    while rounds == 0 or deck.cards >= rules.profile.deck_least:
        deck, rounds = after_round(rules, deck), rounds + 1
    return rounds


def end_reasons(rules: Rules, top: int, deck_over: bool, turns_over: bool) -> tuple[str, ...]:
    """Of target, deck, turns: which end the match now. `top`: the highest score."""
    found = {
        "target": rules.target is not None and top >= rules.target,
        "deck": rules.profile.deck_ends and deck_over,
        "turns": rules.profile.turns_per_player is not None and turns_over,
    }
    return tuple(reason for reason, holds in found.items() if holds)


def leaders(
    profile: Profile, scores: Mapping[PlayerId, int], last_storyteller: PlayerId | None
) -> tuple[PlayerId, ...]:
    """Who has won, in the order of `scores`, by the profile's list of tie-breaks."""
    best = tuple(player for player in scores if scores[player] == max(scores.values()))
    if "last_storyteller" in profile.tie and last_storyteller in best:
        return (last_storyteller,)
    return best


def ranks(scores: Mapping[PlayerId, int]) -> dict[PlayerId, int]:
    """Equal points share a rank, and the ranks they take up are skipped: 1, 2, 2, 4."""
    ordered = sorted(scores.values(), reverse=True)
    return {player: ordered.index(points) + 1 for player, points in scores.items()}


def reasons(match: Match) -> tuple[str, ...]:
    """Why the match ends after the round just scored; empty: it goes on."""
    rules = match.rules
    if rules is None or not match.rounds or match.running is not None:
        return ()
    if match.played_on:
        return end_reasons(rules, -1, match.deck_empty, False) if match.deck_empty else ()
    top = max(match.scores.values())
    if rules.target is not None and top >= rules.target:
        top = max((match.scores[player] for player in _eligible(match)), default=0)
    deck_over = rules.profile.deck_ends and _deck_over(match, rules)
    return end_reasons(rules, top, deck_over, _turns_over(match))


def winners(match: Match) -> tuple[PlayerId, ...]:
    """Who is ahead now, in seat order: among those at the table, and those who played the last round."""
    counted = [played for played in match.rounds if not played.void]
    if match.profile is None or not counted:
        return ()
    if match.profile.kernel is Kernel.COOP2:
        success, failure = team(match)
        return counted[-1].players if success > failure else ()
    eligible = _eligible(match)
    scores = {player.id: match.scores[player.id] for player in match.players if player.id in eligible}
    return leaders(match.profile, scores, counted[-1].storyteller) if scores else ()


def team(match: Match) -> tuple[int, int]:
    """Successes and failures of the co-operative variant."""
    outcomes = [played.result.outcome for played in match.rounds if played.result and not played.void]
    return outcomes.count(Outcome.SUCCESS), outcomes.count(Outcome.FAILURE)


def rounds_left(match: Match) -> int | None:
    """How many rounds the deck or the storytellers' turns still give, the running one included.

    None: neither limits this match, or it is over or played on.
    """
    rules = match.rules
    if rules is None or match.over or match.played_on:
        return None
    limits: list[int] = []
    if rules.profile.deck_ends:
        deck, left = Deck(match.deck, match.discard), 0
        while left == 0 or deck.cards >= rules.profile.deck_least:
            deck, left = after_round(rules, deck), left + 1
        limits.append(left if match.running else left - 1)
    if rules.profile.turns_per_player is not None:
        told = _told(match)
        turns = rules.profile.turns_per_player
        limits.append(sum(max(0, turns - told.get(player.id, 0)) for player in match.active))
    return min(limits, default=None)


def _deck_over(match: Match, rules: Rules) -> bool:
    after = after_round(rules, Deck(match.deck, match.discard))
    return match.deck_empty or after.cards < rules.profile.deck_least


def _turns_over(match: Match) -> bool:
    if match.profile is None or match.profile.turns_per_player is None:
        return False
    told, last = _told(match), len(match.rounds)
    here = [player.id for player in match.active if player.joined_round <= last]
    return all(told.get(player, 0) >= match.profile.turns_per_player for player in here)


def _told(match: Match) -> dict[PlayerId, int]:
    told: dict[PlayerId, int] = {}
    for played in match.rounds:
        if not played.void:
            told[played.storyteller] = told.get(played.storyteller, 0) + 1
    return told


def _eligible(match: Match) -> Collection[PlayerId]:
    """Who can win: those who played the last round, or were in the match then and are here now."""
    last = next((played for played in reversed(match.rounds) if not played.void), None)
    if last is None:
        return ()
    here = {player.id for player in match.active if player.joined_round <= last.number}
    return here.union(set(last.players) - set(last.absent))
