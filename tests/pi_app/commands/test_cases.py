"""What was once read wrong at a table is never read so again, surely.

A case folder of a table (in `cases/` of its data) that is put into tests/cases is one more row.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pi_app.__main__ import main

CASES = sorted((Path(__file__).parents[2] / "cases").iterdir())


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_case_is_read_right_or_asked(case: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["read", "--json", str(case)])
    answer = json.loads(capsys.readouterr().out)
    sure = {player: vote["slots"] for player, vote in answer["votes"].items() if vote["sure"]}
    said = answer["case"]["said"]
    assert sure == {player: slots for player, slots in said.items() if player in sure}
    asked = {str(problem["player"]) for problem in answer["problems"]}
    assert set(said) <= set(sure) | asked
