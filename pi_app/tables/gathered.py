"""Messages of all tables in; who plays where, how every table stands, and one ranking of all, out.

Rule: what the broker brings is strangers' text: it is measured and checked before anything is kept.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Annotated, Any, Literal

import msgspec

from pi_app.tables.topics import OFFLINE, ONLINE, table_and_kind

MOST_TABLES = 2000
LARGEST_MESSAGE = 256 * 1024
_ADDRESS = re.compile(r"http://(\d{1,3}(\.\d{1,3}){3}|\[[0-9a-fA-F:]{2,45}\]):\d{1,5}")
_ID = re.compile("[a-z0-9-]{1,60}")
_Name = Annotated[str, msgspec.Meta(max_length=1000)]
_Number = Annotated[int, msgspec.Meta(ge=-1_000_000, le=1_000_000)]


class PlayerNow(msgspec.Struct, frozen=True):
    """Of the public player, what is shown of many tables."""

    id: _Number
    name: _Name
    stickers: Annotated[int, msgspec.Meta(ge=1, le=12)]
    score: _Number
    rank: _Number
    active: bool
    label: _Name = ""


class StateNow(msgspec.Struct, frozen=True):
    """Of the public state, what is shown of many tables."""

    phase: Literal["LOBBY", "CLUE", "VOTING", "REVEAL", "OWNERS", "SCORES", "OVER"]
    round: _Number
    target: _Number | None
    players: Annotated[tuple[PlayerNow, ...], msgspec.Meta(max_length=30)]
    storyteller: _Number | None
    voted: _Number
    voters: _Number
    winners: Annotated[tuple[_Number, ...], msgspec.Meta(max_length=30)]
    over: bool


class _Who(msgspec.Struct, frozen=True):
    name: _Name


class _Message(msgspec.Struct, frozen=True):
    format: Literal[1]
    table: _Who
    address: Annotated[str, msgspec.Meta(max_length=100)] | None
    state: StateNow


class Gathered:
    """What is known of all tables. Not for several threads at once."""

    def __init__(self) -> None:
        self._messages: dict[str, _Message] = {}
        self._online: dict[str, bool] = {}
        self._unheard: set[str] = set()

    def hear(self, topic: str, message: bytes) -> bool:
        """Take in one message; False: it is no use. An empty one forgets what it is about."""
        table, kind = table_and_kind(topic)
        if not _ID.fullmatch(table) or len(message) > LARGEST_MESSAGE:
            return False
        if kind == "status" and message in (ONLINE, OFFLINE) and self._has_room(table, self._online):
            self._online[table] = message == ONLINE
        elif not message:
            (self._online if kind == "status" else self._messages).pop(table, None)
        elif kind != "state" or not self._keep(table, message):
            return False
        self._unheard.discard(table)
        return True

    def doubt(self) -> None:
        """The line was lost: what is not heard again may be gone."""
        self._unheard = set(self._messages) | set(self._online)

    def forget_unheard(self) -> None:
        """Drop what was not heard again since `doubt`."""
        for table in self._unheard:
            self._messages.pop(table, None)
            self._online.pop(table, None)
        self._unheard = set()

    def told(self, connected: bool) -> dict[str, Any]:
        """Everything as plain JSON values; `connected`: what is shown is fresh."""
        tables = sorted(self._messages.items(), key=lambda item: (_natural(item[1].table.name), item[0]))
        return {
            "format": 1,
            "connected": connected,
            "tables": [self._table(table, message) for table, message in tables],
            "ranking": list(_ranking(self._messages)),
        }

    def _keep(self, table: str, message: bytes) -> bool:
        try:
            read = msgspec.json.decode(message, type=_Message)
        except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
            return False
        if not self._has_room(table, self._messages):
            return False
        self._messages[table] = read
        return True

    def _has_room(self, table: str, kept: dict[str, Any]) -> bool:
        return table in kept or len(kept) < MOST_TABLES

    def _table(self, table: str, message: _Message) -> dict[str, Any]:
        address = message.address or ""
        return {
            "id": table,
            "name": message.table.name,
            "online": self._online.get(table, False),
            "address": address if _ADDRESS.fullmatch(address) else None,
            **msgspec.to_builtins(message.state),
        }


def _ranking(messages: dict[str, _Message]) -> Iterator[dict[str, Any]]:
    """Everybody at every table, most points first; equal points share a rank.

    A player is somebody at one table: nobody is told apart or put together by a name.
    """
    everybody = [
        (player.score, table, player)
        for table, message in messages.items()
        for player in message.state.players
    ]
    everybody.sort(key=lambda one: (-one[0], one[1], one[2].id))
    rank, before = 0, None
    for place, (score, table, player) in enumerate(everybody, 1):
        rank, before = (rank, before) if score == before else (place, score)
        yield {"rank": rank, "table": table, "player": player.id, "score": score}


def _natural(name: str) -> list[tuple[int, str]]:
    """Table 9 comes before Table 10."""
    parts = re.split(r"([0-9]{1,9})", name.casefold())
    return [(int(part), "") if part.isdigit() and part.isascii() else (0, part) for part in parts]
