"""Kivy keeps files of its own: where nothing can be written, the display opens all the same."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = (
    "import os, sys; from pathlib import Path; from pi_app.screens.launch import configure;"
    "configure((800, 480), False, Path(sys.argv[1])); print(os.environ['KIVY_HOME'])"
)


@pytest.mark.parametrize("kept", [True, False])
def test_where_kivys_folder_cannot_be_written_it_has_one_that_goes_with_the_evening(
    tmp_path: Path, kept: bool
) -> None:
    wanted = tmp_path / "cache" / "kivy"
    if not kept:
        (tmp_path / "cache").write_text("no folder")
    told = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(wanted)],
        env={"PATH": "/usr/bin:/bin", "PYTHONPATH": str(Path(__file__).parents[3]), "TMPDIR": str(tmp_path)},
        capture_output=True, text=True, check=True, timeout=60,
    )  # fmt: skip
    folder = Path(told.stdout.splitlines()[-1])
    assert (folder == wanted) == kept
    assert folder.is_dir() == kept
