"""The page's own words: a phrase's key in, its text in the viewer's language out.

The browser fills the very same phrases, so they are one table (`phrases.json`), with plural forms by
their CLDR names. The viewer's language need not be the table's.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from functools import lru_cache
from pathlib import Path

from pi_app.words import LANGUAGES, Words

Phrase = str | dict[str, str]

_TABLE: dict[str, dict[str, Phrase]] = json.loads(
    (Path(__file__).parent / "phrases.json").read_text(encoding="utf-8")
)


def _russian(n: int) -> str:
    if n % 10 == 1 and n % 100 != 11:
        return "one"
    return "few" if n % 10 in (2, 3, 4) and n % 100 not in (12, 13, 14) else "many"


def _persian(n: int) -> str:
    return "one" if n in (0, 1) else "other"


def _one_is_one(n: int) -> str:
    return "one" if n == 1 else "other"


_PLURAL: dict[str, Callable[[int], str]] = {"ru": _russian, "fa": _persian}
"""CLDR's rules for whole numbers, where they are not the usual one."""


def plural(language: str, n: int) -> str:
    """CLDR category of the whole number `n` in `language`."""
    return _PLURAL.get(language, _one_is_one)(n)


def phrases(language: str) -> dict[str, Phrase]:
    """Every phrase in one of the five languages."""
    return {key: by_language[language] for key, by_language in _TABLE.items()}


@lru_cache(maxsize=len(LANGUAGES))
def words_in(language: str) -> Words:
    """The table's own texts in one of the five languages, one value for each."""
    return Words(language)


class Phrases:
    """The phrases of one language, to be filled on the server."""

    def __init__(self, language: str) -> None:
        self._phrases = phrases(language)
        self._words = words_in(language)

    @property
    def language(self) -> str:
        return self._words.language

    @property
    def direction(self) -> str:
        return "rtl" if self._words.right_to_left else "ltr"

    def number(self, n: int) -> str:
        return self._words.number(n)

    def listed(self, names: Iterable[str]) -> str:
        """Names one after another, with the comma of this language."""
        return self._words.comma.join(names)

    def knows(self, key: str) -> bool:
        return key in self._phrases

    def text(self, key: str, **fields: int | str) -> str:
        """The phrase with its fields filled; a name is set apart from the sentence's direction."""
        phrase = self._phrases[key]
        if isinstance(phrase, dict):
            phrase = phrase[plural(self.language, int(fields["n"]))]
        return phrase.format_map(
            {name: self.number(v) if isinstance(v, int) else f"\u2068{v}\u2069" for name, v in fields.items()}
        )


def choose(wanted: str | None, accepted: str, table: str) -> str:
    """The viewer's language: what was asked for, else the browser's first that we speak, else the table's."""
    if wanted in LANGUAGES:
        return str(wanted)
    for part in accepted.split(",")[:20]:
        tag = part.partition(";")[0].strip().lower().partition("-")[0]
        if tag in LANGUAGES:
            return tag
    return table if table in LANGUAGES else "en"
