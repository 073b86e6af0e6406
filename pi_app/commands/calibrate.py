"""`rabbit-table calibrate`: pictures of the printed board in, from the camera or from files; the lens out.

Nothing but the result goes to standard output. 0: measured and stored; 2: wrong usage, no camera, or a file
that cannot be used; 3: the pictures do not tell the lens, and standard error says what is missing.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path

from calibration.capture import MOST_VIEWS, Capture, views_of
from calibration.lens_board import BoardView, LensError, MeasuredLens, covered, find_board, measure_lens
from calibration.store import Calibration, save
from hardware.board import SQUARE_MM, write_board
from hardware.camera_faults import fault
from hardware.ports import Camera, CameraError
from hardware.sheet import PAPERS
from hardware.simulated.recorded import pictures_in, read_grey
from pi_app.assemble import camera_kind, camera_maker
from pi_app.commands.options import above_zero
from pi_app.commands.places import settings_of
from pi_app.settings import CameraKind, Settings
from pi_app.words import Words

PATIENCE_S = 180.0
UNKNOWN_CAMERA = "pictures"
"""No camera has this name: such a lens is for `read --calibration` only."""
_REFUSALS = {
    "SIZES_DIFFER": "The pictures are of different sizes.",
    "TOO_FEW_VIEWS": "The board was seen in too few pictures ({views}). Six or more are needed.",
    "TOO_LITTLE_COVERED": "The board was never near the edges. Move it into every corner of the picture.",
    "TOO_FLAT": "The board was never aslant. Tilt it towards each side.",
    "LENS_POOR": "The pictures do not fit together. Keep the board flat and still, and the focus fixed.",
}


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("pictures", nargs="*", type=Path, metavar="PICTURE", help="default: from the camera")
    parser.add_argument("--board", type=Path, metavar="PDF", help="write the board to be printed, and stop")
    parser.add_argument("--paper", choices=list(PAPERS), default="a4")
    parser.add_argument("--square-mm", type=above_zero, default=SQUARE_MM, help="a square as printed (25)")
    parser.add_argument("--camera", help="whose pictures they are; default: the camera of the settings")
    parser.add_argument("--out", type=Path, help="file of the lens; default: the settings'")
    parser.add_argument(
        "--seconds", type=above_zero, default=PATIENCE_S, help="how long to wait for the camera"
    )


def run(args: argparse.Namespace) -> int:
    settings = settings_of(args).settings
    words = Words(settings.language)
    try:
        if args.board is not None:
            write_board(args.board, args.paper, _lines())
            print(args.board)
            return 0
        kind = camera_kind(settings.camera)
        if kind is CameraKind.SIMULATED and settings.camera.kind is CameraKind.AUTO and not args.pictures:
            raise fault("NO_CAMERA")
        camera = camera_maker(settings.camera, kind, _data(args, settings) / "table.json")()
        if args.pictures:
            views = [view for path in pictures_in(args.pictures) if (view := _view(path, args.square_mm))]
        else:
            views = _watched(args, camera, kind is CameraKind.FOLDER, words)
        measured = measure_lens(views)
        identity = args.camera or (_identity(camera) if args.pictures else camera.identity)
        kept = Calibration(
            identity, measured.lens, measured.error_px, error_mm=measured.error_mm, views=measured.views
        )
        file = args.out or settings.lens_file(_data(args, settings))
        save(file, kept)
    except LensError as error:
        print(words.text(_REFUSALS[error.code], views=error.views), file=sys.stderr)
        return 3
    except CameraError as error:
        print(words.text(str(error)), file=sys.stderr)
        return 2
    message = "The lens is measured: known corners are {error} mm off on the board."
    print(words.text(message, error=f"{measured.error_mm:.2f}"), file=sys.stderr)
    print(json.dumps(_answer(file, identity, measured)))
    return 0


def _identity(camera: Camera) -> str:
    """Of the camera whose pictures were saved: some say their name only once they are open."""
    try:
        camera.open()
        return camera.identity
    except CameraError:
        return UNKNOWN_CAMERA
    finally:
        camera.close()


def _data(args: argparse.Namespace, settings: Settings) -> Path:
    return args.data or settings.data_dir


def _lines() -> tuple[str, ...]:
    """In English: the fonts of every PDF reader have no other letters."""
    return (
        "Print at 100 %: a square is 25 mm. Stick it flat on a stiff board, then: rabbit-table calibrate",
        "Show it in every corner of the picture, and tilted towards each side.",
    )


def _view(path: Path, square_mm: float) -> BoardView | None:
    return find_board(read_grey(path), square_mm)


def _watched(args: argparse.Namespace, camera: Camera, single: bool, words: Words) -> list[BoardView]:
    """Views of the board as it is moved about, with a line for the person after each."""

    def tell(views: list[BoardView]) -> None:
        message = words.text(
            "Picture {n} of {most}: {parts} % of the edges and the middle. Move the board.",
            n=len(views), most=MOST_VIEWS, parts=round(100 * covered(views)),
        )  # fmt: skip
        print(message, file=sys.stderr)

    return views_of(camera, Capture(args.seconds, args.square_mm, single), time.monotonic, tell)


def _answer(file: Path, camera: str, measured: MeasuredLens) -> dict[str, object]:
    return {
        "format": 1,
        "file": str(file),
        "camera": camera,
        "size": list(measured.lens.size),
        "views": measured.views,
        "covered": round(measured.covered, 2),
        "error_px": round(measured.error_px, 3),
        "error_mm": round(measured.error_mm, 3),
        "worst_mm": round(measured.worst_mm, 3),
    }
