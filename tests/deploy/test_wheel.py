"""A wheel carries what the program reads: compiled catalogues, and no fonts."""

from __future__ import annotations

import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from pi_app.words import LANGUAGES, Words

ROOT = Path(__file__).parents[2]
PARTS = ("pyproject.toml", "README.md", "LICENSE", "pi_app", "hardware", "calibration", "deploy")


@pytest.fixture(scope="module")
def built(tmp_path_factory) -> tuple[Path, Path]:
    """Sources without compiled catalogues, and the unpacked wheel that was made of them."""
    sources, out = tmp_path_factory.mktemp("sources"), tmp_path_factory.mktemp("wheel")
    ignored = shutil.ignore_patterns("__pycache__", "*.mo")
    for part in PARTS:
        if (ROOT / part).is_dir():
            shutil.copytree(ROOT / part, sources / part, ignore=ignored)
        else:
            shutil.copy(ROOT / part, sources / part)
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(out)]
    done = subprocess.run(command, cwd=sources, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    with zipfile.ZipFile(next(out.glob("*.whl"))) as wheel:
        wheel.extractall(out / "unpacked")
    return sources, out / "unpacked"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_wheel_speaks_every_language(built: tuple[Path, Path], language: str) -> None:
    words = Words(language, built[1] / "pi_app/locale")
    assert words.text("Next round") == Words(language).text("Next round")
    assert (words.text("Next round") == "Next round") == (language == "en")


def test_building_a_wheel_leaves_the_sources_alone(built: tuple[Path, Path]) -> None:
    assert list(built[0].rglob("*.mo")) == []


def test_the_wheel_has_the_screens_and_no_fonts(built: tuple[Path, Path]) -> None:
    kinds = {file.suffix for file in built[1].rglob("*")}
    assert {".py", ".kv", ".mo", ".json"} <= kinds
    assert not kinds & {".ttf", ".otf", ".woff", ".woff2"}
