"""Runs every property test of the rules with many examples, and says how long it took.

    python -m tests.benchmarks.rules [--examples 10000]

Any legal moves and as many undos are the start again; bonus points never exceed wrong votes; the order of
votes never matters; a correction equals having entered it right at once; and what else the tests say.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

import pytest
from hypothesis import settings

TESTS = Path(__file__).parents[1] / "pi_app" / "game"


class OnlyProperties:
    """Leaves out what is not a property, and counts."""

    def __init__(self, examples: int) -> None:
        self.examples = examples
        self.names: list[str] = []

    def pytest_sessionstart(self, session: pytest.Session) -> None:
        """Before the tests are imported, which is when they look at the profile."""
        settings.register_profile("asked", max_examples=self.examples, deadline=None)
        settings.load_profile("asked")

    def pytest_collection_modifyitems(self, config: pytest.Config, items: list[pytest.Item]) -> None:
        items[:] = [item for item in items if getattr(item.obj, "is_hypothesis_test", False)]
        self.names = [item.name for item in items]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--examples", type=int, default=10_000)
    args = parser.parse_args()
    chosen, begun = OnlyProperties(args.examples), time.perf_counter()
    code = pytest.main(["-q", str(TESTS)], plugins=[chosen])
    spent = time.perf_counter() - begun
    print(f"{len(chosen.names)} properties, {args.examples} examples each: {spent:.0f} s, exit code {code}")
    return int(code)


if __name__ == "__main__":
    sys.exit(main())
