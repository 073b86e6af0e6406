"""Random evenings through `drive`, each move checked against a second opinion that shares no code with us.

    python -m tests.benchmarks.refereed [--matches 300] [--moves 150] [--first 0]

Prints each seed at which the two differ, with the moves before it; then how many moves were played.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from pathlib import Path

from tests.pi_app.commands.test_refereed import refereed


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=300)
    parser.add_argument("--moves", type=int, default=150)
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    args = parser.parse_args()
    accepted, differ, begun = 0, [], time.perf_counter()
    for seed in range(args.first, args.first + args.matches):
        with tempfile.TemporaryDirectory() as folder:
            try:
                accepted += refereed(Path(folder), seed, args.moves)
            except AssertionError as error:
                differ.append(seed)
                print(f"seed {seed}: {error}")
    spent = time.perf_counter() - begun
    print(
        f"{args.matches} matches of {args.moves} moves, {accepted} accepted: "
        f"{len(differ)} differ from the second opinion; {spent:.0f} s"
    )
    return 3 if differ else 0


if __name__ == "__main__":
    sys.exit(main())
