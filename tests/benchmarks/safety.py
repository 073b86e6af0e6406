"""All figures on "nothing lost, nobody let in" as one table, for the README.

    python -m tests.benchmarks.safety            # minutes
    python -m tests.benchmarks.safety --quick    # the same with a twentieth of it all

Exit code 1 when any of them is wrong.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from pi_app.game.moves import OpenVoting, StartMatch
from pi_app.session.backups import MOST
from pi_app.session.book import Book
from pi_app.session.inbox import Inbox
from pi_app.session.manners import AT_THE_TABLE
from pi_app.session.session import Session
from pi_app.words import Words
from tests.benchmarks import kills
from tests.safety import cuts, fuzz, soak
from tests.safety.disk import Disk, library
from tests.safety.legal import moves, start

EVENING = 200
"""Moves of a long evening: three matches."""


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table."""

    what: str
    tried: str
    wrong: int
    more: str = ""
    why: Sequence[str] = ()


def power_cuts(share: float) -> Row:
    tried, wrong = cuts.run(many_moves=160, share=share)
    return Row("power cuts below SQLite: lost, kept, reordered, torn", f"{tried} cuts", len(wrong), why=wrong)


def pulled_plugs(share: float) -> Row:
    count = max(20, round(1000 * share))
    plug = kills.run(count)
    more = f"{len(plug.acknowledged)} moves acknowledged, from touch, buttons and drive at once"
    return Row("SIGKILL at a random moment", f"{count} kills", len(plug.wrong), more, plug.wrong)


def hostile_input(share: float) -> Row:
    found = fuzz.run(round(100_000 * share))
    wrong = sum(f.faults.total() for f in found.values())
    inputs = sum(f.inputs for f in found.values())
    slowest = max(f.slowest for f in found.values())
    grown = max(f.grown_mb for f in found.values())
    more = f"{len(found)} doors; slowest answer {slowest * 1000:.0f} ms, memory {grown:+.1f} MB"
    return Row(
        "hostile input",
        f"{inputs} inputs",
        wrong,
        more,
        [f"{name}: {what}" for name, f in found.items() for what in f.faults],
    )


def a_day(share: float) -> Row:
    day = soak.run(24 * max(share, 0.1))
    more = (
        f"{day.matches} matches, {day.rounds} rounds, {day.mishaps.total()} mishaps; memory "
        f"{day.last.mb - day.first.mb:+.1f} MB, files {day.last.files - day.first.files:+d}"
    )
    return Row("soak on a virtual clock", f"{day.hours:.0f} h", len(soak.faults(day)), more, soak.faults(day))


def wear(_share: float) -> Row:
    with tempfile.TemporaryDirectory(dir=cuts.in_memory()) as folder, Disk(record=False) as disk:
        book, match, n = Book(Path(folder) / "book.sqlite"), 0, 0
        for move in moves(9, EVENING):
            if isinstance(move, StartMatch):
                match, n = book.begin(0.0, move), 1
            else:
                n = book.append(match, n, 0.0, move).n
        book.close()
        size = book.path.stat().st_size
        too_much = int(disk.written > 10_000 * EVENING)
        more = f"{disk.syncs} syncs; the book is {size / 1000:.0f} kB, at most {MOST} copies of it are kept"
        return Row("written to the card", f"{disk.written / 1e6:.2f} MB for {EVENING} moves", too_much, more)


def slow_card(_share: float) -> Row:
    """The longest turn of the main loop while each write takes three seconds."""
    with tempfile.TemporaryDirectory(dir=cuts.in_memory()) as folder, Disk(record=False) as disk:
        session = Session(Book(Path(folder) / "book.sqlite"), Words(), manners=AT_THE_TABLE)
        session.do(start(4))
        disk.write_seconds = 3.0
        inbox, longest = Inbox(time.monotonic), 0.0
        began = time.monotonic()
        session.do(OpenVoting())
        longest = time.monotonic() - began
        while session.view().n < 2 and time.monotonic() - began < 60:
            turn = time.monotonic()
            session.receive(inbox.take())
            session.refresh()
            longest = max(longest, time.monotonic() - turn)
            time.sleep(0.01)
        waited, saved = time.monotonic() - began, session.view().n == 2
        session.close()
    more = f"the move was there after {waited:.1f} s"
    return Row(
        "a card that takes 3 s a write", f"{longest * 1000:.0f} ms the screen stood", int(not saved), more
    )


ROWS: tuple[Callable[[float], Row], ...] = (power_cuts, pulled_plugs, hostile_input, a_day, wear, slow_card)
_BELOW_SQLITE = (power_cuts, wear, slow_card)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true")
    share = 0.05 if parser.parse_args().quick else 1.0
    print("| what | tried or measured | wrong | more |\n|---|---|--:|---|", flush=True)
    wrong = 0
    for row in ROWS:
        if row in _BELOW_SQLITE and library() is None:
            continue
        shown = row(share)
        wrong += shown.wrong
        print(f"| {shown.what} | {shown.tried} | {shown.wrong} | {shown.more} |", flush=True)
        for reason in shown.why[:10]:
            print(reason, file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
