"""Measures what one frame of the scores costs in Python while twelve rabbits hop, without any drawing.

    python -m tests.benchmarks.frames [--seconds 6]

Kivy's graphics are switched to a mock, so what is left is what a Pi's processor has to do for each frame;
the aim is at most 4 ms there. Prints the mean and the worst of a hundred.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import tempfile
import time
from pathlib import Path

os.environ.setdefault("SDL_VIDEODRIVER", "offscreen")
os.environ.setdefault("KIVY_GL_BACKEND", "mock")

from pi_app.screens.launch import configure

sys.path.insert(0, str(Path(__file__).parents[1] / "pi_app" / "screens"))
FRAME_S = 1 / 60
AIM_MS = 4.0


def measured(seconds: float) -> list[float]:
    """Milliseconds of processor time of each frame."""
    configure((800, 480), fullscreen=False, home=Path(tempfile.mkdtemp(prefix="kivy-home-")))
    from driver import Driver
    from kivy.base import EventLoop
    from kivy.clock import Clock
    from made_up import scores
    from made_up_table import MadeUpTable

    driver = Driver(MadeUpTable(scores(12)), (800, 480))
    race = driver.page.ids.race
    players = driver.app._shown.players
    spent = []
    driver.page.step = lambda _: None
    for n in range(round(seconds / FRAME_S)):
        at = n * FRAME_S
        now = Clock.time() + FRAME_S
        Clock.time = lambda now=now: now
        begun = time.process_time()
        race.move({p.id: p.score + (at * 4 + p.id / 12) % 1.0 for p in players}, FRAME_S)
        EventLoop.idle()
        spent.append((time.process_time() - begun) * 1000)
    driver.close()
    return spent


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=6.0)
    spent = sorted(measured(parser.parse_args().seconds))
    worst = spent[int(len(spent) * 0.99)]
    print(f"{len(spent)} frames: mean {statistics.mean(spent):.2f} ms, 99 of 100 below {worst:.2f} ms")
    print(f"aim on a Pi: {AIM_MS} ms")
    return 0


if __name__ == "__main__":
    sys.exit(main())
