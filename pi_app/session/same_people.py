"""Who was taken for two people: said once, kept in one small file beside the book, true for every evening.

Keys of `game.persons` in, the key each is to be counted as out. The book itself is never changed; a file that
cannot be read says nothing.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

import msgspec

FILE_NAME = "people.json"
FORMAT = 1


class _File(msgspec.Struct):
    format: int
    same: dict[str, str]


def same_people(folder: Path) -> Mapping[str, str]:
    """Key -> the one it is counted as."""
    try:
        said = msgspec.json.decode((folder / FILE_NAME).read_bytes(), type=_File)
    except (OSError, msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return {}
    return said.same if said.format == FORMAT else {}


def settled(before: Mapping[str, str], said: Mapping[str, str]) -> dict[str, str]:
    """What was said before and now, each key straight to its end; who is said to be himself stands apart."""
    kept = {key: to for key, to in before.items() if said.get(to) != key}
    steps = {key: to for key, to in {**kept, **said}.items() if key != to}
    return {key: end for key in steps if (end := _end(key, steps)) != key}


def keep_same_people(folder: Path, same: Mapping[str, str]) -> None:
    """Whole or not at all. Raise OSError."""
    part = folder / f"{FILE_NAME}.part"
    try:
        with part.open("wb") as file:
            file.write(msgspec.json.encode(_File(FORMAT, dict(same))) + b"\n")
            file.flush()
            os.fsync(file.fileno())
        part.replace(folder / FILE_NAME)
    except OSError:
        with suppress(OSError):
            part.unlink()
        raise


def _end(key: str, steps: Mapping[str, str]) -> str:
    """Where the steps from here lead; in a circle, the key itself."""
    met, here = {key}, key
    while (here := steps.get(here, here)) not in met:
        met.add(here)
        if here not in steps:
            return here
    return key
