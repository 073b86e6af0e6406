"""Texts for people in one of the five languages: gettext catalogues behind three small methods.

Messages are written in English in the code, with named fields: `words.text("No vote from {player}.",
player=name)`. A missing catalogue or message falls back to English.
"""

from __future__ import annotations

import gettext
import unicodedata
from collections.abc import Iterable
from pathlib import Path

LANGUAGE_NAMES = {"en": "English", "ru": "Русский", "et": "Eesti", "fa": "فارسی", "da": "Dansk"}
"""Each in itself: who cannot read the table's language finds the own one."""
LANGUAGES = tuple(LANGUAGE_NAMES)
LOCALE_DIR = Path(__file__).parent / "locale"
_PERSIAN_DIGITS = str.maketrans("0123456789", "۰۱۲۳۴۵۶۷۸۹")
_PERSIAN_RANGE = _PERSIAN_DIGITS | {ord("-"): "–"}
"""A hyphen would turn the range round: with a dash its first number stands at the right."""
_ISOLATE, _FROM_THE_RIGHT, _POP = "\u2068", "\u2067", "\u2069"


class Words:
    """The texts of one language."""

    def __init__(self, language: str = "en", locale_dir: Path = LOCALE_DIR) -> None:
        self.language = language if language in LANGUAGES else "en"
        self._catalogue = gettext.translation(
            "rabbit-table", str(locale_dir), languages=[self.language], fallback=True
        )

    @property
    def right_to_left(self) -> bool:
        return self.language == "fa"

    def text(self, message: str, **fields: object) -> str:
        """`message` in this language, its {fields} filled in."""
        return self._fill(self._catalogue.gettext(message), fields)

    def count(self, one: str, many: str, n: int, **fields: object) -> str:
        """The plural form that fits `n`; `{n}` in the message is the number itself."""
        return self._fill(self._catalogue.ngettext(one, many, abs(n)), {"n": n, **fields})

    def number(self, n: int) -> str:
        """`n` in the digits of this language."""
        digits = str(n)
        return digits.translate(_PERSIAN_DIGITS) if self.language == "fa" else digits

    def figures(self, text: str) -> str:
        """Numbers the program put together (`3-8`, `2/1`), in the digits of this language; no other text."""
        only_numbers = self.language == "fa" and not any(c.isalpha() for c in text)
        return text.translate(_PERSIAN_RANGE) if only_numbers else text

    @property
    def comma(self) -> str:
        """What stands between two of a list."""
        return "، " if self.language == "fa" else ", "

    def listed(self, names: Iterable[str]) -> str:
        """Names one after another, with the comma of this language; each keeps its own direction."""
        said = self.comma.join(map(self._isolated, names))
        # Names that keep their own direction give the list none.
        return f"{_FROM_THE_RIGHT}{said}{_POP}" if self.right_to_left else said

    def parted(self, sentences: Iterable[str]) -> str:
        """Short sentences one after another, with the semicolon of this language."""
        return ("؛ " if self.language == "fa" else "; ").join(sentences)

    def _fill(self, message: str, fields: dict[str, object]) -> str:
        shown = {
            name: self.number(value) if isinstance(value, int) else self._isolated(str(value))
            for name, value in fields.items()
        }
        return message.format_map(shown) if shown else message

    def _isolated(self, text: str) -> str:
        """A name of another writing direction must not turn the sentence round it."""
        turns = self.right_to_left or any(unicodedata.bidirectional(c) in ("R", "AL") for c in text)
        # Numbers alone have no direction of their own: a list of them is read as the table reads.
        bare = self.right_to_left and not any(c.isalpha() for c in text)
        return f"{_FROM_THE_RIGHT if bare else _ISOLATE}{text}{_POP}" if turns else text
