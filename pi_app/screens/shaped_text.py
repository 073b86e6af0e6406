"""A label for any text: right-to-left scripts through Pillow's raqm, all else through Kivy's own way.

It takes text as plain text only (never markup), takes out what would break a line or turn its
direction, and makes its letters smaller until the text fits; `cut` says that even this was not enough.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from kivy import kivy_data_dir
from kivy.clock import Clock
from kivy.core.text import Label as CoreLabel
from kivy.core.text.text_pil import LabelPIL
from kivy.properties import BooleanProperty, NumericProperty, StringProperty
from kivy.uix.label import Label
from PIL import ImageFont, features

from pi_app.screens import fonts

WIDE_FONT = f"{kivy_data_dir}/fonts/DejaVuSans.ttf"
_KIVY_FONTS = (f"{kivy_data_dir}/fonts/Roboto-Regular.ttf", f"{kivy_data_dir}/fonts/Roboto-Bold.ttf")
_FACES = fonts.made()
_OURS = (str(_FACES.regular), str(_FACES.bold)) if _FACES else _KIVY_FONTS
_LETTERS = _FACES.letters if _FACES else frozenset()
FONT, BOLD_FONT = _OURS
SHAPES = bool(features.check("raqm"))
"""Without raqm Pillow still draws, letters unjoined: an honest fallback, not a crash."""
_KEPT_MARKS = "\u200c\u200d\u2066\u2067\u2068\u2069"
"""Joiners, and the isolates that `Words` puts round names."""
ONE_LINE_FROM = 0.78
_MIRRORED = {"left": "right", "right": "left"}
_UNSHOWN = "\ufffd"
"""A question mark on a tile: here stands something that cannot be shown."""
_SURE_OF = 0.985
_OVER_PX = 1
_STEPS = tuple(0.94**k for k in range(1, 24))


def plain(text: str) -> str:
    """`text` as one safe line: no line breaks, controls, direction overrides or broken surrogates."""
    sound = text.encode("utf-8", "replace").decode("utf-8")
    kept = (" " if unicodedata.category(c) in ("Cc", "Zl", "Zp") else c for c in sound)
    return "".join(c for c in kept if unicodedata.category(c) != "Cf" or c in _KEPT_MARKS)


@lru_cache(maxsize=2048)
def has_right_to_left(text: str) -> bool:
    """Whether a letter of it is written from right to left."""
    return any(unicodedata.bidirectional(c) in ("R", "AL") for c in text)


@lru_cache(maxsize=2048)
def is_simple(text: str) -> bool:
    """Whether Kivy's Latin and Cyrillic fonts have all of it."""
    return all(c < "\u0250" or "\u0400" <= c < "\u0460" or c in "–—‘’“”„…•−" for c in text)


@lru_cache(maxsize=2048)
def font_of(text: str, bold: bool) -> str:
    """The first file that has all of it: our own font, Kivy's, or the plain one that has most."""
    if _LETTERS.issuperset(c for c in text if c not in _KEPT_MARKS):
        return _OURS[bold]
    return _KIVY_FONTS[bold] if is_simple(text) else WIDE_FONT


@lru_cache(maxsize=1024)
def _extents(font: Any, text: str, way: str | None) -> tuple[int, int]:
    ways = {"direction": way} if SHAPES and way else {}
    left, _, right, _ = font.getbbox(text, **ways)
    return int(right - min(0, left)), sum(font.getmetrics())


@lru_cache(maxsize=4)
def _wide_font() -> Any:
    return ImageFont.truetype(WIDE_FONT, 16)


@lru_cache(maxsize=4096)
def _is_drawn(letter: str) -> bool:
    """Whether any of the fonts has this letter. What a font lacks is drawn like a letter nobody has."""
    if letter in _LETTERS or is_simple(letter) or letter in _KEPT_MARKS or letter.isspace():
        return True
    if unicodedata.combining(letter):
        return True
    font = _wide_font()
    return bytes(font.getmask(letter)) != bytes(font.getmask("\U0010fffe"))


def showable(text: str) -> str:
    """Each run of letters that no font has becomes one clear sign, not a row of boxes."""
    found: list[str] = []
    for letter in text:
        shown = letter if _is_drawn(letter) else _UNSHOWN
        if shown != _UNSHOWN or found[-1:] != [_UNSHOWN]:
            found.append(shown)
    return "".join(found)


