"""Frames in, small frozen reports out, for ever: the loop that runs where the camera is.

Rule: only frames taken after the last order count, and during voting no number leaves this loop.
This module runs in a child process: nothing here may import a user interface.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Protocol

from hardware.ports import Camera, CameraError, Frame, NoMoreFrames
from pi_app.game.pieces import Phase
from pi_app.session.proposal import without_numbers
from pi_app.session.views import Preview
from pi_app.vision.look import Shown
from pi_app.vision.seen import Look, Reading
from pi_app.vision.steady import Steady

_OPEN_PHASES = frozenset({Phase.REVEAL, Phase.OWNERS, Phase.SCORES, Phase.OVER})


class Looker(Protocol):
    """`pi_app.vision.look.Looker`: frames to looks, and the last picture, small."""

    def look(self, frame: Frame) -> Look: ...

    def shown(self) -> Shown: ...


@dataclass(frozen=True, slots=True)
class Orders:
    """What the session wants watched. `number` counts up; reports carry it back.

    not_before: seconds of `Now`; frames taken earlier show the table as it was.
    """

    number: int = 0
    phase: Phase = Phase.LOBBY
    preview: bool = False
    not_before: float = 0.0


def next_order(orders: Orders, phase: Phase, preview: bool, at: float) -> Orders:
    """The same phase again keeps its frames; another one begins at `at`, in seconds of `Now`."""
    if orders.number and orders.phase is phase:
        return replace(orders, number=orders.number + 1, preview=preview)
    return Orders(orders.number + 1, phase, preview, at)


@dataclass(frozen=True, slots=True)
class Report:
    """One look, made under `orders`."""

    orders: int
    reading: Reading
    preview: Preview | None


@dataclass(frozen=True, slots=True)
class Trouble:
    """The camera gave up. `ended`: it has simply shown all its pictures."""

    code: str
    text: str
    ended: bool = False


@dataclass(frozen=True, slots=True)
class Alive:
    """The loop runs, without a frame that counts."""


Said = Report | Trouble | Alive


def watch(
    camera: Camera,
    looker: Looker,
    next_orders: Callable[[], Orders | None],
    say: Callable[[Said], None],
) -> None:
    """Run until `next_orders` gives None or the camera fails; the camera is closed in any case."""
    orders = Orders()
    steady = Steady()
    try:
        camera.open()
        say(Alive())
        while (wanted := next_orders()) is not None:
            if wanted.number != orders.number:
                steady.forget()
            orders = wanted
            frame = camera.read()
            if frame.taken_at < orders.not_before:
                say(Alive())
                continue
            say(_report(steady.add(looker.look(frame)), looker, orders))
    except NoMoreFrames:
        say(Trouble("CAMERA_ENDED", "", ended=True))
    except CameraError as error:
        say(Trouble(error.code, str(error)))
    finally:
        camera.close()


def _report(reading: Reading, looker: Looker, orders: Orders) -> Report:
    show = orders.preview and orders.phase is not Phase.VOTING
    shown = looker.shown() if show else None
    preview = Preview(shown.picture, shown.outlines) if shown else None
    tells = orders.phase in _OPEN_PHASES
    return Report(orders.number, reading if tells else without_numbers(reading), preview)
