"""The real server, asked by a real client."""

import json
import socket
from dataclasses import replace
from html.parser import HTMLParser

import httpx
import pytest

from pi_app.game.pieces import Phase, Why
from pi_app.session.views import PointsView
from pi_app.web.server import Scoreboard
from tests.pi_app.web.evenings import board, scored, until_told

READABLE = ("/", "/tv", "/rules", "/api/state", "/events", "/healthz")
MARKS = "".join(chr(0x300 + k) for k in range(40))
HOSTILE = (
    "<script>alert(1)</script>",
    "\u202eevil\u2069",
    f"A{MARKS}",
    '=HYPERLINK("x")',
    '"><img src=x>',
    "&lt;",
)


def test_the_published_board_is_the_served_state(scoreboard: Scoreboard, client: httpx.Client) -> None:
    until_told(scoreboard, client, board(rounds=(scored(1),)))
    answer = client.get("/api/state")
    assert answer.headers["content-type"] == "application/json"
    assert answer.headers["cache-control"] == "no-store"


@pytest.mark.parametrize("path", READABLE)
@pytest.mark.parametrize("method", ["HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND"])
def test_no_method_but_reading_is_allowed(client: httpx.Client, method: str, path: str) -> None:
    answer = client.request(method, path, content=b"" if method in ("HEAD", "TRACE") else b"x=1")
    assert (answer.status_code, answer.content) == (405, b"")
    assert set(answer.headers["allow"].replace(" ", "").split(",")) == {"GET"}


@pytest.mark.parametrize("method", ["GET", "HEAD", "POST", "DELETE"])
@pytest.mark.parametrize(
    "path",
    ["/api", "/api/state/", "/events/1", "/docs", "/openapi.json", "/static/", "/page.html",
     "/static/../server.py", "/%2e%2e/%2e%2e/etc/passwd", "/static/x/..%2f..%2fserver.py", "/TV"],
)  # fmt: skip
def test_every_other_path_is_a_bare_404(client: httpx.Client, method: str, path: str) -> None:
    answer = client.request(method, path)
    assert (answer.status_code, answer.content) == (404, b"")


@pytest.mark.parametrize("path", [*READABLE[:4], "/healthz", "/nowhere"])
def test_every_answer_carries_the_safety_headers(client: httpx.Client, path: str) -> None:
    headers = client.get(path).headers
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert "access-control-allow-origin" not in headers
    assert "server" not in headers


@pytest.mark.parametrize("host", ["evil.example", "evil.example:80", "127.0.0.1.evil.example"])
@pytest.mark.parametrize("path", READABLE)
def test_a_foreign_host_name_is_misdirected(client: httpx.Client, host: str, path: str) -> None:
    answer = client.get(path, headers={"Host": host})
    assert (answer.status_code, answer.content) == (421, b"")


UPGRADE = b"Upgrade: websocket\r\nConnection: upgrade\r\n\r\n"


