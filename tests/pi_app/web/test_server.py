"""Starting, stopping, healing, and many open streams on the real server."""

import contextlib
import json
import socket
import threading
import time
from collections.abc import Iterator

import httpx
import pytest
from starlette.types import ASGIApp

from pi_app.game.pieces import Phase
from pi_app.session.views import Board
from pi_app.web.address import Interface
from pi_app.web.connection import Connection
from pi_app.web.lan_server import Status
from pi_app.web.listening import Limits
from pi_app.web.server import Scoreboard
from pi_app.web.streams import Streams
from tests.pi_app.waits import ends, wait_for
from tests.pi_app.web.evenings import board, scored

QUICK = Limits(beat_seconds=0.3, check_seconds=0.05)
WIFI = Interface("wlan0", "192.168.1.20")


def answers(scoreboard: Scoreboard) -> bool:
    try:
        return httpx.get(scoreboard.local_address() + "/healthz").status_code == 200
    except httpx.TransportError:
        return False


@contextlib.contextmanager
def running(scoreboard: Scoreboard) -> Iterator[Scoreboard]:
    scoreboard.start()
    try:
        yield scoreboard
    finally:
        scoreboard.stop()


def small(**limits: float) -> Scoreboard:
    return Scoreboard("127.0.0.1", 0, limits=Limits(**{"beat_seconds": 0.3, "check_seconds": 0.05} | limits))  # type: ignore[arg-type]


class Stream:
    """One open page, read event by event over a plain socket."""

    def __init__(self, port: int, headers: str = "", buffer: int | None = None) -> None:
        self.wire = socket.socket()
        if buffer is not None:
            self.wire.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
        self.wire.settimeout(30)
        self.wire.connect(("127.0.0.1", port))
        self.wire.sendall(f"GET /events HTTP/1.1\r\nHost: localhost\r\n{headers}\r\n".encode())
        self.lines = self.wire.makefile("rb")
        self.status = int(self.lines.readline().split()[1])

    def next(self, kind: str) -> str:
        """The data of the next event of this kind."""
        name = ""
        for line in self.lines:
            text = line.decode().strip()
            if text.startswith("event: "):
                name = text.removeprefix("event: ")
            if text.startswith("data: ") and name == kind:
                return text.removeprefix("data: ")
        raise EOFError

    def state(self) -> dict[str, object]:
        found: dict[str, object] = json.loads(self.next("state"))
        return found

    def close(self) -> None:
        self.lines.close()
        self.wire.close()

    def __enter__(self) -> "Stream":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def test_a_stream_begins_with_the_whole_state_and_then_every_change() -> None:
    with running(small()) as scoreboard:
        scoreboard.publish(board(n=1))
        stream = Stream(scoreboard.port)
        assert stream.state()["n"] in (0, 1)
        scoreboard.publish(board(n=2))
        wait_for(lambda: stream.state()["n"] == 2)
        stream.close()


def test_an_old_http_gets_its_events_without_chunks() -> None:
    with running(small()) as scoreboard, socket.create_connection(("127.0.0.1", scoreboard.port)) as wire:
        wire.settimeout(30)
        wire.sendall(b"GET /events HTTP/1.0\r\nHost: localhost\r\n\r\n")
        wait_for(lambda: scoreboard.streams == 1)
        heard = wire.recv(65536)
        scoreboard.publish(board(n=77))
        while b'"n":77' not in heard or not heard.endswith(b"\n\n"):
            heard += wire.recv(65536)
        head, _, body = heard.partition(b"\r\n\r\n")
        assert b"chunked" not in head
        assert b"\r\n" not in body
        kinds = [line.partition(b":")[0] for line in body.splitlines() if line]
        assert kinds[:4] == [b"retry", b"id", b"event", b"data"]


def test_what_was_published_before_the_start_is_shown() -> None:
    scoreboard = small()
    scoreboard.publish(board(n=5))
    with running(scoreboard):
        stream = Stream(scoreboard.port)
        assert stream.state()["n"] == 5
        stream.close()


@pytest.mark.parametrize("last", ["", "nonsense", "0-0", "a" * 500, "😀"])
def test_a_last_event_id_does_no_harm(last: str) -> None:
    with running(small()) as scoreboard:
        stream = Stream(scoreboard.port, f"Last-Event-ID: {last}\r\n")
        assert stream.state()["phase"] == "LOBBY"
        stream.close()


def test_a_quiet_stream_gives_signs_of_life_as_comment_and_as_event() -> None:
    with (
        running(small()) as scoreboard,
        httpx.stream("GET", scoreboard.local_address() + "/events") as answer,
    ):
        lines = answer.iter_lines()
        heard = [next(lines) for _ in range(12)]
        assert ": alive" in heard
        assert "event: beat" in heard
        assert sum(line.startswith("id: ") for line in heard) == 1


