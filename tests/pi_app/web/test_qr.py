"""The page's own address as a QR code."""

import asyncio

import httpx
import pytest
import segno
from starlette.applications import Starlette

from pi_app.web import qr
from pi_app.web.server import Scoreboard


def test_the_scoreboard_shows_its_own_address(scoreboard: Scoreboard, client: httpx.Client) -> None:
    answer = client.get(qr.PATH)
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "image/svg+xml"
    assert answer.headers["cache-control"] == "no-store"
    address = scoreboard.address()
    assert address is not None
    assert answer.content == qr.picture(address)


@pytest.mark.parametrize(("where", "status"), [(None, 404), ("http://[fd00::1]:8080", 200)])
def test_without_a_network_there_is_no_code(where: str | None, status: int) -> None:
    async def asked() -> int:
        transport = httpx.ASGITransport(app=Starlette(routes=[qr.route(lambda: where)]))
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            return (await client.get(qr.PATH)).status_code

    assert asyncio.run(asked()) == status


def test_the_code_has_its_white_border() -> None:
    wide = segno.make("http://192.168.1.20:8080", error="m", micro=False).symbol_size(border=3)[0]
    assert f'viewBox="0 0 {wide} {wide}"'.encode() in qr.picture("http://192.168.1.20:8080")
