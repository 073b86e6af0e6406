"""What is packed for whom, by the real server."""

import gzip

import httpx
import pytest

from pi_app.web.server import Scoreboard
from tests.pi_app.web.evenings import board, scored, until_told

ROUNDS = tuple(scored(k) for k in range(1, 9))
BIG = ("/", "/tv", "/api/state", "/export.json")


def asked(scoreboard: Scoreboard, path: str, accepted: str | None) -> tuple[httpx.Headers, bytes]:
    """The headers, and the body as it came over the wire."""
    with httpx.Client(base_url=scoreboard.local_address()) as client:
        client.headers.pop("accept-encoding")
        headers = {} if accepted is None else {"Accept-Encoding": accepted}
        with client.stream("GET", path, headers=headers) as answer:
            return answer.headers, b"".join(answer.iter_raw())


@pytest.mark.parametrize("accepted", ["gzip", "br, GZIP;q=0.8", "*", "deflate, gzip ; q=1.000"])
@pytest.mark.parametrize("path", BIG)
def test_who_can_unpack_gets_a_fraction_of_the_bytes(
    scoreboard: Scoreboard, client: httpx.Client, path: str, accepted: str
) -> None:
    until_told(scoreboard, client, board(rounds=ROUNDS))
    _, plain = asked(scoreboard, path, None)
    headers, packed = asked(scoreboard, path, accepted)
    assert headers["content-encoding"] == "gzip"
    assert "Accept-Encoding" in headers["vary"]
    assert gzip.decompress(packed) == plain
    assert 3 * len(packed) < len(plain)


@pytest.mark.parametrize(
    "accepted", [None, "", "br", "identity", "gzip;q=0", "gzip; q=0.000", "gzipped", "x" * 500]
)
@pytest.mark.parametrize("path", BIG)
def test_who_cannot_gets_them_as_they_are(
    scoreboard: Scoreboard, client: httpx.Client, path: str, accepted: str | None
) -> None:
    until_told(scoreboard, client, board(rounds=ROUNDS))
    headers, body = asked(scoreboard, path, accepted)
    assert "content-encoding" not in headers
    assert "Accept-Encoding" in headers["vary"]
    assert body[:1] in b"<{"


def test_files_of_the_page_are_packed_and_the_smallest_are_not(
    scoreboard: Scoreboard, client: httpx.Client
) -> None:
    style = client.get("/").text.partition('rel="stylesheet" href="')[2].partition('"')[0]
    assert asked(scoreboard, style, "gzip")[0]["content-encoding"] == "gzip"
    assert "content-encoding" not in asked(scoreboard, style.replace("style.css", "words.js"), None)[0]
    assert "content-encoding" not in asked(scoreboard, "/healthz", "gzip")[0]


def test_a_stream_is_never_packed(scoreboard: Scoreboard) -> None:
    address = scoreboard.local_address() + "/events"
    with httpx.stream("GET", address, headers={"Accept-Encoding": "gzip"}) as answer:
        assert "content-encoding" not in answer.headers
        assert next(answer.iter_lines()) == "retry: 1000"
