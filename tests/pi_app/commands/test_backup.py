"""`backup FILE`: the whole book in one file, or a sentence why not."""

from __future__ import annotations

import os
import stat

import pytest
from played_book import fill

from pi_app.__main__ import main
from pi_app.session.book import Book


def test_a_backup_restored_into_an_empty_folder_gives_the_same_match(tmp_path, capsys):
    book = fill(tmp_path / "data", leave_open=True)
    target = tmp_path / "restored" / "book.sqlite"
    target.parent.mkdir()
    assert main(["backup", str(target), "--data", str(tmp_path / "data")]) == 0
    assert capsys.readouterr() == ("", "")
    assert Book(target).read(1) == book.read(1)
    assert main(["replay", "--data", str(target.parent)]) == 0


@pytest.mark.parametrize("place", ["missing/copy.sqlite", "data/book.sqlite", "data"])
def test_a_place_that_will_not_do_is_one_sentence(tmp_path, capsys, place):
    fill(tmp_path / "data")
    before = (tmp_path / "data" / "book.sqlite").read_bytes()
    assert main(["backup", str(tmp_path / place), "--data", str(tmp_path / "data")]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1
    assert (tmp_path / "data" / "book.sqlite").read_bytes() == before


def test_without_a_book_there_is_nothing_to_copy(tmp_path, capsys):
    assert main(["backup", str(tmp_path / "copy"), "--data", str(tmp_path / "data")]) == 2
    assert "There is no book" in capsys.readouterr().err
    assert not (tmp_path / "copy").exists()


def test_a_copy_goes_through_a_link_and_never_in_the_place_of_anything_but_a_file(tmp_path, capsys):
    fill(tmp_path / "data")
    real, link, pipe = tmp_path / "real", tmp_path / "link", tmp_path / "pipe"
    link.symlink_to(real)
    os.mkfifo(pipe)
    assert [main(["backup", str(target), "--data", str(tmp_path / "data")]) for target in (link, pipe)] == [
        0,
        2,
    ]
    assert link.is_symlink()
    assert real.stat().st_size > 0
    assert stat.S_ISFIFO(pipe.stat().st_mode)
    assert str(pipe) in capsys.readouterr().err
