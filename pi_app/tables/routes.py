"""What is told of all tables in; the hub's web application out: to read, for phones and televisions."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from pi_app.tables import page
from pi_app.web import endpoints, qr
from pi_app.web.endpoints import READ, in_language, language_of, load_assets, places_of
from pi_app.web.packing import packable
from pi_app.web.streams import Streams

Told = dict[str, Any]


def application(
    streams: Streams,
    told: Callable[[], Told],
    address: Callable[[], str | None],
    names: Iterable[str] = (),
) -> Starlette:
    """`told`: the newest of `Gathered.told`; `address`: where phones find this; `names`: more names of this
    host.
    """
    assets = load_assets(endpoints.STATIC, page.STATIC)
    places = places_of(assets)
    pages = [
        Route("/", _Page(told, places, address, tv=False), methods=READ),
        Route("/tv", _Page(told, places, address, tv=True), methods=READ),
        qr.route(address),
    ]
    return endpoints.application(pages, streams, assets, names)


def told_json(told: Told) -> bytes:
    """As UTF-8 without line ends, so that it fits one `data:` line."""
    return json.dumps(told, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")


class _Page:
    def __init__(
        self,
        told: Callable[[], Told],
        places: Mapping[str, str],
        address: Callable[[], str | None],
        tv: bool,
    ) -> None:
        self._told = told
        self._places = places
        self._address = address
        self._tv = tv

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope)
        language = language_of(request, "en")
        if self._tv:
            text = page.tv_html(self._told(), language, self._places, _turn(request), self._address())
        else:
            text = page.html(self._told(), language, self._places, self._address())
        body = text.encode("utf-8", "replace")
        await packable(scope, body, "text/html", in_language(language))(scope, receive, send)


def _turn(request: Request) -> int:
    """Which part a television without scripts is at; it counts up by itself."""
    turn = request.query_params.get("turn", "")
    return int(turn) if turn.isascii() and turn.isdigit() and len(turn) < 10 else 0
