"""Two programs begin the same book at the same moment: one book, and both are in it."""

from __future__ import annotations

import multiprocessing
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from pi_app.game.moves import AdjustScore, Undo
from pi_app.session.book import Book, BookError
from tests.safety.cuts import in_memory
from tests.safety.legal import start

PROGRAMS, TIMES = 4, 25


@pytest.fixture
def folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(dir=in_memory()) as name:
        yield Path(name)


def begin_together(folder: Path, number: int, ready, said) -> None:
    for turn in range(TIMES):
        ready.wait()
        try:
            book = Book(folder / f"{turn}" / "book.sqlite")
            match = book.begin(float(number), start(4))
            book.append(match, 1, 1.0, AdjustScore(1, 1, f"program {number}"))
            said.put((turn, number, match, book.set_aside is not None))
            book.close()
        except BookError as error:
            said.put((turn, number, None, error.code))


@pytest.mark.skipif(sys.platform != "linux", reason="processes are forked")
def test_programs_that_begin_a_book_together_share_it(folder):
    context = multiprocessing.get_context("fork")
    ready, said = context.Barrier(PROGRAMS), context.Queue()
    programs = [
        context.Process(target=begin_together, args=(folder, n, ready, said)) for n in range(PROGRAMS)
    ]
    for program in programs:
        program.start()
    told = [said.get(timeout=60) for _ in range(PROGRAMS * TIMES)]
    for program in programs:
        program.join(20)
    assert [line for line in told if line[2] is None or line[3]] == []
    for turn in range(TIMES):
        book = Book(folder / f"{turn}" / "book.sqlite")
        assert not list(book.path.parent.glob("*damaged*"))
        reasons = {book.read(line.id)[1].move.reason for line in book.matches()}
        assert reasons == {f"program {n}" for n in range(PROGRAMS)}
        book.close()


def test_a_book_that_another_program_set_aside_takes_no_more_moves(folder):
    """Else they would be written into a file that nobody reads any more."""
    book = Book(folder / "book.sqlite")
    match = book.begin(1.0, start(4))
    other = Book(folder / "book.sqlite")
    other.replace_damaged()
    with pytest.raises(BookError, match="BOOK_GONE"):
        book.append(match, 1, 2.0, Undo())
    with pytest.raises(BookError, match="BOOK_GONE"):
        book.running()
    book.replace_damaged()
    assert book.set_aside is None
    assert len(list(folder.glob("*damaged*.sqlite"))) == 1
    other.close()
