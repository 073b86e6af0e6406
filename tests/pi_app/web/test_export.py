"""The files to take away."""

import csv
import io
import json
from dataclasses import replace

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pi_app.game.pieces import Phase
from pi_app.web.board import public_state
from pi_app.web.export import COLUMNS, csv_bytes, safe_cell
from pi_app.web.server import Scoreboard
from tests.pi_app.web.evenings import SECRET_SLOT, board, scored, uneven_evening


def rows_of(told: bytes) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(told.decode("utf-8-sig"), newline="")))


def test_a_row_tells_a_players_round() -> None:
    rows = rows_of(csv_bytes(board(rounds=(scored(1),))))
    assert len(rows) == 6
    assert rows[1] == {
        "round": "1",
        "void": "",
        "storyteller": "Anna",
        "player": "Bo",
        "votes": "1",
        "cards": "2",
        "base": "3",
        "bonus": "1",
        "extra": "0",
        "points": "4",
        "why": "Because.",
    }


def test_the_rows_of_a_player_add_up_to_the_score() -> None:
    shown = uneven_evening()
    told = rows_of(csv_bytes(shown))
    for player in shown.players:
        assert sum(int(row["points"]) for row in told if row["player"] == player.name) == player.score


@pytest.mark.parametrize("lead", ["=", "+", "-", "@", "\t=", "\r=", "\n=", "  =", "＝", "＋", "－", "＠"])
def test_what_any_spreadsheet_takes_for_a_formula_is_quoted(lead: str) -> None:
    assert safe_cell(f"{lead}1+1") == f"'{lead}1+1"


@pytest.mark.parametrize(
    ("name", "cell"),
    [
        (";=1+1", ";'=1+1"),
        ("Bo;=1+1", "Bo;'=1+1"),
        ("Bo; @SUM(A1)", "Bo; '@SUM(A1)"),
        ("Bo;;-2+3", "Bo;;'-2+3"),
        ("Bo\n=1+1", "Bo\n'=1+1"),
        ("Bo \t +1", "Bo \t '+1"),
        ("Bo ;-)", "Bo ;-)"),
        ("Bo; Cy", "Bo; Cy"),
        ("A-B=C", "A-B=C"),
    ],
)
def test_nor_is_there_one_behind_a_semicolon_where_cells_are_parted_there(name: str, cell: str) -> None:
    assert safe_cell(name) == cell


@given(st.text(max_size=30))
def test_no_name_becomes_a_formula(name: str) -> None:
    shown = board(names=(name, "Bo", "C", "D", "E", "F"), rounds=(scored(1),))
    for row in csv.reader(io.StringIO(csv_bytes(shown).decode("utf-8-sig"), newline="")):
        for cell in row:
            assert not cell.lstrip().startswith(("=", "+", "@"))
            assert not cell.startswith(("-", "\t", "\r"))
            assert not any(part.lstrip().startswith(("=", "@")) for part in cell.split(";"))


@pytest.mark.parametrize("phase", [Phase.VOTING, Phase.REVEAL, Phase.OWNERS])
def test_the_files_do_not_tell_a_running_vote(phase: Phase) -> None:
    votes = [{2: (1,), 3: (1,)}, {2: (SECRET_SLOT,), 3: (1,)}]
    leaky = [board(phase, rounds=(replace(scored(1), votes=vote),)) for vote in votes]
    assert rows_of(csv_bytes(leaky[0])) == []
    assert csv_bytes(leaky[0]) == csv_bytes(leaky[1])


def test_the_files_are_one_tap_away(scoreboard: Scoreboard, client: httpx.Client) -> None:
    shown = uneven_evening()
    scoreboard.publish(shown)
    page = client.get("/").text
    for ending, kind in (("csv", "text/csv"), ("json", "application/json")):
        assert f'href="/export.{ending}"' in page
        answer = client.get(f"/export.{ending}")
        assert answer.headers["content-type"].startswith(kind)
        assert f"rabbit-table.{ending}" in answer.headers["content-disposition"]
    assert json.loads(client.get("/export.json").text) == json.loads(json.dumps(public_state(shown)))
    assert csv_bytes(shown) == client.get("/export.csv").content
    assert client.get("/export.csv").content.startswith(b"\xef\xbb\xbf" + ",".join(COLUMNS).encode())
