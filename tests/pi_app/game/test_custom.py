"""Profiles of one's own: single rules changed, and what cannot be changed refused with a reason."""

from __future__ import annotations

import pytest

from pi_app.game.custom import BadOverride, customise
from pi_app.game.pieces import Outcome
from pi_app.game.profiles import PROFILES, Payout, resolve


@pytest.mark.parametrize("base", PROFILES)
def test_without_changes_it_is_the_profile_itself(base: str) -> None:
    assert customise(base, {}) is PROFILES[base]


def test_three_players_may_get_four_points() -> None:
    profile = customise(
        "refresh2021",
        {"scoring.by_players.3.some.teller": 4, "scoring.by_players.3.some.guesser": 4},
    )
    assert resolve(profile, 3).payouts == resolve("classic2008_et", 3).payouts
    assert resolve(profile, 4).payouts == resolve("refresh2021", 4).payouts


@pytest.mark.parametrize(
    ("base", "overrides", "players", "target"),
    [
        ("refresh2021", {"end.target": 40}, 4, 40),
        ("refresh2021", {"end.target": None}, 4, None),
        ("refresh2021", {"end.target.5": 35}, 5, 35),
        ("refresh2021", {"end.target.5": 35}, 4, 30),
        ("refresh2021", {"end.target.5": 35, "end.target": 20}, 4, 20),
        ("fa_targets", {"end.target": 50}, 6, 50),
        ("deckout_ru", {"end.target.4": 25}, 4, 25),
        ("deckout_ru", {"end.target.4": 25}, 5, None),
    ],
)
def test_the_target_can_be_changed_for_all_or_one_number_of_players(
    base: str, overrides: dict[str, object], players: int, target: int | None
) -> None:
    assert resolve(customise(base, overrides), players).target == target


def test_many_rules_can_be_changed_at_once() -> None:
    profile = customise(
        "refresh2021",
        {
            "title": "Our rules",
            "scoring.bonus_cap": 2,
            "scoring.all.teller": -1,
            "end.deck_exhausted": True,
            "end.turns_per_player": 3,
            "tie": ["highest", "last_storyteller"],
            "deck_cards": 168,
            "rotation": "right",
        },
    )
    assert (profile.title, profile.scoring.bonus_cap, profile.deck_ends) == ("Our rules", 2, True)
    assert (profile.turns_per_player, profile.deck_cards, profile.rotation) == (3, 168, "right")
    assert profile.tie == ("highest", "last_storyteller")
    assert profile.scoring.payouts[Outcome.ALL] == Payout(teller=-1, finder=2, other=2)
    assert profile.custom["scoring.bonus_cap"] == 2
    assert PROFILES["refresh2021"].scoring.bonus_cap is None


def test_the_cap_of_party_can_be_changed() -> None:
    assert customise("odyssey_party", {"scoring.bonus_cap": 4}).scoring.bonus_cap == 4


@pytest.mark.parametrize(
    ("base", "path", "value", "said"),
    [
        ("refresh2021", "scoring.cap", 3, "is not a rule that can be changed"),
        ("refresh2021", "", 3, "is not a rule that can be changed"),
        ("refresh2021", "scoring.bonus_cap", -1, "whole number from 0 to 99 or nothing"),
        ("refresh2021", "scoring.bonus_cap", "3", "whole number"),
        ("refresh2021", "scoring.bonus_cap", True, "whole number"),
        ("refresh2021", "scoring.bonus_cap", 2.5, "whole number"),
        ("refresh2021", "end.target", 0, "from 1 to 999"),
        ("refresh2021", "end.target.13", 30, "is not a rule that can be changed"),
        ("refresh2021", "end.deck_exhausted", 1, "must be one of True, False"),
        ("refresh2021", "tie", ["shared"], "must begin with highest"),
        ("refresh2021", "tie", ["highest", "youngest"], "must begin with highest"),
        ("refresh2021", "title", "  ", "must be a name"),
        ("coop2", "scoring.bonus_cap", 3, "means nothing in coop2"),
        ("odyssey_party", "scoring.some.teller", 3, "means nothing in odyssey_party"),
    ],
)
def test_what_cannot_be_changed_is_refused_with_a_reason(
    base: str, path: str, value: object, said: str
) -> None:
    with pytest.raises(BadOverride, match=said):
        customise(base, {path: value})


def test_an_unknown_base_is_a_key_error() -> None:
    with pytest.raises(KeyError):
        customise("dixit", {"end.target": 3})
