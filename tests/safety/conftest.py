"""Where a disk beneath SQLite is needed, and SQLite is built into Python, the test is left out."""

import pytest

from tests.safety.disk import library


@pytest.fixture
def sqlite_library():
    if library() is None:
        pytest.skip("this Python has its SQLite built in")
