"""A folder in; while the context lasts, no other program that asks the same way is in it."""

from __future__ import annotations

import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_AGAIN_SECONDS = 0.01


@contextmanager
def alone_in(folder: Path, seconds: float) -> Iterator[None]:
    """Wait for the others, `seconds` at most; raise TimeoutError. Where there are no locks nobody waits."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        _lock(handle, time.monotonic() + seconds)
        yield
    finally:
        os.close(handle)


def _lock(handle: int, until: float) -> None:
    while True:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() > until:
                raise TimeoutError from None
            time.sleep(_AGAIN_SECONDS)
        except OSError:
            return
        else:
            return
