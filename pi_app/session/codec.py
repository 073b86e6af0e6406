"""A move in, a JSON-ready dict out, and back: the move's name and its fields in snake_case.

Rule: nothing is guessed. An unknown move, field or type is a BadMove with one sentence, never a traceback.
"""

from __future__ import annotations

import dataclasses
import json
import math
import unicodedata
from typing import Any, cast

import msgspec

from pi_app.game.moves import MOVES, Move, Seat
from pi_app.game.pieces import Fault, Reason, because

BIGGEST = 10**9
"""No number in a move is larger: beyond it, arithmetic and databases differ."""
LONGEST_TEXT = 200


class BadMove(Exception):
    """This is not a move. The text says why, in one sentence without a full stop."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(str(reason))
        self.reason = reason
        self.fault = Fault("BAD_MOVE", detail=str(reason), reason=reason)


def move_to_dict(move: Move) -> dict[str, Any]:
    """`{"move": name, field: value}`; fields that are None are left out."""
    fields = cast("dict[str, Any]", msgspec.to_builtins(move, str_keys=True))
    return {"move": type(move).__name__, **{k: v for k, v in fields.items() if v is not None}}


def read_json(line: bytes) -> Any:
    """One value of JSON. Raise ValueError or RecursionError for none, BadMove where it says a thing twice."""
    text = line.decode("utf-8")
    return json.loads(text, object_pairs_hook=_each_key_once, parse_constant=_finite, parse_float=_finite)


def _finite(written: str) -> float:
    """NaN and Infinity are no JSON, and a number beyond all floats is none either."""
    if not math.isfinite(number := float(written)):
        raise ValueError(written)
    return number


def _each_key_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Two votes of one player must not become one."""
    read = dict(pairs)
    if len(read) < len(pairs):
        twice = next(key for n, (key, _) in enumerate(pairs) if key in dict(pairs[:n]))
        raise BadMove(because("{name} is there twice in one object", name=_short(twice)))
    return read


def move_from_dict(said: object) -> Move:
    """Raise BadMove for anything that is not exactly a move."""
    if not isinstance(said, dict):
        raise BadMove(because("a move is an object"))
    fields = {str(key): value for key, value in said.items()}
    name = fields.pop("move", None)
    kind = MOVES.get(name) if isinstance(name, str) else None
    if kind is None:
        raise BadMove(because("unknown move {move}", move=_short(name)))
    _refuse_unknown(kind, fields)
    for seat in _seats(fields):
        _refuse_unknown(Seat, seat)
    _refuse_oversize(fields)
    try:
        return cast("Move", msgspec.convert(fields, kind, str_keys=True))
    except msgspec.ValidationError as error:
        raise BadMove(because("a value does not fit ({detail})", detail=str(error))) from None


def _seats(fields: dict[str, Any]) -> list[dict[str, Any]]:
    players = fields.get("players")
    many = players if isinstance(players, list) else []
    return [seat for seat in (*many, fields.get("player")) if isinstance(seat, dict)]


def _refuse_unknown(kind: type, fields: dict[str, Any]) -> None:
    known = {field.name for field in dataclasses.fields(kind)}
    unknown = sorted(set(fields) - known)
    if unknown:
        name, stranger = kind.__name__, _short(unknown[0])
        raise BadMove(because("{move} has no field {field}", move=name, field=stranger))


def _refuse_oversize(value: object) -> None:
    match value:
        case bool() | float() | None:
            return
        case int() if abs(value) > BIGGEST:
            raise BadMove(because("a number is too large"))
        case str() if len(value) > LONGEST_TEXT:
            raise BadMove(because("a text is too long"))
        case str() if any(unicodedata.category(letter) in ("Cc", "Cs") for letter in value):
            raise BadMove(because("a text has characters that cannot be shown"))
        case dict():
            for key, inner in value.items():
                if isinstance(key, str) and key.isdecimal() and len(key) >= len(str(BIGGEST)):
                    raise BadMove(because("a number is too large"))
                _refuse_oversize(inner)
        case list():
            for inner in value:
                _refuse_oversize(inner)


def _short(value: object) -> str:
    return ascii(value)[:40]
