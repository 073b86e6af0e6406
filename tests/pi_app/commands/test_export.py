"""`export`: all facts for other programs, and cells that no spreadsheet takes for formulas."""

from __future__ import annotations

import csv
import io
import json

import pytest
from played_book import fill

from pi_app.__main__ import main
from pi_app.commands.export import COLUMNS, safe_cell
from pi_app.session.codec import move_from_dict


def test_json_has_the_facts_and_every_move(tmp_path, capsys):
    fill(tmp_path)
    assert main(["export", "--data", str(tmp_path)]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["state"]["rounds"][0]["points"]["2"]["total"] == 4
    assert [event["n"] for event in told["events"]] == [1, 2, 3, 4, 5]
    for event in told["events"]:
        assert move_from_dict({key: value for key, value in event.items() if key not in ("n", "at")})


def test_csv_has_a_row_for_each_player_and_round(tmp_path, capsys):
    fill(tmp_path)
    assert main(["export", "1", "--format", "csv", "--data", str(tmp_path)]) == 0
    header, *rows = csv.reader(io.StringIO(capsys.readouterr().out))
    assert tuple(header) == COLUMNS
    assert [(row[3], row[4], row[5], row[9]) for row in rows] == [
        ("Anna", "", "1", "3"),
        ("'=Bo", "1", "2", "4"),
        ("Clara", "1", "", "3"),
        ("Dan", "2", "", "0"),
    ]


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@x", "\tx", "\rx", "  =1", "\n=1"])
def test_a_formula_becomes_a_text(text):
    assert safe_cell(text) == f"'{text}"


@pytest.mark.parametrize("text", ["Anna", "1 2", "", "a=b", "Zoë"])
def test_other_texts_stay_as_they_are(text):
    assert safe_cell(text) == text
