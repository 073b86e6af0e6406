"""Every vector of the rules, played at the table as another program does it through `drive`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.pi_app.commands.test_drive_people import OPEN, Driven

Said = dict[str, Any]
VECTORS: Said = json.loads((Path(__file__).parents[2] / "vectors" / "rules.json").read_text(encoding="utf-8"))
DECK = {"#deck": 0}
STRANGER = 99
ONLY_IN_SCORE = {
    "X10": "at the table an owner that follows from the others may be left out",
    "X19": "tokens are read by the camera, not said by a program",
}
TOLD_WITH_THE_OWNERS = {("OWN_CARD_VOTE", 2, 1)}
"""Of X20: votes are refused before anybody has said whose cards these are."""


def played(folder: Path, row: Said) -> tuple[Said, dict[str, int]]:
    """The last answer - the first one refused - and the number of each player."""
    said = row["input"]
    ids = {name: n for n, name in enumerate(said["players"], 1)}

    def number(name: str) -> int:
        return (ids | DECK).get(name, STRANGER)

    seats = [{"id": n, "name": name} for name, n in ids.items()]
    start = {"move": "StartMatch", "profile": row["profile"], "players": seats}
    votes = {str(number(name)): slots for name, slots in said["votes"].items()}
    owners = {slot: number(name) for slot, name in said["slots"].items()}
    table, answer = Driven(folder), {}
    for move in (
        {**start, "storyteller": number(said["storyteller"])},
        *OPEN,
        {"move": "RecordVotes", "votes": votes, "red": said.get("red")},
        {"move": "RecordOwners", "slots": owners},
    ):
        answer = table.ask(move)
        if not answer["ok"]:
            break
    table.session.close()
    return answer, ids


@pytest.mark.parametrize("row", VECTORS["rounds"], ids=lambda row: row["id"])
def test_a_round_pays_at_the_table_what_its_vector_says(row: Said, tmp_path: Path) -> None:
    answer, ids = played(tmp_path, row)
    assert answer["ok"]
    told, expected = answer["state"]["rounds"][0], row["expected"]
    assert told["outcome"] == expected["outcome"]
    assert told["warnings"] == expected.get("warnings", [])
    points = {name: told["points"][str(n)] for name, n in ids.items()}
    if "points" in expected:
        assert {name: paid["total"] for name, paid in points.items()} == expected["points"]
    for name, parts in expected.get("breakdown", {}).items():
        assert {part: points[name][part] for part in parts} == parts
    for paid in points.values():
        assert sum(reason["points"] for reason in paid["reasons"]) == paid["total"]


@pytest.mark.parametrize(
    "row", [row for row in VECTORS["invalid"] if row["id"] not in ONLY_IN_SCORE], ids=lambda row: row["id"]
)
def test_a_wrong_table_is_refused_with_the_codes_of_its_vector(row: Said, tmp_path: Path) -> None:
    answer, ids = played(tmp_path, row)
    assert answer["state"]["rounds"] == []
    told = {(error["code"], error["player"], error["slot"]) for error in answer["errors"]}
    wanted = {
        (error["code"], error["player"] and ids.get(error["player"], STRANGER), error["slot"])
        for error in row["expected"]["errors"]
    }
    assert told | (wanted & TOLD_WITH_THE_OWNERS) == wanted
    assert not [error for error in answer["errors"] if error["text"].startswith("?")]
