"""A disk that is slow, full or broken: the screen lives on, nothing is half saved, and it heals."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from hardware.ports import Button
from pi_app.game.moves import AdjustScore, EndMatch, OpenReveal, OpenVoting
from pi_app.game.pieces import Phase
from pi_app.session.book import Book
from pi_app.session.inbox import Inbox
from pi_app.session.manners import AT_THE_TABLE, FOR_PROGRAMS, Manners
from pi_app.session.session import Session
from pi_app.words import Words
from tests.safety.disk import FULL, IO_ERROR_WRITE, OK, READ_ONLY, Disk
from tests.safety.legal import start

pytestmark = pytest.mark.usefixtures("sqlite_library")


@pytest.fixture
def disk(sqlite_library):
    with Disk(record=False) as disk:
        yield disk


def table(folder: Path, manners: Manners) -> Session:
    session = Session(Book(folder / "book.sqlite"), Words(), manners=manners)
    session.do(start(4))
    # A busy computer may not have written it within so short a patience.
    deadline = time.monotonic() + 40
    while session.view().n != 1 and time.monotonic() < deadline:
        time.sleep(0.01)
        session.settle()
    assert session.view().n == 1
    return session


def banners(session: Session) -> list[str]:
    return [banner.code for banner in session.view().banners]


def tick_until(session: Session, inbox: Inbox, phase: Phase, seconds: float) -> float:
    """Turn the main loop; how long its longest turn took."""
    longest, deadline = 0.0, time.monotonic() + seconds
    while session.view().phase is not phase:
        assert time.monotonic() < deadline
        began = time.monotonic()
        session.receive(inbox.take())
        session.refresh()
        session.view()
        longest = max(longest, time.monotonic() - began)
        time.sleep(0.01)
    return longest


def test_the_screen_lives_while_a_write_takes_three_seconds(tmp_path, disk):
    session, inbox = table(tmp_path, AT_THE_TABLE), Inbox(time.monotonic)
    time.sleep(AT_THE_TABLE.lock_seconds)
    disk.write_seconds = 1.5
    began = time.monotonic()
    answer = session.press(Button.NEXT)
    assert time.monotonic() - began < 0.6
    assert [problem.code for problem in answer.problems] == ["SAVING"]
    assert session.view().phase is Phase.CLUE
    assert banners(session) == ["SAVING"]
    inbox.press(Button.NEXT)
    inbox.press(Button.NEXT)
    assert tick_until(session, inbox, Phase.VOTING, 10.0) < 0.6
    disk.write_seconds = 0.0
    session.receive(inbox.take())
    assert (session.view().n, banners(session)) == (2, [])
    time.sleep(AT_THE_TABLE.lock_seconds)
    assert session.press(Button.NEXT).ok
    session.close()


def test_a_slow_write_that_fails_in_the_end_is_said_and_can_be_asked_for_again(tmp_path, disk):
    session = table(tmp_path, Manners(0.0, 0.0, 0.02))
    disk.write_seconds, disk.fault = 0.2, FULL
    assert [p.code for p in session.do(OpenVoting()).problems] == ["SAVING"]
    time.sleep(0.6)
    session.settle()
    assert (session.view().n, banners(session)) == (1, ["BOOK_FULL"])
    disk.write_seconds, disk.fault = 0.0, OK
    if not session.do(OpenVoting()).ok:
        time.sleep(1.0)
        session.settle()
    assert (session.view().n, banners(session)) == (2, [])
    session.close()


def test_the_backup_at_the_end_of_a_match_does_not_keep_the_screen_waiting(tmp_path, disk):
    session = table(tmp_path, Manners(0.0, 0.0, 0.3))
    disk.write_seconds = 0.05
    began = time.monotonic()
    session.do(EndMatch())
    assert time.monotonic() - began < 0.6
    deadline = time.monotonic() + 40
    while not list((tmp_path / "backups").glob("*.sqlite")) and time.monotonic() < deadline:
        session.settle()
        time.sleep(0.02)
    session.close()
    (copy,) = (tmp_path / "backups").glob("*.sqlite")
    disk.write_seconds = 0.0
    copied = Book(copy)
    assert len(copied.read(1)) == 2
    copied.close()


@pytest.mark.parametrize(
    ("fault", "codes"),
    [
        (FULL, {"BOOK_FULL"}),
        (READ_ONLY, {"BOOK_READ_ONLY"}),
        (IO_ERROR_WRITE, {"BOOK_BROKEN"}),
    ],
)
def test_a_move_that_cannot_be_written_is_refused_in_words_and_taken_later(tmp_path, disk, fault, codes):
    session = table(tmp_path, FOR_PROGRAMS)
    assert session.do(OpenVoting()).ok
    before = session.view()
    disk.fault = fault
    for _ in range(3):
        answer = session.do(OpenReveal())
        assert {problem.code for problem in answer.problems} == codes
        assert all(problem.text.endswith(".") for problem in answer.problems)
    assert session.view().phase is before.phase
    assert set(banners(session)) == codes
    disk.fault = OK
    assert session.do(OpenReveal()).ok
    assert banners(session) == []
    again = Session(Book(tmp_path / "book.sqlite"), Words())
    assert (again.view().n, again.view().phase) == (3, Phase.REVEAL)
    again.close()
    session.close()


@pytest.mark.parametrize("at", range(0, 24, 3))
def test_a_write_that_breaks_off_half_way_leaves_no_half_move(tmp_path, disk, at):
    """The fault comes at one write in the middle of a move, with checkpoints and backups among them."""
    session = table(tmp_path, FOR_PROGRAMS)
    n = 1
    disk.break_once(after=at)
    refused = 0
    for points in range(1, 20):
        answer = session.do(AdjustScore(1, points, "a reason"))
        refused += not answer.ok
        n += answer.ok
        assert session.view().n == n
    session.close()
    again = Session(Book(tmp_path / "book.sqlite"), Words())
    assert (again.view().n, refused) == (n, 1)
    assert len({a.points for a in again.board().adjustments}) == 18
    again.close()


def test_an_evening_writes_less_than_three_megabytes_to_the_card(tmp_path, disk):
    """160 moves, which is a match of eight people to its end; reading and looking write nothing."""
    session = table(tmp_path, FOR_PROGRAMS)
    for points in range(1, 160):
        session.do(AdjustScore(1, points, "a reason of usual length"))
    written = disk.written
    for _ in range(100):
        session.view()
        session.refresh()
    assert disk.written == written
    session.close()
    assert 160 * 100 < disk.written < 3_000_000
