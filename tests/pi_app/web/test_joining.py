"""A name from a phone: the one thing that comes in, and everything that does not."""

import re
import socket
from collections.abc import Iterator
from contextlib import suppress

import httpx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pi_app.session.door import Door
from pi_app.session.offered import NameProposal
from pi_app.web import joining
from pi_app.web.guard import MOST_FORM_BYTES
from pi_app.web.server import Scoreboard
from tests.pi_app.web.evenings import board

FREE = (1, 3, 5)
ASKED: list[NameProposal] = []


@pytest.fixture(scope="module")
def door() -> Door:
    return Door(ASKED.append)


@pytest.fixture(scope="module")
def phone(door: Door) -> Iterator[httpx.Client]:
    scoreboard = Scoreboard("127.0.0.1", 0, door=door)
    scoreboard.publish(board())
    scoreboard.start()
    with httpx.Client(base_url=scoreboard.local_address(), timeout=30) as made:
        yield made
    scoreboard.stop()


@pytest.fixture
def path(door: Door) -> Iterator[str]:
    """Where the code of the screen leads; the lobby ends with the test."""
    ASKED.clear()
    door.open(FREE)
    yield f"/join/{door.code}"
    door.shut()


def test_a_phone_sees_the_free_rabbits_and_asks_the_table(phone: httpx.Client, path: str) -> None:
    form = phone.get(path)
    assert form.status_code == 200
    assert re.findall(r'name="stickers" value="(\d+)"', form.text) == ["1", "3", "5"]
    assert "form-action 'self'" in form.headers["content-security-policy"]
    assert form.headers["cache-control"] == "no-store"
    answer = phone.post(path, data={"name": "  Zoe\u0308 ", "stickers": "3"})
    assert (answer.status_code, "The table has been asked" in answer.text) == (200, True)
    assert [(one.name, one.stickers) for one in ASKED] == [("Zoë", 3)]


def test_when_every_rabbit_has_somebody_the_page_says_so(phone: httpx.Client, door: Door, path: str) -> None:
    door.open(())
    form = phone.get(path)
    assert (form.status_code, "Every rabbit is taken" in form.text) == (200, True)
    assert "<form" not in form.text


def test_whoever_sends_twice_or_reloads_is_told_that_the_table_has_been_asked(
    phone: httpx.Client, path: str
) -> None:
    wish = {"name": "Anna", "stickers": "3"}
    for answer in (*(phone.post(path, data=wish) for _ in range(3)), phone.get(path)):
        assert (answer.status_code, "The table has been asked" in answer.text) == (200, True)
    assert len(ASKED) == 1


@pytest.mark.parametrize(
    ("yes", "said"), [(True, "You play with this rabbit"), (False, "The table has said no this time")]
)
def test_who_asked_reads_what_the_table_said_also_after_the_lobby(
    phone: httpx.Client, door: Door, path: str, yes: bool, said: str
) -> None:
    phone.post(path, data={"name": "Anna", "stickers": "3"})
    door.open(FREE)
    waiting = phone.get(path, params={"lang": "en"}).text
    assert f'content="3;url={path}?lang=en"' in waiting
    door.open(FREE, {ASKED[0].id: yes})
    told = phone.get(path, params={"lang": "en"})
    door.shut()
    late = phone.get(path, params={"lang": "en"})
    assert (told.status_code, late.status_code) == (200, 404)
    for answer in (told.text, late.text):
        assert said in answer
        assert ('aria-label="Green 3"' in answer) is yes
        assert 'http-equiv="refresh"' not in answer
        assert "<form" not in answer
    assert phone.post(path, data={"name": "Bo", "stickers": "1"}).status_code == 404
    assert len(ASKED) == 1


def test_who_was_not_answered_in_the_lobby_reads_so(phone: httpx.Client, door: Door, path: str) -> None:
    phone.post(path, data={"name": "Anna", "stickers": "3"})
    door.shut()
    answer = phone.get(path, params={"lang": "en"})
    assert (answer.status_code, "before anybody answered" in answer.text) == (404, True)
    assert 'http-equiv="refresh"' not in answer.text


def test_after_the_lobby_no_code_is_good_and_the_page_says_so(
    phone: httpx.Client, door: Door, path: str
) -> None:
    phone.get(path)
    door.shut()
    for answer in (phone.post(path, data={"name": "Anna", "stickers": "3"}), phone.get(path)):
        assert (answer.status_code, "too old" in answer.text) == (404, True)
        assert "<form" not in answer.text
    assert ASKED == []


def test_two_phones_that_want_one_rabbit_are_told_and_keep_their_names(
    phone: httpx.Client, door: Door, path: str
) -> None:
    phone.get(path)  # a second phone scans the next code of the screen
    second = f"/join/{door.code}"
    assert phone.post(path, data={"name": "Anna", "stickers": "3"}).status_code == 200
    door.open((1, 5))
    answer = phone.post(second, data={"name": '"><b>Bo', "stickers": "3"})
    assert (answer.status_code, "choose another rabbit" in answer.text) == (409, True)
    assert 'value="&quot;&gt;&lt;b&gt;Bo"' in answer.text
    assert phone.post(second, data={"name": "Bo", "stickers": "5"}).status_code == 200
    assert [one.name for one in ASKED] == ["Anna", "Bo"]


