"""A profile and changes to single rules in, a profile of its own out, or a sentence that says why not."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from pi_app.game.pieces import Fault, Reason, because
from pi_app.game.profiles import PROFILES, RAW_PROFILES, Profile, merged, profile_of

TIE_BREAKS = ("highest", "last_storyteller", "shared")
_CHANGEABLE_SCORING = {"party": ("scoring.bonus_cap",), "coop2": ()}


class BadOverride(ValueError):
    """This change is not possible. The text is a sentence for people, without the full stop."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(str(reason))
        self.fault = Fault("BAD_OVERRIDE", detail=str(reason), reason=reason)


Check = Callable[[str, object], Reason | None]
"""A rule's path and a value in; what is wrong with it, or None, out."""


def _whole(least: int, most: int, or_none: bool = False) -> Check:
    def wrong(rule: str, value: object) -> Reason | None:
        if value is None and or_none:
            return None
        if isinstance(value, int) and not isinstance(value, bool) and least <= value <= most:
            return None
        text = "{rule} must be a whole number from {least} to {most}"
        if or_none:
            text = "{rule} must be a whole number from {least} to {most} or nothing"
        return because(text, rule=rule, least=least, most=most)

    return wrong


def _one_of(*allowed: object) -> Check:
    def wrong(rule: str, value: object) -> Reason | None:
        if any(value is choice or (isinstance(choice, str) and value == choice) for choice in allowed):
            return None
        return because("{rule} must be one of {choices}", rule=rule, choices=", ".join(map(str, allowed)))

    return wrong


def _tie(rule: str, value: object) -> Reason | None:
    words = value if isinstance(value, tuple) else ()
    if words[:1] == ("highest",) and len(set(words)) == len(words) and set(words) <= set(TIE_BREAKS):
        return None
    return because("{rule} must begin with highest; then last_storyteller, shared or both", rule=rule)


def _title(rule: str, value: object) -> Reason | None:
    return None if isinstance(value, str) and value.strip() else because("{rule} must be a name", rule=rule)


_PAYOUT = r"(all|none)\.(teller|others)|some\.(teller|guesser|wrong|teller_per_guesser)"
OVERRIDES: tuple[tuple[str, Check], ...] = (
    (r"title", _title),
    (r"scoring\.bonus_cap", _whole(0, 99, or_none=True)),
    (r"scoring\.bonus_per_vote", _whole(0, 9)),
    (rf"scoring\.({_PAYOUT})", _whole(-9, 9)),
    (rf"scoring\.by_players\.([2-9]|1[0-2])\.({_PAYOUT})", _whole(-9, 9)),
    (r"end\.target", _whole(1, 999, or_none=True)),
    (r"end\.target\.([2-9]|1[0-2])", _whole(1, 999)),
    (r"end\.deck_exhausted", _one_of(True, False)),
    (r"end\.turns_per_player", _whole(1, 99, or_none=True)),
    (r"tie", _tie),
    (r"deck_cards", _whole(1, 999)),
    (r"own_card_vote", _one_of("forbidden", "allowed_no_bonus")),
    (r"rotation", _one_of("left", "right")),
)
"""What a table may change: the pattern of the path, and what is wrong with a value (None: nothing)."""


def customise(base: str, overrides: Mapping[str, object]) -> Profile:
    """The base profile with the values at these dotted paths replaced; lists may stand for tuples.

    Raise KeyError for an unknown base, BadOverride for a path or value that cannot be.
    """
    if not overrides:
        return PROFILES[base]
    frozen = {path: tuple(value) if isinstance(value, list) else value for path, value in overrides.items()}
    for path, value in frozen.items():
        _require_possible(base, path, value)
    return _customised(base, tuple(sorted(frozen.items())))


def _require_possible(base: str, path: str, value: object) -> None:
    kernel = RAW_PROFILES[base]["kernel"]
    check = next((check for pattern, check in OVERRIDES if re.fullmatch(pattern, path)), None)
    if check is None:
        raise BadOverride(because("{rule} is not a rule that can be changed", rule=ascii(path[:60])))
    if path.startswith("scoring.") and path not in _CHANGEABLE_SCORING.get(kernel, (path,)):
        raise BadOverride(because("{rule} means nothing in {profile}", rule=path, profile=base))
    if wrong := check(path, value):
        raise BadOverride(wrong)


@lru_cache(maxsize=64)
def _customised(base: str, overrides: tuple[tuple[str, Any], ...]) -> Profile:
    raw = RAW_PROFILES[base]
    values: dict[str, Any] = {}
    # Whole rules before their parts, so that a target for five players stays beside the common one.
    for path, value in sorted(overrides, key=lambda item: item[0].count(".")):
        if path == "end.target":
            values[path] = None if value is None else {"default": value}
        elif path == "scoring.bonus_cap" and raw["kernel"] == "party":
            values["scoring.cap"] = value
        else:
            values = _whole_payout(raw, path) | values | {path: value}
    profile_raw = merged(raw, values)
    return profile_of(base, profile_raw, custom=dict(overrides))


def _whole_payout(raw: Mapping[str, Any], path: str) -> dict[str, Any]:
    """The parts of a payout for one number of players that are not changed, from the common one."""
    match path.split("."):
        case ["scoring", "by_players", players, outcome, _]:
            own = raw["scoring"]["by_players"].get(players, {}).get(outcome, raw["scoring"][outcome])
            return {f"scoring.by_players.{players}.{outcome}.{role}": value for role, value in own.items()}
    return {}
