"""Drives the real app without a display: a virtual clock, injected touches, pixels read back."""

from __future__ import annotations

from typing import Any

import numpy as np
from kivy.base import EventLoop, runTouchApp, stopTouchApp
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.lang import Builder
from kivy.tests.common import UnitTestTouch
from numpy.typing import NDArray

from pi_app.screens import theme
from pi_app.screens.app import RabbitApp
from pi_app.screens.shaped_text import Text
from pi_app.screens.tiles import Tile
from pi_app.words import Words

FRAME_S = 1 / 60
# The virtual clock goes on from the real one: events that already wait would else never come.
_time = [Clock.time()]
Clock._max_fps = 0
Clock.time = lambda: _time[0]


def _pass_time() -> None:
    """A frame of Kivy's loop without its drawing, which is most of the work; `pixels` draws."""
    Clock.tick()
    EventLoop.dispatch_input()
    Builder.sync()
    Clock.tick_draw()
    Builder.sync()


class Driver:
    """One running app at a time; `close` it."""

    def __init__(self, table: Any, size: tuple[int, int], tick: Any = lambda: None, **given: Any) -> None:
        Window.size = size
        self.table = table
        self.app = RabbitApp(table, tick, Words(), **given)
        self.app._run_prepare()
        runTouchApp(embedded=True)
        self.frames(24)

    def resize(self, size: tuple[int, int]) -> None:
        Window.size = size
        self.frames(24)

    def frames(self, count: int = 1) -> None:
        for _ in range(count):
            _time[0] += FRAME_S
            _pass_time()

    def seconds(self, seconds: float) -> None:
        self.frames(round(seconds / FRAME_S))

    def tap_at(self, x: float, y: float, settle: bool = True) -> None:
        if settle:
            self.seconds(0.3)
        touch = UnitTestTouch(x, y)
        touch.touch_down()
        self.frames(2)
        touch.touch_up()
        self.frames(2)

    def tap(self, widget: Any, settle: bool = True) -> None:
        if settle:
            self.seconds(0.3)
        self.tap_at(*widget.to_window(*widget.center), settle=False)

    def tap_words(self, words: str) -> None:
        """Tap the tile that says this: what a finger can do, and nothing else."""
        tiles = [tile for tile in self.all(Tile) if words in _said(tile) and not tile.disabled]
        if not tiles:
            raise AssertionError(f"no tile says {words!r}")
        self.tap(tiles[-1])

    def key(self, code: int, letter: str = "") -> None:
        Window.dispatch("on_key_down", code, 0, letter, [])
        self.frames(1)
        Window.dispatch("on_key_up", code, 0)
        self.frames(1)

    @property
    def page(self) -> Any:
        return self.app.stage.page

    @property
    def sheet(self) -> Any:
        return self.app.stage.sheet

    def all(self, kind: type) -> list[Any]:
        return [one for one in self.app.stage.walk() if isinstance(one, kind)]

    def pixels(self) -> NDArray[np.uint8]:
        """What is on the display: (height, width, 3), top first."""
        from kivy.graphics.opengl import GL_RGB, GL_UNSIGNED_BYTE, glReadPixels

        Window.canvas.ask_update()
        self.frames(1)
        wide, high = Window.size
        Window.canvas.ask_update()
        EventLoop.window.dispatch("on_draw")
        raw = glReadPixels(0, 0, wide, high, GL_RGB, GL_UNSIGNED_BYTE)
        return np.frombuffer(raw, np.uint8).reshape(high, wide, 3)[::-1]

    def close(self) -> None:
        theme.use(day=False)
        self.app.stop()
        stopTouchApp()
        for child in Window.children[:]:
            Window.remove_widget(child)


def _said(tile: Tile) -> list[str]:
    return [one.words for one in tile.walk() if isinstance(one, Text)]