def test_every_rabbit_is_named_for_who_cannot_see_it(phone: httpx.Client, path: str) -> None:
    names = re.findall(r'aria-label="([^"]*\d)"', phone.get(path, params={"lang": "en"}).text)
    assert names == ["Red 1", "Green 3", "Purple 5"]


def test_a_form_that_never_comes_whole_is_not_waited_for(
    phone: httpx.Client, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(joining, "PATIENCE_SECONDS", 0.2)
    with socket.create_connection((phone.base_url.host, phone.base_url.port or 80), timeout=30) as wire:
        head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 30\r\n"
        wire.sendall(f"{head}Content-Type: application/x-www-form-urlencoded\r\n\r\nname=An".encode())
        assert wire.recv(4096).split(b" ")[1] == b"408"


@pytest.mark.parametrize(
    ("fields", "status"),
    [
        ({"name": " ", "stickers": "3"}, 422),
        ({"stickers": "3"}, 422),
        ({"name": "Anna", "stickers": "2"}, 409),
        ({"name": "Anna", "stickers": "٣"}, 409),
        ({"name": "Anna", "stickers": "-3"}, 409),
        ({"name": "Anna", "stickers": "9" * 50}, 409),
        ({"name": "Anna"}, 409),
        ({}, 422),
    ],
)
def test_a_wish_that_cannot_be_is_refused_and_may_be_made_again(
    phone: httpx.Client, path: str, fields: dict[str, str], status: int
) -> None:
    # httpx leaves the kind out of an empty form; browsers do not.
    kind = {"Content-Type": "application/x-www-form-urlencoded"}
    assert phone.post(path, data=fields, headers=kind).status_code == status
    assert ASKED == []
    assert phone.post(path, data={"name": "Anna", "stickers": "3"}).status_code == 200


@pytest.mark.parametrize(
    ("headers", "body", "status"),
    [
        ({"Content-Type": "application/json"}, b'{"name": "Anna"}', 415),
        ({"Content-Type": "multipart/form-data; boundary=x"}, b"--x--", 415),
        ({"Sec-Fetch-Site": "cross-site"}, b"name=Anna&stickers=3", 404),
        ({"Sec-Fetch-Site": "same-site"}, b"name=Anna&stickers=3", 404),
        ({}, b"name=%ff%fe&stickers=3", 400),
        ({}, b"&".join(b"a%d=1" % k for k in range(50)), 400),
        ({}, b"name=" + b"x" * MOST_FORM_BYTES + b"&stickers=3", 413),
        ({"Host": "evil.example"}, b"name=Anna&stickers=3", 421),
    ],
)
def test_what_no_form_of_ours_sends_is_not_taken(
    phone: httpx.Client, path: str, headers: dict[str, str], body: bytes, status: int
) -> None:
    kind = {"Content-Type": "application/x-www-form-urlencoded"}
    answer = phone.post(path, content=body, headers=kind | headers)
    assert (answer.status_code, answer.content) == (status, b"")
    assert ASKED == []


def test_a_body_without_a_length_is_not_read(phone: httpx.Client, path: str) -> None:
    def drops() -> Iterator[bytes]:
        yield b"name=Anna&stickers=3"

    kind = {"Content-Type": "application/x-www-form-urlencoded"}
    assert phone.post(path, content=drops(), headers=kind).status_code == 413
    assert ASKED == []


def test_a_phone_that_goes_away_in_mid_form_does_no_harm(phone: httpx.Client, path: str) -> None:
    with socket.create_connection((phone.base_url.host, phone.base_url.port or 80)) as wire:
        head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 30\r\n"
        wire.sendall(f"{head}Content-Type: application/x-www-form-urlencoded\r\n\r\nname=An".encode())
    assert phone.post(path, data={"name": "Anna", "stickers": "3"}).status_code == 200
    assert len(ASKED) == 1


@given(st.sampled_from(["GET", "POST", "PUT", "PATCH", "DELETE"]), st.text("AZaz09_-./%", max_size=30))
@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
def test_no_guessed_code_opens_anything(phone: httpx.Client, door: Door, method: str, guess: str) -> None:
    door.open(FREE)
    ASKED.clear()
    url = phone.base_url.copy_with(raw_path=f"/join/{guess}".encode())
    form = {"name": "Anna", "stickers": "3"} if method != "GET" else None
    # A path that is none may be cut off before its form was read, and its answer with it.
    with suppress(httpx.TransportError):
        assert phone.request(method, url, data=form).status_code in (400, 404, 405, 413)
    assert ASKED == []


def test_a_form_for_a_dead_code_is_heard_out_so_that_its_answer_arrives(
    phone: httpx.Client, door: Door
) -> None:
    door.open(FREE)
    ASKED.clear()
    for _ in range(50):
        answer = phone.post("/join/of-yesterday", data={"name": "A" * 400, "stickers": "3"})
        assert answer.status_code == 404
    assert ASKED == []


@pytest.mark.parametrize("method", ["PUT", "PATCH", "DELETE", "OPTIONS"])
def test_a_good_code_opens_to_no_other_method(phone: httpx.Client, path: str, method: str) -> None:
    assert phone.request(method, path).status_code == 405


def test_without_a_door_there_is_no_such_page() -> None:
    closed = Scoreboard("127.0.0.1", 0)
    closed.start()
    for method in ("GET", "POST"):
        assert httpx.request(method, closed.local_address() + "/join/x").status_code in (404, 405)
    closed.stop()
