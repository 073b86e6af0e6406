"""A request in; the same request, or a short refusal, out; safety headers on every answer.

Rule: whoever can read this page reached this machine by its own name or number. A foreign name in
`Host` is another site's page reaching in (DNS rebinding).
"""

from __future__ import annotations

import ipaddress
import re
import socket
from collections.abc import Callable, Iterable

from starlette.datastructures import MutableHeaders
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

MOST_URL_BYTES = 1024
MOST_HEADER_BYTES = 8 * 1024
MOST_FORM_BYTES = 1024
HEADERS = {
    "Content-Security-Policy": "; ".join(
        (
            "default-src 'none'",
            "script-src 'self'",
            "style-src 'self'",
            "img-src 'self'",
            "connect-src 'self'",
            "base-uri 'none'",
            "form-action 'none'",
            "frame-ancestors 'none'",
            "require-trusted-types-for 'script'",
        )
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
_LOCAL_ENDINGS = ("", ".local", ".lan", ".home", ".home.arpa", ".fritz.box", ".localdomain", ".internal")
"""What routers put behind a machine's name."""
_HOST = re.compile(r"(?P<name>\[[0-9a-fA-F:.]{2,45}\]|[A-Za-z0-9_.-]{1,253})(?::[0-9]{1,5})?")


def own_names(configured: Iterable[str] = ()) -> frozenset[str]:
    """The names this machine answers to, in lower case."""
    machine = socket.gethostname().lower().partition(".")[0]
    endings = {machine + ending for ending in _LOCAL_ENDINGS} if machine else set()
    return frozenset({"localhost", socket.gethostname().lower(), *endings, *(n.lower() for n in configured)})


def is_own_host(host: str, names: frozenset[str]) -> bool:
    """Is the `Host` header a number (any), or one of `names`?"""
    match = _HOST.fullmatch(host)
    if match is None:
        return False
    name = match["name"].lower().rstrip(".")
    if name in names:
        return True
    try:
        ipaddress.ip_address(name.strip("[]"))
    except ValueError:
        return False
    return True


class Guard:
    """ASGI middleware; the routes behind it see only short requests to this machine.

    `may_post`: is something short taken in at this path? Nowhere else does a body get past.
    """

    def __init__(
        self, app: ASGIApp, names: frozenset[str], may_post: Callable[[str], bool] = lambda _: False
    ) -> None:
        self._app = app
        self._names = names
        self._may_post = may_post

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_safely(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        refusal = self._refusal(scope)
        await (refusal or self._app)(scope, receive, send_safely)

    def _refusal(self, scope: Scope) -> Response | None:
        headers = dict(scope["headers"])
        if not is_own_host(headers.get(b"host", b"").decode("latin-1"), self._names):
            return _refuse(421)
        if len(scope["raw_path"]) + len(scope["query_string"]) > MOST_URL_BYTES:
            return _refuse(414)
        if sum(len(name) + len(value) for name, value in scope["headers"]) > MOST_HEADER_BYTES:
            return _refuse(431)
        length = headers.get(b"content-length", b"0").lstrip(b"0") or b"0"
        if scope["method"] == "POST" and self._may_post(scope["path"]):
            short = length.isdigit() and len(length) < 6 and int(length) <= MOST_FORM_BYTES
            return None if short and b"transfer-encoding" not in headers else _refuse(413)
        if b"transfer-encoding" in headers or length != b"0":
            # Nothing here reads a body: hang up rather than be fed for ever.
            return _refuse(405 if scope["method"] != "GET" else 413)
        return None


def _refuse(status: int) -> Response:
    extra = {"Allow": "GET"} if status == 405 else {}
    return Response(status_code=status, headers={"Connection": "close", **extra})
