"""One round of each family of rules, worked out by hand, as another program plays it through `drive`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pi_app.session.book import Book
from pi_app.session.manners import FOR_PROGRAMS
from pi_app.session.saved_rules import FILE_NAME, RulesShelf
from pi_app.session.session import Session
from pi_app.words import Words
from tests.pi_app.commands.test_drive_people import OPEN, Driven, scores

Said = dict[str, Any]
FOUR = {"scoring.by_players.3.some.teller": 4, "scoring.by_players.3.some.guesser": 4}


def started(folder: Path, profile: str, players: int, overrides: Said | None = None) -> Driven:
    table = Driven(folder)
    seats = [{"id": n, "name": f"P{n}"} for n in range(1, players + 1)]
    start = {"move": "StartMatch", "profile": profile, "players": seats, "overrides": overrides or {}}
    table.good(start, *OPEN)
    return table


@pytest.mark.parametrize(
    ("profile", "overrides", "votes", "owners", "expected"),
    [
        # P2 found it with one vote of two (3 + 1), and drew five votes, of which three count.
        (
            "odyssey2011",
            {},
            {"2": [1], "3": [1, 2], "4": [2, 3], "5": [2, 3], "6": [2, 3], "7": [2]},
            {"1": 1, "2": 2, "3": 3},
            {1: 3, 2: 7, 3: 6, 4: 0, 5: 0, 6: 0, 7: 0},
        ),
        # Two right dials pay twice.
        (
            "odyssey2024",
            {},
            {"2": [1, 3], "3": [1, 1], "4": [1, 2]},
            {"1": 1, "2": 2, "3": 3},
            {1: 3, 2: 4, 3: 7, 4: 3},
        ),
        ("odyssey2024", {}, {"2": [1, 1], "3": [1, 1], "4": [1, 1]}, {"1": 1}, {1: 0, 2: 4, 3: 4, 4: 4}),
        ("refresh2021", FOUR, {"2": [1], "3": [2]}, {"1": 1, "2": 2, "3": 2}, {1: 4, 2: 5, 3: 0}),
        ("refresh2021", {}, {"2": [1], "3": [2]}, {"1": 1, "2": 2, "3": 2}, {1: 3, 2: 4, 3: 0}),
        ("house_penalty", {}, {"2": [1], "3": [1], "4": [1]}, {"1": 1}, {1: -3, 2: 0, 3: 0, 4: 0}),
        (
            "house_teller_votes",
            {},
            {"2": [1], "3": [1], "4": [2]},
            {"1": 1, "2": 2},
            {1: 2, 2: 4, 3: 3, 4: 0},
        ),
        ("coop2", {}, {"1": [2], "2": [1]}, {"1": 1, "2": 2}, {1: 1, 2: 1}),
        ("coop2", {}, {"1": [3], "2": [1]}, {"1": 1, "2": 2, "3": 0}, {1: 0, 2: 0}),
    ],
)
def test_a_round_pays_as_its_edition_says(
    tmp_path: Path, profile: str, overrides: Said, votes: Said, owners: Said, expected: dict[int, int]
) -> None:
    table = started(tmp_path, profile, len(expected), overrides)
    state = table.good({"move": "RecordVotes", "votes": votes}, {"move": "RecordOwners", "slots": owners})
    assert scores(state) == expected


def test_party_needs_the_red_token_and_no_owners(tmp_path: Path) -> None:
    table = started(tmp_path, "odyssey_party", 6)
    votes = {str(n): [1 if n < 4 else 2] for n in range(1, 7)}
    answer = table.ask({"move": "RecordVotes", "votes": votes})
    assert [error["code"] for error in answer["errors"]] == ["MISSING_RED_TOKEN"]
    state = table.good(
        {"move": "RecordVotes", "votes": votes, "red": 2}, {"move": "RecordOwners", "slots": {}}
    )
    assert scores(state) == {1: 3, 2: 3, 3: 3, 4: 0, 5: 0, 6: 0}


def test_a_match_started_with_changed_rules_is_the_same_in_another_program(tmp_path: Path) -> None:
    table = started(tmp_path, "refresh2021", 3, {**FOUR, "end.target": 5, "title": "Ours"})
    state = table.good(
        {"move": "RecordVotes", "votes": {"2": [1], "3": [2]}},
        {"move": "RecordOwners", "slots": {"1": 1, "2": 2, "3": 2}},
        {"move": "NextRound"},
    )
    assert (state["over"], state["winners"], state["reasons"]) == (True, [2], ["target"])
    table.session.close()
    other = Session(Book(tmp_path / "book.sqlite"), Words(), manners=FOR_PROGRAMS)
    assert (other.view().target, other.view().winners) == (5, (2,))
    other.close()


@pytest.mark.parametrize(("vote", "warned"), [(2, ["OWN_CARD_VOTE"]), (3, [])])
def test_a_vote_for_the_own_card_that_the_edition_lets_pass_is_said(
    tmp_path: Path, vote: int, warned: list[str]
) -> None:
    table = started(tmp_path, "fa_targets", 4)
    table.good({"move": "RecordVotes", "votes": {"2": [vote], "3": [1], "4": [1]}})
    state = table.good({"move": "RecordOwners", "slots": {"1": 1, "2": 2, "3": 3, "4": 4}})
    assert state["rounds"][0]["warnings"] == warned
    assert scores(state)[2] == 0


def test_saved_rules_are_chosen_by_name_and_then_need_their_file_no_more(
    tmp_path: Path,
) -> None:
    RulesShelf(tmp_path / FILE_NAME).save("Ours", "refresh2021", {"end.target": 5, "scoring.bonus_cap": 1})
    table = started(tmp_path, "saved:Ours", 4, {"scoring.bonus_cap": 2})
    assert table.ask({"what_if": {"move": "Undo"}})["ok"]
    (tmp_path / FILE_NAME).unlink()
    table.restart()
    state = table.ask({"move": "State"})["state"]
    assert (state["profile"]["id"], state["profile"]["name"], state["target"]) == ("refresh2021", "Ours", 5)
    table.good({"move": "RecordVotes", "votes": {"2": [1], "3": [2], "4": [2]}})
    state = table.good({"move": "RecordOwners", "slots": {"1": 1, "2": 2}})
    assert scores(state) == {1: 3, 2: 5, 3: 0, 4: 0}


def test_rules_that_nobody_saved_are_no_edition(tmp_path: Path) -> None:
    answer = Driven(tmp_path).ask({"move": "StartMatch", "profile": "saved:Ours", "players": []})
    assert [error["code"] for error in answer["errors"]] == ["UNKNOWN_PROFILE"]


@pytest.mark.parametrize(
    ("overrides", "code"),
    [
        ({"x.y": 1}, "BAD_OVERRIDE"),
        ({"end.target": "30"}, "BAD_OVERRIDE"),
        ({"tie": ["shared", "highest"]}, "BAD_OVERRIDE"),
        ([], "BAD_MOVE"),
        ({"end.target": 1.5}, "BAD_MOVE"),
    ],
)
def test_rules_that_cannot_be_are_refused_before_anything_begins(
    tmp_path: Path, overrides: object, code: str
) -> None:
    table = Driven(tmp_path)
    seats = [{"id": n, "name": f"P{n}"} for n in range(1, 5)]
    start = {"move": "StartMatch", "profile": "refresh2021", "players": seats, "overrides": overrides}
    answer = table.ask(start)
    assert [error["code"] for error in answer["errors"]] == [code]
    assert answer["state"]["phase"] == "LOBBY"
