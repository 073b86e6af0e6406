"""Texts of one kind beside each other in, one size of letters for all of them out.

Rule: what is much longer than the rest is smaller alone; it does not make the others small.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from statistics import median
from typing import Any

from kivy.clock import Clock
from kivy.properties import NumericProperty, StringProperty
from kivy.uix.widget import Widget

ALIKE_FROM = 0.7
"""Of the usual size: what needs smaller letters than this is an exception."""
_SEEN_PX = 2


def common_size(sizes: Sequence[float]) -> float:
    """The size, in pixels, that all but the exceptions can have."""
    return min(size for size in sizes if size >= ALIKE_FROM * median(sizes))


class Kin(Widget):
    """A text that may have others of its `kin` near by. natural: the size it would have alone, in pixels;
    ceiling: the most it is to have, 0: any.
    """

    kin = StringProperty("")
    natural = NumericProperty(0)
    ceiling = NumericProperty(0)

    def tell_kin(self) -> None:
        """The nearest layout that evens out its texts does so soon."""
        above = self.parent if self.kin else None
        while isinstance(above, Widget):
            if isinstance(above, Evens):
                above.even_soon()
                return
            above = above.parent


class Evens(Widget):
    """A layout that evens out the texts below it that have a kin."""

    def __init__(self, **given: Any) -> None:
        self.even_soon = Clock.create_trigger(self._even, -1)
        super().__init__(**given)

    def _even(self, _seconds: float) -> None:
        kinds: dict[str, list[Kin]] = {}
        for text in _texts_below(self):
            kinds.setdefault(text.kin, []).append(text)
        for texts in kinds.values():
            whole = [text.natural for text in texts if not (text.cut or text.in_pieces)]
            size = common_size(whole or [text.natural for text in texts])
            for text in texts:
                text.ceiling = size


def _texts_below(widget: Widget) -> Iterator[Kin]:
    """Those that are seen; another `Evens` below looks after its own."""
    for child in widget.children:
        if isinstance(child, Kin):
            if child.kin and child.natural and child.words and min(child.size) > _SEEN_PX:
                yield child
        elif not isinstance(child, Evens):
            yield from _texts_below(child)
