"""A round and its rules in, a JSON-ready answer out: points and reasons, or every fault.

Rule: a refusal is an answer too; nothing is scored that has a fault.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from pi_app.commands.score_input import Names
from pi_app.game.checks import (
    Token,
    check_known_owners,
    check_players,
    check_round,
    check_tokens,
    check_votes,
    imply_owners,
    slots_in_play,
)
from pi_app.game.notation import write_round
from pi_app.game.pieces import Fault, IllegalMove, Outcome, PlayerId, Round, Why
from pi_app.game.profiles import Kernel, Profile, Rules, resolve
from pi_app.game.provenance import RULE_OF_WHY
from pi_app.game.scoring import score_round
from pi_app.session.edition_views import rule_views
from pi_app.session.offered import RuleView
from pi_app.session.sentences import fault_text, why_text
from pi_app.words import Words

Answer = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Asked:
    """A round to score. `known_owners_only`: as at the table, owners that change no points may be missing."""

    played: Round
    tokens: tuple[Token, ...] = ()
    known_owners_only: bool = False
    claimed: Mapping[PlayerId, int] = field(default_factory=dict)  # points as somebody wrote them down


def scored(asked: Asked, profile: Profile) -> Round:
    """The round with its result. Raise IllegalMove with every fault."""
    played = asked.played
    rules = resolve(profile, len(played.players))
    if asked.known_owners_only:
        played = replace(played, slots=imply_owners(rules, played, played.slots))
        faults = [
            *check_players(rules, played),
            *check_votes(rules, played, slots_in_play(rules)),
            *check_known_owners(rules, played),
            *check_tokens(asked.tokens),
        ]
    else:
        faults = check_round(rules, played, asked.tokens)
    if faults:
        raise IllegalMove(*faults)
    return replace(played, result=score_round(rules, played))


def round_answer(asked: Asked, profile: Profile, names: Names, words: Words) -> Answer:
    """Points, their parts and reasons. Raise IllegalMove with every fault."""
    return told(scored(asked, profile), asked, profile, names, words)


def told(played: Round, asked: Asked, profile: Profile, names: Names, words: Words) -> Answer:
    """A scored round for programs."""
    result = played.result
    if result is None:
        return {"accepted": True, "void": True, "outcome": None, "points": {}, "warnings": []}
    pays = {names.key(player): pay for player, pay in result.points.items()}
    answer: Answer = {"accepted": True, "outcome": result.outcome.value}
    if profile.kernel is Kernel.COOP2:
        success = result.outcome is Outcome.SUCCESS
        answer["team"] = {"success": int(success), "failure": int(not success)}
    answer["points"] = {player: pay.total for player, pay in pays.items()}
    answer["breakdown"] = {
        player: {"base": pay.base, "bonus": pay.bonus, "extra": pay.extra} for player, pay in pays.items()
    }
    claimed = {player: result.points[player].total for player in asked.claimed if player in result.points}
    differs = ["POINTS_DIFFER"] if claimed != asked.claimed else []
    answer["warnings"] = [*result.warnings, *differs]
    behind = _rules_behind(resolve(profile, len(played.players)), words)
    answer["why"] = {player: [_reason(why, behind, words) for why in pay.why] for player, pay in pays.items()}
    answer["notation"] = write_round(played, names.texts)
    return answer


def _reason(why: Why, behind: Mapping[str, RuleView], words: Words) -> Answer:
    """`rule`: the path of the rule it follows from; `sources`: the texts that say so."""
    rule = behind.get(RULE_OF_WHY.get(why.code, ""))
    said = {"code": why.code, "points": why.points, "count": why.count, "text": why_text(why, words)}
    return {**said, "rule": rule.path if rule else None, "sources": list(rule.sources) if rule else []}


@lru_cache(maxsize=64)
def _rules_behind(rules: Rules, words: Words) -> Mapping[str, RuleView]:
    return {rule.path: rule for rule in rule_views(rules.profile, rules.players, words)}


def refusal(faults: tuple[Fault, ...], names: Names | None, words: Words) -> Answer:
    """Every fault, as codes for programs and sentences for people."""
    texts = names.texts if names else {}
    errors = []
    for fault in dict.fromkeys(faults):
        stranger = texts.get(fault.player or 0) if fault.code == "UNKNOWN_DISC" else None
        told = replace(fault, detail=stranger) if stranger else fault
        player = names.given(fault.player) if names else fault.player
        text = fault_text(told, texts, words)
        errors.append({"code": fault.code, "player": player, "slot": fault.slot, "text": text})
    return {"accepted": False, "errors": errors, "points": None}
