"""How a match stands while `score` reads it: opened, a round further, judged; and the end of one round."""

from __future__ import annotations

from dataclasses import replace

from pi_app.commands.score_answer import Answer
from pi_app.commands.score_input import Names, RoundEnd
from pi_app.game import ending
from pi_app.game.ending import Deck
from pi_app.game.match import Match
from pi_app.game.pieces import Phase, Player, PlayerId, Round
from pi_app.game.profiles import Kernel, Profile, resolve


def opened(profile: Profile, names: Names) -> Match:
    players = tuple(Player(player, names.key(player), 0) for player in names.players)
    deck = ending.first_deck(resolve(profile, len(players)))
    scores = dict.fromkeys(names.players, 0)
    return Match(Phase.SCORES, profile, players, scores=scores, deck=deck.cards)


def with_round(match: Match, played: Round) -> Match:
    """The match after one more round; the deck stands as it was before the round's refill."""
    rules, deck = match.rules, Deck(match.deck, match.discard)
    if match.rounds and rules is not None:
        met = {player for earlier in match.rounds for player in earlier.players}
        deck = ending.after_round(rules, deck)
        deck = replace(deck, cards=max(0, deck.cards - rules.hand * len(set(played.players) - met)))
    scores = dict(match.scores)
    for player, points in (played.result.points if played.result else {}).items():
        scores[player] += points.total
    here = tuple(replace(player, active=player.id in played.players) for player in match.players)
    after = replace(match, scores=scores, deck=deck.cards, discard=deck.discard, players=here)
    return replace(after, rounds=(*match.rounds, played))


def judged(match: Match, ended: tuple[str, ...]) -> Match:
    """The match with the reasons why it is over; `ended`: it was already before this round."""
    return replace(match, reasons=ended or ending.reasons(match))


def standing(match: Match, names: Names) -> Answer:
    winners = ending.winners(match) if match.reasons else ()
    told: Answer = {
        "totals": {names.key(player): score for player, score in match.scores.items()},
        **_verdict(match.reasons, winners, names),
    }
    if match.profile and match.profile.kernel is Kernel.COOP2:
        success, failure = ending.team(match)
        told["team_totals"] = {"success": success, "failure": failure}
    return told


def end_answer(end: RoundEnd, profile: Profile, names: Names) -> Answer:
    """The decision at the end of one round."""
    rules = resolve(profile, len(names.players))
    done = end.rounds_completed
    rounds = ending.deck_rounds(rules)
    deck = ending.refilled(rules, end.deck) if end.deck else None
    deck_over = deck.cards < profile.deck_least if deck else bool(done and rounds and done >= rounds)
    turns = (profile.turns_per_player or 0) * rules.players
    reasons = ending.end_reasons(rules, max(end.scores.values()), deck_over, bool(done and done >= turns))
    winners: tuple[PlayerId, ...] = ()
    if reasons and profile.kernel is Kernel.COOP2:
        success = max(end.scores.values())
        winners = names.players if done is None or success > done - success else ()
    elif reasons:
        winners = ending.leaders(profile, end.scores, end.storyteller)
    answer: Answer = {
        "scores_after": {names.key(player): score for player, score in end.scores.items()},
        **_verdict(reasons, winners, names),
    }
    if deck:
        answer |= {"deck_after_refill": deck.cards, "recycled": deck.recycled}
    return answer


def _verdict(reasons: tuple[str, ...], winners: tuple[PlayerId, ...], names: Names) -> Answer:
    return {
        "game_over": bool(reasons),
        "reasons": list(reasons),
        "winners": [names.given(player) for player in winners],
        "shared": len(winners) > 1,
    }
