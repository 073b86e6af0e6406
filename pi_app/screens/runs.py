"""A text goes in; the font that draws it, or the fonts, run after run from left to right, come out.

Only a name can need more than one: every text of ours is in the interface's own font. Rule: what no font
has becomes one clear sign, never a row of boxes and never nothing.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from kivy import kivy_data_dir
from PIL import ImageFont

from pi_app.screens import fonts

WIDE_FONT = f"{kivy_data_dir}/fonts/DejaVuSans.ttf"
_KIVY_FONTS = (f"{kivy_data_dir}/fonts/Roboto-Regular.ttf", f"{kivy_data_dir}/fonts/Roboto-Bold.ttf")
_FACES = fonts.made()
_OURS = (str(_FACES.regular), str(_FACES.bold)) if _FACES else _KIVY_FONTS
_LETTERS = _FACES.letters if _FACES else frozenset()
_FOR_NAMES = tuple(map(str, fonts.for_names()))
FONT, BOLD_FONT = _OURS
KEPT_MARKS = "\u200c\u200d\u2066\u2067\u2068\u2069"
"""Joiners, and the isolates that `Words` puts round names."""
UNSHOWN = "\ufffd"
"""A question mark on a tile: here stands something that cannot be shown."""
_NOBODY_HAS = "\U0010fffe"
_ISOLATED = re.compile("[\u2066\u2067\u2068]([^\u2066-\u2069]*)\u2069?|([^\u2066-\u2068]+)")
_PROBE_PX = 16


def broken(text: str, fits: Callable[[str], bool]) -> str:
    """Words too long for a line in pieces: after a hyphen of their own, else with one. `fits`: one piece.

    A word whose letters join stays whole.
    """
    pieces: list[str] = []
    for word in text.split(" "):
        rest, cut = word, True
        while rest and cut and not fits(rest):
            head, tail = _cut(rest, fits)
            cut = bool(head)
            pieces += [head] * cut
            rest = tail
        pieces.append(rest)
    return " ".join(pieces)


def _cut(word: str, fits: Callable[[str], bool]) -> tuple[str, str]:
    """The longest beginning that fits, as it is drawn, and the rest; nothing and all where none does."""
    if has_right_to_left(word):
        return "", word
    longest = next((at for at in range(len(word) - 2, 1, -1) if fits(_ended(word, at))), 0)
    # A hyphen of its own is the better place, unless the first line would be half empty.
    own = [at for at in range(longest, longest // 2, -1) if word[at - 1] == "-"]
    at = own[0] if own else longest
    return _ended(word, at), word[at:]


def _ended(word: str, at: int) -> str:
    """How a word's first letters look at the end of a line; too long for any, inside of what is one sign."""
    if at and (unicodedata.combining(word[at]) or word[at] in KEPT_MARKS):
        return word
    before = word[at - 1 : at]
    return word[:at] + "-" * (before.isalpha() and unicodedata.east_asian_width(before) != "W")


@dataclass(frozen=True, slots=True)
class Run:
    """Letters of one font, drawn one way. `font`: a file."""

    text: str
    font: str
    way: str


@lru_cache(maxsize=2048)
def has_right_to_left(text: str) -> bool:
    """Whether a letter of it is written from right to left."""
    return any(unicodedata.bidirectional(c) in ("R", "AL") for c in text)


@lru_cache(maxsize=2048)
def is_simple(text: str) -> bool:
    """Whether Kivy's Latin and Cyrillic fonts have all of it."""
    return all(c < "\u0250" or "\u0400" <= c < "\u0460" or c in "–—‘’“”„…•−" for c in text)


@lru_cache(maxsize=8)
def _probe(file: str) -> Any:
    return ImageFont.truetype(file, _PROBE_PX)


@lru_cache(maxsize=4096)
def _has(file: str, letter: str) -> bool:
    """What a font lacks it draws like a letter that nobody has."""
    font = _probe(file)
    return bytes(font.getmask(letter)) != bytes(font.getmask(_NOBODY_HAS))


@lru_cache(maxsize=4096)
def _fallback(letter: str) -> str | None:
    """The font for a letter that the text's own font lacks; empty: it has it; None: nobody has."""
    if letter in _LETTERS or is_simple(letter) or letter in KEPT_MARKS or letter.isspace():
        return ""
    if unicodedata.combining(letter):
        return ""
    if letter == UNSHOWN:
        return WIDE_FONT
    if _has(WIDE_FONT, letter):
        # Letters that join must all be of one font.
        return "" if has_right_to_left(letter) else WIDE_FONT
    return next((file for file in _FOR_NAMES if _has(file, letter)), None)


@lru_cache(maxsize=2048)
def showable(text: str) -> str:
    """Each run of letters that no font has becomes one clear sign, not a row of boxes."""
    found: list[str] = []
    for letter in text:
        shown = letter if _fallback(letter) is not None else UNSHOWN
        if found[-1:] != [UNSHOWN] or not (shown == UNSHOWN or unicodedata.category(letter).startswith("M")):
            found.append(shown)
    return "".join(found)


@lru_cache(maxsize=2048)
def font_of(text: str, bold: bool) -> str:
    """The first file that has all of it but what the system's fonts draw: our own, Kivy's, or the plain
    one that has most."""
    own = [c for c in text if c not in KEPT_MARKS and not _fallback(c)]
    if _LETTERS.issuperset(own):
        return _OURS[bold]
    return _KIVY_FONTS[bold] if is_simple("".join(own)) else WIDE_FONT


@lru_cache(maxsize=2048)
def is_mixed(text: str) -> bool:
    """Whether one font alone cannot draw it."""
    return any(map(_fallback, text))


@lru_cache(maxsize=1024)
def runs(text: str, font: str, right_to_left: bool) -> tuple[Run, ...]:
    """In the order they stand on the display. `right_to_left`: of the sentence; a name in isolates, and a
    text without a letter of such a script, keep their own way."""
    if not has_right_to_left(text):
        right_to_left = False
    found: list[tuple[Run, ...]] = []
    for part in _ISOLATED.finditer(text):
        isolated, plain = part.groups()
        if isolated is not None and plain is None and part.span() != (0, len(text)):
            found.append(runs(isolated, font, _leads_right_to_left(isolated)))
        else:
            found += ((run,) for run in _by_font(isolated or plain or "", font, right_to_left))
    return tuple(run for one in (reversed(found) if right_to_left else found) for run in one)


def _leads_right_to_left(text: str) -> bool:
    ways = (unicodedata.bidirectional(c) for c in text)
    return next((way for way in ways if way in ("L", "R", "AL")), "L") != "L"


def _by_font(text: str, font: str, right_to_left: bool) -> list[Run]:
    found: list[Run] = []
    for letter in text:
        file = _fallback(letter) or font
        if found and (file == found[-1].font or unicodedata.combining(letter)):
            found[-1] = replace(found[-1], text=found[-1].text + letter)
        else:
            # The other fonts draw letters one by one: Han, kana and signs need no more.
            way = "rtl" if right_to_left and file == font else "ltr"
            found.append(Run(letter, file, way))
    return found
