"""The event store: durable, whole, never silently empty."""

from __future__ import annotations

import contextlib
import os
import resource
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from pi_app.game.moves import AdjustScore, OpenVoting, Seat, StartMatch, Undo
from pi_app.session.book import Book, BookError, StaleBook

START = StartMatch("refresh2021", (Seat(1, "Anna"), Seat(2, "Bo"), Seat(3, "Clara")))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "new" / "folder" / "book.sqlite"


def filled(path: Path, events: int = 3) -> Book:
    book = Book(path)
    match = book.begin(10.0, START)
    for n in range(1, events):
        book.append(match, n, 10.0 + n, OpenVoting())
    return book


def test_events_come_back_numbered_timed_and_in_order(path):
    filled(path).close()
    events = Book(path).read(1)
    assert [(e.n, e.at, e.move) for e in events] == [
        (1, 10.0, START),
        (2, 11.0, OpenVoting()),
        (3, 12.0, OpenVoting()),
    ]


def test_a_match_that_was_not_put_away_is_running(path):
    book = filled(path)
    assert book.running() == 1
    second = book.begin(20.0, START)
    assert book.running() == second
    book.close_match(second)
    assert book.running() is None
    assert [(line.id, line.events, line.closed) for line in book.matches()] == [(1, 3, False), (2, 1, True)]


def test_an_event_that_came_second_is_stale_and_not_written(path):
    book, other = filled(path), Book(path)
    other.append(1, 3, 13.0, Undo())
    with pytest.raises(StaleBook):
        book.append(1, 3, 13.0, OpenVoting())
    assert book.read(1)[-1].move == Undo()
    assert len(book.read(1)) == 4


def test_each_write_is_forced_to_the_disk(path):
    book = filled(path)
    assert book._db.execute("PRAGMA synchronous").fetchone() == (2,)
    assert book._db.execute("PRAGMA journal_mode").fetchone() == ("wal",)


def test_a_backup_made_while_the_book_is_open_is_complete(path, tmp_path):
    book = filled(path)
    target = tmp_path / "copy.sqlite"
    target.write_text("an older copy")
    book.back_up(target)
    book.append(1, 3, 13.0, Undo())
    assert len(Book(target).read(1)) == 3
    assert not list(tmp_path.glob("*.part"))


def test_a_backup_that_cannot_be_written_leaves_the_older_one(path, tmp_path):
    book = filled(path)
    with pytest.raises(BookError):
        book.back_up(tmp_path / "missing" / "copy.sqlite")
    assert len(book.read(1)) == 3


def damage_header(path: Path) -> None:
    path.write_bytes(b"not a book at all" * 100)


def damage_to_nothing(path: Path) -> None:
    path.write_bytes(b"")


def damage_zeroes(path: Path) -> None:
    path.write_bytes(bytes(path.stat().st_size))


def damage_half(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def damage_foreign(path: Path) -> None:
    path.unlink()
    with sqlite3.connect(path) as db:
        db.execute("CREATE TABLE recipes (id)")


@pytest.mark.parametrize(
    "damage", [damage_header, damage_to_nothing, damage_zeroes, damage_half, damage_foreign]
)
def test_a_damaged_book_is_kept_aside_and_a_new_one_begun(path, damage):
    filled(path, 40).close()
    damage(path)
    before = path.read_bytes()
    book = Book(path)
    assert book.set_aside is not None
    assert book.set_aside.read_bytes() == before
    assert book.matches() == ()
    book.begin(1.0, START)
    book.close()
    assert Book(path).set_aside is None


def test_one_changed_letter_of_an_event_is_noticed(path):
    book = filled(path)
    book._db.execute("UPDATE event SET move = replace(move, 'Anna', 'Anne')")
    with pytest.raises(BookError, match="BOOK_DAMAGED"):
        book.read(1)


def test_a_missing_event_is_noticed(path):
    book = filled(path)
    book._db.execute("DELETE FROM event WHERE n = 2")
    with pytest.raises(BookError, match="BOOK_DAMAGED"):
        book.read(1)


def test_a_book_of_a_newer_version_is_left_alone(path):
    book = filled(path)
    book._db.execute("PRAGMA user_version = 99")
    book.close()
    before = path.read_bytes()
    with pytest.raises(BookError, match="BOOK_NEWER"):
        Book(path)
    assert path.read_bytes() == before


def opened(path: Path) -> tuple[str, tuple]:
    """What comes of opening and reading: a code, and the events if there are any."""
    try:
        book = Book(path)
        try:
            return ("SET_ASIDE", ()) if book.set_aside else ("OK", book.read(1))
        finally:
            book.close()
    except BookError as error:
        return error.code, ()


def test_any_flipped_byte_is_noticed_or_changes_nothing(path):
    filled(path, 12).close()
    whole, events = path.read_bytes(), Book(path).read(1)
    seen = set()
    for place in range(0, len(whole), 97):
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 0xFF]) + whole[place + 1 :])
        for ending in ("-wal", "-shm"):
            Path(f"{path}{ending}").unlink(missing_ok=True)
        code, found = opened(path)
        seen.add(code)
        assert found == (events if code == "OK" else ()), place
    assert {"OK", "BOOK_DAMAGED"} <= seen <= {"OK", "BOOK_DAMAGED", "SET_ASIDE", "BOOK_NEWER"}


