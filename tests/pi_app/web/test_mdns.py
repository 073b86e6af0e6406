"""The name on the local network, spoken and heard on loopback."""

import secrets
import threading
import time
from collections.abc import Iterator

import pytest
from zeroconf import ServiceInfo, Zeroconf

from pi_app.web.guard import is_own_host
from pi_app.web.mdns import Announcer, possible_names
from tests.pi_app.waits import PATIENCE_SECONDS, stays, wait_for

ASK = 0.3


@pytest.fixture
def name() -> str:
    return f"rabbit-{secrets.token_hex(4)}"


@pytest.fixture
def phone() -> Iterator[Zeroconf]:
    try:
        made = Zeroconf(interfaces=["127.0.0.1"])
    except OSError:
        pytest.skip("no multicast on this machine")
    yield made
    made.close()


def found(phone: Zeroconf, name: str) -> ServiceInfo | None:
    return phone.get_service_info("_http._tcp.local.", f"{name}._http._tcp.local.", 200)


def test_a_phone_finds_the_scoreboard_by_its_name_wherever_it_moves(phone: Zeroconf, name: str) -> None:
    table = Announcer(name, ask_seconds=ASK)
    table.follow("http://127.0.0.1:8080")
    wait_for(lambda: table.host is not None)
    there = found(phone, name)
    assert there is not None
    assert (there.port, there.parsed_addresses(), there.server) == (8080, ["127.0.0.1"], f"{name}.local.")
    table.follow("http://127.0.0.1:8081")
    wait_for(lambda: (there := found(phone, name)) is not None and there.port == 8081)
    table.follow(None)
    wait_for(lambda: table.host is None)
    wait_for(lambda: found(phone, name) is None)
    table.close()


def test_the_second_table_in_a_network_gets_a_number(name: str) -> None:
    tables = [Announcer(name, ask_seconds=ASK) for _ in range(2)]
    for table, ip in zip(tables, ("127.0.0.1", "127.0.0.2"), strict=True):
        table.follow(f"http://{ip}:8080")
        wait_for(lambda table=table: table.host is not None)  # type: ignore[misc]
    # On a busy machine the first may answer too late, and they settle afterwards who keeps the name.
    wait_for(lambda: {table.host for table in tables} == {f"{name}.local", f"{name}-2.local"})
    for table in tables:
        table.close()


def test_two_tables_that_start_in_the_same_second_end_with_names_of_their_own(
    phone: Zeroconf, name: str
) -> None:
    ips = ("127.0.0.1", "127.0.0.2")
    tables = [Announcer(name, ask_seconds=ASK, ours=tuple) for _ in ips]
    for k in (0, 1):
        tables[k].follow(f"http://{ips[k]}:808{k}")
    stays(lambda: {table.host for table in tables} == {f"{name}.local", f"{name}-2.local"})
    for table, ip in zip(tables, ips, strict=True):
        mine = str(table.host).removesuffix(".local")
        wait_for(lambda mine=mine, ip=ip: _is_at(phone, mine, ip))  # type: ignore[misc]
    for table in tables:
        table.close()


def _is_at(phone: Zeroconf, name: str, ip: str) -> bool:
    there = found(phone, name)
    return there is not None and there.parsed_addresses() == [ip] and there.server == f"{name}.local."


def test_four_tables_that_start_in_the_same_second_end_with_names_of_their_own(name: str) -> None:
    tables = [Announcer(name, ask_seconds=ASK, ours=tuple) for _ in range(4)]
    for k, table in enumerate(tables, 1):
        table.follow(f"http://127.0.0.{k}:8080")
    numbers = {f"{name}{end}.local" for end in ("", "-2", "-3", "-4")}
    stays(lambda: {table.host for table in tables} == numbers)
    for table in tables:
        table.close()


def test_another_address_of_this_machine_is_no_other_table(phone: Zeroconf, name: str) -> None:
    """The system itself may answer to the same name, on every interface it has."""
    tables = [Announcer(name, ask_seconds=ASK, ours=lambda: ("127.0.0.1", "127.0.0.2")) for _ in range(2)]
    tables[0].follow("http://127.0.0.1:8080")
    wait_for(lambda: tables[0].host is not None)
    system = ServiceInfo(
        "_workstation._tcp.local.",
        f"{name}._workstation._tcp.local.",
        addresses=[bytes((127, 0, 0, 2))],
        port=9,
        server=f"{name}.local.",
    )
    phone.register_service(system)
    time.sleep(1)
    assert tables[0].host == f"{name}.local"
    phone.unregister_service(system)
    for table in tables:
        table.close()


def test_without_a_network_it_tries_again_and_nobody_notices() -> None:
    tries = []
    followed = threading.Event()

    def no_network(_ip: str) -> Zeroconf:
        # It may hang for long; who said where the page is does not wait for it.
        tries.append((followed.wait(PATIENCE_SECONDS), threading.current_thread()))
        raise OSError("network is unreachable")

    table = Announcer(open_port=no_network, again_seconds=0.05)
    table.follow("http://192.168.1.20:8080")
    followed.set()
    wait_for(lambda: len(tries) >= 3)
    assert table.host is None
    table.close()
    (_, speaking), *_ = tries
    assert all(went_on for went_on, _ in tries)
    wait_for(lambda: not speaking.is_alive())


def test_closing_what_never_spoke_is_nothing() -> None:
    table = Announcer()
    table.follow(None)
    table.close()


def test_pages_may_ask_under_every_name_a_table_may_get() -> None:
    names = frozenset(possible_names())
    assert is_own_host("rabbit-table.local:8080", names)
    assert is_own_host("rabbit-table-2.local", names)
    assert not is_own_host("rabbit-table.example.com", names)
