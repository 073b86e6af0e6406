"""Which address a phone in the room can open."""

import ipaddress

import pytest

from pi_app.web.address import Interface, best, interfaces, is_this_machine, url

WIFI = Interface("wlan0", "192.168.1.20")
CABLE = Interface("eth0", "10.0.0.5")
LOOPBACK = Interface("lo", "127.0.0.1")
TUNNEL = Interface("tun0", "10.8.0.2", way_out=True)
DOCKER = Interface("docker0", "172.17.0.1")
LINK_LOCAL = Interface("eth0", "169.254.3.4")


@pytest.mark.parametrize(
    ("there", "shown"),
    [
        ([], None),
        ([LOOPBACK], None),
        ([LOOPBACK, WIFI], "192.168.1.20"),
        ([DOCKER, WIFI], "192.168.1.20"),
        ([TUNNEL, WIFI], "192.168.1.20"),
        ([LINK_LOCAL, WIFI], "192.168.1.20"),
        ([LINK_LOCAL], "169.254.3.4"),
        ([CABLE, WIFI], "10.0.0.5"),
        ([CABLE, Interface("wlan0", "192.168.1.20", way_out=True)], "192.168.1.20"),
        ([Interface("eth0", "8.8.4.4"), WIFI], "192.168.1.20"),
        ([DOCKER], "172.17.0.1"),
    ],
)
def test_the_interface_into_the_room_is_chosen(there: list[Interface], shown: str | None) -> None:
    assert best(there) == shown
    assert best(reversed(there)) == shown


@pytest.mark.parametrize(
    ("host", "text"), [("192.168.1.20", "http://192.168.1.20:8080"), ("fe80::1", "http://[fe80::1]:8080")]
)
def test_an_address_is_written_as_a_browser_reads_it(host: str, text: str) -> None:
    assert url(host, 8080) == text


@pytest.mark.parametrize(
    ("client", "here"),
    [
        ("127.0.0.1", True),
        ("::1", True),
        ("::ffff:127.0.0.1", True),
        ("192.168.1.20", False),
        ("::ffff:192.168.1.20", False),
        ("", False),
        ("nonsense", False),
    ],
)
def test_this_machine_is_told_from_phones(client: str, here: bool) -> None:
    assert is_this_machine(client) is here


def test_the_interfaces_of_this_machine_are_addresses() -> None:
    assert all(ipaddress.ip_address(interface.ip).version == 4 for interface in interfaces())