class _Shaped(LabelPIL):
    """Kivy's Pillow label, told the direction of the text."""

    way: str | None = None

    def get_extents(self, text: str) -> tuple[int, int]:
        font = self._select_font()
        return _extents(font, text, self.way) if font else (0, 0)

    def _render_text(self, text: str, x: float, y: float) -> None:
        font = self._select_font()
        colour = tuple(int(c * 255) for c in self.options["color"])
        ways = {"direction": self.way} if SHAPES and self.way else {}
        if font:
            self._pil_draw.text((int(x), int(y)), text, font=font, fill=colour, **ways)


class Text(Label):
    """`words` is what it says, `most` and `least` its letter size in U, `rows` how many lines it may take.

    halign: `left` is where a line begins, whichever way the table reads. grow: times `most`.
    least: below this the text is shortened at its end with dots.
    """

    words = StringProperty("")
    most = NumericProperty(0.5)
    least = NumericProperty(0.3)
    rows = NumericProperty(1)
    cut = BooleanProperty(False)
    u = NumericProperty(53.0)
    grow = NumericProperty(1.0)
    rtl = BooleanProperty(False)

    def __init__(self, **given: Any) -> None:
        self._fit_soon = Clock.create_trigger(self.fit, -1)
        super().__init__(markup=False, **given)
        for name in ("words", "most", "least", "rows", "size", "u", "bold", "rtl", "grow"):
            self.fbind(name, self._fit_soon)
        self._fit_soon()

    def _create_label(self) -> None:
        """Chosen anew for each text: which of the two ways draws it."""
        options = {name: getattr(self, name) for name in self._font_properties}
        options["usersize"] = self.text_size
        if self.rtl:
            options["halign"] = _MIRRORED.get(options["halign"], options["halign"])
        text = self.text
        shaped = SHAPES and not is_simple(text)
        self._label = (_Shaped if shaped else CoreLabel)(**options)
        if shaped:
            # A sentence runs the way of the table's language, whatever names are in it.
            self._label.way = "rtl" if self.rtl else ("ltr" if has_right_to_left(text) else None)

    def fit(self, *_: object) -> None:
        """Find the largest letters that fit, and draw."""
        text = showable(plain(self.words))
        self.font_name = font_of(text, bool(self.bold))
        wide, high = max(1, self.width), max(1, self.height)
        self.text = text
        floor, most = min(self.least, self.most) * self.u, self.most * self.grow * self.u
        sizes = [s for s in (most * k for k in (1.0, *_STEPS)) if s > floor] + [floor]
        # One line in slightly smaller letters reads better than a last word alone on a second.
        in_one = [s for s in sizes if self.rows > 1 and s >= ONE_LINE_FROM * most]
        fitting = self._largest(in_one, wide, high, 1) or self._largest(sizes, wide, high, int(self.rows))
        self.cut = fitting is None and bool(text)
        if self.cut:
            self._shorten(text, floor, wide, high)
        self.font_size = fitting or floor
        # The pixel that `_fits` lets pass is drawn too: without it a g loses its foot.
        self.text_size = (wide, high + _OVER_PX)
        self._create_label()
        self._trigger_texture()

    def _largest(self, sizes: Sequence[float], wide: float, high: float, rows: int) -> float | None:
        """The first of these falling sizes that fits; what fits in one size fits in all smaller ones."""
        if not sizes or self._fits(sizes[0], wide, high, rows):
            return sizes[0] if sizes else None
        too_large, fits = 0, len(sizes)
        while fits - too_large > 1:
            middle = (too_large + fits) // 2
            if self._fits(sizes[middle], wide, high, rows):
                fits = middle
            else:
                too_large = middle
        return sizes[fits] if fits < len(sizes) else None

    def _shorten(self, text: str, font_size: float, wide: float, high: float) -> None:
        """The longest beginning that fits, with dots."""
        fits, too_long = 0, len(text)
        while too_long - fits > 1:
            middle = (fits + too_long) // 2
            self.text = text[:middle].rstrip() + "…"
            if self._fits(font_size, wide, high, int(self.rows)):
                fits = middle
            else:
                too_long = middle
        self.text = text[:fits].rstrip() + "…"

    def _fits(self, font_size: float, wide: float, high: float, rows: int) -> bool:
        self.font_size = font_size
        # SDL measures a font a little differently once it has drawn with it.
        wide *= _SURE_OF
        self.text_size = (wide, None)
        self._create_label()
        needs_wide, needs_high = self._label.render()
        lines = max(1, len(self._label._cached_lines))
        word = max((self._label.get_extents(w)[0] for w in self.text.split()), default=0)
        return bool(max(needs_wide, word) <= wide and needs_high <= high + _OVER_PX and lines <= rows)
