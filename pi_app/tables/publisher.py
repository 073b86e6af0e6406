"""Boards in; the public state of this table out to a broker, retained, and always the newest in the end.

Rule: one state is on its way at a time, and after each one that the broker has taken, the newest follows.
So a resent old state never stands last, and a slow broker gets the newest and not a heap of old ones.
"""

from __future__ import annotations

import logging
import threading
from collections import deque
from dataclasses import dataclass
from queue import SimpleQueue

from pi_app.session.views import Board
from pi_app.tables.broker import Broker, Ears, Line, Said
from pi_app.tables.topics import OFFLINE, ONLINE, Topics, discovery, state_message, table_id
from pi_app.web.board import public_json

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Taken:
    number: int


@dataclass(frozen=True, slots=True)
class _Stood:
    """What stood as our state when the line came up, or an echo of what we said."""

    state: bytes


_REMEMBERED = 64
_DOUBTS = 2
"""So many times the line came back to a state that is not ours: another table speaks as us."""
_UP, _NEWS, _DENIED, _STOP = "up", "news", "denied", "stop"
_Event = str | _Taken | _Stood


class Publisher:
    """Start it, publish boards to it, stop it; all from the main thread, none of it ever waits.

    `name`: what people call this table; `prefix` and `discovery_prefix`: of the topics; an empty
    discovery prefix tells home automation nothing.
    """

    def __init__(
        self,
        broker: Broker,
        name: str,
        prefix: str = "rabbit-table",
        discovery_prefix: str = "homeassistant",
        retry_seconds: tuple[int, int] = (1, 30),
    ) -> None:
        self._name = name
        self._id = table_id(name)
        self._topics = Topics(prefix, self._id)
        self._discovery_prefix = discovery_prefix
        self._events: SimpleQueue[_Event] = SimpleQueue()
        self._thread: threading.Thread | None = None
        self._shown: tuple[Board, str | None] | None = None
        self._under_way: tuple[int, bytes] | None = None
        self._stands: bytes | None = None
        self._others: set[int] = set()
        self._said: deque[int] = deque(maxlen=_REMEMBERED)
        self._ups = self._doubts = 0
        self._doubted = False
        self._line = Line(
            broker,
            f"rabbit-table-{self._id}",
            Ears(
                (self._topics.status, self._topics.state),
                lambda: self._events.put(_UP),
                taken=self._taken,
                heard=self._heard,
            ),
            Said(self._topics.status, OFFLINE),
            retry_seconds,
        )

    @property
    def is_up(self) -> bool:
        return self._line.is_up

    @property
    def is_doubled(self) -> bool:
        """Another table has the same name: the broker lets one of the two in and throws the other out."""
        return self._doubts >= _DOUBTS

    def trust(self) -> None:
        """The line has been up for long: whoever had our name has another one now."""
        self._doubts = 0

    def start(self) -> None:
        """Connect from now on, and again whenever the line is lost."""
        self._thread = threading.Thread(target=self._run, name="publisher", daemon=True)
        self._thread.start()
        self._line.start()

    def publish(self, board: Board, address: str | None = None) -> None:
        """Tell this board; `address`: the table's own page. Only the newest counts."""
        self._shown = (board, address)
        self._events.put(_NEWS)

    def set_address(self, address: str | None) -> None:
        """The table's own page has moved."""
        if self._shown is not None and self._shown[1] != address:
            self.publish(self._shown[0], address)

    def stop(self) -> None:
        """Say that the table is offline, in less than four seconds."""
        self._events.put(_STOP)
        if self._thread is not None:
            self._thread.join(1)
        self._line.stop(Said(self._topics.status, OFFLINE))

    # --- in the line's thread: paho holds locks there, so nothing is done but noted ---

    def _taken(self, number: int) -> None:
        self._events.put(_Taken(number))

    def _heard(self, topic: str, message: bytes) -> None:
        if topic == self._topics.state:
            self._events.put(_Stood(message))
            return
        # The will of an older line of ours may arrive late.
        if message != ONLINE:
            self._events.put(_DENIED)

    # --- in the publisher's thread ---

    def _run(self) -> None:
        while (event := self._events.get()) != _STOP:
            if event == _UP:
                self._introduce()
            elif event == _DENIED:
                self._say(Said(self._topics.status, ONLINE))
            elif isinstance(event, _Stood):
                self._doubt(event.state)
            elif isinstance(event, _Taken):
                self._settle(event.number)
            self._push()

    def _doubt(self, state: bytes) -> None:
        # What stood when we first came may be of an evening before.
        if self._ups > 1 and state and not self._doubted and hash(state) not in self._said:
            self._doubted = True
            self._doubts += 1

    def _introduce(self) -> None:
        self._ups += 1
        self._doubted = False
        self._under_way = self._stands = None
        self._others.clear()
        if self._discovery_prefix:
            self._say(Said(*discovery(self._discovery_prefix, self._topics, self._name)))
        self._say(Said(self._topics.status, ONLINE))

    def _say(self, said: Said) -> None:
        number = self._line.say(said)
        if number is not None:
            self._others.add(number)

    def _settle(self, number: int) -> None:
        if number in self._others:
            self._others.discard(number)
        elif self._under_way is not None and self._under_way[0] == number:
            self._stands, self._under_way = self._under_way[1], None
        else:
            # A state from before the line was lost came last after all.
            self._stands = None

    def _push(self) -> None:
        if self._shown is None or self._under_way is not None or not self._line.is_up:
            return
        board, address = self._shown
        newest = state_message(self._id, self._name, address, public_json(board))
        if newest != self._stands:
            self._said.append(hash(newest))
            number = self._line.say(Said(self._topics.state, newest))
            self._under_way = None if number is None else (number, newest)
