"""The touchscreen's frame time without viewers and with many, while points change and rabbits hop.

    python tests/benchmarks/web_and_screen.py [viewers]

Each count is measured in a process of its own, which draws into memory; the viewers live in another.
"""

from __future__ import annotations

import multiprocessing
import os
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from multiprocessing.connection import Connection
from pathlib import Path

from pi_app.game.moves import (
    AdjustScore,
    Move,
    OpenReveal,
    OpenVoting,
    RecordOwners,
    RecordVotes,
    Seat,
    StartMatch,
)
from pi_app.session.book import Book
from pi_app.session.manners import FOR_PROGRAMS
from pi_app.session.session import Session
from pi_app.web.server import Limits, Scoreboard
from pi_app.words import Words
from tests.benchmarks.web_viewers import watch

WARM_SECONDS = 4.0
SECONDS = 12.0
CHANGE_SECONDS = 0.5
_ROUND: tuple[Move, ...] = (
    StartMatch("refresh2021", tuple(Seat(k, f"Player {k}") for k in range(1, 7))),
    OpenVoting(),
    OpenReveal(),
    RecordVotes({2: (1,), 3: (1,), 4: (2,), 5: (2,), 6: (3,)}),
    RecordOwners({slot: slot for slot in range(1, 7)}),
)


def session_in(folder: Path) -> Session:
    session = Session(Book(folder / "book.sqlite"), Words(), manners=FOR_PROGRAMS)
    for move in _ROUND:
        assert session.do(move).ok, move
    return session


def play(session: Session, scoreboard: Scoreboard) -> Callable[[], None]:
    """A tick that changes somebody's points now and then."""
    changed_at, k = time.monotonic(), 0

    def tick() -> None:
        nonlocal changed_at, k
        if time.monotonic() - changed_at >= CHANGE_SECONDS:
            changed_at, k = time.monotonic(), k + 1
            session.do(AdjustScore(k % 6 + 1, 1 if k % 12 < 6 else -1, "hop"))
            scoreboard.publish(session.board())

    return tick


def draw(viewers: int, pipe: Connection) -> None:
    """Measure, in this process, with so many viewers in another."""
    os.environ.setdefault("SDL_VIDEODRIVER", "offscreen")
    os.environ.setdefault("LP_NUM_THREADS", "0")
    with tempfile.TemporaryDirectory() as folder:
        session = session_in(Path(folder))
        scoreboard = Scoreboard("127.0.0.1", 0, limits=Limits(streams=viewers + 10))
        scoreboard.publish(session.board())
        scoreboard.start()
        phones = multiprocessing.get_context("spawn").Process(
            target=_watch, args=(scoreboard.port, viewers), daemon=True
        )
        phones.start()
        while scoreboard.streams < viewers:
            time.sleep(0.05)
        pipe.send(_frames(session, scoreboard))
        phones.kill()
        scoreboard.stop()
        session.close()


def _watch(port: int, viewers: int) -> None:
    """Read everything for ever; no state ever has this number."""
    here, there = multiprocessing.Pipe()
    threading.Thread(target=here.recv, daemon=True).start()
    here.send(10**9)
    watch(port, viewers, there)


def _frames(session: Session, scoreboard: Scoreboard) -> list[float]:
    from pi_app.screens.launch import configure

    configure((800, 480), fullscreen=False)
    from kivy.clock import Clock

    from pi_app.screens.app import RabbitApp

    frames: list[float] = []
    began = time.monotonic()
    app = RabbitApp(session, play(session, scoreboard), Words())

    def frame(seconds: float) -> None:
        past = time.monotonic() - began
        if past > WARM_SECONDS:
            frames.append(seconds * 1000)
        if past > WARM_SECONDS + SECONDS:
            app.stop()

    Clock.schedule_interval(frame, 0)
    app.run()
    return frames


def main(viewers: int) -> None:
    print("viewers  frames  median  95 %  99 %  worst  (milliseconds a frame)")
    for count in (0, viewers, 0, viewers):
        here, there = multiprocessing.Pipe()
        child = multiprocessing.get_context("spawn").Process(target=draw, args=(count, there))
        child.start()
        frames = here.recv()
        child.join()
        parts = statistics.quantiles(frames, n=100)
        print(
            f"{count:7d} {len(frames):7d} {statistics.median(frames):7.1f} {parts[94]:5.1f} {parts[98]:5.1f}"
            f" {max(frames):6.1f}"
        )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 500)
