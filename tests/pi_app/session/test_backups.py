"""A copy of the book at the end of each match, and never too many of them."""

from __future__ import annotations

import os
import sqlite3

import pytest

from pi_app.game.moves import EndMatch, Undo
from pi_app.session.backups import FOLDER, keep_backup, last_backup
from pi_app.session.book import Book


def test_the_end_of_a_match_makes_one_complete_copy(evening):
    evening.start()
    evening.session.do(EndMatch())
    copies = list((evening.folder / FOLDER).iterdir())
    assert [copy.name for copy in copies] == ["book-19700101-000005.sqlite"]
    assert len(Book(copies[0]).read(1)) == 2
    evening.session.do(Undo())
    assert len(list((evening.folder / FOLDER).glob("*.sqlite"))) == 1


@pytest.mark.parametrize("most", [1, 3])
def test_only_the_newest_copies_are_kept_though_the_clock_jumps_back(tmp_path, most):
    book, made = Book(tmp_path / "book.sqlite"), []
    for at in (500.0, 400.0, 300.0, 200.0, 100.0):
        made.append(keep_backup(book, at, most))
        # The file's own time comes from the same clock.
        os.utime(made[-1], (at, at))
        assert last_backup(book.path) == made[-1]
    assert sorted((tmp_path / FOLDER).iterdir()) == made[-most:]


def test_what_people_put_beside_the_copies_is_theirs(tmp_path):
    book = Book(tmp_path / "book.sqlite")
    keep_backup(book, 1.0)
    own = tmp_path / FOLDER / "book-before the holidays.sqlite"
    own.write_bytes(b"")
    last = [keep_backup(book, float(at), most=2) for at in range(2, 9)][-1]
    assert own.exists()
    assert last_backup(book.path) == last
    assert len(list((tmp_path / FOLDER).iterdir())) == 3


def test_a_backup_that_fails_does_not_stop_the_game(evening):
    (evening.folder / FOLDER).write_text("in the way")
    evening.start()
    assert evening.session.do(EndMatch()).ok


def test_a_damaged_book_names_its_last_backup(evening, capsys):
    from pi_app.__main__ import main

    evening.start()
    evening.session.do(EndMatch())
    evening.session.close()
    path = evening.folder / "book.sqlite"
    path.write_bytes(b"rubbish" * 999)
    assert main(["replay", "--data", str(evening.folder)]) == 2
    assert "The last backup is" in capsys.readouterr().err
    backup = last_backup(path)
    with sqlite3.connect(backup) as copy:
        assert copy.execute("SELECT count(*) FROM event").fetchone() == (2,)
