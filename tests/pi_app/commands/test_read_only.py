"""A card that can only be read, as worn cards are: what is on it can still be had."""

from __future__ import annotations

import os
import pwd
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from mortal import as_a_mortal
from played_book import fill

from pi_app.doctor import records
from pi_app.doctor.finding import Place, Status
from pi_app.session.book import Book


@pytest.fixture
def card(tmp_path: Path) -> Iterator[Callable[[int], Path]]:
    """A folder with a book in it, after its rights have become these."""
    folder = tmp_path / "card"

    def made(rights: int) -> Path:
        fill(folder)
        folder.chmod(rights)
        return folder

    yield made
    folder.chmod(0o700)


@pytest.mark.parametrize("words", [("replay",), ("export", "--format", "csv"), ("stats",)])
def test_matches_are_told_from_a_folder_in_which_nothing_can_be_written(card, words):
    told = as_a_mortal(*words, "--data", card(0o500))
    assert (told.returncode, told.stderr) == (0, "")
    assert "Anna" in told.stdout


def test_a_backup_saves_them_and_is_the_same_book(card, tmp_path):
    folder = card(0o500)
    copied = as_a_mortal("backup", tmp_path / "copy.sqlite", "--data", folder)
    assert (copied.returncode, copied.stderr) == (0, "")
    assert Book(tmp_path / "copy.sqlite").read(1) == Book(folder / "book.sqlite").read(1)


def test_moves_that_are_still_beside_the_book_are_saved_too(card, tmp_path):
    folder = tmp_path / "card"
    folder.mkdir()
    playing = fill(tmp_path / "playing", leave_open=True)
    for file in (tmp_path / "playing").glob("book.sqlite*"):
        if not file.name.endswith("-shm"):
            (folder / file.name).write_bytes(file.read_bytes())
    assert (folder / "book.sqlite-wal").stat().st_size
    folder.chmod(0o500)
    assert as_a_mortal("backup", tmp_path / "copy.sqlite", "--data", folder).returncode == 0
    assert Book(tmp_path / "copy.sqlite").read(1) == playing.read(1)


def test_they_are_brought_back_elsewhere_from_a_card_that_is_only_read(card, tmp_path):
    restored = as_a_mortal("restore", card(0o500) / "book.sqlite", "--data", tmp_path / "new")
    assert restored.returncode == 0
    assert len(Book(tmp_path / "new" / "book.sqlite").read(1)) == 5


def test_a_move_is_refused_there_and_the_reason_is_said(card):
    refused = as_a_mortal("drive", "--data", card(0o500))
    assert refused.returncode == 2
    assert refused.stderr.count("\n") == 1


@pytest.mark.parametrize(("rights", "sign"), [(0o500, "ok   book"), (0o000, "FAIL book")])
def test_the_doctor_takes_rights_for_rights_and_not_for_damage(card, rights, sign):
    told = as_a_mortal("doctor", "book", "--data", card(rights)).stdout
    assert told.startswith(sign)
    assert "damaged" not in told


FULL = """
import resource, sys
from pi_app.__main__ import main
resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))  # a book fits, not what lies beside an open one
sys.exit(main(sys.argv[1:]))
"""


@pytest.mark.parametrize(
    ("words", "code"), [(("replay",), 0), (("stats",), 0), (("backup", "copy"), 0), (("drive",), 2)]
)
def test_where_no_room_is_left_everything_is_told_and_a_move_refused(tmp_path, words, code):
    fill(tmp_path)
    command = [sys.executable, "-c", FULL, *words, "--data", str(tmp_path)]
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[3])}
    told = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=60)
    assert told.returncode == code, told.stderr
    assert ("no room left" in told.stderr) == bool(code)


def test_a_book_of_a_newer_version_is_not_in_order(tmp_path):
    fill(tmp_path)
    Book(tmp_path / "book.sqlite")._db.execute("PRAGMA user_version = 3")
    (found,) = records.book(Place.at(None, tmp_path))
    assert (found.status, found.facts["format"]) == (Status.FAIL, 3)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a folder to somebody")
def test_the_doctor_says_whose_the_matches_are(card):
    folder = card(0o700)
    os.chown(folder, 1, 1)
    told = as_a_mortal("doctor", "book", "--data", folder).stdout
    os.chown(folder, 0, 0)
    assert f"belongs to {pwd.getpwuid(1).pw_name}" in told
