"""Power cuts below SQLite: every moment of a recorded evening, with what was not synced lost or torn.

    python -m tests.safety.cuts --moves 160

A cut may lose everything that was not synced, keep all of it, or keep any part of it, single sectors
included. After each cut the book must open and hold every acknowledged move once, in order, and at
most the one move that was being written. Exit code 1 when one does not.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

from pi_app.game.moves import Move, StartMatch
from pi_app.session.book import Book, End
from tests.safety.disk import Disk, Op
from tests.safety.legal import moves

SECTOR = 512
WAYS = ("lost", "kept", "some", "torn")
Files = dict[str, bytes]


@dataclass(frozen=True, slots=True)
class Cut:
    """One moment the power went: after `op` operations, in one of the `WAYS`."""

    op: int
    way: str
    acknowledged: int
    files: Files


@dataclass
class _Shadow:
    """What the disk holds for certain, and what it was only asked for, in order."""

    safe: Files = field(default_factory=dict)
    asked: list[Op] = field(default_factory=list)

    def take(self, op: Op) -> None:
        match op.kind:
            case "found":
                self.safe[op.path] = op.data
            case "create":
                if op.path not in self.safe and not any(o.path == op.path for o in self.asked):
                    self.asked.append(op)
            case "sync":
                first = any(o.kind == "create" and o.path == op.path for o in self.asked)
                self._settle(lambda o: o.path == op.path)
                if first and op.path.endswith(("-wal", "-journal")):
                    # SQLite syncs the folder with the first sync of a new journal.
                    self._settle(lambda o: o.kind in ("create", "remove"))
            case "remove" if op.at:
                self.safe.pop(op.path, None)
                self.asked = [o for o in self.asked if o.path != op.path]
            case "write" | "cut" | "remove":
                self.asked.append(op)

    def _settle(self, safe_now: Callable[[Op], bool]) -> None:
        _apply(self.safe, [o for o in self.asked if safe_now(o)])
        self.asked = [o for o in self.asked if not safe_now(o)]

    def after(self, way: str, rng: random.Random) -> Files:
        files = dict(self.safe)
        match way:
            case "kept":
                _apply(files, self.asked)
            case "some":
                _apply(files, [op for op in self.asked if rng.random() < 0.5])
            case "torn":
                _apply(files, [part for op in self.asked for part in _sectors(op) if rng.random() < 0.7])
        return files


def record(folder: Path, wanted: Sequence[Move]) -> list[Op]:
    """Play the moves into a book in `folder`; everything the disk was asked for, and each answer."""
    with Disk() as disk:
        book, match, n = Book(folder / "book.sqlite"), 0, 0
        for total, move in enumerate(wanted, 1):
            if isinstance(move, StartMatch):
                match, n = book.begin(float(total), move), 1
            else:
                n = book.append(match, n, float(total), move).n
            disk.acknowledge(total)
        book.close()
    return disk.ops


def cuts(ops: Sequence[Op], rng: random.Random, share: float = 1.0) -> Iterator[Cut]:
    """The cuts after a `share` of all operations, each in every way."""
    shadow, acknowledged = _Shadow(), 0
    for number, op in enumerate(ops, 1):
        if op.kind == "ack":
            acknowledged = op.at
        shadow.take(op)
        if rng.random() < share:
            for way in WAYS:
                yield Cut(number, way, acknowledged, shadow.after(way, rng))


def fault_after(cut: Cut, wanted: Sequence[Move], folder: Path) -> str | None:
    """What is wrong with the book that is left after this cut; None: nothing."""
    path = folder / "book.sqlite"
    for old in folder.iterdir():
        old.unlink()
    for name, data in cut.files.items():
        (folder / Path(name).name).write_bytes(data)
    book = Book(path)
    try:
        if book.set_aside is not None or book.end is End.LOST:
            return "said to be damaged"
        found = [event.move for line in book.matches() for event in book.read(line.id)]
    finally:
        book.close()
    if len(found) not in (cut.acknowledged, cut.acknowledged + 1):
        return f"{len(found)} moves, {cut.acknowledged} acknowledged"
    return None if found == list(wanted[: len(found)]) else "other moves"


def run(many_moves: int, share: float, seed: int = 1) -> tuple[int, list[str]]:
    """How many cuts were tried, and what was wrong."""
    wanted, rng, wrong, tried = list(moves(seed, many_moves)), random.Random(seed), [], 0
    with tempfile.TemporaryDirectory(dir=in_memory()) as folder:
        played, left = Path(folder) / "played", Path(folder) / "left"
        left.mkdir()
        for cut in cuts(record(played, wanted), rng, share):
            tried += 1
            fault = fault_after(cut, wanted, left)
            if fault is not None:
                wrong.append(f"after operation {cut.op}, {cut.way}: {fault}")
    return tried, wrong


def in_memory() -> str | None:
    """A folder that needs no disk, where there is one: what is cut off here was never on a disk anyway."""
    return "/dev/shm" if Path("/dev/shm").is_dir() else None


def _apply(files: Files, ops: Sequence[Op]) -> None:
    for op in ops:
        held = files.get(op.path, b"")
        match op.kind:
            case "create":
                files[op.path] = held
            case "write":
                held = held.ljust(op.at, b"\0")
                files[op.path] = held[: op.at] + op.data + held[op.at + len(op.data) :]
            case "cut":
                files[op.path] = held[: op.at].ljust(op.at, b"\0")
            case "remove":
                files.pop(op.path, None)


def _sectors(op: Op) -> list[Op]:
    """A write as the single sectors that a card writes whole or not at all."""
    if op.kind != "write":
        return [op]
    edges = [0, *range(SECTOR - op.at % SECTOR, len(op.data), SECTOR), len(op.data)]
    return [Op("write", op.path, op.at + a, op.data[a:b]) for a, b in pairwise(edges) if b > a]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--moves", type=int, default=160)
    parser.add_argument("--share", type=float, default=1.0)
    args = parser.parse_args()
    tried, wrong = run(args.moves, args.share)
    print("\n".join(wrong[:20]))
    print(f"power cuts: {tried} tried, {len(wrong)} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
