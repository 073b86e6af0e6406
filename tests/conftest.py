"""How many examples property tests try (100 each time, 10,000 with `--hypothesis-profile=thorough`), what
runs first (the Debian 13 system, which keeps one worker busy for minutes), and what is tried twice.
"""

import pytest
from hypothesis import settings

# A shared or small computer stops now and then; how long an example takes says nothing about the rules.
settings.register_profile("usual", deadline=None)
settings.register_profile("thorough", max_examples=10_000, deadline=None)
settings.load_profile("usual")

WITH_OTHER_PROGRAMS = (
    "tests/pi_app/session/test_watch",
    "tests/pi_app/tables/",
    "tests/pi_app/web/browser/",
    "tests/pi_app/web/test_mdns.py",
    "tests/pi_app/web/test_server.py",
    "tests/safety/test_kills.py",
)
"""Tests that wait for a browser, a broker or a child: one that starves on a busy computer is no fault. Such a
test is tried once more and named (RERUN); a real fault fails twice.
"""


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: "tests/trixie" not in item.path.as_posix())
    # The Debian 13 system has no such plugin.
    if config.pluginmanager.hasplugin("rerunfailures"):
        for item in items:
            if any(part in item.path.as_posix() for part in WITH_OTHER_PROGRAMS):
                item.add_marker(pytest.mark.flaky(reruns=1))
