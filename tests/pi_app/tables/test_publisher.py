"""One table and a real broker that comes, goes, refuses and restarts."""

import json
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from pi_app.game.pieces import Phase
from pi_app.session.views import Board
from pi_app.tables.broker import Broker
from pi_app.tables.publisher import Publisher
from tests.pi_app.tables.mosquitto import Mosquitto, overhearing
from tests.pi_app.waits import ends, wait_for
from tests.pi_app.web.evenings import board, scored

STATE = "rabbit-table/v1/table-7/state"
STATUS = "rabbit-table/v1/table-7/status"
QUICK = (1, 1)


def state_n(heard: dict[str, bytes], topic: str = STATE) -> int | None:
    return json.loads(heard[topic])["state"]["n"] if heard.get(topic) else None


@contextmanager
def table(broker: Broker, name: str = "Table 7") -> Iterator[Publisher]:
    made = Publisher(broker, name, retry_seconds=QUICK)
    made.start()
    try:
        yield made
    finally:
        made.stop()


MANY_ROUNDS = tuple(scored(k) for k in range(1, 40))


def big(n: int) -> Board:
    return board(n=n, rounds=MANY_ROUNDS, number=50)


def test_a_table_tells_its_state_and_that_it_is_there(mosquitto: Mosquitto) -> None:
    with table(mosquitto.broker) as told, overhearing(mosquitto.port) as heard:
        told.publish(board(n=5), "http://192.168.1.20:8080")
        wait_for(lambda: state_n(heard) == 5)
        wait_for(lambda: heard.get(STATUS) == b"online")
        assert json.loads(heard[STATE])["address"] == "http://192.168.1.20:8080"
        assert "homeassistant/sensor/rabbit_table_table-7/config" in heard
    with overhearing(mosquitto.port) as heard:
        wait_for(lambda: heard.get(STATUS) == b"offline")
        assert state_n(heard) == 5


def test_only_the_newest_of_many_states_counts(mosquitto: Mosquitto) -> None:
    with table(mosquitto.broker) as told, overhearing(mosquitto.port) as heard:
        wait_for(lambda: told.is_up)
        for n in range(1, 501):
            told.publish(big(n))
        wait_for(lambda: state_n(heard) == 500)


def test_nothing_of_a_running_vote_is_told(mosquitto: Mosquitto) -> None:
    with table(mosquitto.broker) as told, overhearing(mosquitto.port) as heard:
        told.publish(board(Phase.REVEAL, n=6, number=2, rounds=(scored(1), scored(2))))
        wait_for(lambda: state_n(heard) == 6)
        assert [one["round"] for one in json.loads(heard[STATE])["state"]["rounds"]] == [1]


def test_a_broker_that_restarts_with_nothing_is_told_everything_again(own_mosquitto: Mosquitto) -> None:
    with table(own_mosquitto.broker) as told:
        told.publish(board(n=1))
        wait_for(lambda: told.is_up)
        own_mosquitto.kill()
        wait_for(lambda: not told.is_up)
        for n in (2, 3):
            told.publish(board(n=n))
        own_mosquitto.start()
        with overhearing(own_mosquitto.port) as heard:
            wait_for(lambda: state_n(heard) == 3 and heard.get(STATUS) == b"online")
            wait_for(lambda: len(heard) == 3)


def test_a_broker_that_comes_late_is_found(own_mosquitto: Mosquitto) -> None:
    own_mosquitto.kill()
    with table(own_mosquitto.broker) as told:
        told.publish(board(n=8))
        time.sleep(0.3)
        assert not told.is_up
        own_mosquitto.start()
        with overhearing(own_mosquitto.port) as heard:
            wait_for(lambda: state_n(heard) == 8)


def test_a_late_will_of_an_older_line_does_not_stand(mosquitto: Mosquitto) -> None:
    with table(mosquitto.broker, "will") as told, overhearing(mosquitto.port) as heard:
        wait_for(lambda: heard.get("rabbit-table/v1/will/status") == b"online")
        liar = Publisher(mosquitto.broker, "liar")
        liar._topics = told._topics
        liar.start()
        wait_for(lambda: liar.is_up)
        liar.stop()  # says offline for a table that is there
        status = "rabbit-table/v1/will/status"
        wait_for(lambda: (status, b"offline") in heard.said)
        wait_for(lambda: heard[status] == b"online")


def test_a_table_cut_off_is_said_to_be_offline(mosquitto: Mosquitto) -> None:
    with table(mosquitto.broker, "cut") as told, overhearing(mosquitto.port) as heard:
        wait_for(lambda: heard.get("rabbit-table/v1/cut/status") == b"online")
        wire = told._line._client.socket()
        assert wire is not None
        told._line._client.reconnect_delay_set(2, 2)
        wire.shutdown(socket.SHUT_RDWR)
        wait_for(lambda: ("rabbit-table/v1/cut/status", b"offline") in heard.said)
        wait_for(lambda: heard["rabbit-table/v1/cut/status"] == b"online")


@pytest.mark.parametrize(
    "broker",
    [
        Broker("127.0.0.1", 1),
        Broker("no-such-host.invalid"),
        Broker("x" * 300),
        Broker("..bad.."),
        Broker("127.0.0.1", 1, tls=True, ca="/no/such/file"),
    ],
)
def test_no_broker_at_all_harms_nothing(broker: Broker) -> None:
    told = Publisher(broker, "alone", retry_seconds=QUICK)

    def tell() -> None:
        told.start()
        for n in range(100):
            told.publish(board(n=n))

    ends(tell)
    time.sleep(0.2)
    assert not told.is_up
    ends(told.stop)


def test_a_broker_that_takes_and_never_answers_does_not_hold_up_the_end() -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        told = Publisher(Broker("127.0.0.1", silent.getsockname()[1]), "silence")
        told.start()
        told.publish(board())
        time.sleep(0.2)
        ends(told.stop)


def test_two_tables_of_one_name_are_found_out_and_one_that_comes_back_is_not(
    own_mosquitto: Mosquitto,
) -> None:
    with table(own_mosquitto.broker, "alone") as alone:
        alone.publish(board(n=1))
        for _ in range(3):
            wait_for(lambda: alone.is_up)
            wire = alone._line._client.socket()
            assert wire is not None
            wire.shutdown(socket.SHUT_RDWR)
            wait_for(lambda: not alone.is_up)
        wait_for(lambda: alone.is_up)
        with table(own_mosquitto.broker) as one, table(own_mosquitto.broker) as other:
            one.publish(board(n=1), "http://10.0.0.1:8080")
            other.publish(board(n=2), "http://10.0.0.2:8080")
            wait_for(lambda: one.is_doubled and other.is_doubled)
        assert not alone.is_doubled
