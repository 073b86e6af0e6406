"""A label for any text: right-to-left scripts through Pillow's raqm, all else through Kivy's own way.

It takes text as plain text only (never markup), takes out what would break a line or turn its
direction, and makes its letters smaller until the text fits; `cut` says that even this was not enough.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache, partial
from math import ceil
from typing import Any

from kivy.clock import Clock
from kivy.core.text import Label as CoreLabel
from kivy.core.text.text_pil import LabelPIL
from kivy.properties import BooleanProperty, NumericProperty, StringProperty
from kivy.uix.label import Label
from PIL import ImageFont, features

from pi_app.screens.evens import Kin
from pi_app.screens.runs import (
    KEPT_MARKS,
    Run,
    broken,
    font_of,
    has_right_to_left,
    is_mixed,
    is_simple,
    runs,
    showable,
)

SHAPES = bool(features.check("raqm"))
"""Without raqm Pillow still draws, letters unjoined: an honest fallback, not a crash."""
ONE_LINE_FROM = 0.78
_LOOKS_OF_SIGNS = re.compile(
    "[\ufe00-\ufe0f]|(?<!^)[\U0001f3fb-\U0001f3ff]|\u200d(?=[\u2190-\u2bff\U0001f000-\U0001faff])"
)
"""Variation selectors, colours of skin, and joiners between signs."""
_MIRRORED = {"left": "right", "right": "left"}
_SURE_OF = 0.985
_OVER_PX = 1
_STEPS = tuple(0.94**k for k in range(1, 24))


def plain(text: str) -> str:
    """`text` as one safe line: no line breaks, controls, direction overrides or broken surrogates.

    Nor what only chooses the look of the sign before it: its colour cannot be shown.
    """
    sound = text.encode("utf-8", "replace").decode("utf-8")
    kept = (" " if unicodedata.category(c) in ("Cc", "Zl", "Zp") else c for c in sound)
    kept = (c for c in kept if unicodedata.category(c) != "Cf" or c in KEPT_MARKS)
    return _LOOKS_OF_SIGNS.sub("", "".join(kept))


@lru_cache(maxsize=4096)
def _extents(font: Any, text: str, way: str | None) -> tuple[int, int]:
    ways = {"direction": way} if SHAPES and way else {}
    left, _, right, _ = font.getbbox(text, **ways)
    return int(right - min(0, left)), sum(font.getmetrics())


@lru_cache(maxsize=64)
def _font(file: str, size: int) -> Any:
    return ImageFont.truetype(file, size)


class _Shaped(LabelPIL):
    """Kivy's Pillow label, told the direction of the text."""

    way: str | None = None

    def get_extents(self, text: str) -> tuple[int, int]:
        font = self._select_font()
        if font is None:
            return (0, 0)
        if not is_mixed(text):
            return _extents(font, text, self.way)
        return sum(wide for _, _, wide in self._laid(text)), sum(font.getmetrics())

    def _render_text(self, text: str, x: float, y: float) -> None:
        font = self._select_font()
        colour = tuple(int(c * 255) for c in self.options["color"])
        if font is None:
            return
        if not is_mixed(text):
            ways = {"direction": self.way} if SHAPES and self.way else {}
            self._pil_draw.text((int(x), int(y)), text, font=font, fill=colour, **ways)
            return
        left, line = int(x), int(y) + font.getmetrics()[0]
        for run, of_run, wide in self._laid(text):
            ways = {"direction": run.way} if SHAPES else {}
            self._pil_draw.text((left, line), run.text, font=of_run, fill=colour, anchor="ls", **ways)
            left += wide

    def _laid(self, text: str) -> list[tuple[Run, Any, int]]:
        """The runs of a mixed text from left to right, each with its font and how wide it is."""
        size = int(self.options["font_size"])
        laid = []
        for run in runs(text, self.options["font_name_r"], self.way == "rtl"):
            font = _font(run.font, size)
            ways = {"direction": run.way} if SHAPES else {}
            laid.append((run, font, ceil(font.getlength(run.text, **ways))))
        return laid


