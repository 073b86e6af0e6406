"""The screens drawn into pictures without a display: named views and a size go in, pictures come out.

Time is a number that is moved on by hand, so the same view always gives the same picture. Call
`launch.configure` with the largest size first: an invisible window cannot grow.
"""

# ruff: noqa: ARG002 - a still table lets nothing happen, whatever it is asked

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from PIL import Image

from hardware.ports import Button
from pi_app.game.foresee import Foreseen
from pi_app.game.moves import Move, Override
from pi_app.screens.launch import Size, configure
from pi_app.session.views import Answer, LobbySeat, Seeing, View
from pi_app.words import Words

FRAME_S = 1 / 60


@dataclass(slots=True)
class Still:
    """A table that shows one view and lets nothing happen."""

    shown: View
    foreseen: Foreseen = field(default_factory=Foreseen)
    seen: Seeing | None = None

    def view(self) -> View:
        return self.shown

    def press(self, button: Button) -> Answer:
        return Answer(True, self.shown.n)

    def do(self, move: Move, expect_n: int | None = None) -> Answer:
        return Answer(expect_n in (None, self.shown.n), self.shown.n)

    def set_lobby(
        self,
        profile: str | None = None,
        seats: tuple[LobbySeat, ...] | None = None,
        storyteller: int | None = None,
    ) -> None: ...

    def what_if(self, move: Move) -> Foreseen | Answer:
        return self.foreseen

    def set_rules(self, overrides: Mapping[str, Override]) -> Answer:
        return Answer(True, self.shown.n)

    def save_rules(self, name: str) -> Answer:
        return Answer(True, self.shown.n)

    def forget_rules(self, profile: str) -> Answer:
        return Answer(True, self.shown.n)

    def answer_proposal(self, proposal: int, accept: bool) -> Answer:
        return Answer(True, self.shown.n)

    def correct_vote(self, player: int, slots: tuple[int, ...]) -> None: ...

    def correct_owner(self, slot: int, player: int | None) -> None: ...

    def set_red(self, slot: int | None) -> None: ...

    def set_words(self, words: Words) -> None: ...

    def look_closer(self, on: bool) -> None: ...

    def seeing(self) -> Seeing | None:
        return self.seen

    def listen(self, overhear: Callable[[Button], None] | None) -> None: ...

    def new_match(self) -> None: ...


def open_unseen(largest: Size) -> None:
    """Let Kivy draw into memory. Raise nothing; without EGL the first picture says what is missing."""
    os.environ.setdefault("SDL_VIDEODRIVER", "offscreen")
    # Else Mesa's drawing threads pile up frames in memory.
    os.environ.setdefault("LP_NUM_THREADS", "0")
    configure(largest, fullscreen=False)


@dataclass(frozen=True, slots=True)
class Shot:
    """One picture to make. `sheet`: which of `SHEETS` lies open on the view, if any."""

    view: View
    sheet: str = ""


SHEETS: dict[str, Callable[[Any], None]] = {
    "vote": lambda app: app.stage.page.correct(app.table.shown.votes[0].player),
    "seat": lambda app: app.stage.page.edit(0),
    "menu": lambda app: app.open_menu(),
}


def pictures_of(shots: Mapping[str, Shot], size: Size, seconds: float) -> Iterator[tuple[str, Image.Image]]:
    """Each shot as it looks `seconds` after its view came."""
    from kivy.base import EventLoop, runTouchApp, stopTouchApp  # noqa: PLC0415 - after `open_unseen`
    from kivy.clock import Clock  # noqa: PLC0415
    from kivy.core.window import Window  # noqa: PLC0415

    from pi_app.screens.app import RabbitApp  # noqa: PLC0415

    at = [Clock.time()]
    Clock.time, Clock._max_fps = (lambda: at[0]), 0
    Window.size = size
    for name, shot in shots.items():
        app = RabbitApp(Still(shot.view), lambda: None, Words(shot.view.language))
        app._run_prepare()
        runTouchApp(embedded=True)
        if shot.sheet:
            SHEETS[shot.sheet](app)
        for _ in range(round(seconds / FRAME_S)):
            at[0] += FRAME_S
            EventLoop.idle()
        yield name, _on_display(size)
        app.stop()
        stopTouchApp()


def _on_display(size: Size) -> Image.Image:
    from kivy.core.window import Window  # noqa: PLC0415
    from kivy.graphics.opengl import GL_RGB, GL_UNSIGNED_BYTE, glReadPixels  # noqa: PLC0415

    # The buffer that was shown is not kept: draw once more, then read.
    Window.canvas.ask_update()
    Window.dispatch("on_draw")
    raw = glReadPixels(0, 0, *size, GL_RGB, GL_UNSIGNED_BYTE)
    upside_down = Image.frombytes("RGB", size, raw)
    return upside_down.transpose(Image.Transpose.FLIP_TOP_BOTTOM)
