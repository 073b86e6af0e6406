"""The rule profiles: profiles.json in, typed values out, and what they mean for a number of players.

No edition is "the" rules. Each profile says where each of its rules comes from, and what is uncertain.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar

from pi_app.game.pieces import Outcome

DEFAULT_PROFILE = "refresh2021"
BOX_OF_CARDS = 84
_T = TypeVar("_T")
Table = Mapping[str, _T]
"""A value for each number of players: "3" exactly, then "7+" (7 or more), then "default"."""


class Kernel(StrEnum):
    """The families of scoring."""

    STANDARD = "standard"
    DIALS = "dials"
    PARTY = "party"
    COOP2 = "coop2"


@dataclass(frozen=True, slots=True)
class Payout:
    """Points of one outcome. `finder`: who found the storyteller's card; `other`: who did not."""

    teller: int = 0
    finder: int = 0
    other: int = 0
    teller_per_finder: int = 0


@dataclass(frozen=True, slots=True)
class Scoring:
    """How a round pays. Party uses `same_vote` and `bonus_cap` only; coop2 nothing of this."""

    payouts: Mapping[Outcome, Payout] = field(default_factory=dict)
    by_players: Table[Mapping[Outcome, Payout]] = field(default_factory=dict)
    per_dial: bool = False  # each right dial pays, not each voter who is right
    bonus_per_vote: int = 0
    bonus_cap: int | None = None
    single_vote_points: int = 0
    single_vote_from: int = 0  # players
    same_vote: int = 0


@dataclass(frozen=True, slots=True)
class Profile:
    """One edition's rules. `custom`: what a table changed, by path; else empty."""

    id: str
    title: str
    kernel: Kernel
    least: int
    most: int
    hand: Table[int]
    cards_per_voter: Table[int]
    votes: Table[tuple[int, int]]  # least, most
    same_slot_twice: bool
    own_card_vote: str  # forbidden, allowed_no_bonus, allowed
    storyteller_votes: bool
    scoring: Scoring
    target: Table[int]  # empty: no target
    deck_ends: bool
    deck_least: int  # the deck is exhausted when fewer cards than this are left
    turns_per_player: int | None
    tie: tuple[str, ...]
    used_cards: str
    recycle: str
    rotation: str  # left, right, alternate
    first_teller: str
    duplicates: str
    deck_cards: int
    deck_cards_added: int
    provenance: Mapping[str, tuple[str, ...]]
    uncertain: tuple[str, ...]
    custom: Mapping[str, object] = field(default_factory=dict)

    def __hash__(self) -> int:
        return hash(self.id)


@dataclass(frozen=True, slots=True)
class Rules:
    """A profile for one number of players. `slots`: cards on the table each round."""

    profile: Profile
    players: int
    hand: int
    cards_per_voter: int
    votes_least: int
    votes_most: int
    payouts: Mapping[Outcome, Payout]
    single_vote: int
    target: int | None
    slots: int

    def __hash__(self) -> int:
        return hash((self.profile.id, self.players))

    @property
    def fits(self) -> bool:
        """The profile can be played by so many."""
        return self.profile.least <= self.players <= self.profile.most

    @property
    def refill(self) -> int:
        """Cards drawn from the deck after a round, all hands together."""
        return 1 + (self.players - 1) * self.cards_per_voter


def at(table: Table[_T], players: int) -> _T | None:
    """The table's value for this number of players: exact, then the nearest "N+", then default."""
    if (exact := table.get(str(players))) is not None:
        return exact
    reached = [int(key[:-1]) for key in table if key.endswith("+") and int(key[:-1]) <= players]
    return table[f"{max(reached)}+"] if reached else table.get("default")


@lru_cache(maxsize=256)
def resolve(profile: Profile | str, players: int) -> Rules:
    """The rules for so many players, also outside the profile's range (`fits` says so).

    Raise KeyError for an unknown profile id.
    """
    if isinstance(profile, str):
        profile = PROFILES[profile]
    cards = at(profile.cards_per_voter, players) or 1
    least, most = at(profile.votes, players) or (1, 1)
    scoring = profile.scoring
    return Rules(
        profile=profile,
        players=players,
        hand=at(profile.hand, players) or 6,
        cards_per_voter=cards,
        votes_least=least,
        votes_most=most,
        payouts={**scoring.payouts, **(at(scoring.by_players, players) or {})},
        single_vote=scoring.single_vote_points if players >= scoring.single_vote_from else 0,
        target=at(profile.target, players),
        slots=1 + (players - 1) * cards + profile.deck_cards_added,
    )


