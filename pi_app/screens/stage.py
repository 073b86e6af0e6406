"""The display's stack: garden, bars, the page of the phase, a sheet over it; and which taps count.

A tap within `SETTLE_S` of a change was meant for what stood there before. Two touches that come
together are one finger seen twice.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import hypot
from typing import Any

from kivy.clock import Clock
from kivy.properties import NumericProperty, ObjectProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.floatlayout import FloatLayout

from pi_app.screens import paint
from pi_app.screens.bar import Banners, BottomBar, TopBar
from pi_app.screens.page import Desk, Page, Sheet
from pi_app.screens.tiles import load_kv
from pi_app.session.views import View

SETTLE_S = 0.25
DOUBLED_S = 0.06


class Stage(FloatLayout):
    """The root widget. `curtain`: how dark everything is, 0..1."""

    garden = ObjectProperty(None, allownone=True)
    curtain = NumericProperty(0.0)

    def __init__(self, desk: Desk, **given: Any) -> None:
        self._desk = desk
        self._changed_at = -9.0
        self._down: tuple[float, float, float] = (-9.0, 0.0, 0.0)
        self.page = Page(desk)
        self.sheet: Sheet | None = None
        super().__init__(**given)
        self.top_bar, self.banners, self.bottom = TopBar(desk), Banners(), BottomBar(desk)
        self._hold = BoxLayout()
        for widget in (self.top_bar, self.banners, self._hold, self.bottom):
            self.ids.column.add_widget(widget)
        self._paint_soon = Clock.create_trigger(self._paint, -1)
        self.bind(size=self._paint_soon)
        self._paint_soon()

    def _paint(self, *_: object) -> None:
        self.garden = paint.garden_texture((int(self.width), int(self.height)))

    def turn_to(self, page: Callable[[Desk], Page]) -> None:
        """Another page; an open sheet belonged to the old one."""
        self.close_sheet()
        self._hold.clear_widgets()
        self.page = page(self._desk)
        self._hold.add_widget(self.page)
        self._changed_at = Clock.get_time()

    def show(self, view: View, title: str, notes: Sequence[str]) -> None:
        """One view on all parts; what comes or goes on a page or beside it moves its tiles."""
        around = self._around()
        self.top_bar.title, self.top_bar.hint = title, view.hint
        self.banners.show([banner.text for banner in view.banners])
        self.bottom.show(view, notes)
        self.page.show(view)
        if self._around() != around:
            self.unsettle()
        if self.sheet is not None:
            self.sheet.follow(view)

    def _around(self) -> tuple[int, float, object]:
        return len(self.banners.children), float(self.bottom.height), self.page.arrangement

    def step(self, seconds: float) -> None:
        """A frame has passed."""
        self.page.step(seconds)
        if self.sheet is not None:
            self.sheet.step(seconds)

    def open(self, sheet: Sheet) -> None:
        self.close_sheet()
        self.sheet = sheet
        self.add_widget(sheet)
        self._changed_at = Clock.get_time()

    def close_sheet(self) -> None:
        if self.sheet is not None:
            gone, self.sheet = self.sheet, None
            self.remove_widget(gone)
            gone.closed()
            self._changed_at = Clock.get_time()

    def unsettle(self) -> None:
        """What stands here is seen only from now on."""
        self._changed_at = Clock.get_time()

    def settled(self) -> bool:
        """Whether the display has stood long enough for a tap to be meant for it."""
        return bool(Clock.get_time() - self._changed_at >= SETTLE_S)

    def on_touch_down(self, touch: Any) -> bool:
        now = Clock.get_time()
        at, x, y = self._down
        doubled = now - at < DOUBLED_S and hypot(touch.x - x, touch.y - y) < self._desk.u
        self._down = (now, touch.x, touch.y)
        if self._desk.stir() or doubled or not self.settled():
            return True
        return bool(super().on_touch_down(touch))


load_kv(__file__)
