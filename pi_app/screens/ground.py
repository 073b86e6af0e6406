"""A row of rabbits on a meadow: `party` with fireworks or paper above. Painted once for each size."""

from __future__ import annotations

from typing import Any

from kivy.clock import Clock
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty
from kivy.uix.widget import Widget

from pi_app.screens import paint
from pi_app.screens.meadow import CROWN_HIGH
from pi_app.screens.tiles import Box, load_kv


class Ground(Box):
    """What is laid in it stands on the meadow; a box while it is laid out is not painted."""

    party = BooleanProperty(False)
    u = NumericProperty(53.0)
    texture = ObjectProperty(None, allownone=True)

    def __init__(self, **given: Any) -> None:
        self._soon = Clock.create_trigger(self._paint, -1)
        super().__init__(**given)
        for name in ("size", "party", "u"):
            self.fbind(name, self._soon)
        self._soon()

    def _paint(self, *_: object) -> None:
        wide, high = self.size
        large = min(wide, high) >= self.u
        self.texture = paint.meadow_texture((wide, high), self.u, self.party) if large else None


class Crown(Widget):
    """As large as its box allows."""

    texture = ObjectProperty(None, allownone=True)

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        self.fbind("size", self._paint)

    def _paint(self, *_: object) -> None:
        wide = int(min(self.width, self.height / CROWN_HIGH))
        self.texture = paint.crown_texture(wide) if wide >= 8 else None


load_kv(__file__)
