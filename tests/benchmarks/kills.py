"""Pulls the plug on a table and on `drive`, which play on one book at once.

    python -m tests.benchmarks.kills 1000

At the table people tap and press the two buttons; the other program sends moves. One or both are killed
(SIGKILL) at a random moment, again and again. After each kill every acknowledged move must be in the book
once, at its number; nothing may be half there; totals must be the sum of what the rounds paid; and two
restarts must show the same screen. Exit code 1 when anything is wrong.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import select
import signal
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from hardware.ports import Button
from pi_app.__main__ import main as rabbit_table
from pi_app.commands import drive as loaded_before_the_fork
from pi_app.game.moves import AdjustScore, EndMatch, Redo
from pi_app.game.pieces import Phase
from pi_app.session.book import Book, End
from pi_app.session.codec import move_to_dict
from pi_app.session.manners import Manners
from pi_app.session.session import Session
from pi_app.words import Words
from tests.safety.cuts import in_memory
from tests.safety.legal import start

__all__ = ["loaded_before_the_fork", "main", "run"]

LONGEST_MATCH = 250
NEXT_IS = {
    Phase.CLUE: "OpenVoting", Phase.VOTING: "OpenReveal", Phase.REVEAL: "RecordVotes",
    Phase.OWNERS: "RecordOwners", Phase.SCORES: "NextRound",
}  # fmt: skip


@dataclass
class Process:
    """A forked program: what it was asked, and what it has answered."""

    pid: int
    asks: int
    says: int
    asked: list[dict[str, object]] = field(default_factory=list)
    rest: bytes = b""
    answered: int = 0

    def lines(self, seconds: float) -> list[dict[str, object]]:
        """Whole lines that came within this time; none: it has ended or is silent."""
        if not select.select([self.says], [], [], seconds)[0]:
            return []
        self.rest += os.read(self.says, 1 << 16)
        *whole, self.rest = self.rest.split(b"\n")
        return [json.loads(line) for line in whole]

    def kill(self) -> list[dict[str, object]]:
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        os.set_blocking(self.says, True)
        found = []
        while select.select([self.says], [], [], 0)[0]:
            chunk = os.read(self.says, 1 << 16)
            if not chunk:
                break
            self.rest += chunk
        *whole, self.rest = self.rest.split(b"\n")
        found = [json.loads(line) for line in whole]
        os.close(self.asks)
        os.close(self.says)
        return found


def fork(work: Callable[[], object]) -> Process:
    """`work` in a child of its own, with our pipes as its standard input and output."""
    theirs_in, asks = os.pipe()
    says, theirs_out = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.dup2(theirs_in, 0)
        os.dup2(theirs_out, 1)
        os.closerange(3, 256)
        sys.stdin, sys.stdout = os.fdopen(0, closefd=False), os.fdopen(1, "w", closefd=False)
        try:
            work()
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(1)
    os.close(theirs_in)
    os.close(theirs_out)
    return Process(pid, asks, says)


def at_the_table(folder: Path, seed: int) -> None:
    """Touches and presses, for ever; a line for each that was acknowledged."""
    rng = random.Random(f"table {seed}")
    session = Session(Book(folder / "book.sqlite"), Words(), manners=Manners(0.0, 0.0, 0.25))
    number = 0
    while True:
        session.settle()
        session.refresh()
        view = session.view()
        match, phase, number = session.board().match, view.phase, number + 1
        kind, move = "", None
        if phase in (Phase.LOBBY, Phase.OVER):
            answer, move = session.do(start(4)), start(4)
        elif view.n > LONGEST_MATCH:
            answer, move = session.do(EndMatch()), EndMatch()
        elif rng.random() < 0.3:
            move = AdjustScore(rng.randint(1, 4), 1, f"table {seed} {number}")
            answer = session.do(move)
        elif view.can_redo and rng.random() < 0.5:
            answer, move = session.do(Redo()), Redo()
        elif view.can_undo and rng.random() < 0.2:
            answer, kind = session.press(Button.UNDO), "Undo"
        else:
            by_hand(session, phase)
            answer, kind = session.press(Button.NEXT), NEXT_IS[phase]
        said = {"match": match, "n": answer.n, "kind": kind, "move": move and move_to_dict(move)}
        # UNDO that took back what was said by hand is no move: nothing is in the book.
        if answer.ok and not (kind == "Undo" and answer.n == view.n):
            said["match"] = session.board().match
            print(json.dumps(said), flush=True)


def by_hand(session: Session, phase: Phase) -> None:
    """Everything the camera would have read: card 1 is the storyteller's, every second round all find it."""
    view = session.view()
    others = [player.id for player in view.players if player.id != view.storyteller]
    if phase is Phase.REVEAL:
        for seat, player in enumerate(others):
            session.correct_vote(player, (1 if view.round % 2 else 2 + (seat + 1) % len(others),))
    elif phase is Phase.OWNERS and view.storyteller is not None:
        for slot, player in enumerate((view.storyteller, *others), 1):
            session.correct_owner(slot, player)


def drive(folder: Path) -> None:
    """The command itself; its module is loaded before the fork, which saves most of a second a kill."""
    rabbit_table(["drive", "--data", str(folder), "--config", os.devnull])


