"""The page of all tables, over a real broker, with many tables, losses and secrets."""

import contextlib
import json
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import paho.mqtt.client as mqtt
import pytest
from paho.mqtt.enums import CallbackAPIVersion

from pi_app.tables.broker import Broker
from pi_app.tables.gathered import LARGEST_MESSAGE
from pi_app.tables.hub import Hub
from pi_app.tables.publisher import Publisher
from pi_app.tables.topics import Topics, state_message
from pi_app.web.board import public_json
from tests.pi_app.tables.mosquitto import Mosquitto
from tests.pi_app.waits import wait_for
from tests.pi_app.web.evenings import board

MANY = 200


@contextlib.contextmanager
def hub_of(broker: Broker, prefix: str = "rabbit-table") -> Iterator[Hub]:
    made = Hub(broker, time.monotonic, prefix, "127.0.0.1", 0, retry_seconds=(1, 1))
    made.start()
    try:
        yield made
    finally:
        made.stop()


def shows(hub: Hub, online: int, total: int | None = None) -> bool:
    hub.tick()
    told = hub.told
    there = [table["online"] for table in told["tables"]]
    return bool(told["connected"]) and sum(there) == online and len(there) == (total or online)


def scores(hub: Hub, score: int) -> bool:
    hub.tick()
    return {table["players"][0]["score"] for table in hub.told["tables"]} == {score}


def tables(broker: Broker, names: list[str]) -> list[Publisher]:
    made = [Publisher(broker, name, retry_seconds=(1, 1)) for name in names]
    for table in made:
        table.publish(board(scores=(6, 5, 4, 3, 2, 1)))
        table.start()
    return made


def test_a_hub_shows_what_was_told_before_it_came_and_follows(own_mosquitto: Mosquitto) -> None:
    made = tables(own_mosquitto.broker, ["Garden", "Window"])
    with hub_of(own_mosquitto.broker) as hub:
        wait_for(lambda: shows(hub, 2))
        for table in made:
            table.publish(board(scores=(16, 5, 4, 3, 2, 1)))
        wait_for(lambda: scores(hub, 16))
        made[0].stop()
        wait_for(lambda: shows(hub, 1, 2))
        state = httpx.get(hub.server.local_address() + "/api/state").json()
        assert [(table["name"], table["online"]) for table in state["tables"]] == [
            ("Garden", False),
            ("Window", True),
        ]
        assert state["ranking"][0]["score"] == 16
        made[1].stop()


@pytest.mark.parametrize("first", ["hub", "table"])
def test_after_the_broker_lost_everything_the_page_is_right_again(
    own_mosquitto: Mosquitto, first: str
) -> None:
    made = tables(own_mosquitto.broker, ["Garden"])
    with hub_of(own_mosquitto.broker) as hub:
        wait_for(lambda: shows(hub, 1))
        own_mosquitto.kill()
        wait_for(lambda: not shows(hub, 1))
        made[0].publish(board(scores=(21, 5, 4, 3, 2, 1)))
        if first == "hub":
            made[0]._line._client.reconnect_delay_set(2, 2)
        else:
            hub._line._client.reconnect_delay_set(2, 2)
        own_mosquitto.start()
        wait_for(lambda: shows(hub, 1) and scores(hub, 21))
    made[0].stop()


def test_two_hundred_tables_over_a_restart_of_the_broker(own_mosquitto: Mosquitto) -> None:
    clients = [_simulated(own_mosquitto, k) for k in range(MANY)]
    with hub_of(own_mosquitto.broker) as hub:
        wait_for(lambda: shows(hub, MANY))
        own_mosquitto.kill()
        wait_for(lambda: not shows(hub, MANY))
        own_mosquitto.start()
        wait_for(lambda: shows(hub, MANY) and scores(hub, 7))
        assert len(hub.told["ranking"]) == 6 * MANY
        page = httpx.get(hub.server.local_address() + "/", timeout=30).text
        assert "Table 200" in page
    for client in clients:
        client.disconnect()
        client.loop_stop()


def _simulated(mosquitto: Mosquitto, k: int) -> mqtt.Client:
    """A table with the line of a real one, and nothing else of it: 200 take no 400 threads."""
    name, table = f"Table {k + 1}", f"table-{k + 1}"
    state = state_message(table, name, None, public_json(board(scores=(7, 5, 4, 3, 2, 1))))
    client = mqtt.Client(CallbackAPIVersion.VERSION2, f"rabbit-table-{table}", protocol=mqtt.MQTTv311)
    client.reconnect_delay_set(1, 2)

    def on_connect(one: mqtt.Client, *_: object) -> None:
        one.publish(f"rabbit-table/v1/{table}/status", b"online", qos=1, retain=True)
        one.publish(f"rabbit-table/v1/{table}/state", state, qos=1, retain=True)

    client.on_connect = on_connect
    client.will_set(f"rabbit-table/v1/{table}/status", b"offline", qos=1, retain=True)
    client.connect_async("127.0.0.1", mosquitto.port, 20)
    client.loop_start()
    return client


