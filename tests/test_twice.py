"""A test that starves once is tried again and named; a real fault still fails."""

from pathlib import Path

import pytest

from tests.twice import run

STARVES = """
from pathlib import Path

def test_once(tmp_path):
    mark = Path({mark!r})
    known = mark.exists()
    mark.touch()
    assert known

def test_well():
    with Path({mark!r} + ".runs").open("a") as runs:
        runs.write("x")
"""
FAULT = (
    "import pytest\n\n@pytest.mark.parametrize('n', range({count}))\ndef test_fault(n):\n    assert n < 0\n"
)


def given(folder: Path, text: str) -> list[str]:
    (folder / "test_given.py").write_text(text)
    (folder / "pytest.ini").write_text("[pytest]\n")
    return [str(folder / "test_given.py"), "-q", "-c", str(folder / "pytest.ini")]


def test_what_starved_once_is_named_and_the_rest_is_not_run_again(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    words = given(tmp_path, STARVES.format(mark=str(tmp_path / "mark")))
    assert run(words) == 0
    assert "test_given.py::test_once\n" in capfd.readouterr().out
    assert (tmp_path / "mark.runs").read_text() == "x"


def test_a_real_fault_fails_twice(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert run(given(tmp_path, FAULT.format(count=2))) == 1
    assert "Failed again." in capfd.readouterr().out


def test_many_failures_are_no_accident(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert run(given(tmp_path, FAULT.format(count=6)), most=5) == 1
    assert "once more" not in capfd.readouterr().out


@pytest.mark.parametrize(("text", "code"), [("def test_well(): pass\n", 0), ("import nothing_there\n", 2)])
def test_other_ends_are_left_as_they_are(tmp_path: Path, text: str, code: int) -> None:
    assert run(given(tmp_path, text)) == code
