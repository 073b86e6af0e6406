"""Names as topics, and what is written to them."""

import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pi_app.tables.topics import Topics, discovery, state_message, table_and_kind, table_id
from pi_app.web.board import public_json, public_state
from tests.pi_app.web.evenings import uneven_evening


@pytest.mark.parametrize(
    ("name", "topic"),
    [
        ("Table 7", "table-7"),
        ("garden", "garden"),
        ("  By the window  ", "by-the-window"),
        ("Стол 1", "1-24db1c84"),
        ("שולחן", "table-8bcd45b9"),
        ("Zoë", "zoe-7efbd117"),
        ("#/+", "table-6e30fd2a"),
        ("", "table-00000000"),
    ],
)
def test_a_table_is_called_in_topics(name: str, topic: str) -> None:
    assert re.fullmatch("[a-z0-9-]{1,60}", table_id(name))
    assert table_id(name).split("-")[0] == topic.split("-", maxsplit=1)[0]


@given(st.text(max_size=80))
def test_any_name_makes_one_level_of_a_topic(name: str) -> None:
    assert re.fullmatch("[a-z0-9-]{1,60}", table_id(name))


def test_names_that_lose_letters_stay_apart() -> None:
    names = ["Стол 1", "Столик 1", "стол 1", "Zoë", "Zoe", "zöe"]
    assert len({table_id(name) for name in names}) == len(names)


@pytest.mark.parametrize("prefix", ["rabbit-table", "cafe/hall-2", ""])
def test_a_topic_tells_its_table(prefix: str) -> None:
    topics = Topics(prefix, "table-7")
    assert table_and_kind(topics.state) == ("table-7", "state")
    assert table_and_kind(topics.status) == ("table-7", "status")
    assert not topics.state.startswith("/")


@given(st.text(max_size=40))
def test_a_message_is_json_with_the_public_state_and_nothing_else(name: str) -> None:
    shown = uneven_evening()
    message = json.loads(state_message("t", name, "http://192.168.1.20:8080", public_json(shown)))
    assert message == {
        "format": 1,
        "table": {"id": "t", "name": name.encode("utf-8", "replace").decode()},
        "address": "http://192.168.1.20:8080",
        "state": json.loads(json.dumps(public_state(shown))),
    }


def test_home_automation_is_told_where_to_look() -> None:
    topics = Topics("rabbit-table", "table-7")
    topic, message = discovery("homeassistant", topics, "Table 7")
    told = json.loads(message)
    assert topic == "homeassistant/sensor/rabbit_table_table-7/config"
    assert (told["state_topic"], told["availability_topic"]) == (topics.state, topics.status)
    assert told["unique_id"] == "rabbit_table_table-7"
    assert told["value_template"] == "{{ value_json.state.phase }}"
    assert told["json_attributes_template"].startswith("{{ {'round': value_json.state.round, ")
    assert told["json_attributes_template"].endswith("} | tojson }}")
