"""The scoreboard's own address in; its QR code as a picture out: for televisions, and for the next phone."""

from __future__ import annotations

import io
from collections.abc import Callable
from functools import lru_cache

import segno
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

PATH = "/qr.svg"
_BORDER = 3
"""Modules of white round it."""


def route(address: Callable[[], str | None]) -> Route:
    """`GET /qr.svg`: where phones find this page; 404 while that is nowhere."""

    async def answer(_request: Request) -> Response:
        where = address()
        if where is None:
            raise HTTPException(404)
        return Response(picture(where), media_type="image/svg+xml", headers={"Cache-Control": "no-store"})

    return Route(PATH, answer, methods=("GET",))


@lru_cache(maxsize=4)
def picture(text: str) -> bytes:
    """Dark on white whatever the page's colours, or phones do not read it."""
    out = io.BytesIO()
    code = segno.make(text, error="m", micro=False)
    code.save(out, kind="svg", border=_BORDER, xmldecl=False, dark="#000", light="#fff", omitsize=True)
    return out.getvalue()
