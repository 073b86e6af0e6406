"""Frames in, small frozen reports out, for ever: the loop that runs where the camera is.

Rule: only frames taken after the last order count, and during voting no number leaves this loop.
This module runs in a child process: nothing here may import a user interface.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol, runtime_checkable

from hardware.ports import Camera, CameraError, Frame, NoMoreFrames, NothingNew, Now
from pi_app.game.pieces import Phase
from pi_app.session.last_frames import LastFrames
from pi_app.session.secrecy import OPEN_PHASES, without_numbers
from pi_app.session.views import Preview
from pi_app.vision.look import Kept
from pi_app.vision.seen import Crop, Reading

STALE_SECONDS = 2.0
"""A camera that still gives frames from before the order after this long is stuck."""
PREVIEW_WIDTH = 240
"""A preview fits a pipe's buffer: a child must never wait for its parent to read."""
_PASSED_OVER = frozenset({"BAD_PICTURE", "HEIC_PICTURE"})
"""The picture's fault, not the camera's."""
_PROVING_PHASES = OPEN_PHASES | {Phase.LOBBY}
"""Nobody votes: the camera's own screen may tell which stickers it reads."""


class Looker(Protocol):
    """`pi_app.vision.reader.Reader`: frames to readings, with a memory of the last looks."""

    def look(self, frame: Frame) -> Reading: ...

    def reset(self) -> None:
        """Forget the looks so far: something else lies on the table now."""


@runtime_checkable
class Particular(Protocol):
    """A looker that cares which camera it reads."""

    def meets(self, camera: str) -> str | None:
        """Told once the camera is open: its identity. The code of what the table should know, if anything."""


@runtime_checkable
class Remembering(Protocol):
    """A looker that knows what it read in the last frame, and where."""

    @property
    def kept(self) -> Kept: ...


@dataclass(frozen=True, slots=True)
class Orders:
    """What the session wants watched. `number` counts up; reports carry it back.

    not_before: seconds of `Now`; frames taken earlier show the table as it was. case: a folder that the
    frames of the reveal go into, once.
    """

    number: int = 0
    phase: Phase = Phase.LOBBY
    preview: bool = False
    not_before: float = 0.0
    case: str = ""


def next_order(orders: Orders, phase: Phase, preview: bool, at: float) -> Orders:
    """The same phase again keeps its frames; another one begins at `at`, in seconds of `Now`."""
    if orders.number and orders.phase is phase:
        return replace(orders, number=orders.number + 1, preview=preview)
    return Orders(orders.number + 1, phase, preview, at, orders.case)


def case_order(orders: Orders, folder: str) -> Orders:
    """The same orders, and the frames of the reveal go into this folder."""
    return replace(orders, number=orders.number + 1, case=folder)


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
    """The loop runs, without a frame that counts. `well`: the camera works, it only has nothing new.

    notice: code of what is not as it should be, though the camera works. passed_over: of a single picture
    that cannot be read; the next one may be good.
    """

    well: bool = False
    notice: str | None = None
    passed_over: str | None = None


Said = Report | Trouble | Alive


def watch(
    camera: Camera,
    looker: Looker,
    next_orders: Callable[[], Orders | None],
    say: Callable[[Said], None],
    now: Now,
) -> None:
    """Run until `next_orders` gives None or the camera fails; the camera is closed in any case."""
    orders = Orders()
    frames, case = LastFrames(), ""
    try:
        camera.open()
        say(Alive(notice=looker.meets(camera.identity) if isinstance(looker, Particular) else None))
        while (wanted := next_orders()) is not None:
            if wanted.number != orders.number:
                looker.reset()
            orders = wanted
            if orders.case != case:
                case = orders.case
                frames.write(Path(case))
            try:
                frame = camera.read()
            except NothingNew:
                say(Alive(well=True))
                continue
            except CameraError as error:
                if error.code not in _PASSED_OVER:
                    raise
                say(Alive(well=True, passed_over=error.code))
                continue
            if frame.came_at is not None and frame.came_at < orders.not_before:
                say(Alive(well=True))
                continue
            if frame.taken_at < orders.not_before:
                if now() - orders.not_before > STALE_SECONDS:
                    raise CameraError("CAMERA_STALE", "the camera gives only old pictures")
                say(Alive())
                continue
            frames.keep(frame, orders.phase)
            reading = looker.look(frame)
            say(_report(frame, reading, looker, orders))
    except NoMoreFrames:
        say(Trouble("CAMERA_ENDED", "", ended=True))
    except CameraError as error:
        say(Trouble(error.code, str(error)))
    finally:
        camera.close()


def _report(frame: Frame, reading: Reading, looker: Looker, orders: Orders) -> Report:
    preview = None
    if orders.preview and orders.phase is not Phase.VOTING:
        kept = looker.kept if isinstance(looker, Remembering) else None
        preview = preview_of(frame, kept, tells=orders.phase in _PROVING_PHASES)
    tells = orders.phase in OPEN_PHASES
    hidden = without_numbers(reading, match=orders.phase is not Phase.LOBBY)
    return Report(orders.number, reading if tells else hidden, preview)


def preview_of(frame: Frame, kept: Kept | None, tells: bool) -> Preview:
    """The whole picture, small, and the outline of every code that was read in it.

    tells: also which stickers they are.
    """
    width = frame.grey.shape[1]
    step = -(-width // PREVIEW_WIDTH)
    small = frame.grey[::step, ::step]
    outlines = kept.outlines if kept else ()
    return Preview(
        Crop(int(small.shape[1]), int(small.shape[0]), small.tobytes()),
        tuple(tuple((x / step, y / step) for x, y in outline) for outline in outlines),
        kept.read if kept and tells else frozenset(),
    )
