"""A camera and the board moved about before it in; the views that tell its lens out.

A view counts once the board lies still and elsewhere than before; a camera of single pictures shows a board
that was held still.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from calibration.lens_board import BoardView, find_board, is_new
from hardware.board import SQUARE_MM
from hardware.ports import Camera, CameraError, Frame, NoMoreFrames, NothingNew, Now

MOST_VIEWS = 15


@dataclass(frozen=True, slots=True)
class Capture:
    """square_mm: a square of the board as printed. seconds: how long to wait in all.

    single: each frame is a picture by itself, and the next one shows the board elsewhere.
    """

    seconds: float
    square_mm: float = SQUARE_MM
    single: bool = False


def views_of(
    camera: Camera, capture: Capture, now: Now, tell: Callable[[list[BoardView]], None]
) -> list[BoardView]:
    """At most MOST_VIEWS; `tell` hears of each new one with all before. Raise CameraError.

    The camera is opened, and closed in any case.
    """
    views: list[BoardView] = []
    last: BoardView | None = None
    camera.open()
    try:
        for frame in _frames(camera, now, now() + capture.seconds):
            view = find_board(frame.grey, capture.square_mm)
            still = capture.single or (last is not None and view is not None and not is_new(view, [last]))
            if view is not None and still and is_new(view, views):
                views.append(view)
                tell(views)
                if len(views) >= MOST_VIEWS:
                    break
            last = view
    finally:
        camera.close()
    return views


def _frames(camera: Camera, now: Now, until: float) -> Iterator[Frame]:
    """Until the camera has shown all its pictures, or the time is over."""
    while now() <= until:
        try:
            yield camera.read()
        except NothingNew:
            continue
        except NoMoreFrames:
            return
        except CameraError as error:
            if error.code not in ("CAMERA_TIMEOUT", "BAD_PICTURE"):
                raise
