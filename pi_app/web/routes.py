"""The streams in; the web application out: a few paths to read, nothing to change.

Every other path or method gets a bare 404 or 405.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from pi_app.session.views import Board
from pi_app.web import export, page
from pi_app.web.guard import Guard, own_names
from pi_app.web.phrases import choose
from pi_app.web.streams import Streams

_STATIC = Path(__file__).parent / "static"
_KINDS = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
_FRESH = {"Cache-Control": "no-store"}
_READ = ("GET",)


@dataclass(frozen=True, slots=True)
class Asset:
    """One static file in memory; `mark` changes with its content."""

    body: bytes
    kind: str
    mark: str


def load_assets(folder: Path = _STATIC) -> dict[str, Asset]:
    """The files that pages load, by name."""
    bodies = {path.name: path.read_bytes() for path in sorted(folder.iterdir()) if path.suffix in _KINDS}
    # One mark for all: a script must never meet another version's module.
    mark = hashlib.sha256(b"\0".join(bodies.values())).hexdigest()[:12]
    return {name: Asset(body, _KINDS[Path(name).suffix], mark) for name, body in bodies.items()}


def application(streams: Streams, newest: Callable[[], Board], names: Iterable[str] = ()) -> Starlette:
    """The ASGI application. `newest`: the board of the newest snapshot; `names`: more names of this host."""
    assets = load_assets()
    places = {name: f"/static/{asset.mark}/{name}" for name, asset in assets.items()}
    made = Starlette(
        routes=[
            Route("/", _Page(newest, places, tv=False), methods=_READ),
            Route("/tv", _Page(newest, places, tv=True), methods=_READ),
            Route("/api/state", _State(streams), methods=_READ),
            Route("/export.json", _ExportJson(streams), methods=_READ),
            Route("/export.csv", _ExportCsv(newest), methods=_READ),
            Route("/events", _Events(streams), methods=_READ),
            Route("/healthz", _healthz, methods=_READ),
            Route("/static/{mark}/{name}", _Static(assets), methods=_READ),
        ],
        middleware=[Middleware(Guard, names=own_names(names))],
        exception_handlers={HTTPException: _bare, Exception: _bare},
    )
    made.router.redirect_slashes = False
    return made


async def _bare(_request: Request, error: Exception) -> Response:
    status, headers = 500, None
    if isinstance(error, HTTPException):
        status, headers = error.status_code, error.headers
    return Response(status_code=status, headers=headers)


async def _healthz(_request: Request) -> Response:
    return JSONResponse({"ok": True}, headers=_FRESH)


class _Page:
    def __init__(self, newest: Callable[[], Board], places: Mapping[str, str], tv: bool) -> None:
        self._newest = newest
        self._places = places
        self._tv = tv

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope)
        board = self._newest()
        language = choose(
            request.query_params.get("lang"), request.headers.get("accept-language", ""), board.language
        )
        text = page.html(board, language, self._places, self._tv)
        headers = {"Content-Language": language, "Vary": "Accept-Language", **_FRESH}
        await HTMLResponse(text, headers=headers)(scope, receive, send)


class _State:
    def __init__(self, streams: Streams) -> None:
        self._streams = streams

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        response = Response(self._streams.snapshot, media_type="application/json", headers=_FRESH)
        await response(scope, receive, send)


class _ExportJson:
    def __init__(self, streams: Streams) -> None:
        self._streams = streams

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = _file("json")
        body = self._streams.snapshot
        await Response(body, media_type="application/json", headers=headers)(scope, receive, send)


class _ExportCsv:
    def __init__(self, newest: Callable[[], Board]) -> None:
        self._newest = newest

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        body = export.csv_bytes(self._newest())
        await Response(body, media_type="text/csv", headers=_file("csv"))(scope, receive, send)


def _file(ending: str) -> dict[str, str]:
    return {"Content-Disposition": f'attachment; filename="rabbit-table.{ending}"', **_FRESH}


class _Static:
    def __init__(self, assets: Mapping[str, Asset]) -> None:
        self._assets = assets

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        asset = self._assets.get(scope["path_params"]["name"])
        if asset is None or asset.mark != scope["path_params"]["mark"]:
            raise HTTPException(404)
        headers = {"Cache-Control": "public, max-age=31536000, immutable"}
        await Response(asset.body, media_type=asset.kind, headers=headers)(scope, receive, send)


class _Events:
    """Server-sent events: a snapshot first, then each newer one."""

    def __init__(self, streams: Streams) -> None:
        self._streams = streams

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = {"X-Accel-Buffering": "no", **_FRESH}
        if scope["method"] == "HEAD":
            await Response(media_type="text/event-stream", headers=headers)(scope, receive, send)
            return
        client = scope["client"][0] if scope["client"] else ""
        listener = self._streams.join(client)
        if listener is None:
            full = Response(status_code=503, headers={"Retry-After": "5", "Connection": "close", **_FRESH})
            await full(scope, receive, send)
            return

        async def until_gone() -> None:
            while (await receive())["type"] != "http.disconnect":
                pass
            listener.leave()

        watch = asyncio.create_task(until_gone())
        try:
            kind = [(b"content-type", b"text/event-stream; charset=utf-8")]
            kind += [(name.lower().encode(), value.encode()) for name, value in headers.items()]
            await send({"type": "http.response.start", "status": 200, "headers": kind})
            await self._streams.feed(listener, lambda part: send(_body(part, more=True)))
            await send(_body(b"", more=False))
        finally:
            watch.cancel()
            self._streams.leave(listener)


def _body(part: bytes, more: bool) -> dict[str, object]:
    return {"type": "http.response.body", "body": part, "more_body": more}
