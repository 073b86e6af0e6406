"""Host and port in; the open socket, and the uvicorn server that will answer on it, out."""

from __future__ import annotations

import logging
import socket
from dataclasses import dataclass

import uvicorn
from starlette.types import ASGIApp

from pi_app.web.connection import Connection
from pi_app.web.guard import MOST_HEADER_BYTES

_MOST_OTHERS = 100
"""Connections beside the streams: pages being loaded."""
_BACKLOG = 512

# What strangers send must not fill the log of an evening: one line a broken request is too much.
logging.getLogger("uvicorn.error").setLevel(logging.ERROR)


@dataclass(frozen=True, slots=True)
class Limits:
    """How much of the network's wishes is granted, and how often things are looked at."""

    streams: int = 800
    streams_each: int = 40  # for one phone; this machine itself may have all
    beat_seconds: float = 5.0
    check_seconds: float = 2.0  # between two looks at the network, and two tries for a busy port


def open_port(host: str, port: int) -> socket.socket:
    """A listening socket; `::` serves both kinds of addresses. OSError: busy, or not ours to open."""
    return socket.create_server(
        (host, port),
        family=socket.AF_INET6 if ":" in host else socket.AF_INET,
        backlog=_BACKLOG,
        dualstack_ipv6=host == "::" and socket.has_dualstack_ipv6(),
    )


def server(app: ASGIApp, limits: Limits) -> uvicorn.Server:
    """A server that says nothing about itself, keeps no log and never waits for a slow page."""
    return uvicorn.Server(
        uvicorn.Config(
            app,
            http=Connection,
            ws="none",
            lifespan="off",
            log_config=None,
            access_log=False,
            server_header=False,
            proxy_headers=False,
            limit_concurrency=limits.streams + _MOST_OTHERS,
            h11_max_incomplete_event_size=2 * MOST_HEADER_BYTES,
            timeout_keep_alive=5,
            timeout_graceful_shutdown=1,
        )
    )
