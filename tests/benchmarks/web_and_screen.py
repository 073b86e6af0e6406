"""The touchscreen's frame time without viewers and with many, while points change and rabbits hop.

    python -m tests.benchmarks.web_and_screen [viewers]

One process draws into memory. It tells three scoreboards in turn, some seconds each: one that nobody
watches; one in a thread, as the evening has it, with all viewers; one in a process of its own, with as many.
So whatever else this machine does falls on all alike. What counts are the ratios: where the third is like
the second, the viewers cost processor time of the machine and not the touchscreen's turn to work.
"""

from __future__ import annotations

import multiprocessing
import os
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Sequence
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Protocol

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
from pi_app.session.views import Board
from pi_app.web.listening import Limits
from pi_app.web.server import Scoreboard
from pi_app.words import Words
from tests.benchmarks.web_viewers import watch

WARM_SECONDS = 4.0
WINDOW_SECONDS = 3.0
WINDOWS = 21
CHANGE_SECONDS = 0.5
IN_MEMORY = Path("/dev/shm")
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


def play(session: Session, window: Callable[[], int], boards: Sequence[Told]) -> Callable[[], None]:
    """A tick that changes somebody's points now and then, and tells the scoreboard of this window."""
    changed_at, k = time.monotonic(), 0

    def tick() -> None:
        nonlocal changed_at, k
        if time.monotonic() - changed_at >= CHANGE_SECONDS:
            changed_at, k = time.monotonic(), k + 1
            session.do(AdjustScore(k % 6 + 1, 1 if k % 12 < 6 else -1, "hop"))
            boards[window() % len(boards)].publish(session.board())

    return tick


class Told(Protocol):
    """What shows boards."""

    def publish(self, board: Board) -> None: ...


class Far:
    """A scoreboard in a process of its own."""

    def __init__(self, viewers: int) -> None:
        self._pipe, there = multiprocessing.Pipe()
        made = multiprocessing.get_context("spawn").Process(target=_serve, args=(viewers, there), daemon=True)
        made.start()
        self.kill = made.kill
        self.port: int = self._pipe.recv()

    @property
    def streams(self) -> int:
        self._pipe.send(None)
        count: int = self._pipe.recv()
        return count

    def publish(self, board: Board) -> None:
        self._pipe.send(board)


def _serve(viewers: int, pipe: Connection) -> None:
    scoreboard = Scoreboard("127.0.0.1", 0, limits=Limits(streams=viewers + 10))
    scoreboard.start()
    pipe.send(scoreboard.port)
    while True:
        board = pipe.recv()
        if board is None:
            pipe.send(scoreboard.streams)
        else:
            scoreboard.publish(board)


def measured(viewers: int) -> list[list[float]]:
    """Milliseconds of each frame: without viewers, with so many, and with as many at another process."""
    os.environ.setdefault("SDL_VIDEODRIVER", "offscreen")
    os.environ.setdefault("LP_NUM_THREADS", "0")
    # In memory, where there is such a place: how long a busy disk takes is not the question here.
    with tempfile.TemporaryDirectory(dir=IN_MEMORY if IN_MEMORY.is_dir() else None) as folder:
        session = session_in(Path(folder))
        alone, watched = (Scoreboard("127.0.0.1", 0, limits=Limits(streams=viewers + 10)) for _ in range(2))
        far = Far(viewers)
        for scoreboard in (alone, watched):
            scoreboard.publish(session.board())
            scoreboard.start()
        far.publish(session.board())
        spawn = multiprocessing.get_context("spawn")
        phones = [
            spawn.Process(target=_watch, args=(one.port, viewers), daemon=True) for one in (watched, far)
        ]
        for one in phones:
            one.start()
        while watched.streams < viewers or far.streams < viewers:
            time.sleep(0.1)
        frames = _frames(session, (alone, watched, far))
        for one in phones:
            one.kill()
        far.kill()
        for scoreboard in (alone, watched):
            scoreboard.stop()
        session.close()
    return frames


def _watch(port: int, viewers: int) -> None:
    """Read everything for ever; no state ever has this number. Phones take no time of this machine's."""
    os.nice(19)
    here, there = multiprocessing.Pipe()
    threading.Thread(target=here.recv, daemon=True).start()
    here.send(10**9)
    watch(port, viewers, there)


def _frames(session: Session, boards: Sequence[Told]) -> list[list[float]]:
    from pi_app.screens.launch import configure

    configure((800, 480), fullscreen=False)
    from kivy.clock import Clock

    from pi_app.screens.app import RabbitApp

    frames: list[list[float]] = [[] for _ in boards]
    began = time.monotonic() + WARM_SECONDS

    def window() -> int:
        return int((time.monotonic() - began) // WINDOW_SECONDS)

    app = RabbitApp(session, play(session, window, boards), Words())

    def frame(seconds: float) -> None:
        now = window()
        if now >= WINDOWS:
            app.stop()
        elif now >= 0:
            frames[now % len(frames)].append(seconds * 1000)

    Clock.schedule_interval(frame, 0)
    app.run()
    return frames


def main(viewers: int) -> None:
    print("viewers           frames  median  95 %  99 %  worst  (milliseconds a frame; ratio to none)")
    first = None
    kinds = ("0", f"{viewers}", f"{viewers} elsewhere")
    for kind, frames in zip(kinds, measured(viewers), strict=True):
        parts = statistics.quantiles(frames, n=100)
        figures = (statistics.median(frames), parts[94], parts[98], max(frames))
        first = first or figures
        print("{:16} {:7d} {:7.1f} {:5.1f} {:5.1f} {:6.1f}".format(kind, len(frames), *figures))
        ratios = [figure / without for figure, without in zip(figures, first, strict=True)]
        print(" " * 24 + " {:7.2f} {:5.2f} {:5.2f} {:6.2f}".format(*ratios))


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 500)
