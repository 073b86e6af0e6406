"""The description of the JSON fits the server, whatever is asked."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import jsonschema_rs
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from starlette.routing import Route

from pi_app import web
from pi_app.game.pieces import Outcome, Phase, Why
from pi_app.game.profiles import PROFILES, resolve
from pi_app.session.door import Door
from pi_app.session.views import Board, PointsView, TitleView
from pi_app.web.board import NO_MATCH, public_state
from pi_app.web.routes import application
from pi_app.web.rules import told_edition
from pi_app.web.server import Scoreboard
from pi_app.web.streams import Streams
from tests.pi_app.web.described import is_as_described
from tests.pi_app.web.evenings import board, scored, uneven_evening

PATH = Path(web.__file__).parent / "openapi.json"
DOCUMENT: dict[str, Any] = json.loads(PATH.read_text(encoding="utf-8"))
SCHEMAS = DOCUMENT["components"]["schemas"]
API = schemathesis.openapi.from_path(PATH)
QUICK = settings(max_examples=25, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
METHODS = ("POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND", "CONNECT", "GETS", "X" * 30)


@pytest.fixture(scope="module")
def uneven(scoreboard: Scoreboard) -> Scoreboard:
    scoreboard.publish(uneven_evening())
    return scoreboard


@API.exclude(path=["/events", "/join/{code}"]).parametrize()
@QUICK
def test_every_answer_is_as_described(case: schemathesis.Case, uneven: Scoreboard) -> None:
    is_as_described(case, uneven.local_address())


@pytest.fixture(scope="module")
def lobby() -> Iterator[tuple[Scoreboard, Door]]:
    door = Door(lambda _: None)
    made = Scoreboard("127.0.0.1", 0, door=door)
    made.start()
    yield made, door
    made.stop()


@API.include(path="/join/{code}").parametrize()
@QUICK
def test_whatever_a_phone_sends_is_answered_as_described(
    case: schemathesis.Case, lobby: tuple[Scoreboard, Door]
) -> None:
    scoreboard, door = lobby
    door.open((1, 2, 3))
    case.path_parameters = {"code": door.code}
    # That a name of blanks is none cannot be said in a schema.
    is_as_described(case, scoreboard.local_address(), "positive_data_acceptance")
    door.shut()


def test_every_path_is_described_and_every_described_path_is_there() -> None:
    routes = application(Streams(b"{}", 1, 1, 1), lambda: NO_MATCH, door=Door(print)).routes
    paths = {route.path for route in routes if isinstance(route, Route)}
    assert paths - {"/static/{mark}/{name}"} == set(DOCUMENT["paths"])


def boards() -> Iterator[Board]:
    yield NO_MATCH
    yield uneven_evening()
    for profile in PROFILES.values():
        yield replace(uneven_evening(), rules=resolve(profile, profile.least))
    for phase in Phase:
        yield board(phase, number=2, rounds=(scored(1), replace(scored(2), void=True, points=())))
    for outcome in Outcome:
        points = PointsView(2, 0, 5, -1, 4, ("So.",), (Why("VOTES_ON_CARD", 5, 5),))
        yield board(rounds=(replace(scored(1), outcome=outcome.value, points=(points,)),), winners=(1,))


@pytest.mark.parametrize("shown", list(boards()))
def test_every_state_is_as_described(shown: Board) -> None:
    whole = {**SCHEMAS["State"], "components": DOCUMENT["components"]}
    jsonschema_rs.validate(whole, json.loads(json.dumps(public_state(shown))))


def test_no_field_is_left_undescribed() -> None:
    points = PointsView(2, 0, 5, 0, 5, ("So.",), (Why("VOTES_ON_CARD", 5, 5),))
    title = TitleView("BEST_LIAR", "Best liar: Bo", (2,), 5)
    told = public_state(
        ruled := replace(
            uneven_evening(),
            over=True,
            titles=(title,),
            rounds=(replace(scored(1), points=(points,)),),
            rules=resolve(PROFILES["odyssey2024"], 7),
        )
    )
    first = told["rounds"][0]
    for name, value in {
        "State": told,
        "Profile": told["profile"],
        "Player": told["players"][0],
        "Round": first,
        "Points": first["points"]["2"],
        "Reason": first["points"]["2"]["reasons"][0],
        "Title": told["titles"][0],
        "Facts": told["statistics"]["2"],
        "Adjustment": told["adjustments"][0],
        "Rule": told["rules"][0],
        "Edition": told_edition(ruled, "fa"),
    }.items():
        assert set(SCHEMAS[name]["properties"]) == set(value), name
        assert SCHEMAS[name]["required"] == list(SCHEMAS[name]["properties"]), name


def test_the_stream_tells_what_is_described(scoreboard: Scoreboard) -> None:
    with httpx.stream("GET", scoreboard.local_address() + "/events", timeout=30) as stream:
        data = next(line for line in stream.iter_lines() if line.startswith("data: "))
    whole = {**SCHEMAS["State"], "components": DOCUMENT["components"]}
    jsonschema_rs.validate(whole, json.loads(data.removeprefix("data: ")))


@given(
    st.sampled_from(METHODS),
    st.sampled_from([*DOCUMENT["paths"], "/api/state/", "/api", "//", "/..%2f", "/static/x/page.js"]),
    st.binary(max_size=200),
)
@settings(max_examples=50, deadline=None, suppress_health_check=list(HealthCheck))
def test_no_other_method_does_anything(client: httpx.Client, method: str, path: str, body: bytes) -> None:
    before = client.get("/api/state").content
    answer = client.request(method, client.base_url.copy_with(raw_path=path.encode()), content=body)
    assert answer.status_code in (400, 404, 405, 413)
    assert len(answer.content) < 40
    assert client.get("/api/state").content == before
