"""Looks at thousands of different tables with one reader; prints the memory in use and whether it is flat.

    python -m tests.benchmarks.memory [--looks 5000] [--width 2304]

Flat: after the first fifth, which fills what is kept on purpose, the most grows by less than MOST_GROWTH.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import cv2

from hardware.ports import Frame
from hardware.simulated.draw import draw
from hardware.simulated.tiers import Tier
from pi_app.vision.reader import Reader
from tests.benchmarks.reading import drawn_round

TABLES, ROWS = 8, 10
SECONDS = 0.7
"""Between frames: each is looked at, whatever has changed."""
MOST_GROWTH = 0.02


def resident_mib() -> float:
    """What this process has in memory now (Linux: `/proc`)."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    line = next(line for line in status.splitlines() if line.startswith("VmRSS:"))
    return int(line.split()[1]) / 1024


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--looks", type=int, default=5000)
    parser.add_argument("--width", type=int, default=2304, help="of the pictures, in pixels")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    size = (args.width, args.width * 9 // 16)
    rounds = [drawn_round(seed, size) for seed in range(TABLES)]
    pictures = [draw(played.scene(tier, k), k) for played in rounds for k, tier in enumerate(Tier)]
    reader, seen, used = Reader(), 0, []
    for k in range(args.looks):
        reading = reader.look(Frame(pictures[k % len(pictures)], SECONDS * k, k))
        seen += len(reading.discs)
        if (k + 1) % max(1, args.looks // ROWS) == 0:
            used.append(resident_mib())
            print(f"{k + 1:>6} looks {seen:>8} discs {used[-1]:>8.1f} MiB", flush=True)
    filled = len(used) // 5
    growth = max(used[filled:]) / max(used[: filled + 1]) - 1
    print(f"growth {100 * growth:.2f} %")
    return int(growth > MOST_GROWTH)


if __name__ == "__main__":
    sys.exit(main())
