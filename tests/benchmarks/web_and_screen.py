"""The touchscreen's frame time without viewers and with many, while points change and rabbits hop.

    python -m tests.benchmarks.web_and_screen [viewers]

One process draws into memory and has two scoreboards: one that nobody watches, and one with all viewers,
who live in another process. Windows of a few seconds alternate between them, so whatever else this machine
does falls on both alike; what counts is the ratio in the last line.
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
WINDOW_SECONDS = 3.0
WINDOWS = 16
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


def play(
    session: Session, window: Callable[[], int], boards: tuple[Scoreboard, Scoreboard]
) -> Callable[[], None]:
    """A tick that changes somebody's points now and then, and tells the scoreboard of this window."""
    changed_at, k = time.monotonic(), 0

    def tick() -> None:
        nonlocal changed_at, k
        if time.monotonic() - changed_at >= CHANGE_SECONDS:
            changed_at, k = time.monotonic(), k + 1
            session.do(AdjustScore(k % 6 + 1, 1 if k % 12 < 6 else -1, "hop"))
            boards[window() % 2].publish(session.board())

    return tick


def measured(viewers: int) -> tuple[list[float], list[float]]:
    """Milliseconds of each frame: without viewers, and with so many."""
    os.environ.setdefault("SDL_VIDEODRIVER", "offscreen")
    os.environ.setdefault("LP_NUM_THREADS", "0")
    # In memory, where there is such a place: how long a busy disk takes is not the question here.
    with tempfile.TemporaryDirectory(dir=IN_MEMORY if IN_MEMORY.is_dir() else None) as folder:
        session = session_in(Path(folder))
        alone, watched = (Scoreboard("127.0.0.1", 0, limits=Limits(streams=viewers + 10)) for _ in range(2))
        for scoreboard in (alone, watched):
            scoreboard.publish(session.board())
            scoreboard.start()
        phones = multiprocessing.get_context("spawn").Process(
            target=_watch, args=(watched.port, viewers), daemon=True
        )
        phones.start()
        while watched.streams < viewers:
            time.sleep(0.05)
        frames = _frames(session, (alone, watched))
        phones.kill()
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


def _frames(session: Session, boards: tuple[Scoreboard, Scoreboard]) -> tuple[list[float], list[float]]:
    from pi_app.screens.launch import configure

    configure((800, 480), fullscreen=False)
    from kivy.clock import Clock

    from pi_app.screens.app import RabbitApp

    frames: tuple[list[float], list[float]] = ([], [])
    began = time.monotonic() + WARM_SECONDS

    def window() -> int:
        return int((time.monotonic() - began) // WINDOW_SECONDS)

    app = RabbitApp(session, play(session, window, boards), Words())

    def frame(seconds: float) -> None:
        now = window()
        if now >= WINDOWS:
            app.stop()
        elif now >= 0:
            frames[now % 2].append(seconds * 1000)

    Clock.schedule_interval(frame, 0)
    app.run()
    return frames


def main(viewers: int) -> None:
    print("viewers  frames  median  95 %  99 %  worst  (milliseconds a frame)")
    told = []
    for count, frames in zip((0, viewers), measured(viewers), strict=True):
        parts = statistics.quantiles(frames, n=100)
        figures = (statistics.median(frames), parts[94], parts[98], max(frames))
        told.append(figures)
        print("{:7d} {:7d} {:7.1f} {:5.1f} {:5.1f} {:6.1f}".format(count, len(frames), *figures))
    ratios = [with_viewers / without for without, with_viewers in zip(*told, strict=True)]
    print("  ratio         {:7.2f} {:5.2f} {:5.2f} {:6.2f}".format(*ratios))


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 500)
