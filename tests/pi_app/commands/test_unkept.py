"""An evening whose matches cannot be kept: it is played all the same, and says so."""

from __future__ import annotations

import pytest
from played_book import fill

from pi_app.commands.run import playable
from pi_app.session.banners import banner_text
from pi_app.session.book import Book
from pi_app.session.folder_lock import alone_in
from pi_app.words import Words

WORDS = Words("en")


def nowhere(folder):
    (folder / "card").write_text("no folder")
    return folder / "card" / "book.sqlite"


def newer(folder):
    fill(folder / "card")
    Book(folder / "card" / "book.sqlite")._db.execute("PRAGMA user_version = 3")
    return folder / "card" / "book.sqlite"


@pytest.mark.parametrize(("spoil", "code"), [(nowhere, "NOT_KEPT"), (newer, "NOT_KEPT_NEWER")])
def test_on_a_display_a_match_is_played_that_goes_with_the_evening(tmp_path, capsys, spoil, code):
    path, spare = spoil(tmp_path), tmp_path / "memory" / "book.sqlite"
    book, banner = playable(path, WORDS, spare)
    assert (book.path, banner, book.matches()) == (spare, code, ())
    assert banner_text(banner, WORDS) != banner
    assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.parametrize("spoil", [nowhere, newer])
def test_without_a_display_it_ends(tmp_path, spoil):
    assert playable(spoil(tmp_path), WORDS, None) == (None, None)


def test_a_book_that_another_program_holds_is_waited_for(tmp_path):
    """The service is started again and again until it is free."""
    fill(tmp_path)
    with alone_in(tmp_path, 1.0):
        assert playable(tmp_path / "book.sqlite", WORDS, tmp_path / "spare.sqlite") == (None, None)


def test_a_book_that_can_be_used_is_used(tmp_path):
    fill(tmp_path)
    book, banner = playable(tmp_path / "book.sqlite", WORDS, tmp_path / "spare.sqlite")
    assert (len(book.matches()), banner) == (1, None)
