"""A disk that is really full: a file system of one megabyte, in a mount namespace of the test's own."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

MOUNT = 'mount -t tmpfs -o size=1m tmpfs "$1" && exec "$2" -m tests.safety.full_disk "$1"'


def mountable() -> bool:
    if os.geteuid() or shutil.which("unshare") is None:
        return False
    tried = subprocess.run(
        ["unshare", "--mount", "mount", "-t", "tmpfs", "tmpfs", "/mnt"], capture_output=True
    )
    return tried.returncode == 0


@pytest.fixture(scope="module")
def said(tmp_path_factory) -> dict[str, object]:
    if not mountable():
        pytest.skip("NOT CHECKED: no file system of its own can be mounted here")
    folder = tmp_path_factory.mktemp("small")
    played = subprocess.run(
        ["unshare", "--mount", "sh", "-c", MOUNT, "sh", folder, sys.executable],
        capture_output=True,
        text=True,
        timeout=60,
        cwd=Path(__file__).parents[2],
    )
    assert played.returncode == 0, played.stderr
    return json.loads(played.stdout)


def test_the_move_that_no_longer_fits_is_refused_in_words_and_changes_nothing(said):
    assert said["free_at_first"] < 1_100_000
    assert said["played"] > 20
    assert said["refused"] == ["BOOK_FULL"] * 3
    assert said["text"].endswith(".")
    assert said["banners"] == ["BOOK_FULL"]
    assert said["n_after_refusals"] == said["played"]


def test_the_match_goes_on_from_its_last_move_where_the_program_is_started_anew_on_the_full_disk(said):
    assert said["restarted_full"] in (said["played"], "BOOK_FULL")


def test_the_same_move_is_taken_once_there_is_room(said):
    assert said["same_move"] is True
    assert said["banners_after"] == []
    assert said["n_in_the_end"] == said["played"] + 1
    assert said["set_aside"] is False


def test_a_backup_for_which_there_is_no_room_leaves_nothing_behind(said):
    assert said["backups_when_full"] == []
    assert said["backup_later"] is True
