"""`rabbit-table drive`: plays a match from standard input, one move a line in, one answer a line out.

Rule: an answer is written only when its move is on the disk; the next start goes on where this one was.
`{"what_if": {a move}}` answers with what that move would change, and changes nothing.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import signal
import sys
from collections.abc import Iterator
from types import FrameType
from typing import Any, BinaryIO

import msgspec

from pi_app.commands.places import book_path, open_book, settings_of
from pi_app.game.moves import Move
from pi_app.game.pieces import Fault, because
from pi_app.session.book import BookError
from pi_app.session.codec import BadMove, move_from_dict, read_json
from pi_app.session.manners import FOR_PROGRAMS
from pi_app.session.sentences import fault_text, problem
from pi_app.session.session import Session
from pi_app.session.views import Answer, Problem
from pi_app.web.board import public_state
from pi_app.words import Words

LONGEST_LINE = 1_000_000


class _Stopped(Exception):
    """A signal asked to stop while nothing was being written."""


class _Signals:
    """Remembers a signal; interrupts only while waiting for input, never while writing."""

    def __init__(self) -> None:
        self.caught: int | None = None
        self._waiting = False

    def listen(self) -> None:
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self._on_signal)

    def _on_signal(self, number: int, _frame: FrameType | None) -> None:
        self.caught = number
        if self._waiting:
            raise _Stopped

    @contextlib.contextmanager
    def waiting(self) -> Iterator[None]:
        self._waiting = True
        try:
            if self.caught is not None:
                raise _Stopped
            yield
        finally:
            self._waiting = False


def add_options(_parser: argparse.ArgumentParser) -> None:
    """None: all it is told comes by standard input."""


def run(args: argparse.Namespace) -> int:
    """0: the input ended, whatever was refused on the way; 2: the book cannot be used; 130, 143: stopped by a
    signal, cleanly.
    """
    loaded = settings_of(args)
    words = Words(loaded.settings.language)
    book = open_book(book_path(args, loaded), words)
    if book is None:
        return 2
    try:
        session = Session(book, words, profile=loaded.settings.profile, manners=FOR_PROGRAMS)
    except BookError as error:
        print(fault_text(error.fault, {}, words), file=sys.stderr)
        return 2
    signals = _Signals()
    signals.listen()
    try:
        _drive(session, words, signals)
    except _Stopped:
        return 128 + (signals.caught or 0)
    except BrokenPipeError:
        # Nobody reads the answers any more; what was acknowledged is on the disk.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    finally:
        session.close()
    return 0


def _drive(session: Session, words: Words, signals: _Signals) -> None:
    while True:
        with signals.waiting():
            line = _line(sys.stdin.buffer)
        if line == b"":
            return
        answer = _answer(session, words, line)
        sys.stdout.buffer.write(msgspec.json.encode(answer) + b"\n")
        sys.stdout.buffer.flush()


def _line(source: BinaryIO) -> bytes | None:
    """One line; b"" at the end; None for a line that is too long, which is read to its end."""
    line = source.readline(LONGEST_LINE + 1)
    if len(line) <= LONGEST_LINE:
        return line
    while line and not line.endswith(b"\n"):
        line = source.readline(LONGEST_LINE)
    return None


def _answer(session: Session, words: Words, line: bytes | None) -> dict[str, Any]:
    session.refresh()
    if line is None:
        return _refused_as(session, Fault("LINE_TOO_LONG"), words)
    try:
        try:
            said = read_json(line)
        except (RecursionError, ValueError):
            return _refused_as(session, Fault("BAD_JSON"), words)
        return _obeyed(session, said)
    except BadMove as error:
        return _refused_as(session, error.fault, words)


def _obeyed(session: Session, said: object) -> dict[str, Any]:
    if not isinstance(said, dict):
        raise BadMove(because("a move is an object"))
    expect_n = said.pop("expect_n", None)
    if expect_n is not None and type(expect_n) is not int:
        raise BadMove(because("expect_n is a number"))
    if said.get("move") == "State":
        if more := sorted(said.keys() - {"move"}):
            raise BadMove(because("{move} has no field {field}", move="State", field=ascii(more[0])[:40]))
        return _state(session, True)
    if said.keys() == {"what_if"}:
        return _foreseen(session, session.said_by_rules(move_from_dict(said["what_if"])), expect_n)
    answer = session.do(session.said_by_rules(move_from_dict(said)), expect_n)
    return _state(session, True) if answer.ok else _refused(session, answer.problems)


def _foreseen(session: Session, move: Move, expect_n: int | None) -> dict[str, Any]:
    """What the move would change, or why it would be refused; nothing is written."""
    found = session.what_if(move, expect_n)
    if isinstance(found, Answer):
        return _refused(session, found.problems)
    changes = {**msgspec.to_builtins(found), "rounds": list(found.rounds), "reopens": found.reopens}
    return {**_state(session, True), "changes": changes}


def _state(session: Session, ok: bool) -> dict[str, Any]:
    board = session.board()
    return {"ok": ok, "n": board.n, "state": public_state(board)}


def _refused_as(session: Session, fault: Fault, words: Words) -> dict[str, Any]:
    return _refused(session, (problem(fault, {}, words),))


def _refused(session: Session, problems: tuple[Problem, ...]) -> dict[str, Any]:
    errors = [{"code": p.code, "player": p.player, "slot": p.slot, "text": p.text} for p in problems]
    return {**_state(session, False), "errors": errors}
