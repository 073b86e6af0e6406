"""One broker for the tests that leave it as it is, and one to be mistreated."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.pi_app.tables.mosquitto import PROGRAM, Mosquitto


@pytest.fixture(scope="module")
def mosquitto(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Mosquitto]:
    yield from _running(tmp_path_factory.mktemp("broker"))


@pytest.fixture
def own_mosquitto(tmp_path: Path) -> Iterator[Mosquitto]:
    yield from _running(tmp_path)


def _running(folder: Path) -> Iterator[Mosquitto]:
    if PROGRAM is None:
        pytest.skip("no Mosquitto on this machine")
    made = Mosquitto(folder)
    made.start()
    yield made
    made.kill()
