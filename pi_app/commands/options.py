"""One word of a command line in, the number it must be out; argparse says which option was wrong."""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable

_MOST = 10**9


def above_zero(text: str) -> float:
    """Raise ArgumentTypeError for 0, less, endless, and what is no number."""
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 0 < number < math.inf:
        raise argparse.ArgumentTypeError(f"a number above 0 is needed, not {ascii(text)[:40]}")
    return number


def whole(least: int, most: int = _MOST) -> Callable[[str], int]:
    """For a whole number from `least`, which is not below 0, to `most`."""

    def read(text: str) -> int:
        plain = text.isascii() and text.isdigit() and len(text) <= len(str(_MOST))
        if not plain or not least <= int(text) <= most:
            wanted = (
                f"a whole number from {least} to {most}"
                if most < _MOST
                else f"a whole number from {least} on"
            )
            raise argparse.ArgumentTypeError(f"{wanted} is needed, not {ascii(text)[:40]}")
        return int(text)

    return read
