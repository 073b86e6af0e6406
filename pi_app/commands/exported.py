"""What `export --format json` wrote in; the match with its moves out, ready for another book."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import msgspec

from pi_app.game.history import fold
from pi_app.game.moves import Event
from pi_app.game.pieces import IllegalMove
from pi_app.session.codec import BadMove, move_from_dict
from pi_app.session.rescue import Rescued


class BadExport(Exception):
    """This is not an exported match. The text says why, without a full stop."""


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
            raise BadExport(f"format {said.format} is not known")
        events = tuple(_event(n, event) for n, event in enumerate(said.events, 1))
        fold(events)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError, BadMove) as error:
        raise BadExport(str(error)) from None
    except IllegalMove as error:
        raise BadExport(f"its moves do not follow the rules ({error})") from None
    if not events:
        raise BadExport("it has no moves")
    return Rescued(said.match, _seconds(said.started_at), True, events, whole=True)


def _event(place: int, said: dict[str, Any]) -> Event:
    fields = {name: value for name, value in said.items() if name not in ("n", "at")}
    if said.get("n") != place:
        raise BadExport(f"move {place} is missing")
    try:
        at = _seconds(datetime.fromisoformat(str(said.get("at"))))
    except ValueError:
        # A clock that was far off when it was written; the order of the moves is what counts.
        at = 0.0
    return Event(place, at, move_from_dict(fields))


def _seconds(moment: datetime) -> float:
    try:
        return moment.timestamp()
    except (OverflowError, OSError, ValueError):
        return 0.0
