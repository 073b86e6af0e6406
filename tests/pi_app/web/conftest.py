"""A real scoreboard on loopback, and a client for it."""

from collections.abc import Iterator

import httpx
import pytest

from pi_app.web.listening import Limits
from pi_app.web.server import Scoreboard


@pytest.fixture(scope="module")
def scoreboard() -> Iterator[Scoreboard]:
    made = Scoreboard("127.0.0.1", 0, limits=Limits(beat_seconds=0.3, check_seconds=0.1))
    made.start()
    yield made
    made.stop()


@pytest.fixture(scope="module")
def client(scoreboard: Scoreboard) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=scoreboard.local_address(), timeout=30) as made:
        yield made
