"""Plays simulated matches of random profiles, numbers of players and votes, headless, with frames.

    python -m tests.benchmarks.evenings --matches 300 --jobs 2

Prints how many rounds were read, how many votes and owners surely, by hand and wrong, and whether every
total is what the rules pay for what really happened. Exit code 1 when anything was wrong.
"""

import argparse
import multiprocessing
import random
import sys
import tempfile
import time
from pathlib import Path

import cv2

from pi_app.commands.demo import PLAYABLE
from pi_app.demo.people import Cast
from pi_app.demo.straight import play_straight
from pi_app.game.profiles import PROFILES


def drawn_cast(seed: int, rounds: int | None) -> Cast:
    rng = random.Random(f"evening {seed}")
    profile = PROFILES[rng.choice(PLAYABLE)]
    return Cast(rng.randint(profile.least, profile.most), profile.id, seed, rounds)


def play(task: tuple[int, int | None]) -> tuple[int, str, int, int, int, int, int, bool, list[str]]:
    cv2.setNumThreads(1)
    cast = drawn_cast(*task)
    with tempfile.TemporaryDirectory() as folder:
        match = play_straight(cast, Path(folder) / "book.sqlite")
    tally = match.people.tally
    label = f"{cast.profile} x{cast.players}"
    return (
        cast.seed, label, len(match.view.rounds), match.frames, tally.sure, tally.by_hand, tally.wrong,
        match.totals_right, tally.notes,
    )  # fmt: skip


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=300)
    parser.add_argument("--rounds", type=int, help="at most so many rounds a match (default: to the end)")
    parser.add_argument("--first-seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    args = parser.parse_args()
    tasks = [(seed, args.rounds) for seed in range(args.first_seed, args.first_seed + args.matches)]
    began = time.monotonic()
    totals = [0] * 6
    with multiprocessing.get_context("spawn").Pool(args.jobs) as pool:
        for seed, label, *figures, right, notes in pool.imap_unordered(play, tasks):
            totals = [t + f for t, f in zip(totals, [*figures, int(right)], strict=True)]
            if not right or notes:
                print(f"seed {seed} ({label}): totals {'right' if right else 'WRONG'}; {notes}")
    rounds, frames, sure, by_hand, wrong, right = totals
    seconds = time.monotonic() - began
    print(f"{args.matches} matches, {rounds} rounds, {frames} frames in {seconds:.0f} s")
    print(f"votes and owners: {sure} read surely, {by_hand} by hand, {wrong} wrong")
    print(f"totals as the rules pay: {right} of {args.matches} matches")
    return 0 if wrong == 0 and right == args.matches else 1


if __name__ == "__main__":
    sys.exit(main())
