"""The plug is pulled on a table and another program on one book; as a command, a thousand times."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_fifty_kills_of_a_table_and_of_drive_on_one_book_lose_nothing():
    command = [sys.executable, "-m", "tests.benchmarks.kills", "50"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=240)
    assert done.returncode == 0, done.stdout + done.stderr
    assert " 0 wrong" in done.stdout