class Plug:
    """Both programs on one book, and all they acknowledged."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.folder, self.rng, self.seed = folder, random.Random(seed), seed
        self.acknowledged: dict[tuple[int, int], tuple[str, object]] = {}
        self.unchecked: set[int] = set()
        self.wrong: list[str] = []
        self.table: Process | None = None
        self.driven: Process | None = None
        self.sent = 0
        self.killed: Counter[str] = Counter()

    def go(self, kill: int) -> None:
        if self.table is None:
            self.table = fork(lambda: at_the_table(self.folder, self.seed * 10_000 + kill))
        if self.driven is None:
            self.driven = fork(lambda: drive(self.folder))
            self._send(self.driven, {"move": "State"})
        heard = False
        deadline, latest = None, time.monotonic() + 20
        while deadline is None or time.monotonic() < deadline:
            for line in self.table.lines(0.002):
                self._said(line)
                heard = True
            answers = self.driven.lines(0.002)
            self._answers(self.driven, answers)
            if heard and deadline is None and self.driven.answered:
                deadline = time.monotonic() + self.rng.uniform(0.0, 0.05)
            # Not faster than this, or people at the table would always come second.
            if self.rng.random() < 0.3:
                self._feed(self.driven)
            if time.monotonic() > latest:
                self.wrong.append(f"kill {kill}: silence")
                break
        self._kill(self.rng.choice(("table", "drive", "both")))
        self.check(kill)

    def _feed(self, driven: Process) -> None:
        if len(driven.asked) - driven.answered < 2:
            self.sent += 1
            move = {"move": "AdjustScore", "player": self.rng.randint(1, 4), "points": 1}
            self._send(driven, {**move, "reason": f"drive {self.seed} {self.sent}"})

    def _send(self, driven: Process, move: dict[str, object]) -> None:
        os.write(driven.asks, json.dumps(move).encode() + b"\n")
        driven.asked.append(move)

    def _said(self, line: dict) -> None:
        self._note(int(line["match"]), line["n"], line["kind"] or line["move"]["move"], line["move"])

    def _answers(self, driven: Process, answers: list[dict]) -> None:
        for answer in answers:
            move = driven.asked[driven.answered]
            driven.answered += 1
            if answer["ok"] and move["move"] != "State":
                self._note(int(answer["state"]["match"]), answer["n"], "AdjustScore", move)

    def _note(self, match: int, n: int, kind: str, move: object) -> None:
        if (match, n) in self.acknowledged:
            self.wrong.append(f"match {match}, move {n}: acknowledged twice")
        self.acknowledged[match, n] = (kind, move)
        self.unchecked.add(match)

    def _kill(self, which: str) -> None:
        self.killed[which] += 1
        if which in ("table", "both") and self.table is not None:
            for line in self.table.kill():
                self._said(line)
            self.table = None
        if which in ("drive", "both") and self.driven is not None:
            self._answers(self.driven, self.driven.kill())
            self.driven = None

    def check(self, kill: int) -> None:
        """Everything acknowledged is there, at its number, once."""
        noted = {match: dict(self._of(match)) for match in self.unchecked}
        book = Book(self.folder / "book.sqlite")
        if book.set_aside or book.end is End.LOST:
            self.wrong.append(f"kill {kill}: the book is said to be damaged")
        for match, wanted in noted.items():
            events = {event.n: _plain(move_to_dict(event.move)) for event in book.read(match)}
            for n, (kind, move) in wanted.items():
                found = events.get(n)
                if found is None or found["move"] != kind or (move is not None and found != _plain(move)):
                    self.wrong.append(f"kill {kill}: match {match}, move {n}: {found} for {kind}")
            reasons = Counter(str(m["reason"]) for m in events.values() if "reason" in m)
            self.wrong += [f"kill {kill}: {reason} is there twice" for reason, n in reasons.items() if n > 1]
        book.close()
        self.unchecked = set(sorted(self.unchecked)[-1:])
        self._screens(kill)

    def _of(self, match: int) -> list[tuple[int, tuple[str, object]]]:
        return [(n, said) for (of, n), said in self.acknowledged.items() if of == match]

    def _screens(self, kill: int) -> None:
        """Two restarts show the same, and every total is what the rounds and the hands paid."""
        boards = []
        for _ in range(2 if self.table is None and self.driven is None else 1):
            session = Session(Book(self.folder / "book.sqlite"), Words())
            boards.append((session.view(), session.board()))
            session.close()
        if any(shown != boards[0] for shown in boards):
            self.wrong.append(f"kill {kill}: two restarts differ")
        board = boards[0][1]
        for player in board.players:
            paid = sum(p.total for r in board.rounds if not r.void for p in r.points if p.player == player.id)
            by_hand = sum(a.points for a in board.adjustments if a.player == player.id)
            if player.score != player.start_score + paid + by_hand:
                self.wrong.append(f"kill {kill}: {player.name} has {player.score}, not {paid + by_hand}")

    def close(self) -> None:
        self._kill("both")


def _plain(move: object) -> dict:
    return json.loads(json.dumps(move))


def run(kills: int, seed: int = 1) -> Plug:
    """So many kills; what was acknowledged, and what was wrong."""
    with tempfile.TemporaryDirectory(dir=in_memory()) as folder:
        plug = Plug(Path(folder), seed)
        for kill in range(kills):
            plug.go(kill)
        plug.close()
        plug.check(kills)
        return plug


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kills", type=int, nargs="?", default=1000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    began = time.monotonic()
    plug = run(args.kills, args.seed)
    print("\n".join(plug.wrong[:20]))
    print(
        f"kills: {args.kills} ({', '.join(f'{n} {who}' for who, n in sorted(plug.killed.items()))}), "
        f"{len(plug.acknowledged)} moves acknowledged, {len(plug.wrong)} wrong, "
        f"{time.monotonic() - began:.0f} s"
    )
    return 1 if plug.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
