"""The newest board and its streams in; the scoreboard as a web application out: to read, not to change.

Every other path or method gets a bare 404 or 405.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from pi_app.session.door import Door
from pi_app.session.views import Board
from pi_app.web import endpoints, export, joining, page, qr, rules, rules_page
from pi_app.web.endpoints import FRESH, READ, STATIC, State, in_language, language_of, load_assets, places_of
from pi_app.web.packing import packable
from pi_app.web.streams import Streams


def application(
    streams: Streams,
    newest: Callable[[], Board],
    names: Iterable[str] = (),
    door: Door | None = None,
    address: Callable[[], str | None] = lambda: None,
) -> Starlette:
    """The ASGI application. `newest`: the board of the newest snapshot; `names`: more names of this host;
    `door`: where names are proposed in the lobby, if they may be; `address`: where phones find this.
    """
    assets = load_assets(STATIC)
    places = places_of(assets)
    pages = [
        Route("/", _Page(newest, places, address, tv=False), methods=READ),
        Route("/tv", _Page(newest, places, address, tv=True), methods=READ),
        qr.route(address),
        Route(rules.PATH, _RulesPage(newest, places), methods=READ),
        Route("/api/rules", _Rules(newest), methods=READ),
        Route("/export.json", State(streams, _file("json")), methods=READ),
        Route("/export.csv", _ExportCsv(newest), methods=READ),
    ]
    if door is None:
        return endpoints.application(pages, streams, assets, names)
    pages.append(
        Route(joining.PATH, joining.Joining(door, places, lambda: newest().language), methods=("GET", "POST"))
    )
    return endpoints.application(pages, streams, assets, names, joining.is_here)


class _Page:
    """Made once for each board and language: phones that come all at once take no time of the screen's."""

    def __init__(
        self,
        newest: Callable[[], Board],
        places: Mapping[str, str],
        address: Callable[[], str | None],
        tv: bool,
    ) -> None:
        self._newest = newest
        self._places = places
        self._address = address
        self._tv = tv
        self._made: dict[tuple[str, str | None], tuple[Board, bytes]] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        board = self._newest()
        language = language_of(Request(scope), board.language)
        key = language, self._address()
        made = self._made.get(key)
        if made is None or made[0] is not board:
            self._made = {old: kept for old, kept in self._made.items() if kept[0] is board}
            text = page.html(board, language, self._places, self._tv, key[1])
            made = self._made[key] = (board, text.encode("utf-8", "replace"))
        await packable(scope, made[1], "text/html", in_language(language))(scope, receive, send)


class _RulesPage:
    """The rules to read in peace, without scripts too."""

    def __init__(self, newest: Callable[[], Board], places: Mapping[str, str]) -> None:
        self._newest = newest
        self._places = places

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        board = self._newest()
        language = language_of(Request(scope), board.language)
        body = rules_page.html(board, language, self._places).encode()
        await packable(scope, body, "text/html", in_language(language))(scope, receive, send)


class _Rules:
    """Which rules are played, and which texts say so, in the viewer's language."""

    def __init__(self, newest: Callable[[], Board]) -> None:
        self._newest = newest

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        board = self._newest()
        language = language_of(Request(scope), board.language)
        told = rules.told_edition(board, language)
        await JSONResponse(told, headers=in_language(language))(scope, receive, send)


class _ExportCsv:
    def __init__(self, newest: Callable[[], Board]) -> None:
        self._newest = newest

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        body = export.csv_bytes(self._newest())
        await Response(body, media_type="text/csv", headers=_file("csv"))(scope, receive, send)


def _file(ending: str) -> dict[str, str]:
    return {"Content-Disposition": f'attachment; filename="rabbit-table.{ending}"', **FRESH}
