"""Texts and values in; the same without the names of people, their folders and their passwords out.

Rule: what people typed is known by where it stands, not by what it looks like; every name has one number.
"""

from __future__ import annotations

import json
import re
import sqlite3
import tomllib
import unicodedata
from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path

import msgspec

from pi_app.session.book_file import read_only
from pi_app.settings import Settings

_TYPED = frozenset({"name", "person", "reason"})
"""Fields of a move into which people, or what was made of their words, have written."""
_SECRET = frozenset({"mqtt.password"})
_OWN = frozenset({"mqtt.user", "mqtt.table"})
"""Settings that are names of people, as a rule."""
_WORDS_OF_OURS = frozenset({"check", "status", "version"})
_KNOWN = frozenset(
    key
    for name, value in msgspec.structs.asdict(Settings()).items()
    for key in (
        [f"{name}.{part}" for part in value.__struct_fields__]
        if isinstance(value, msgspec.Struct)
        else [name]
    )
)
_WRITTEN = _KNOWN | {key.rpartition(".")[2] for key in _KNOWN}
_KEY = re.compile(r"\s*([\w.]+)\s*=")
_LEFT_OUT = "(left out)"


class Veil:
    """names: all that are known. home: of whoever runs this; lifted: names stay, only passwords go."""

    def __init__(self, names: Iterable[str], home: Path, lifted: bool = False) -> None:
        self._numbers: dict[str, int] = {}
        for name in names:
            self._stands_for(name)
        self._home = str(home) if len(home.parts) > 1 else ""
        self._lifted = lifted
        self._written = self._told_apart()
        anyone = "|".join(re.escape(form) for form in sorted(self._written, key=len, reverse=True))
        self._anyone = re.compile(rf"(?<!\w)(?:{anyone})(?!\w)") if anyone else None

    def on(self, text: str) -> str:
        """A text that somebody else wrote: each whole name becomes `name N`, the home folder `~`."""
        if self._lifted:
            return text
        if self._home:
            text = re.sub(rf"{re.escape(self._home)}(?![\w.-])", "~", text)
        if self._anyone is None:
            return text
        return self._anyone.sub(lambda found: self._written[found[0]], text)

    def over(self, value: object) -> object:
        """The same in every text of a JSON-ready value, but for its keys and for words of ours."""
        if isinstance(value, str):
            return self.on(value)
        if isinstance(value, dict):
            return {key: inner if key in _WORDS_OF_OURS else self.over(inner) for key, inner in value.items()}
        return [self.over(inner) for inner in value] if isinstance(value, list | tuple) else value

    def typed(self, move: object) -> object:
        """A move as JSON has it: what people typed is replaced, and nothing else."""
        if self._lifted:
            return move
        if isinstance(move, dict):
            return {
                key: self._stands_for(inner)
                if key in _TYPED and isinstance(inner, str)
                else self.typed(inner)
                for key, inner in move.items()
            }
        return [self.typed(inner) for inner in move] if isinstance(move, list) else move

    def _stands_for(self, name: str) -> str:
        plain = unicodedata.normalize("NFC", name)
        return f"name {self._numbers.setdefault(plain, len(self._numbers) + 1)}"

    def _told_apart(self) -> dict[str, str]:
        """Every spelling of a name that is more than a letter or a number, and what stands for it."""
        telling = [name for name in self._numbers if len(name) > 1 and not name.isdecimal()]
        return {form: self._stands_for(name) for name in telling for form in _spellings(name)}


def _spellings(name: str) -> Iterator[str]:
    """However its accents are written, also as JSON has it."""
    for text in (unicodedata.normalize("NFC", name), unicodedata.normalize("NFD", name)):
        yield from (text, json.dumps(text)[1:-1], json.dumps(text, ensure_ascii=False)[1:-1])


def names_in(book: Path) -> tuple[str, ...]:
    """All that people typed into any move of the book, the longest first; of a damaged one, what is left."""
    found: set[str] = set()
    try:
        with closing(read_only(book)) as db:
            for (move,) in db.execute("SELECT move FROM event"):
                found.update(_typed_in(move))
    except (sqlite3.Error, UnicodeDecodeError):
        pass
    return tuple(sorted(found, key=lambda name: (-len(name), name)))


def _typed_in(move: object) -> Iterable[str]:
    typed: list[str] = []

    def look(pairs: list[tuple[str, object]]) -> None:
        typed.extend(text for key, text in pairs if key in _TYPED and isinstance(text, str) and text)

    try:
        json.loads(move if isinstance(move, str) else "", object_pairs_hook=look)
    except (ValueError, RecursionError):
        return ()
    return typed


def clean_settings(data: bytes, lifted: bool = False) -> str:
    """The settings without their passwords, and without names unless `lifted`; comments go too.

    Of a file that is no TOML only the names of settings are left.
    """
    try:
        said = tomllib.loads(data.decode())
    except (ValueError, RecursionError):
        keys = (
            found[1] for line in data.decode(errors="replace").splitlines() if (found := _KEY.match(line))
        )
        return "".join(f"{key} = ...\n" for key in keys if key in _WRITTEN)
    return "\n".join(_lines(said, "", lifted)) + "\n"


def _lines(table: dict[str, object], within: str, lifted: bool) -> Iterator[str]:
    tables = {key: value for key, value in table.items() if isinstance(value, dict)}
    for key, value in table.items():
        if key not in tables:
            shown = value if _may_be_seen(within + key, value, lifted) else _LEFT_OUT
            yield f"{key} = {json.dumps(shown, ensure_ascii=False)}"
    for key, value in tables.items():
        yield ""
        yield f"[{within}{key}]"
        yield from _lines(value, f"{within}{key}.", lifted)


def _may_be_seen(key: str, value: object, lifted: bool) -> bool:
    """Plain values of settings that there are; what else somebody wrote there may be anything."""
    if value == "":
        return True
    own = key in _OWN and not lifted
    return key in _KNOWN and key not in _SECRET and not own and isinstance(value, str | int | float)