def test_halls_with_prefixes_of_their_own_do_not_meet(mosquitto: Mosquitto) -> None:
    halls = [Publisher(mosquitto.broker, hall, f"fair/{hall}") for hall in ("north", "south")]
    for hall in halls:
        hall.publish(board())
        hall.start()
    with hub_of(mosquitto.broker, "fair/north") as hub:
        wait_for(lambda: shows(hub, 1))
        assert hub.told["tables"][0]["name"] == "north"
    for hall in halls:
        hall.stop()


@pytest.fixture(scope="module")
def secured(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Mosquitto]:
    """TLS with an authority of its own, and a password."""
    folder = tmp_path_factory.mktemp("secured")
    _certificates(folder)
    (folder / "passwords").write_text("table:secret words\n")
    subprocess.run(["mosquitto_passwd", "-U", str(folder / "passwords")], check=True, capture_output=True)
    made = Mosquitto(
        folder,
        "allow_anonymous false",
        f"password_file {folder / 'passwords'}",
        f"cafile {folder / 'ca.crt'}",
        f"certfile {folder / 'broker.crt'}",
        f"keyfile {folder / 'broker.key'}",
    )
    made.start()
    yield made
    made.kill()


def _certificates(folder: Path) -> None:
    def openssl(*words: str) -> None:
        subprocess.run(["openssl", *words], cwd=folder, check=True, capture_output=True)

    key = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2")
    openssl("req", "-x509", *key, "-keyout", "ca.key", "-out", "ca.crt", "-subj", "/CN=Test authority")
    openssl("req", *key[:-2], "-keyout", "broker.key", "-out", "broker.csr", "-subj", "/CN=broker")
    (folder / "names").write_text("subjectAltName=IP:127.0.0.1\n")
    signing = ("-CA", "ca.crt", "-CAkey", "ca.key", "-CAcreateserial", "-days", "2", "-extfile", "names")
    openssl("x509", "-req", "-in", "broker.csr", *signing, "-out", "broker.crt")


def test_tables_and_hub_speak_in_secret_with_a_password(secured: Mosquitto) -> None:
    broker = Broker("127.0.0.1", secured.port, "table", "secret words", True, str(secured.authority))
    made = tables(broker, ["Garden"])
    with hub_of(broker) as hub:
        wait_for(lambda: shows(hub, 1))
    made[0].stop()


@pytest.mark.parametrize(
    "wrong",
    [{"password": "guess"}, {"user": ""}, {"tls": False}, {"ca": ""}, {"host": "localhost"}],
)
def test_a_broker_that_is_not_ours_or_does_not_know_us_hears_nothing(
    secured: Mosquitto, wrong: dict[str, object]
) -> None:
    right = {
        "host": "127.0.0.1",
        "user": "table",
        "password": "secret words",
        "tls": True,
        "ca": str(secured.authority),
    }
    broker = Broker(port=secured.port, **(right | wrong))  # type: ignore[arg-type]
    told = Publisher(broker, "Garden", retry_seconds=(1, 1))
    told.publish(board())
    told.start()
    wait_for(lambda: told._line.trouble != "")
    assert not told.is_up
    told.stop()


def test_the_page_of_all_tables_changes_nothing_by_any_method(mosquitto: Mosquitto) -> None:
    with hub_of(mosquitto.broker, "nobody") as hub:
        base = hub.server.local_address()
        for method in ("POST", "PUT", "DELETE", "PATCH", "OPTIONS"):
            for path in ("/", "/api/state", "/events", "/join/x"):
                assert httpx.request(method, base + path).status_code in (404, 405)
        assert json.loads(httpx.get(base + "/api/state").text)["tables"] == []


def test_what_is_far_too_large_is_not_kept_and_pushes_nothing_out() -> None:
    hub = Hub(Broker("127.0.0.1", 1), time.monotonic, "", "127.0.0.1", 0)
    topics = Topics("", "garden")
    hub._heard(topics.state, state_message("garden", "Garden", None, public_json(board())))
    hub._heard(topics.state, b" " * (LARGEST_MESSAGE + 1))
    hub.tick()
    assert [table["name"] for table in hub.told["tables"]] == ["Garden"]