class Text(Kin, Label):
    """`words` is what it says, `most` and `least` its letter size in U, `rows` how many lines it may take.

    halign: `left` is where a line begins, whichever way the table reads. grow: times `most`.
    least: below this a word goes over two lines, where there are two, and else the text is shortened.
    kin: what of this kind stands near by is written in one size.
    """

    words = StringProperty("")
    most = NumericProperty(0.5)
    least = NumericProperty(0.3)
    rows = NumericProperty(1)
    cut = BooleanProperty(False)
    in_pieces = BooleanProperty(False)
    keeps_end = BooleanProperty(False)
    u = NumericProperty(53.0)
    grow = NumericProperty(1.0)
    rtl = BooleanProperty(False)

    def __init__(self, **given: Any) -> None:
        self._fit_soon = Clock.create_trigger(self.fit, -1)
        self._needs = (0, 0)
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
        self.in_pieces = fitting is None and self.rows > 1 and self._break(floor, wide, high)
        self.cut = fitting is None and bool(text) and not self.in_pieces
        if self.cut:
            self._shorten(self.text, floor, wide, high)
        self.natural = fitting or floor
        self.tell_kin()
        self.on_ceiling()

    def on_ceiling(self, *_: object) -> None:
        """Draw what fits, in letters as large as they may be."""
        if not self.natural:
            return
        self.font_size = min(self.natural, self.ceiling or self.natural)
        wide, high = max(1, self.width), max(1, self.height)
        # The pixel that `_fits` lets pass is drawn too: without it a g loses its foot.
        self.text_size = (wide, high + _OVER_PX)
        self._create_label()
        self._trigger_texture()

    def _largest(self, sizes: Sequence[float], wide: float, high: float, rows: int) -> float | None:
        """The first of these falling sizes that fits; what fits in one size fits in all smaller ones."""
        if not sizes or self._fits(sizes[0], wide, high, rows):
            return sizes[0] if sizes else None
        too_large, fits = 0, len(sizes)
        if rows == 1:
            # One line is as much too large as its letters are: most often the first guess is right.
            right = sizes[0] * min(wide * _SURE_OF / max(1, self._needs[0]), high / max(1, self._needs[1]))
            guess = next((k for k, size in enumerate(sizes) if size <= right), len(sizes) - 1)
            for k in (guess, guess - 1):
                if too_large < k < fits:
                    too_large, fits = (too_large, k) if self._fits(sizes[k], wide, high, 1) else (k, fits)
        while fits - too_large > 1:
            middle = (too_large + fits) // 2
            if self._fits(sizes[middle], wide, high, rows):
                fits = middle
            else:
                too_large = middle
        return sizes[fits] if fits < len(sizes) else None

    def _break(self, font_size: float, wide: float, high: float) -> bool:
        """Long words over two lines; whether it fits like that. Else each line has room for the dots."""
        whole = self.text
        for dots in ("", "…"):
            self.text = whole
            self._fits(font_size, wide, high, int(self.rows))
            self.text = broken(whole, partial(self._one_line, wide=wide * _SURE_OF, dots=dots))
            if self._fits(font_size, wide, high, int(self.rows)):
                return True
        return False

    def _one_line(self, piece: str, wide: float, dots: str) -> bool:
        """In the letters that were tried last."""
        ends = (piece, piece.rstrip("-") + dots)
        return bool(max(self._label.get_extents(end)[0] for end in ends) <= wide)

    def _shorten(self, text: str, font_size: float, wide: float, high: float) -> None:
        """The longest beginning that fits, with dots; of what is being typed the end."""
        fits, too_long = 0, len(text)
        while too_long - fits > 1:
            middle = (fits + too_long) // 2
            self.text = self._dotted(text, middle)
            if self._fits(font_size, wide, high, int(self.rows)):
                fits = middle
            else:
                too_long = middle
        self.text = self._dotted(text, fits)

    def _dotted(self, text: str, letters: int) -> str:
        return (
            f"…{text[len(text) - letters :].lstrip()}"
            if self.keeps_end
            else f"{text[:letters].rstrip(' -')}…"
        )

    def _fits(self, font_size: float, wide: float, high: float, rows: int) -> bool:
        self.font_size = font_size
        # SDL measures a font a little differently once it has drawn with it.
        wide *= _SURE_OF
        self.text_size = (wide, None)
        self._create_label()
        needs_wide, needs_high = self._label.render()
        lines = max(1, len(self._label._cached_lines))
        word = max((self._label.get_extents(w)[0] for w in self.text.split()), default=0)
        self._needs = (max(needs_wide, word), needs_high)
        return bool(self._needs[0] <= wide and needs_high <= high + _OVER_PX and lines <= rows)
