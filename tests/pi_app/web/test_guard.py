"""Who may ask: requests to this machine by its own names and numbers."""

import socket

import pytest

from pi_app.web.guard import is_own_host, own_names

NAMES = own_names(["Table-One.example"])


@pytest.mark.parametrize(
    "host",
    [
        "127.0.0.1",
        "192.168.1.20:8080",
        "[::1]:8080",
        "[fe80::1]",
        "localhost",
        "LOCALHOST:80",
        "localhost.",
        "table-one.example",
        "table-one.example:8080",
        f"{socket.gethostname().partition('.')[0]}.local:8080",
    ],
)
def test_own_names_and_numbers_are_answered(host: str) -> None:
    assert is_own_host(host, NAMES)


@pytest.mark.parametrize(
    "host",
    [
        "",
        "evil.example",
        "localhost.evil.example",
        "127.0.0.1.evil.example",
        "evil.example:8080",
        "127.0.0.1:80:80",
        "localhost:99999999",
        "[::1",
        "a@127.0.0.1",
        "127.0.0.1/x",
        "1.2.3",
        "999.1.1.1",
    ],
)
def test_foreign_and_broken_names_are_not(host: str) -> None:
    assert not is_own_host(host, NAMES)
