"""The description of the hub's JSON fits the hub, whatever is asked."""

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("schemathesis")
import jsonschema_rs
import schemathesis
from hypothesis import HealthCheck, settings
from starlette.routing import Route

from pi_app import tables
from pi_app.game.pieces import Phase
from pi_app.tables.broker import Broker
from pi_app.tables.gathered import Gathered
from pi_app.tables.hub import Hub
from pi_app.tables.topics import Topics, state_message, table_id
from pi_app.web.board import public_json
from pi_app.web.streams import Streams
from tests.pi_app.web.described import is_as_described
from tests.pi_app.web.evenings import board, scored

PATH = Path(tables.__file__).parent / "openapi.json"
DOCUMENT: dict[str, Any] = json.loads(PATH.read_text(encoding="utf-8"))
SCHEMAS = DOCUMENT["components"]["schemas"]
API = schemathesis.openapi.from_path(PATH)
QUICK = settings(max_examples=25, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
HOSTILE = ("<script>", "\u202eevil", "A" + "\u0300" * 40, "=1+1", "x" * 300, "")


def messages() -> Iterator[tuple[str, bytes]]:
    for k, phase in enumerate(Phase):
        name = f"Table {k}"
        topics = Topics("", table_id(name))
        shown = board(phase, names=HOSTILE, number=2, rounds=(scored(1),), winners=(1,) if k == 6 else ())
        yield topics.state, state_message(topics.table, name, "http://10.0.0.5:8080", public_json(shown))
        yield topics.status, b"online" if k % 2 else b"offline"


@pytest.fixture(scope="module")
def hub() -> Iterator[Hub]:
    """A hub without a broker; its messages are handed in."""
    made = Hub(Broker("127.0.0.1", 1), time.monotonic, "", "127.0.0.1", 0)
    made.start()
    for topic, message in messages():
        made._heard(topic, message)
    made.tick()
    yield made
    made.stop()


@API.exclude(path="/events").parametrize()
@QUICK
def test_every_answer_is_as_described(case: schemathesis.Case, hub: Hub) -> None:
    is_as_described(case, hub.server.local_address())


def test_every_path_is_described_and_every_described_path_is_there(hub: Hub) -> None:
    routes = hub._pages(Streams(b"{}", 1, 1, 1)).routes
    paths = {route.path for route in routes if isinstance(route, Route)}
    assert paths - {"/static/{mark}/{name}"} == set(DOCUMENT["paths"])


def test_what_is_told_of_tables_is_as_described_and_no_field_is_left_out() -> None:
    gathered = Gathered()
    assert all(gathered.hear(topic, message) for topic, message in messages())
    told = json.loads(json.dumps(gathered.told(True)))
    jsonschema_rs.validate({**SCHEMAS["Tables"], "components": DOCUMENT["components"]}, told)
    for name, value in {
        "Tables": told,
        "Table": told["tables"][0],
        "Player": told["tables"][0]["players"][0],
        "Ranked": told["ranking"][0],
    }.items():
        assert set(SCHEMAS[name]["properties"]) == set(value), name
        assert SCHEMAS[name]["required"] == list(SCHEMAS[name]["properties"]), name
