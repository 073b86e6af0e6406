"""What strangers' messages become, or do not become."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pi_app.game.pieces import Phase
from pi_app.tables.gathered import LARGEST_MESSAGE, MOST_TABLES, Gathered
from pi_app.tables.topics import state_message, table_id
from pi_app.web.board import public_json
from tests.pi_app.web.evenings import board


def topic(table: str, kind: str = "state") -> str:
    return f"rabbit-table/v1/{table}/{kind}"


def message(name: str = "Table 7", **more: Any) -> bytes:
    address = more.pop("address", "http://192.168.1.20:8080")
    return state_message(table_id(name), name, address, public_json(board(**more)))


def heard(*messages: tuple[str, bytes]) -> Gathered:
    made = Gathered()
    for where, what in messages:
        made.hear(where, what)
    return made


def test_a_table_is_shown_with_its_people() -> None:
    told = heard((topic("table-7"), message()), (topic("table-7", "status"), b"online")).told(True)
    only = told["tables"][0]
    assert (only["id"], only["name"], only["online"]) == ("table-7", "Table 7", True)
    assert [player["name"] for player in only["players"]][:2] == ["Anna", "Bo"]
    assert told["ranking"][0] == {"rank": 1, "table": "table-7", "player": 1, "score": 6}


def test_tables_come_in_the_order_people_count() -> None:
    names = ["Table 10", "Table 9", "table 1", "Garden"]
    told = heard(*((topic(table_id(name)), message(name)) for name in names)).told(True)
    assert [table["name"] for table in told["tables"]] == ["Garden", "table 1", "Table 9", "Table 10"]


def test_equal_points_at_two_tables_share_a_rank() -> None:
    told = heard((topic("a"), message("a")), (topic("b"), message("b"))).told(True)
    assert [one["rank"] for one in told["ranking"]] == [1, 1, 3, 3, 5, 5, 7, 7, 9, 9, 11, 11]


@pytest.mark.parametrize("kinds", [("state", "status"), ("status", "state")])
def test_any_order_of_messages_leads_to_the_same(kinds: tuple[str, str]) -> None:
    said = {"state": message(), "status": b"online"}
    told = heard(*((topic("table-7", kind), said[kind]) for kind in kinds)).told(True)
    assert told["tables"][0]["online"] is True


def test_a_table_that_never_said_so_is_not_online() -> None:
    assert heard((topic("table-7"), message())).told(True)["tables"][0]["online"] is False


def test_an_emptied_topic_is_forgotten() -> None:
    made = heard((topic("table-7"), message()), (topic("table-7"), b""))
    assert made.told(True)["tables"] == []


def test_what_is_not_heard_again_after_a_loss_is_forgotten() -> None:
    made = heard((topic("a"), message("a")), (topic("b"), message("b")))
    made.doubt()
    made.hear(topic("b"), message("b"))
    assert [table["id"] for table in made.told(True)["tables"]] == ["a", "b"]
    made.forget_unheard()
    assert [table["id"] for table in made.told(True)["tables"]] == ["b"]


def spoiled(**changes: Any) -> bytes:
    whole = json.loads(message())
    for path, value in changes.items():
        place = whole
        *way, last = path.split("__")
        for step in way:
            place = place[int(step) if step.isdigit() else step]
        place[last] = value
    return json.dumps(whole).encode()


@pytest.mark.parametrize(
    "bad",
    [
        b"{",
        b"[]",
        b"\xff\xfe",
        b"[" * 100_000,
        b" " * (LARGEST_MESSAGE + 1),
        spoiled(format=2),
        spoiled(state=None),
        spoiled(state__phase="<script>"),
        spoiled(state__players__0__stickers=99),
        spoiled(state__players__0__score=10**12),
        spoiled(state__players__0__name="x" * 2000),
        spoiled(state__players=[{}]),
        spoiled(table__name=7),
    ],
)
def test_what_is_not_as_described_changes_nothing(bad: bytes) -> None:
    made = heard((topic("table-7"), message()))
    before = made.told(True)
    assert made.hear(topic("table-7"), bad) is False
    assert made.told(True) == before


@pytest.mark.parametrize("table", ["", "A", "a b", "<b>", "x" * 61, "ä"])
def test_a_topic_of_no_table_is_not_heard(table: str) -> None:
    assert heard().hear(topic(table), message()) is False


@pytest.mark.parametrize(
    "address", ["javascript:alert(1)", "https://example.com", "http://evil.com:80", "http://1.2.3.4:80/x", ""]
)
def test_an_address_is_a_tables_own_page_or_nothing(address: str) -> None:
    assert heard((topic("t"), message(address=address))).told(True)["tables"][0]["address"] is None


def test_new_fields_of_a_newer_table_do_not_matter() -> None:
    assert heard().hear(topic("t"), spoiled(state__weather="rain", more=1)) is True


def test_no_flood_of_tables_fills_the_memory() -> None:
    made = heard(*((topic(f"t{k}", "status"), b"online") for k in range(MOST_TABLES + 10)))
    assert made.hear(topic("one-more", "status"), b"online") is False
    assert made.hear(topic("t1", "status"), b"offline") is True


@given(st.text(max_size=30), st.sampled_from(list(Phase)))
def test_any_public_state_is_understood(name: str, phase: Phase) -> None:
    shown = board(phase, names=(name, "B", "C"), number=3)
    assert heard().hear(topic("t"), state_message("t", name, None, public_json(shown))) is True
