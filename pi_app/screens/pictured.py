"""The screens drawn into pictures without a display: named views and a size go in, pictures come out.

Time is a number that is moved on by hand, so the same view always gives the same picture. Call
`launch.configure` with the largest size first: an invisible window cannot grow.
"""

# ruff: noqa: ARG002 - a still table lets nothing happen, whatever it is asked

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from PIL import Image

from hardware.device import Device
from hardware.ports import Button
from pi_app.game.foresee import Foreseen
from pi_app.game.moves import Move, Override
from pi_app.screens.launch import Size, configure
from pi_app.screens.wishes import Wishes
from pi_app.session.views import Answer, BackupView, LobbySeat, Seeing, View
from pi_app.settings import Settings
from pi_app.words import Words

FRAME_S = 1 / 20


@dataclass(slots=True)
class Still:
    """A table that shows one view and lets nothing happen."""

    shown: View
    foreseen: Foreseen | Answer | None = None
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
        device: Device | None = None,
    ) -> None: ...

    def what_if(self, move: Move) -> Foreseen | Answer:
        return self.foreseen or Foreseen()

    def set_rules(self, overrides: Mapping[str, Override]) -> Answer:
        return Answer(True, self.shown.n)

    def save_rules(self, name: str) -> Answer:
        return Answer(True, self.shown.n)

    def forget_rules(self, profile: str) -> Answer:
        return Answer(True, self.shown.n)

    def answer_proposal(self, proposal: int, accept: bool) -> Answer:
        return Answer(True, self.shown.n)

    def correct_vote(self, player: int, slots: tuple[int, ...]) -> None: ...

    def report_wrong(self, player: int) -> bool:
        return True

    def correct_owner(self, slot: int, player: int | None) -> None: ...

    def set_red(self, slot: int | None) -> None: ...

    def set_words(self, words: Words) -> None: ...

    def look_closer(self, on: bool) -> None: ...

    def seeing(self) -> Seeing | None:
        return self.seen

    def listen(self, overhear: Callable[[Button], None] | None) -> None: ...

    def backups(self) -> tuple[BackupView, ...]:
        return (
            BackupView("3", 1_790_000_000.0, 7, ("Anna", "Bo", "Cy"), 11),
            BackupView("2", 1_789_400_000.0, 6, ("Anna", "Bo", "Cy", "Dan", "Eva"), 14),
            BackupView("1", 1_789_300_000.0, 2, ("Anna", "Dan", "Eva"), 3, before=True),
        )

    def bring_back(self, backup: str) -> Answer:
        return Answer(True, self.shown.n)

    def new_match(self) -> None: ...

    def take_up(self) -> Answer:
        return Answer(True, self.shown.n)


def open_unseen(largest: Size) -> None:
    """Let Kivy draw into memory. Raise nothing; without EGL the first picture says what is missing."""
    os.environ.setdefault("SDL_VIDEODRIVER", "offscreen")
    # Else Mesa's drawing threads pile up frames in memory.
    os.environ.setdefault("LP_NUM_THREADS", "0")
    configure(largest, fullscreen=False)


@dataclass(frozen=True, slots=True)
class Shot:
    """One picture to make. `open`: what opens a sheet on the running app, if any."""

    still: Still
    open: Callable[[Any], object] | None = None


@dataclass(frozen=True, slots=True)
class Looks:
    """`size` in pixels; `seconds`: how long after its view came; in the colours of the day or not."""

    size: Size
    seconds: float
    day: bool = False


def pictures_of(shots: Mapping[str, Shot], looks: Looks) -> Iterator[tuple[str, Image.Image]]:
    """Each shot as it looks after a while."""
    from kivy.base import runTouchApp, stopTouchApp  # noqa: PLC0415 - after `open_unseen`
    from kivy.clock import Clock  # noqa: PLC0415
    from kivy.core.window import Window  # noqa: PLC0415

    from pi_app.screens.app import RabbitApp  # noqa: PLC0415

    at = [Clock.time()]
    Clock.time, Clock._max_fps = (lambda: at[0]), 0
    Window.size = looks.size
    for name, shot in shots.items():
        wishes = Wishes(Settings(day=looks.day))
        app = RabbitApp(shot.still, lambda: None, Words(shot.still.shown.language), wishes=wishes)
        app._run_prepare()
        runTouchApp(embedded=True)
        if shot.open is not None:
            shot.open(app)
        for _ in range(round(looks.seconds / FRAME_S)):
            at[0] += FRAME_S
            _pass_time()
        yield name, _on_display(looks.size)
        app.stop()
        stopTouchApp()


def _pass_time() -> None:
    """A frame of Kivy's loop without its drawing, which is most of the work."""
    from kivy.base import EventLoop  # noqa: PLC0415
    from kivy.clock import Clock  # noqa: PLC0415
    from kivy.lang import Builder  # noqa: PLC0415

    Clock.tick()
    EventLoop.dispatch_input()
    Builder.sync()
    Clock.tick_draw()
    Builder.sync()


def _on_display(size: Size) -> Image.Image:
    from kivy.core.window import Window  # noqa: PLC0415
    from kivy.graphics.opengl import GL_RGB, GL_UNSIGNED_BYTE, glReadPixels  # noqa: PLC0415

    # The buffer that was shown is not kept: draw once more, then read.
    Window.canvas.ask_update()
    Window.dispatch("on_draw")
    raw = glReadPixels(0, 0, *size, GL_RGB, GL_UNSIGNED_BYTE)
    upside_down = Image.frombytes("RGB", size, raw)
    return upside_down.transpose(Image.Transpose.FLIP_TOP_BOTTOM)
