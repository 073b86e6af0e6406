"""A child process in, how much memory it holds out; and who goes first when memory is short."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

_GOES_FIRST = "800"


def resident_mb(pid: int | None) -> float:
    """Megabytes in use; 0 where the system does not say."""
    try:
        pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    except (OSError, ValueError, IndexError):
        return 0.0
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def go_first() -> None:
    """When memory runs out the system stops this process, not the one that holds the match."""
    with suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text(_GOES_FIRST)
