"""Every code of the table of invalid inputs can happen, and has words for people; all faults come at once."""

from __future__ import annotations

from typing import Any

import pytest

from pi_app.commands.score_match import reply_to
from pi_app.game.pieces import FAULTS, Fault
from pi_app.session.sentences import fault_text
from pi_app.words import Words

FIVE = ["Ann", "Bo", "Cid", "Dee", "Eve"]
ROUND: dict[str, Any] = {
    "profile": "refresh2021",
    "players": FIVE,
    "storyteller": "Ann",
    "slots": {"1": "Ann", "2": "Bo", "3": "Cid", "4": "Dee", "5": "Eve"},
    "votes": {"Bo": [1], "Cid": [1], "Dee": [2], "Eve": [2]},
}
SIX = [*FIVE, "Fay"]
PARTY = {
    "profile": "odyssey_party",
    "players": SIX,
    "slots": {str(n): name for n, name in enumerate(SIX, 1)},
    "votes": {key: [1] for key in SIX},
}
DIALS = {"profile": "odyssey2024", "votes": {key: [1, 1] for key in FIVE[1:]}}
Change = dict[str, Any]


def votes(**changed: object) -> Change:
    return {"votes": {**ROUND["votes"], **changed}}


def slots(**changed: object) -> Change:
    return {"slots": {**ROUND["slots"], **{key[1:]: owner for key, owner in changed.items()}}}


TABLE: list[tuple[Change, tuple[str, object, int | None, str]]] = [
    (votes(Bo=[2]), ("OWN_CARD_VOTE", "Bo", 2, "Bo voted for their own card.")),
    (votes(Ann=[2]), ("STORYTELLER_VOTED", "Ann", None, "Ann is the storyteller and does not vote.")),
    (votes(Bo=[9]), ("NO_SUCH_SLOT", "Bo", 9, "Bo voted for card 9, which is not on the table.")),
    (votes(Bo=[]), ("MISSING_VOTE", "Bo", None, "No vote from Bo.")),
    (votes(Bo=[None]), ("UNREADABLE_VOTE", "Bo", None, "Bo has voted, but the disc cannot be read.")),
    (votes(Bo=[1, 3]), ("TOO_MANY_VOTES", "Bo", None, "Too many votes from Bo.")),
    (votes(Zoe=[1]), ("UNKNOWN_DISC", "Zoe", None, "Disc set Zoe belongs to nobody in this match.")),
    (
        {"slots": {"1": "Ann", "2": "Bo", "4": "Cid", "5": "Dee", "6": "Eve"}},
        ("SLOT_NUMBER_GAP", None, 3, "Plate 3 cannot be seen."),
    ),
    (slots(_3=None), ("SLOT_OWNER_UNKNOWN", None, 3, "Whose card is number 3?")),
    (slots(_3="Ann"), ("STORYTELLER_CARD_COUNT", "Ann", None, "Which one card is the storyteller's?")),
    (
        slots(_3="Dee"),
        ("CARD_COUNT_MISMATCH", "Dee", None, "Dee has the wrong number of cards on the table (2/1)."),
    ),
    ({"profile": "coop2"}, ("PLAYER_COUNT_OUT_OF_RANGE", None, None, "This edition is for 2-2 players.")),
    (
        {"storyteller": "Zoe"},
        ("STORYTELLER_UNKNOWN", "Zoe", None, "The storyteller is not one of the players."),
    ),
    (
        {"tokens": [{"player": "Bo", "number": 3, "slot": 1}]},
        ("TOKEN_SLOT_MISMATCH", "Bo", 1, "Bo's disc says 3 but lies on card 1."),
    ),
    (PARTY, ("MISSING_RED_TOKEN", "Ann", None, "The storyteller has not laid the red disc.")),
    (
        {**DIALS, "votes": {**DIALS["votes"], "Bo": [1]}},
        ("TOO_FEW_VOTES", "Bo", None, "Bo has a vote left."),
    ),
    (
        {
            "profile": "odyssey2011",
            "players": [*SIX, "Gus"],
            "slots": {str(n): name for n, name in enumerate([*SIX, "Gus"], 1)},
            "votes": {**{key: [1] for key in [*SIX[1:], "Gus"]}, "Bo": [3, 3]},
        },
        ("SAME_SLOT_TWICE", "Bo", None, "Bo voted twice for card 3."),
    ),
]


def faults(said: Change) -> list[tuple[str, object, int | None, str]]:
    answer = reply_to({**ROUND, **said}, Words()).answer
    assert isinstance(answer, dict)
    assert answer["accepted"] is False
    assert answer["points"] is None
    return [(e["code"], e["player"], e["slot"], e["text"]) for e in answer["errors"]]


@pytest.mark.parametrize(("said", "fault"), TABLE, ids=[fault[0] for _, fault in TABLE])
def test_each_fault_has_its_code_and_its_words(
    said: Change, fault: tuple[str, object, int | None, str]
) -> None:
    assert fault in faults(said)


def test_the_table_is_the_whole_table_of_invalid_inputs() -> None:
    assert {fault[0] for _, fault in TABLE} == {
        "OWN_CARD_VOTE", "STORYTELLER_VOTED", "NO_SUCH_SLOT", "SLOT_NUMBER_GAP", "MISSING_VOTE",
        "UNREADABLE_VOTE", "TOO_MANY_VOTES", "TOO_FEW_VOTES", "SAME_SLOT_TWICE", "UNKNOWN_DISC",
        "CARD_COUNT_MISMATCH", "STORYTELLER_CARD_COUNT", "SLOT_OWNER_UNKNOWN", "PLAYER_COUNT_OUT_OF_RANGE",
        "STORYTELLER_UNKNOWN", "TOKEN_SLOT_MISMATCH", "MISSING_RED_TOKEN",
    }  # fmt: skip


def test_all_faults_of_a_table_are_told_at_once() -> None:
    said = {
        **votes(Ann=[2], Bo=[2], Cid=[9], Dee=[], Eve=[None], Zoe=[1]),
        "tokens": [{"player": "Bo", "number": 3, "slot": 2}],
    }
    assert [(code, player) for code, player, _, _ in faults(said)] == [
        ("STORYTELLER_VOTED", "Ann"),
        ("NO_SUCH_SLOT", "Cid"),
        ("MISSING_VOTE", "Dee"),
        ("UNREADABLE_VOTE", "Eve"),
        ("UNKNOWN_DISC", "Zoe"),
        ("OWN_CARD_VOTE", "Bo"),
        ("TOKEN_SLOT_MISMATCH", "Bo"),
    ]


@pytest.mark.parametrize("code", FAULTS)
def test_every_fault_has_a_sentence(code: str) -> None:
    said = fault_text(Fault(code, 1, 2, "x"), {1: "Ann"}, Words())
    assert said.endswith((".", "?"))
    assert code not in said
    assert "That is not possible:" not in said
