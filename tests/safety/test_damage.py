"""A book that is damaged on purpose opens, or is kept aside with a sentence; it is never silently empty."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pi_app.game.moves import EndMatch
from pi_app.session.book import Book, BookError, End
from pi_app.session.manners import FOR_PROGRAMS
from pi_app.session.rescue import rescue
from pi_app.session.session import Session
from pi_app.words import Words
from tests.safety.cuts import in_memory
from tests.safety.legal import moves

MOVES = list(moves(3, 60))
FRAME = 24 + 4096
ENDINGS = ("", "-wal", "-shm", "-last")


@pytest.fixture(scope="module")
def played(tmp_path_factory) -> dict[str, dict[str, bytes]]:
    """The files of a book that was closed, and of one whose program was killed."""
    path = tmp_path_factory.mktemp("played") / "book.sqlite"
    book = Book(path)
    match = book.begin(1.0, MOVES[0])
    for n, move in enumerate(MOVES[1:], 1):
        book.append(match, n, float(n), move)
    open_ = {end: Path(f"{path}{end}").read_bytes() for end in ENDINGS}
    book.close()
    return {"closed": {"": path.read_bytes()}, "open": open_}


@pytest.fixture
def folder(tmp_path_factory, tmp_path):
    if in_memory() is None:
        yield tmp_path
        return
    import tempfile

    with tempfile.TemporaryDirectory(dir=in_memory()) as name:
        yield Path(name)


def outcome(folder: Path, files: dict[str, bytes]) -> tuple[str, int]:
    """What became of these files: a code, and how many moves are there; checked for the obvious wrongs."""
    for old in folder.iterdir():
        old.unlink()
    path = folder / "book.sqlite"
    for end, data in files.items():
        Path(f"{path}{end}").write_bytes(data)
    try:
        session = Session(Book(path), Words(), manners=FOR_PROGRAMS)
    except BookError as error:
        return error.code, 0
    view = session.view()
    session.close()
    codes = [banner.code for banner in view.banners]
    if "BOOK_SET_ASIDE" in codes:
        assert view.n == 0
        (kept,) = folder.glob("book.damaged-*.sqlite")
        assert kept.read_bytes()[:200] == files[""][:200]
        return "SET_ASIDE", 0
    found = Book(path)
    events = found.read(1)
    found.close()
    assert [event.move for event in events] == MOVES[: len(events)]
    assert view.n == len(events)
    assert codes in ([], ["BOOK_END_DOUBT"], ["BOOK_END_LOST"])
    return (codes or ["OK"])[0], len(events)


def with_range(data: bytes, start: int, size: int, byte: int) -> bytes:
    return data[:start] + bytes([byte]) * len(data[start : start + size]) + data[start + size :]


@pytest.mark.parametrize("state", ["closed", "open"])
@pytest.mark.parametrize("byte", [0x00, 0xFF, 0x41])
def test_any_damaged_range_of_the_book_is_noticed_or_changes_nothing(played, folder, state, byte):
    whole = played[state]
    seen = set()
    for start in range(0, len(whole[""]), 331):
        code, moves_there = outcome(folder, {**whole, "": with_range(whole[""], start, 97, byte)})
        seen.add(code)
        assert (code, moves_there) in (("OK", len(MOVES)), ("SET_ASIDE", 0), ("BOOK_NEWER", 0)), start
    assert "OK" in seen
    assert "SET_ASIDE" in seen or state == "open"


@pytest.mark.parametrize("state", ["closed", "open"])
def test_a_book_cut_off_anywhere_is_noticed_or_changes_nothing(played, folder, state):
    whole = played[state]
    for size in range(0, len(whole[""]), 509):
        code, moves_there = outcome(folder, {**whole, "": whole[""][:size]})
        assert (code, moves_there) in (("OK", len(MOVES)), ("SET_ASIDE", 0)), size


def spoilt_ends(whole: dict[str, bytes]) -> Iterator[tuple[str, dict[str, bytes]]]:
    wal = whole["-wal"]
    for start in range(7, len(wal), 14_999):
        yield f"61 bytes at {start}", {**whole, "-wal": with_range(wal, start, 61, 0x55)}
        yield f"cut off at {start}", {**whole, "-wal": wal[:start]}
    for frame in range(32, len(wal), 7 * FRAME):
        yield f"cut off between two frames at {frame}", {**whole, "-wal": wal[:frame]}
        yield f"the head of a frame at {frame}", {**whole, "-wal": with_range(wal, frame, 24, 0)}
    yield "gone", {end: data for end, data in whole.items() if end != "-wal"}


def test_a_damaged_end_of_the_book_is_said_and_never_gives_other_moves(played, folder):
    """What was only in the file beside the book may be lost with it, but not in silence."""
    for how, files in spoilt_ends(played["open"]):
        code, found = outcome(folder, files)
        assert code == ("OK" if found == len(MOVES) else "BOOK_END_LOST"), (how, found)


def test_the_end_alone_tells_of_its_damage_but_for_a_cut_between_two_moves(played, folder):
    """The same where somebody has copied only what SQLite writes: two lost moves are known to be lost."""
    whole = {end: data for end, data in played["open"].items() if end != "-last"}
    silent = set()
    for how, files in spoilt_ends(whole):
        code, found = outcome(folder, files)
        missing = len(MOVES) - found
        if missing and code == "OK":
            silent.add(how.rstrip("0123456789"))
        assert code != "BOOK_END_LOST" or missing, how
        assert code != "BOOK_END_DOUBT" or missing < 2 or how.startswith("cut off at"), how
    assert silent == {"gone", "cut off between two frames at "}


def test_a_damaged_index_of_the_end_changes_nothing(played, folder):
    whole = played["open"]
    for start in range(0, len(whole["-shm"]), 4_099):
        shm = with_range(whole["-shm"], start, 61, 0x55)
        assert outcome(folder, {**whole, "-shm": shm}) == ("OK", len(MOVES)), start


def test_the_end_of_a_book_that_is_gone_is_kept_aside(played, folder):
    path = folder / "book.sqlite"
    Path(f"{path}-wal").write_bytes(played["open"]["-wal"])
    book = Book(path)
    assert book.set_aside is not None
    assert Path(f"{book.set_aside}-wal").read_bytes() == played["open"]["-wal"]
    assert book.matches() == ()
    book.close()


def test_an_older_copy_put_in_place_of_the_book_is_said(tmp_path):
    path = tmp_path / "book.sqlite"
    book = Book(path)
    match = book.begin(1.0, MOVES[0])
    book.back_up(tmp_path / "copy.sqlite")
    book.append(match, 1, 2.0, MOVES[1])
    book.close()
    (tmp_path / "copy.sqlite").replace(path)
    session = Session(Book(path), Words(), manners=FOR_PROGRAMS)
    assert [banner.code for banner in session.view().banners] == ["BOOK_END_LOST"]
    session.close()


def test_the_doubt_about_a_move_under_way_goes_with_the_next_move(played, folder):
    whole = played["open"]
    cut = whole["-wal"][: len(whole["-wal"]) - 100]
    path = folder / "book.sqlite"
    for old in folder.iterdir():
        old.unlink()
    path.write_bytes(whole[""])
    Path(f"{path}-wal").write_bytes(cut)
    session = Session(Book(path), Words(), manners=FOR_PROGRAMS)
    assert [banner.code for banner in session.view().banners] == ["BOOK_END_DOUBT"]
    assert session.do(MOVES[session.view().n]).ok
    assert session.view().banners == ()
    session.close()


def test_the_file_beside_the_book_stays_small(tmp_path):
    book = Book(tmp_path / "book.sqlite")
    match = book.begin(1.0, MOVES[0])
    for n in range(1, 400):
        book.append(match, n, float(n), MOVES[1])
    assert (tmp_path / "book.sqlite-wal").stat().st_size < 600_000
    copied = tmp_path / "copied.sqlite"
    copied.write_bytes((tmp_path / "book.sqlite").read_bytes())
    assert len(Book(copied).read(match)) > 250
    book.close()


def of_version(path: Path, version: int) -> bytes:
    book = Book(path)
    book.begin(1.0, MOVES[0])
    book._db.execute(f"PRAGMA user_version = {version}")
    book.close()
    return path.read_bytes()


@pytest.mark.parametrize("version", [3, 99])
def test_a_book_of_a_newer_version_is_left_alone(tmp_path, version):
    before = of_version(tmp_path / "book.sqlite", version)
    with pytest.raises(BookError, match="BOOK_NEWER"):
        Book(tmp_path / "book.sqlite")
    assert (tmp_path / "book.sqlite").read_bytes() == before


def test_a_book_of_the_first_version_is_brought_up_to_date(tmp_path):
    path = tmp_path / "book.sqlite"
    book = Book(path)
    first = book.begin(1.5, MOVES[0])
    book.close_match(first)
    book.begin(2.5, MOVES[0])
    before = book.matches()
    book._db.execute("ALTER TABLE match DROP COLUMN crc")
    book._db.execute("PRAGMA user_version = 1")
    book.close()
    assert [(m.id, m.started_at, m.closed) for m in rescue(path)] == [(1, 1.5, True), (2, 2.5, False)]
    for _ in range(2):
        book = Book(path)
        assert (book.matches(), book.running(), book.set_aside) == (before, 2, None)
        book.close()


@pytest.mark.parametrize("change", ["closed = 1", "started_at = 3.0", "id = 7", "closed = 'no'"])
def test_a_changed_line_of_a_match_is_noticed_and_its_moves_rescued(tmp_path, change):
    book = Book(tmp_path / "book.sqlite")
    book.begin(1.0, MOVES[0])
    book._db.execute(f"UPDATE match SET {change}")
    for ask in (book.matches, book.running):
        with pytest.raises(BookError, match="BOOK_DAMAGED"):
            ask()
    book.close()
    session = Session(Book(tmp_path / "book.sqlite"), Words(), manners=FOR_PROGRAMS)
    assert [banner.code for banner in session.view().banners] == ["BOOK_SET_ASIDE"]
    session.close()
    (kept,) = tmp_path.glob("book.damaged-*.sqlite")
    if "id" not in change:
        assert [(m.closed, [e.move for e in m.events]) for m in rescue(kept)] == [(True, MOVES[:1])]


def test_a_rescued_match_that_lacks_noted_moves_is_not_passed_off_as_whole(tmp_path):
    """What was noted of the last move goes aside with the book, and is not held against the new one."""
    book = Book(tmp_path / "book.sqlite")
    match = book.begin(1.0, MOVES[0])
    for n, move in enumerate(MOVES[1:9], 1):
        book.append(match, n, float(n), move)
    book._db.execute("DELETE FROM event WHERE n > 5")
    book.replace_damaged()
    (short,) = rescue(book.set_aside)
    assert (len(short.events), short.whole) == (5, False)
    book.close()
    again = Book(tmp_path / "book.sqlite")
    assert again.end is End.WHOLE
    again.close()


@pytest.mark.parametrize("version", [0, 5000])
def test_a_book_of_no_version_there_ever_was_is_kept_aside(tmp_path, version):
    before = of_version(tmp_path / "book.sqlite", version)
    book = Book(tmp_path / "book.sqlite")
    assert book.set_aside is not None
    assert book.set_aside.read_bytes() == before
    book.close()


def test_the_table_is_told_of_the_last_backup(tmp_path):
    session = Session(Book(tmp_path / "book.sqlite"), Words(), manners=FOR_PROGRAMS)
    assert session.do(MOVES[0]).ok
    assert session.do(EndMatch()).ok
    session.close()
    (tmp_path / "book.sqlite").write_bytes(b"rubbish" * 999)
    again = Session(Book(tmp_path / "book.sqlite"), Words())
    assert [banner.code for banner in again.view().banners] == ["BOOK_SET_ASIDE_BACKUP"]
    again.close()


def test_most_of_a_book_with_a_hole_in_it_can_be_rescued(played, tmp_path):
    data = played["closed"][""]
    file = tmp_path / "holed.sqlite"
    moves_back = []
    for start in range(4096, len(data), 2048):
        file.write_bytes(with_range(data, start, 32, 0xFF))
        found = rescue(file) or ()
        for match in found:
            assert [event.move for event in match.events] == MOVES[: len(match.events)]
            assert match.whole or len(match.events) < len(MOVES)
        moves_back.append(sum(len(match.events) for match in found))
    assert max(moves_back) == len(MOVES)
    assert sum(count > 0 for count in moves_back) > len(moves_back) / 2
