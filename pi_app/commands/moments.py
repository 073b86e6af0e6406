"""Seconds since 1970 in, moments in UTC out, and back.

Rule: a clock that was far off when it was written spoils nothing else of a match.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime


def utc_text(at: float, write: Callable[[datetime], str] = datetime.isoformat) -> str:
    """The moment as `write` writes it; empty: no calendar has it."""
    try:
        return write(datetime.fromtimestamp(at, UTC))
    except (OverflowError, OSError, ValueError):
        return ""


def seconds_of(moment: datetime) -> float:
    """Seconds since 1970; 0: no clock can say it."""
    try:
        return moment.timestamp()
    except (OverflowError, OSError, ValueError):
        return 0.0
