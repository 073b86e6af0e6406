"""The house keeps its shape: sizes of files and functions, and a purpose line in each module."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PRODUCT = sorted(path for top in ("pi_app", "hardware", "calibration") for path in (ROOT / top).rglob("*.py"))
TESTS = sorted((ROOT / "tests").rglob("*.py"))
FORBIDDEN_NAMES = {"utils", "util", "helpers", "helper", "common", "manager", "misc"}


def ids(path: Path) -> str:
    return str(path.relative_to(ROOT))


def functions(path: Path) -> list[tuple[str, int]]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return [
        (node.name, (node.end_lineno or node.lineno) - node.lineno + 1)
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    ]


@pytest.mark.parametrize("path", PRODUCT, ids=ids)
def test_a_product_file_is_at_most_250_lines(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= 250


@pytest.mark.parametrize("path", TESTS, ids=ids)
def test_a_test_file_is_at_most_400_lines(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= 400


@pytest.mark.parametrize("path", PRODUCT, ids=ids)
def test_a_function_is_at_most_50_lines(path: Path) -> None:
    assert [(name, lines) for name, lines in functions(path) if lines > 50] == []


@pytest.mark.parametrize("path", PRODUCT, ids=ids)
def test_a_module_says_its_purpose_in_its_first_line(path: Path) -> None:
    purpose = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))
    assert purpose
    assert purpose.splitlines()[0].rstrip().endswith((".", ":"))


@pytest.mark.parametrize("path", PRODUCT, ids=ids)
def test_no_module_is_a_drawer_for_everything(path: Path) -> None:
    assert path.stem not in FORBIDDEN_NAMES
