"""`backup FILE`: the whole book in one file, or a sentence why not."""

from __future__ import annotations

import os
import stat

import pytest
from played_book import fill

from pi_app.__main__ import main
from pi_app.game.moves import AdjustScore
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


def test_a_book_that_is_found_damaged_is_not_copied_over_a_good_copy(tmp_path, capsys):
    book = fill(tmp_path / "data", leave_open=True)
    target, where = tmp_path / "copy.sqlite", ["--data", str(tmp_path / "data")]
    assert main(["backup", str(target), *where]) == 0
    events = book.read(1)
    book.close()
    (tmp_path / "data" / "book.sqlite").write_bytes(b"")
    assert main(["backup", str(target), *where]) == 3
    assert "Nothing was copied." in capsys.readouterr().err
    assert Book(target).read(1) == events


def test_a_copy_that_holds_more_than_the_book_is_kept_under_another_name(tmp_path, capsys):
    target = tmp_path / "copy.sqlite"
    fill(tmp_path / "data")
    fill(tmp_path / "new").close()
    more = Book(tmp_path / "data" / "book.sqlite")
    more.append(1, 5, 9.0, AdjustScore(1, 1, "for the song"))
    more.close()
    assert main(["backup", str(target), "--data", str(tmp_path / "data")]) == 0
    assert main(["backup", str(target), "--data", str(tmp_path / "new")]) == 0
    (kept,) = tmp_path.glob("copy.*.sqlite")
    assert kept.name in capsys.readouterr().err
    assert (len(Book(kept).read(1)), len(Book(target).read(1))) == (6, 5)
    assert main(["backup", str(target), "--data", str(tmp_path / "data")]) == 0
    assert len(list(tmp_path.glob("copy.*.sqlite"))) == 1


def test_where_no_copy_can_be_made_the_older_one_keeps_its_name(tmp_path):
    target = tmp_path / "copy.sqlite"
    fill(tmp_path / "data")
    target.write_bytes((tmp_path / "data" / "book.sqlite").read_bytes())
    before = target.read_bytes()
    Book(tmp_path / "new" / "book.sqlite").close()
    (tmp_path / "copy.sqlite.part").mkdir()
    assert main(["backup", str(target), "--data", str(tmp_path / "new")]) == 2
    assert target.read_bytes() == before