def test_the_same_board_twice_is_no_news() -> None:
    with running(small()) as scoreboard:
        stream = Stream(scoreboard.port)
        first = stream.state()
        for n in (1, 1, 1, 2):
            scoreboard.publish(board(n=n))
            time.sleep(0.02)
        assert [first["n"], stream.state()["n"], stream.state()["n"]] == [0, 1, 2]
        stream.close()


def test_stopping_is_quick_with_twenty_open_streams() -> None:
    scoreboard = small()
    before = set(threading.enumerate())
    with running(scoreboard):
        (serving,) = set(threading.enumerate()) - before
        streams = [Stream(scoreboard.port) for _ in range(20)]
        wait_for(lambda: scoreboard.streams == 20)
        ends(scoreboard.stop)
    assert scoreboard.status is Status.STOPPED
    wait_for(lambda: not serving.is_alive())
    for stream in streams:
        stream.close()


def test_a_stopped_scoreboard_starts_again() -> None:
    scoreboard = small()
    for n in (1, 2):
        with running(scoreboard):
            scoreboard.publish(board(n=n))
            stream = Stream(scoreboard.port)
            wait_for(lambda n=n, stream=stream: stream.state()["n"] == n)  # type: ignore[misc]
            stream.close()


def test_beyond_the_last_place_a_stream_is_refused_and_pages_still_open() -> None:
    with running(small(streams=3)) as scoreboard:
        streams = [Stream(scoreboard.port) for _ in range(3)]
        wait_for(lambda: scoreboard.streams == 3)
        refused = httpx.get(scoreboard.local_address() + "/events")
        assert (refused.status_code, refused.headers["retry-after"]) == (503, "5")
        assert httpx.get(scoreboard.local_address() + "/api/state").status_code == 200
        streams[0].close()
        wait_for(lambda: scoreboard.streams == 2)
        streams[0] = Stream(scoreboard.port)
        assert streams[0].status == 200
        for stream in streams:
            stream.close()


def test_pages_that_come_and_go_leave_nothing_behind() -> None:
    with running(small()) as scoreboard:
        for _ in range(40):
            Stream(scoreboard.port).close()
        wait_for(lambda: scoreboard.streams == 0)


MANY_ROUNDS = tuple(scored(k) for k in range(1, 120))


def big(n: int) -> Board:
    return board(n=n, rounds=MANY_ROUNDS, number=200)


def test_a_page_that_does_not_read_skips_to_the_newest_state() -> None:
    with running(small()) as scoreboard:
        slow = Stream(scoreboard.port, buffer=4096)
        quick = Stream(scoreboard.port)
        for n in range(1, 81):
            scoreboard.publish(big(n))
            wait_for(lambda n=n: quick.state()["n"] == n)  # type: ignore[misc]
        seen = []
        while not seen or seen[-1] != 80:
            seen.append(slow.state()["n"])
        assert len(seen) < 40
        slow.close()
        quick.close()


def test_stopping_is_quick_with_a_page_that_does_not_read() -> None:
    scoreboard = small()
    before = set(threading.enumerate())
    with running(scoreboard), Stream(scoreboard.port, buffer=4096) as stuck:
        (serving,) = set(threading.enumerate()) - before
        assert stuck.status == 200
        for n in range(1, 40):
            scoreboard.publish(big(n))
            time.sleep(0.01)
        ends(scoreboard.stop)
        wait_for(lambda: not serving.is_alive())


def test_a_page_that_never_reads_is_cut_and_gives_its_place_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Connection, "patience_seconds", 0.1)
    monkeypatch.setattr(Connection, "stuck_seconds", 0.3)
    with running(small()) as scoreboard, Stream(scoreboard.port, buffer=4096):
        wait_for(lambda: scoreboard.streams == 1)
        for n in range(1, 40):
            scoreboard.publish(big(n))
            time.sleep(0.01)
        wait_for(lambda: scoreboard.streams == 0)


def test_a_silent_connection_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Connection, "patience_seconds", 0.2)
    with running(small()) as scoreboard:
        with socket.create_connection(("127.0.0.1", scoreboard.port), timeout=30) as wire:
            wire.sendall(b"GET / HTTP/1.1\r\nHost: loc")
            with contextlib.suppress(ConnectionResetError):
                assert wire.recv(10) == b""
        stream = Stream(scoreboard.port)
        time.sleep(0.5)
        assert [stream.next("beat") != "", stream.next("beat") != ""] == [True, True]
        stream.close()


def test_one_phone_cannot_take_all_connections(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Connection, "most_each", 5)
    with running(small()) as scoreboard:
        monkeypatch.setattr("pi_app.web.connection.is_this_machine", lambda _client: False)
        greedy = [socket.create_connection(("127.0.0.1", scoreboard.port), timeout=30) for _ in range(9)]
        with contextlib.suppress(ConnectionResetError):
            assert greedy[8].recv(10) == b""
        for wire in greedy:
            wire.close()
        wait_for(lambda: answers(scoreboard))


