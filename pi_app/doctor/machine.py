"""The computer itself: room and speed of the disk, memory, clock."""

from __future__ import annotations

import os
import shutil
import tempfile
import time
from datetime import UTC, datetime
from pathlib import Path

from pi_app.doctor.finding import Fact, Finding, Place, fail, ok, skip, warn

MB = 1_000_000
LEAST_FREE_MB, LITTLE_FREE_MB = 50, 500
SLOW_MS, TOO_SLOW_MS = 250.0, 2000.0
"""How long one move may take to be on the disk: then a press feels slow; then it feels dead."""
WRITES = 12
MOVE_BYTES = 4096
LEAST_MEMORY_MB = 900
BUILT_IN = 2026
"""No clock is right that shows an earlier year."""


def disk(place: Place) -> list[Finding]:
    """Free room where the matches lie, and how long a move takes to be safe there."""
    text = place.words.text
    folder = _existing(place.data)
    try:
        free = shutil.disk_usage(folder).free // MB
        times = _write_times(folder)
    except OSError as error:
        line = text("Matches cannot be kept in {folder}: {why}.", folder=folder, why=error.strerror or "?")
        return [fail("disk", line, text("Make that folder writable, or free some room."), folder=str(folder))]
    worst = max(times)
    facts: dict[str, Fact] = {"folder": str(folder), "free_mb": free, "write_ms": round(worst, 1)}
    if free < LEAST_FREE_MB:
        return [
            fail("disk", text("Only {n} MB are free.", n=free), text("Free some room on the card."), **facts)
        ]
    if worst > TOO_SLOW_MS:
        line = text("A move takes {n} ms to be safe on the disk.", n=round(worst))
        return [fail("disk", line, text("The card is worn out or very slow: use another."), **facts)]
    if worst > SLOW_MS or free < LITTLE_FREE_MB:
        line = text("{free} MB free; a move is safe in {n} ms.", free=free, n=round(worst))
        return [warn("disk", line, text("A faster or larger card would be better."), **facts)]
    return [ok("disk", text("{free} MB free; a move is safe in {n} ms.", free=free, n=round(worst)), **facts)]


def _existing(folder: Path) -> Path:
    """The folder, or the nearest one above it: looking must not make any."""
    return next((path for path in (folder, *folder.parents) if path.is_dir()), Path("/"))


def _write_times(folder: Path) -> list[float]:
    """Milliseconds of small durable writes, as the book does them."""
    times = []
    with tempfile.TemporaryFile(dir=folder, prefix=".rabbit-table-") as file:
        for _ in range(WRITES):
            began = time.perf_counter()
            file.write(os.urandom(MOVE_BYTES))
            file.flush()
            os.fsync(file.fileno())
            times.append((time.perf_counter() - began) * 1000)
    return times


def memory(place: Place, meminfo: Path = Path("/proc/meminfo")) -> list[Finding]:
    text = place.words.text
    try:
        lines = dict(line.split(":", 1) for line in meminfo.read_text().splitlines() if ":" in line)
        total, free = (int(lines[name].split()[0]) // 1000 for name in ("MemTotal", "MemAvailable"))
    except (OSError, KeyError, ValueError):
        return [skip("memory", text("This computer does not say how much memory it has."))]
    line = text("{free} of {total} MB of memory are free.", free=free, total=total)
    if total < LEAST_MEMORY_MB:
        return [warn("memory", line, text("A Pi with 2 GB or more is better."), total_mb=total, free_mb=free)]
    return [ok("memory", line, total_mb=total, free_mb=free)]


def clock(place: Place, synced: Path = Path("/run/systemd/timesync/synchronized")) -> list[Finding]:
    """Matches do not need the right time; their dates do."""
    text = place.words.text
    now = datetime.now(UTC)
    facts: dict[str, Fact] = {"now": now.isoformat(timespec="seconds"), "synchronised": synced.exists()}
    if now.year < BUILT_IN:
        line = text("The clock shows the year {year}.", year=str(now.year))
        return [
            warn("clock", line, text("Connect to a network once, or fit a clock battery (Pi 5)."), **facts)
        ]
    return [ok("clock", text("The clock shows {now}.", now=f"{now:%Y-%m-%d %H:%M} UTC"), **facts)]