@pytest.mark.parametrize(
    ("request_text", "status"),
    [
        (b"GET /" + b"a" * 2000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n", b"414"),
        (b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"a" * 9_000 + b"\r\n\r\n", b"431"),
        (b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"a" * 40_000, b"400"),
        (b"GET / HTTP/1.1\r\n\r\n", b"400"),
        (b"GET / HTTP/1.0\r\n\r\n", b"421"),
        (b"nonsense\r\n\r\n", b"400"),
        (b"GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 999999999\r\n\r\n", b"413"),
        (b"POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n", b"405"),
        (b"GET /api/state HTTP/1.1\r\nHost: localhost\r\n" + UPGRADE, b"200"),
    ],
)
def test_odd_requests_get_a_short_refusal(scoreboard: Scoreboard, request_text: bytes, status: bytes) -> None:
    with socket.create_connection(("127.0.0.1", scoreboard.port), timeout=30) as wire:
        wire.sendall(request_text)
        assert wire.recv(4096).split(b" ")[1] == status


class Texts(HTMLParser):
    """Every tag and every text of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


def parsed(client: httpx.Client, path: str) -> Texts:
    page = Texts()
    page.feed(client.get(path).text)
    return page


@pytest.mark.parametrize("path", ["/", "/tv"])
def test_hostile_names_are_only_text(scoreboard: Scoreboard, client: httpx.Client, path: str) -> None:
    until_told(scoreboard, client, board(Phase.OVER, names=HOSTILE, rounds=(scored(1),), winners=(1, 2)))
    page = parsed(client, path)
    scripts = [attributes for tag, attributes in page.tags if tag == "script"]
    assert [set(attributes) for attributes in scripts] == [{"defer", "src"}, {"src", "type"}]
    assert [attributes["src"] for tag, attributes in page.tags if tag == "img"] == ["/qr.svg"]
    assert not any(name.startswith("on") or name == "style" for _, a in page.tags for name in a)
    assert HOSTILE[0] in page.texts
    assert f"A{MARKS}" in page.texts
    assert "\u202e" not in "".join(page.texts)
    assert [player["name"] for player in client.get("/api/state").json()["players"]] == list(HOSTILE)


def test_the_page_reads_as_a_table_without_scripts(scoreboard: Scoreboard, client: httpx.Client) -> None:
    until_told(
        scoreboard, client, board(names=("Anna", "Bo", "Cy"), scores=(4, 9, 2), rounds=(scored(1, 3),))
    )
    page = client.get("/?lang=en").text
    assert page.index(">Bo<") < page.index(">Anna<") < page.index(">Cy<")
    assert "Because." in page
    assert '<noscript><meta http-equiv="refresh"' in page


@pytest.mark.parametrize(
    ("query", "accept", "attributes"),
    [
        ("?lang=fa", "en", ("fa", "rtl")),
        ("?lang=et", "en", ("et", "ltr")),
        ("", "ru-RU,ru;q=0.9", ("ru", "ltr")),
        ("?lang=%3Cscript%3E", "", ("da", "ltr")),
    ],
)
def test_the_viewer_chooses_the_language(
    scoreboard: Scoreboard, client: httpx.Client, query: str, accept: str, attributes: tuple[str, str]
) -> None:
    until_told(scoreboard, client, board(language="da"))
    page = Texts()
    page.feed(client.get(f"/{query}", headers={"Accept-Language": accept}).text)
    html = next(a for tag, a in page.tags if tag == "html")
    assert (html["lang"], html["dir"]) == attributes


def test_every_file_of_a_page_comes_from_here_and_is_there(client: httpx.Client) -> None:
    page = parsed(client, "/")
    links = [a.get("src") or a.get("href") or "" for tag, a in page.tags if tag in ("script", "link")]
    assert len(links) == 4
    for link in links:
        assert link.startswith("/static/")
        assert client.get(link).status_code == 200
    script = next(link for link in links if link.endswith("page.js"))
    for module in ("live.js", "race.js", "track.js", "rounds.js", "words.js", "elements.js"):
        assert (
            client.get(script.replace("page.js", module))
            .headers["content-type"]
            .startswith("text/javascript")
        )


def test_no_page_or_stream_tells_a_vote_before_its_points(
    scoreboard: Scoreboard, client: httpx.Client
) -> None:
    leaky = board(Phase.OWNERS, rounds=(scored(1),), voted=5)
    until_told(scoreboard, client, leaky)
    assert client.get("/api/state").json()["rounds"] == []
    assert "Because." not in client.get("/").text
    with client.stream("GET", "/events") as stream:
        lines = stream.iter_lines()
        data = next(line for line in lines if line.startswith("data: "))
    assert json.loads(data.removeprefix("data: "))["rounds"] == []


@pytest.mark.parametrize(
    ("code", "said"), [("VOTES_ON_CARD", "2 голоса за свою карту"), ("NEW_CODE", "In the table’s words.")]
)
def test_reasons_are_told_in_the_viewers_language_where_it_is_known(
    scoreboard: Scoreboard, client: httpx.Client, code: str, said: str
) -> None:
    points = PointsView(1, 0, 2, 0, 2, ("In the table’s words.",), (Why(code, 2, 2),))
    until_told(scoreboard, client, board(rounds=(replace(scored(1), points=(points,)),)))
    assert said in client.get("/?lang=ru").text