def test_a_full_disk_refuses_the_move_and_takes_it_later(path):
    book = filled(path)
    pages = book._db.execute("PRAGMA page_count").fetchone()[0]
    book._db.execute(f"PRAGMA max_page_count = {pages}")
    long = AdjustScore(1, 1, "x" * 200)
    n = 3
    with contextlib.suppress(BookError):
        while n < 400:
            n = book.append(1, n, 1.0, long).n
    assert 3 < n < 400
    with pytest.raises(BookError, match="BOOK_FULL"):
        book.append(1, n, 1.0, long)
    assert len(book.read(1)) == n
    book._db.execute("PRAGMA max_page_count = 100000")
    assert book.append(1, n, 1.0, long).n == n + 1
    assert len(Book(path).read(1)) == n + 1


FULL = """
import resource, signal, sys
from pathlib import Path
from pi_app.game.moves import AdjustScore
from pi_app.session.book import Book, BookError
book = Book(Path(sys.argv[1]))
resource.setrlimit(resource.RLIMIT_FSIZE, (90_000, resource.RLIM_INFINITY))
n = 3
try:
    while True:
        n = book.append(1, n, 1.0, AdjustScore(1, 1, "x" * 200)).n
except BookError as error:
    print(error.code, n)
resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
print(book.append(1, n, 1.0, AdjustScore(1, 1, "x")).n - n, len(book.read(1)) - n)
"""


def test_a_file_that_may_not_grow_refuses_the_move_and_takes_it_later(path):
    filled(path).close()
    out = subprocess.run(
        [sys.executable, "-c", FULL, str(path)], capture_output=True, text=True, check=True, timeout=60
    )
    first, second = out.stdout.splitlines()
    code, n = first.split()
    assert code in ("BOOK_FULL", "BOOK_BROKEN")
    assert int(n) > 3
    assert second == "1 1"


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_cannot_be_written_is_said_so(tmp_path):
    tmp_path.chmod(0o500)
    with pytest.raises(BookError, match="BOOK_READ_ONLY"):
        Book(tmp_path / "book.sqlite")


def test_a_file_in_place_of_the_folder_is_said_so(tmp_path):
    (tmp_path / "data").write_text("")
    with pytest.raises(BookError, match="BOOK_READ_ONLY"):
        Book(tmp_path / "data" / "book.sqlite")


def test_a_locked_book_is_busy_and_free_again(path):
    book, other = filled(path), sqlite3.connect(path, isolation_level=None)
    book._db.execute("PRAGMA busy_timeout = 10")
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(BookError, match="BOOK_BUSY"):
        book.append(1, 3, 1.0, Undo())
    other.execute("ROLLBACK")
    assert book.append(1, 3, 1.0, Undo()).n == 4


def test_an_evening_writes_little(path):
    """An evening is a few hundred events; an SD card wears with every byte."""
    before = resource.getrusage(resource.RUSAGE_SELF).ru_oublock
    filled(path, 200).close()
    assert path.stat().st_size < 100_000
    assert resource.getrusage(resource.RUSAGE_SELF).ru_oublock - before < 20_000