def test_what_a_phone_holds_open_at_one_server_is_not_counted_by_the_next(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Connection, "most_each", 5)
    monkeypatch.setattr("pi_app.web.connection.is_this_machine", lambda _client: False)
    with running(small()) as old, running(small()) as new, contextlib.ExitStack() as held:
        for _ in range(5):
            held.enter_context(socket.create_connection(("127.0.0.1", old.port), timeout=30))
        wait_for(lambda: not answers(old))
        assert answers(new)


def test_a_drop_by_drop_request_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Connection, "patience_seconds", 0.2)
    with running(small()) as scoreboard, socket.create_connection(("127.0.0.1", scoreboard.port)) as wire:

        def is_cut() -> bool:
            try:
                wire.sendall(b"X")
            except ConnectionError:
                return True
            time.sleep(0.02)
            return False

        assert not is_cut()
        wait_for(is_cut)


def test_a_busy_port_is_a_banner_that_heals() -> None:
    with socket.create_server(("127.0.0.1", 0)) as squatter:
        port = squatter.getsockname()[1]
        scoreboard = Scoreboard("127.0.0.1", port, limits=QUICK)
        scoreboard.start()
        wait_for(lambda: scoreboard.status is Status.PORT_BUSY)
        assert scoreboard.trouble == "SCOREBOARD_PORT_BUSY"
        assert scoreboard.address() is None
        scoreboard.publish(board(n=3))
    wait_for(lambda: scoreboard.status is Status.RUNNING)
    assert scoreboard.trouble is None
    assert httpx.get(scoreboard.local_address() + "/api/state").json()["n"] == 3
    scoreboard.stop()


class Stumbling(Scoreboard):
    """Its application fails once; from then on it wants the port it had."""

    def __init__(self) -> None:
        super().__init__("127.0.0.1", 0, limits=QUICK)
        self.were: list[Status] = []

    def _pages(self, streams: Streams) -> ASGIApp:
        if self._port == 0:
            self._port = self.port
            raise RuntimeError("stumbled")
        return super()._pages(streams)

    def _become(self, status: Status, ip: str | None) -> None:
        super()._become(status, ip)
        self.were.append(status)


def test_a_server_that_stops_by_itself_is_started_again_and_is_not_in_its_own_way() -> None:
    with running(Stumbling()) as scoreboard:
        wait_for(lambda: answers(scoreboard))
        assert isinstance(scoreboard, Stumbling)
        assert scoreboard.were.count(Status.RUNNING) >= 2
        assert Status.PORT_BUSY not in scoreboard.were


def test_stopping_is_quick_while_the_port_is_busy() -> None:
    with socket.create_server(("127.0.0.1", 0)) as squatter:
        scoreboard = Scoreboard("127.0.0.1", squatter.getsockname()[1], limits=Limits(check_seconds=600))
        before = set(threading.enumerate())
        scoreboard.start()
        (serving,) = set(threading.enumerate()) - before
        ends(scoreboard.stop)
        wait_for(lambda: not serving.is_alive())


def test_the_address_follows_the_network() -> None:
    there: list[Interface] = [WIFI]
    scoreboard = Scoreboard("0.0.0.0", 0, limits=QUICK, interfaces=lambda: there)
    with running(scoreboard):
        assert scoreboard.address() == f"http://192.168.1.20:{scoreboard.port}"
        there[:] = []
        wait_for(lambda: scoreboard.status is Status.NO_NETWORK)
        assert scoreboard.trouble == "SCOREBOARD_NO_NETWORK"
        assert scoreboard.address() is None
        there[:] = [Interface("eth0", "10.1.2.3")]
        wait_for(lambda: scoreboard.address() == f"http://10.1.2.3:{scoreboard.port}")
        assert scoreboard.trouble is None


def test_both_kinds_of_addresses_are_served_where_there_are_two() -> None:
    if not socket.has_dualstack_ipv6():
        pytest.skip("this machine has one kind")
    with running(Scoreboard("::", 0, limits=QUICK)) as scoreboard:
        for host in ("127.0.0.1", "[::1]"):
            assert httpx.get(f"http://{host}:{scoreboard.port}/healthz").json() == {"ok": True}


def test_publishing_never_waits_and_only_the_newest_counts() -> None:
    with running(small()) as scoreboard, Stream(scoreboard.port) as stream:
        stream.state()
        busy = threading.Event()
        scoreboard._call(busy.wait)  # the server's thread has its hands full

        def publish_all() -> None:
            for k in range(2000):
                scoreboard.publish(board(Phase.VOTING, n=1, voted=k))

        ends(publish_all)
        busy.set()
        assert stream.state()["voted"] == 1999
