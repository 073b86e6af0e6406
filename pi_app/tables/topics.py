"""Which topic says what, and how it is written: the one place that knows the layout of docs/network.md.

`PREFIX/v1/TABLE/state`: retained JSON; `PREFIX/v1/TABLE/status`: retained `online` or `offline`;
`DISCOVERY/sensor/rabbit_table_TABLE/config`: retained, for home automation. Only public facts.
"""

from __future__ import annotations

import json
import re
import unicodedata
import zlib
from dataclasses import dataclass

ONLINE, OFFLINE = b"online", b"offline"
LAYOUT = "v1"
"""Part of every topic: what reads version 1 never meets another one."""
_LONGEST_ID = 40


def table_id(name: str) -> str:
    """A name as part of a topic: lower-case ASCII; a checksum keeps names apart that lost letters."""
    spelled = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    slug = re.sub("[^a-z0-9]+", "-", spelled).strip("-")[:_LONGEST_ID]
    if re.fullmatch("[A-Za-z0-9 _-]+", name) and slug and len(name) <= _LONGEST_ID:
        return slug
    return f"{slug or 'table'}-{zlib.crc32(name.encode('utf-8', 'replace')):08x}"


@dataclass(frozen=True, slots=True)
class Topics:
    """The topics of one table; `+` for the table: those of all."""

    prefix: str
    table: str

    @property
    def state(self) -> str:
        return self._of("state")

    @property
    def status(self) -> str:
        return self._of("status")

    def _of(self, what: str) -> str:
        return "/".join(part for part in (self.prefix, LAYOUT, self.table, what) if part)


def table_and_kind(topic: str) -> tuple[str, str]:
    """The table and what is said of it, from a topic of `Topics`."""
    table, kind = topic.split("/")[-2:]
    return table, kind


def state_message(table: str, name: str, address: str | None, state: bytes) -> bytes:
    """`state`: the public JSON of the scoreboard; `address`: the table's own page."""
    head = json.dumps(
        {"format": 1, "table": {"id": table, "name": name}, "address": address}, ensure_ascii=False
    )
    return b'%s,"state":%s}' % (head.removesuffix("}").encode("utf-8", "replace"), state)


def discovery(prefix: str, topics: Topics, name: str) -> tuple[str, bytes]:
    """Topic and message that make the table a sensor in home automation."""
    unique = f"rabbit_table_{topics.table}"
    told = ("round", "voted", "voters", "over", "winners", "players")
    attributes = ", ".join(f"'{field}': value_json.state.{field}" for field in told)
    message = {
        "name": None,
        "unique_id": unique,
        "state_topic": topics.state,
        "value_template": "{{ value_json.state.phase }}",
        "json_attributes_topic": topics.state,
        "json_attributes_template": f"{{{{ {{{attributes}}} | tojson }}}}",
        "availability_topic": topics.status,
        "payload_available": ONLINE.decode(),
        "payload_not_available": OFFLINE.decode(),
        "icon": "mdi:rabbit",
        "device": {"identifiers": [unique], "name": name, "model": "Rabbit Table"},
        "origin": {"name": "rabbit-table"},
    }
    text = json.dumps(message, ensure_ascii=False)
    return f"{prefix}/sensor/{unique}/config", text.encode("utf-8", "replace")
