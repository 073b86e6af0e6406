"""Hostile input at every door: bytes that were right once and are not any more.

    python -m tests.safety.fuzz 100000                 # all doors, and a table
    python -m tests.safety.fuzz_led score              # one door, led by coverage (pip install atheris)

A door may refuse in words; anything else it raises, an answer that takes too long, or memory that grows is
a fault. Exit code 1 when there is one.
"""

from __future__ import annotations

import argparse
import faulthandler
import logging
import random
import sys
import tempfile
import time
import traceback
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from tests.safety.doors import DOORS, Door

TOKENS = (
    b"\x00", b"\xff", b"\x0e\x01", b"{", b"}", b"[", b"]", b'"', b",", b":", b"-1", b"0", b"1e999", b"NaN",
    b"9" * 400, b"null", b"true", b"\xf0\x9f\x98\x80", b"\xed\xa0\x80", b"\xe2\x80\xae", b"..", b"/", b"%00",
    b"[" * 2000, b"[" * 100_000, b"{\"a\":" * 500, b"{\"a\":" * 20_000,
    b"\r\n\r\n", b"\xef\xbb\xbf", b"'; DROP TABLE match;--", b"A" * 5000, b"=",
)  # fmt: skip
BLOCK_MB = 40.0
"""More than this, grown after the first fifth, is a leak."""


@dataclass
class Found:
    """What came of one door."""

    inputs: int = 0
    refused: int = 0
    faults: Counter[str] = field(default_factory=Counter)
    slowest: float = 0.0
    grown_mb: float = 0.0


def mutated(seeds: tuple[bytes, ...], rng: random.Random) -> bytes:
    """One of the seeds, changed in a few places."""
    data = bytearray(rng.choice(seeds))
    for _ in range(rng.choice((0, 1, 1, 2, 3, 8))):
        place = rng.randrange(len(data) + 1)
        length = min(len(data) - place, rng.choice((1, 1, 2, 4, 16, 64, 1000)))
        match rng.randrange(7):
            case 0 if length:
                data[place] ^= 1 << rng.randrange(8)
            case 1:
                data[place : place + length] = rng.randbytes(length)
            case 2:
                del data[place : place + length]
            case 3:
                data[place:place] = rng.choice(TOKENS)
            case 4:
                data[place:place] = data[place : place + length]
            case 5:
                other = rng.choice(seeds)
                data[place:] = other[rng.randrange(len(other) + 1) :]
            case 6:
                data[place : place + length] = rng.choice(TOKENS)
    return bytes(data[:200_000])


def attack(door: Door, inputs: int, seed: int) -> Found:
    """So many inputs at one door."""
    rng, found, settled = random.Random(f"{door.name} {seed}"), Found(), 0.0
    with tempfile.TemporaryDirectory(dir="/dev/shm" if Path("/dev/shm").is_dir() else None) as folder:
        with door.opened(Path(folder)) as knock:
            for number in range(inputs):
                if number == inputs // 5:
                    settled = resident_mb()
                data = mutated(door.seeds, rng)
                began = time.monotonic()
                try:
                    knock(data)
                except door.refuses:
                    found.refused += 1
                except Exception as error:
                    frame = traceback.extract_tb(error.__traceback__)[-1]
                    found.faults[f"{type(error).__name__} in {Path(frame.filename).name}:{frame.lineno}"] += 1
                took = time.monotonic() - began
                found.slowest = max(found.slowest, took)
                found.inputs += 1
                if took > door.seconds:
                    found.faults[f"took {took:.1f} s"] += 1
        found.grown_mb = resident_mb() - settled if inputs >= 5 else 0.0
    if found.grown_mb > BLOCK_MB:
        found.faults[f"memory grew by {found.grown_mb:.0f} MB"] += 1
    return found


def resident_mb() -> float:
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * 4096 / 1e6


def run(inputs: int, seed: int = 1, only: str | None = None) -> dict[str, Found]:
    """All doors, each with its share of the inputs."""
    whole = sum(door.share for door in DOORS)
    logging.disable(logging.CRITICAL)
    try:
        return {
            door.name: attack(door, max(5, round(inputs * door.share / whole)), seed)
            for door in DOORS
            if only in (None, door.name)
        }
    finally:
        logging.disable(logging.NOTSET)


def table(found: dict[str, Found]) -> str:
    lines = [
        "| door | inputs | refused in words | faults | slowest, ms | memory, MB |",
        "|---|--:|--:|--:|--:|--:|",
    ]
    lines += [
        f"| {name} | {f.inputs} | {f.refused} | {sum(f.faults.values())} | {f.slowest * 1000:.0f} "
        f"| {f.grown_mb:+.1f} |"
        for name, f in found.items()
    ]
    total = sum(f.inputs for f in found.values())
    faults = sum(sum(f.faults.values()) for f in found.values())
    return "\n".join([*lines, f"| all | {total} | | {faults} | | |"])


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("inputs", type=int, nargs="?", default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", choices=[door.name for door in DOORS])
    args = parser.parse_args()
    faulthandler.dump_traceback_later(3600, exit=True)
    found = run(args.inputs, args.seed, args.only)
    print(table(found))
    faults = [(name, what, n) for name, f in found.items() for what, n in f.faults.items()]
    for name, what, n in faults:
        print(f"{name}: {what} ({n} times)")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