def merged(raw: Mapping[str, Any], overrides: Mapping[str, object]) -> dict[str, Any]:
    """A raw profile with the values at these dotted paths replaced."""
    result = copy.deepcopy(dict(raw))
    for path, value in overrides.items():
        *parents, last = path.split(".")
        place = result
        for parent in parents:
            if not isinstance(place.get(parent), dict):
                place[parent] = {}
            place = place[parent]
        place[last] = value
    return result


def profile_of(
    profile_id: str, raw: Mapping[str, Any], custom: Mapping[str, object] | None = None
) -> Profile:
    """One raw profile, base and overrides already merged, as a typed value."""
    end = raw["end"]
    coop = raw["kernel"] == Kernel.COOP2
    return Profile(
        id=profile_id,
        title=raw["title"],
        kernel=Kernel(raw["kernel"]),
        least=raw["players"]["min"],
        most=raw["players"]["max"],
        hand=raw["hand_size"],
        cards_per_voter=raw["cards_per_voter"],
        votes={key: (span["min"], span["max"]) for key, span in raw["votes"].items()},
        same_slot_twice=raw["same_slot_twice"],
        own_card_vote=raw["own_card_vote"],
        storyteller_votes=raw["storyteller_votes"],
        scoring=_scoring(raw["scoring"]),
        target=end["target"] or {},
        deck_ends=bool(end["deck_exhausted"]),
        deck_least=raw.get("deck_cards_added", 0) if coop else 1,
        turns_per_player=end["turns_per_player"],
        tie=tuple(raw["tie"]),
        used_cards=raw["used_cards"],
        recycle=raw["recycle"],
        rotation=raw["rotation"],
        first_teller=raw["first_teller"],
        duplicates=raw["duplicates"],
        deck_cards=raw.get("deck_cards", BOX_OF_CARDS),
        deck_cards_added=raw.get("deck_cards_added", 0),
        provenance={path: tuple(texts) for path, texts in raw["provenance"].items()},
        uncertain=tuple(raw["uncertain"]),
        custom=dict(custom or {}),
    )


def _scoring(raw: Mapping[str, Any]) -> Scoring:
    single = raw.get("single_vote_bonus") or {}
    return Scoring(
        payouts=_payouts(raw),
        by_players={key: _payouts(table) for key, table in raw.get("by_players", {}).items()},
        per_dial=raw.get("guess_unit") == "dial",
        bonus_per_vote=raw.get("bonus_per_vote", 0),
        bonus_cap=raw.get("bonus_cap", raw.get("cap")),
        single_vote_points=single.get("points", 0),
        single_vote_from=single.get("from_players", 0),
        same_vote=raw.get("points_per_same_vote", 0),
    )


def _payouts(raw: Mapping[str, Any]) -> dict[Outcome, Payout]:
    return {
        outcome: Payout(
            teller=raw[outcome].get("teller", 0),
            finder=raw[outcome].get("guesser", raw[outcome].get("others", 0)),
            other=raw[outcome].get("wrong", raw[outcome].get("others", 0)),
            teller_per_finder=raw[outcome].get("teller_per_guesser", 0),
        )
        for outcome in (Outcome.ALL, Outcome.NONE, Outcome.SOME)
        if outcome in raw
    }


def _merged_with_base(profile_id: str) -> dict[str, Any]:
    raw: dict[str, Any] = _FILE["profiles"][profile_id]
    if "base" not in raw:
        return raw
    own = {key: raw[key] for key in ("title", "provenance", "uncertain")}
    return {**merged(_merged_with_base(raw["base"]), raw["overrides"]), **own}


_FILE = json.loads((Path(__file__).parent / "profiles.json").read_text(encoding="utf-8"))
# The short names in `provenance`, and what they stand for.
SOURCES: Mapping[str, str] = _FILE["sources"]
RAW_PROFILES: Mapping[str, dict[str, Any]] = {name: _merged_with_base(name) for name in _FILE["profiles"]}
BASES: Mapping[str, str] = {name: raw["base"] for name, raw in _FILE["profiles"].items() if "base" in raw}
PROFILES: Mapping[str, Profile] = {name: profile_of(name, raw) for name, raw in RAW_PROFILES.items()}
