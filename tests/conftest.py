"""How many examples property tests try (100 each time, 10,000 with `--hypothesis-profile=thorough`), and what
runs first: the Debian 13 system, which keeps one worker busy for minutes.
"""

import pytest
from hypothesis import settings

# A shared or small computer stops now and then; how long an example takes says nothing about the rules.
settings.register_profile("usual", deadline=None)
settings.register_profile("thorough", max_examples=10_000, deadline=None)
settings.load_profile("usual")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: "tests/trixie" not in item.path.as_posix())
