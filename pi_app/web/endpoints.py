"""What every application of ours answers with: states, streams, files, bare refusals.

Rule: nothing is read but the path, nothing is changed, and an error says nothing of what is inside.
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
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route
from starlette.types import Receive, Scope, Send

from pi_app.web.connection import connection_of
from pi_app.web.guard import Guard, own_names
from pi_app.web.packing import packable
from pi_app.web.phrases import choose
from pi_app.web.streams import Streams

STATIC = Path(__file__).parent / "static"
FRESH = {"Cache-Control": "no-store"}
READ = ("GET",)
_KINDS = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}


@dataclass(frozen=True, slots=True)
class Asset:
    """One static file in memory; `mark` changes with its content."""

    body: bytes
    kind: str
    mark: str


def load_assets(*folders: Path) -> dict[str, Asset]:
    """The files of these folders that pages load, by name."""
    paths = [path for folder in folders for path in sorted(folder.iterdir())]
    bodies = {path.name: path.read_bytes() for path in paths if path.suffix in _KINDS}
    # One mark for all: a script must never meet another version's module.
    mark = hashlib.sha256(b"\0".join(bodies.values())).hexdigest()[:12]
    return {name: Asset(body, _KINDS[Path(name).suffix], mark) for name, body in bodies.items()}


def places_of(assets: Mapping[str, Asset]) -> dict[str, str]:
    """File name -> where it is served."""
    return {name: f"/static/{asset.mark}/{name}" for name, asset in assets.items()}


def application(
    pages: Iterable[BaseRoute],
    streams: Streams,
    assets: Mapping[str, Asset],
    names: Iterable[str],
    may_post: Callable[[str], bool] = lambda _: False,
) -> Starlette:
    """The ASGI application: `pages`, and what they live on. `names`: more names of this host;
    `may_post`: paths of `pages` that take something in.
    """
    made = Starlette(
        routes=[
            *pages,
            Route("/api/state", State(streams), methods=READ),
            Route("/events", _Events(streams), methods=READ),
            Route("/healthz", _healthz, methods=READ),
            Route("/static/{mark}/{name}", _Static(assets), methods=READ),
        ],
        middleware=[Middleware(Guard, names=own_names(names), may_post=may_post)],
        exception_handlers={HTTPException: _bare, Exception: _bare},
    )
    made.router.redirect_slashes = False
    for route in made.routes:
        if isinstance(route, Route) and route.methods is not None:
            # The framework adds it to every GET; what is not promised is not answered.
            route.methods.discard("HEAD")
    return made


async def _bare(_request: Request, error: Exception) -> Response:
    status, headers = 500, None
    if isinstance(error, HTTPException):
        status, headers = error.status_code, error.headers
    return Response(status_code=status, headers=headers)


async def _healthz(_request: Request) -> Response:
    return JSONResponse({"ok": True}, headers=FRESH)


def language_of(request: Request, table: str) -> str:
    """The viewer's language: asked for in the address, else by the browser, else the table's."""
    return choose(request.query_params.get("lang"), request.headers.get("accept-language", ""), table)


def in_language(language: str) -> dict[str, str]:
    return {"Content-Language": language, "Vary": "Accept-Language", **FRESH}


class State:
    """The newest JSON; `headers` beside the usual ones."""

    def __init__(self, streams: Streams, headers: Mapping[str, str] | None = None) -> None:
        self._streams = streams
        self._headers = {**FRESH, **(headers or {})}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        response = packable(scope, self._streams.snapshot, "application/json", self._headers)
        await response(scope, receive, send)


class _Static:
    def __init__(self, assets: Mapping[str, Asset]) -> None:
        self._assets = assets

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        asset = self._assets.get(scope["path_params"]["name"])
        if asset is None or asset.mark != scope["path_params"]["mark"]:
            raise HTTPException(404)
        headers = {"Cache-Control": "public, max-age=31536000, immutable"}
        await packable(scope, asset.body, asset.kind, headers)(scope, receive, send)


class _Events:
    """Server-sent events: a snapshot first, then each newer one."""

    def __init__(self, streams: Streams) -> None:
        self._streams = streams

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = {"X-Accel-Buffering": "no", **FRESH}
        client = scope["client"][0] if scope["client"] else ""
        listener = self._streams.join(client, connection_of(scope))
        if listener is None:
            full = Response(status_code=503, headers={"Retry-After": "5", "Connection": "close", **FRESH})
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
