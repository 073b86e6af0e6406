"""Every vector of the rules, of every status, through the game's own functions."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pi_app.game.checks import Token, check_round
from pi_app.game.ending import Deck, deck_rounds, end_reasons, leaders, refilled
from pi_app.game.pieces import DECK, FAULTS, Outcome, Round
from pi_app.game.profiles import PROFILES, RAW_PROFILES, Kernel, Rules, resolve
from pi_app.game.scoring import score_round

VECTORS = json.loads((Path(__file__).parents[2] / "vectors" / "rules.json").read_text(encoding="utf-8"))
Row = dict[str, Any]


def rows(kind: str) -> list[Any]:
    return [pytest.param(row, id=row["id"]) for row in VECTORS[kind]]


class Table:
    """A vector's input with its names as numbers."""

    def __init__(self, row: Row) -> None:
        said = row["input"]
        self.ids: dict[object, int] = {"#deck": DECK}
        self.players = tuple(self.id(name) for name in said["players"])
        self.rules: Rules = resolve(row["profile"], len(self.players))
        self.said = said

    def id(self, name: object) -> int:
        return self.ids.setdefault(name, len(self.ids))

    def name(self, player: int | None) -> object:
        return next((name for name, known in self.ids.items() if known == player), None)

    def round(self) -> Round:
        return Round(
            number=1,
            storyteller=self.id(self.said["storyteller"]),
            players=self.players,
            votes={self.id(voter): tuple(slots) for voter, slots in self.said["votes"].items()},
            slots={int(slot): self.id(owner) for slot, owner in self.said["slots"].items()},
            red=self.said.get("red"),
        )

    def tokens(self) -> list[Token]:
        return [
            Token(self.id(token["player"]), token["number"], token["slot"])
            for token in self.said.get("tokens", [])
        ]


@pytest.mark.parametrize("row", rows("rounds"))
def test_a_round_scores_as_its_vector_says(row: Row) -> None:
    table, expected = Table(row), row["expected"]
    played = table.round()
    assert check_round(table.rules, played, table.tokens()) == []
    result = score_round(table.rules, played)
    assert result.outcome == expected["outcome"]
    assert list(result.warnings) == expected.get("warnings", [])
    for name, points in expected.get("points", {}).items():
        assert result.points[table.id(name)].total == points
    for name, parts in expected.get("breakdown", {}).items():
        points = result.points[table.id(name)]
        assert {"base": points.base, "bonus": points.bonus, "extra": points.extra} == parts
    if "team" in expected:
        assert (result.outcome is Outcome.SUCCESS) == bool(expected["team"]["success"])


@pytest.mark.parametrize("row", rows("rounds"))
def test_the_reasons_of_a_vectors_points_sum_to_the_points(row: Row) -> None:
    table = Table(row)
    for points in score_round(table.rules, table.round()).points.values():
        assert sum(why.points for why in points.why) == points.total
        assert points.why


@pytest.mark.parametrize("row", rows("invalid"))
def test_a_faulty_round_is_refused_with_every_fault_at_once(row: Row) -> None:
    table = Table(row)
    faults = check_round(table.rules, table.round(), table.tokens())
    found = {(fault.code, table.name(fault.player), fault.slot) for fault in faults}
    assert found == {(e["code"], e["player"], e["slot"]) for e in row["expected"]["errors"]}
    assert len(found) == len(faults)


@pytest.mark.parametrize("row", rows("endgames"))
def test_the_end_of_a_round_is_decided_as_its_vector_says(row: Row) -> None:
    table, said, expected = Table(row), row["input"], row["expected"]
    profile = table.rules.profile
    after = {
        table.id(name): said["scores_before"][name] + said["round_points"][name] for name in said["players"]
    }
    assert {table.name(player): score for player, score in after.items()} == expected["scores_after"]
    deck = None
    if "deck_before_refill" in said:
        deck = refilled(table.rules, Deck(said["deck_before_refill"], said.get("discard_before_refill", 0)))
        assert (deck.cards, deck.recycled) == (expected["deck_after_refill"], expected["recycled"])
    done = said.get("rounds_completed", 0)
    turns = done >= (profile.turns_per_player or 0) * len(table.players)
    reasons = end_reasons(table.rules, max(after.values()), deck is not None and deck.cards == 0, turns)
    assert list(reasons) == expected["reasons"]
    winners = leaders(profile, after, table.id(said["storyteller"])) if reasons else ()
    assert [table.name(player) for player in winners] == expected["winners"]


@pytest.mark.parametrize("name", VECTORS["profiles"])
def test_the_product_has_every_profile_with_its_provenance(name: str) -> None:
    assert RAW_PROFILES[name] == VECTORS["profiles"][name]
    assert PROFILES[name].provenance
    assert list(PROFILES[name].uncertain) == VECTORS["profiles"][name]["uncertain"]


def test_every_code_of_the_vectors_is_in_the_table_of_faults() -> None:
    assert set(VECTORS["schema"]["error codes"]) <= set(FAULTS)


@pytest.mark.parametrize(
    ("profile", "players", "rounds"),
    [
        ("classic2008_et", 3, 13),
        ("classic2008_et", 4, 15),
        ("classic_us", 5, 11),
        ("deckout_ru", 6, 8),
        ("coop2", 2, 12),
        ("refresh2021", 4, None),
    ],
)
def test_the_deck_gives_as_many_rounds_as_the_arithmetic_says(
    profile: str, players: int, rounds: int | None
) -> None:
    assert deck_rounds(resolve(profile, players)) == rounds


@pytest.mark.parametrize("kernel", list(Kernel))
def test_every_kernel_is_played_by_some_profile(kernel: Kernel) -> None:
    assert any(profile.kernel is kernel for profile in PROFILES.values())
