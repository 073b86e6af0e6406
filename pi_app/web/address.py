"""The machine's network interfaces in; the one address a phone in the room can open out.

Rule: real interfaces before tunnels and bridges, the one with the way out first, never loopback.
"""

from __future__ import annotations

import contextlib
import ipaddress
import socket
import struct
from collections.abc import Iterable
from dataclasses import dataclass

_INNER = ("docker", "veth", "br-", "virbr", "tun", "tap", "wg", "tailscale", "zt", "cni", "flannel", "lxc")
"""Names of interfaces that lead to containers or tunnels, not into the room."""
_SIOCGIFADDR = 0x8915
_SIOCGIFFLAGS = 0x8913
_UP_AND_RUNNING = 0x1 | 0x40
_NOWHERE = ("192.0.2.1", 9)
"""TEST-NET-1 (RFC 5737): connecting a datagram socket to it picks a route and sends nothing."""


@dataclass(frozen=True, slots=True)
class Interface:
    """One IPv4 address of this machine; `way_out`: the default route uses it."""

    name: str
    ip: str
    way_out: bool = False


def best(interfaces: Iterable[Interface]) -> str | None:
    """The address to show, or None when no phone could reach this machine."""
    able = [i for i in interfaces if not ipaddress.ip_address(i.ip).is_loopback]
    return min(able, key=_rank).ip if able else None


def _rank(interface: Interface) -> tuple[bool, bool, bool, bool, str]:
    address = ipaddress.ip_address(interface.ip)
    return (
        interface.name.startswith(_INNER),
        address.is_link_local,
        not interface.way_out,
        not address.is_private,
        interface.name,
    )


def is_this_machine(client: str) -> bool:
    """Does a connection from `client` come from this very machine?"""
    try:
        address = ipaddress.ip_address(client)
    except ValueError:
        return False
    mapped = getattr(address, "ipv4_mapped", None)
    return bool((mapped or address).is_loopback)


def url(host: str, port: int) -> str:
    """`http://host:port`, with an IPv6 literal in brackets."""
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def interfaces() -> list[Interface]:
    """What this machine has right now; empty without a network."""
    out = _way_out()
    found = [Interface(name, ip, ip == out) for name, ip in _by_name()]
    if out is not None and all(i.ip != out for i in found):
        found.append(Interface("", out, True))
    return found


def _way_out() -> str | None:
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(_NOWHERE)
        return str(probe.getsockname()[0])
    return None


def _by_name() -> list[tuple[str, str]]:
    try:
        import fcntl  # noqa: PLC0415 - not there on every system; the way out is enough then
    except ImportError:
        return []
    found: list[tuple[str, str]] = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for _, name in socket.if_nameindex():
            request = struct.pack("256s", name.encode()[:15])
            with contextlib.suppress(OSError):
                flags = fcntl.ioctl(probe, _SIOCGIFFLAGS, request)
                if struct.unpack_from("H", flags, 16)[0] & _UP_AND_RUNNING != _UP_AND_RUNNING:
                    continue
                answer = fcntl.ioctl(probe, _SIOCGIFADDR, request)
                found.append((name, socket.inet_ntoa(answer[20:24])))
    return found
