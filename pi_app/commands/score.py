"""`rabbit-table score [FILE]`: scores rounds, ends of rounds and whole matches from JSON or notation.

Only the answer goes to standard output. 0: scored; 2: cannot be read; 3: something was refused.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from pi_app.commands.places import settings_of
from pi_app.commands.score_answer import Answer
from pi_app.commands.score_input import BadInput
from pi_app.commands.score_match import Reply, reply_to, reply_to_lines
from pi_app.session.sentences import reason_text
from pi_app.words import Words


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", nargs="?", default="-", help="JSON or notation; -: standard input")


def run(args: argparse.Namespace) -> int:
    """0: scored; 2: the file cannot be read as what it should be; 3: something was refused."""
    words = Words(settings_of(args).settings.language)
    try:
        reply = _reply(_text(args.file), words)
    except BadInput as error:
        said = words.text("This cannot be scored: {detail}.", detail=reason_text(error.reason, words))
        print(f"rabbit-table score: {said}", file=sys.stderr)
        return 2
    sys.stdout.buffer.write(_encoded(reply.answer) + b"\n")
    sys.stdout.flush()
    return 3 if reply.refused else 0


def _text(file: str) -> str:
    try:
        read = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
        return read.decode("utf-8-sig").strip()
    except UnicodeDecodeError:
        raise BadInput("it is not UTF-8 text") from None
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise BadInput("{file} cannot be read, {detail}", file=ascii(file), detail=why) from None


def _reply(text: str, words: Words) -> Reply:
    if not text.startswith(("{", "[")):
        return reply_to_lines(text, words)
    said = _decoded(text)
    if isinstance(said, dict):
        return reply_to(said, words)
    replies = [_one_of_many(one, words) for one in said]
    return Reply([reply.answer for reply in replies], any(reply.refused for reply in replies))


def _one_of_many(said: object, words: Words) -> Reply:
    """What cannot be read in a list is refused in its place; the others are scored."""
    try:
        if isinstance(said, str):
            return reply_to_lines(said, words)
        if isinstance(said, dict):
            return reply_to(said, words)
        raise BadInput("expected an object")
    except BadInput as error:
        text = words.text("This cannot be scored: {detail}.", detail=reason_text(error.reason, words))
        fault = {"code": "BAD_INPUT", "player": None, "slot": None, "text": text}
        answer: Answer = {"accepted": False, "errors": [fault], "points": None}
        return Reply(answer, refused=True)


def _decoded(text: str) -> Any:
    try:
        return json.loads(text, parse_constant=_no_constant, object_pairs_hook=_each_key_once)
    except RecursionError:
        raise BadInput("it is nested too deeply") from None
    except json.JSONDecodeError as error:
        where = {"line": error.lineno, "column": error.colno}
        raise BadInput(
            "line {line}, column {column} is not JSON ({detail})", detail=error.msg, **where
        ) from None
    except ValueError:
        raise BadInput("a number in it is too long") from None


def _no_constant(name: str) -> object:
    raise BadInput("{name} is not a number in JSON", name=name)


def _each_key_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Two votes of one player must not become one."""
    read: dict[str, Any] = {}
    for key, value in pairs:
        if key in read:
            raise BadInput("{name} is there twice in one object", name=ascii(key)[:40])
        read[key] = value
    return read


def _encoded(answer: object) -> bytes:
    try:
        return json.dumps(answer, ensure_ascii=False, indent=1).encode()
    except UnicodeEncodeError:  # half a surrogate pair in a name: only escapes can say it
        return json.dumps(answer, indent=1).encode()
