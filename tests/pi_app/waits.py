"""Waits that end with what they wait for; their limit is for what never comes, not for a slow computer."""

import threading
import time
from collections.abc import Callable

PATIENCE_SECONDS = 30


def wait_for(true: Callable[[], bool]) -> None:
    """Until it is so."""
    until = time.monotonic() + PATIENCE_SECONDS
    while not true():
        assert time.monotonic() < until, "waited in vain"
        time.sleep(0.02)


def stays(true: Callable[[], bool], seconds: float = 1) -> None:
    """Until it has been so for this long without a break."""
    until = time.monotonic() + PATIENCE_SECONDS
    since = time.monotonic()
    while time.monotonic() - since < seconds:
        if not true():
            assert time.monotonic() < until, "it does not stay so"
            since = time.monotonic()
        time.sleep(0.02)


def ends(job: Callable[[], object]) -> None:
    """Do it; it must not wait for what never comes."""
    doing = threading.Thread(target=job, daemon=True)
    doing.start()
    doing.join(PATIENCE_SECONDS)
    assert not doing.is_alive(), "it never ends"
