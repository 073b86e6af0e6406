"""What `export --format json` wrote in; the match with its moves out, ready for another book."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import msgspec

from pi_app.commands.moments import seconds_of
from pi_app.game.history import fold
from pi_app.game.moves import Event
from pi_app.game.pieces import IllegalMove, Reason, because
from pi_app.session.codec import BadMove, move_from_dict
from pi_app.session.rescue import Rescued


class BadExport(Exception):
    """This is not an exported match. `reason` says why, without a full stop."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(str(reason))
        self.reason = reason


class _Export(msgspec.Struct):
    format: int
    match: int
    started_at: datetime
    events: list[dict[str, Any]]


def read_export(text: bytes) -> Rescued:
    """Raise BadExport for anything but a whole match that follows the rules."""
    try:
        said = msgspec.json.decode(text, type=_Export)
        if said.format != 1:
            # Asked first: the moves of another format are not ours to judge.
            raise BadExport(because("format {n} is not known", n=said.format))
        events = tuple(_event(n, event) for n, event in enumerate(said.events, 1))
        fold(events)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadExport(because("it is not an exported match ({detail})", detail=str(error))) from None
    except BadMove as error:
        raise BadExport(error.reason) from None
    except IllegalMove as error:
        raise BadExport(because("its moves do not follow the rules ({detail})", detail=str(error))) from None
    if not events:
        raise BadExport(because("it has no moves"))
    return Rescued(said.match, seconds_of(said.started_at), True, events, whole=True)


def _event(place: int, said: dict[str, Any]) -> Event:
    fields = {name: value for name, value in said.items() if name not in ("n", "at")}
    if said.get("n") != place:
        raise BadExport(because("move {n} is missing", n=place))
    try:
        at = seconds_of(datetime.fromisoformat(str(said.get("at"))))
    except ValueError:
        # A clock that was far off when it was written; the order of the moves is what counts.
        at = 0.0
    return Event(place, at, move_from_dict(fields))
