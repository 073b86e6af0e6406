"""What `read` was given in: options, pictures, a case folder, the settings; all of it checked, typed, out.

A picture that cannot be used is named and left out as long as another one can be.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec

from calibration.lens import Lens
from calibration.store import Calibration, CalibrationError, load
from hardware.ports import CameraError, Grey
from hardware.simulated.recorded import pictures_in, read_grey
from hardware.stickers import MOST
from pi_app.game.profiles import PROFILES
from pi_app.session.evidence import CASE_FILE, Case
from pi_app.settings import Settings
from pi_app.words import Words

BAD_PICTURE, NO_FILE, OTHER_SIZE = "BAD_PICTURE", "NO_FILE", "OTHER_SIZE"
STANDARD_INPUT = Path("-")
MOST_BYTES = 200_000_000
"""Of a picture on standard input."""


class Unusable(Exception):
    """Wrong usage or a file that cannot be read; the text is for the person."""


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A picture that is not one of the looks, and the code of the reason."""

    path: Path
    code: str


@dataclass(frozen=True, slots=True, eq=False)
class Looks:
    """Pictures of one size, at least one, in the order they were taken in; and what was left out."""

    pictures: tuple[tuple[Path, Grey], ...]
    left_out: tuple[LeftOut, ...] = ()

    @property
    def size(self) -> tuple[int, int]:
        height, width = self.pictures[0][1].shape
        return width, height


@dataclass(frozen=True, slots=True)
class UsedLens:
    """lens None: a usual one is guessed. camera: whose it is. refused: why a stored one is not used."""

    lens: Lens | None = None
    camera: str | None = None
    refused: str | None = None


def case_in(args: argparse.Namespace, words: Words) -> Case | None:
    """A case folder says itself who plays what, with which device; options given beside it win."""
    folder = args.pictures[0]
    if len(args.pictures) > 1 or not (folder / CASE_FILE).is_file():
        return None
    try:
        case = msgspec.json.decode((folder / CASE_FILE).read_bytes(), type=Case)
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise Unusable(words.text("{file} is not a case.", file=folder / CASE_FILE)) from error
    known = {
        "players": ",".join(str(player) for player in case.players),
        "storyteller": case.storyteller,
        "profile": case.profile if case.profile in PROFILES else None,
        "device": case.device,
        "phase": "reveal",
    }
    for option, value in known.items():
        if getattr(args, option) is None:
            setattr(args, option, value)
    return case


def players_in(text: str | None, words: Words) -> tuple[int, ...] | None:
    if text is None:
        return None
    parts = text.replace(",", " ").split()
    if not parts or not all(part.isascii() and part.isdigit() for part in parts):
        message = "Players are a number, or numbers with commas between them, not {text}."
        raise Unusable(words.text(message, text=repr(text)))
    numbers = [int(part) for part in parts]
    if len(numbers) == 1 and "," not in text:
        numbers = list(range(1, numbers[0] + 1))
    if not numbers or min(numbers) < 1 or max(numbers) > MOST or len(set(numbers)) < len(numbers):
        raise Unusable(words.text("Players are numbered from 1 to {most}, each once.", most=MOST))
    return tuple(numbers)


def check_options(args: argparse.Namespace, players: Sequence[int] | None, words: Words) -> None:
    if args.profile is not None and args.profile not in PROFILES:
        message = "There is no profile {profile}; there are {all}."
        raise Unusable(words.text(message, profile=args.profile, all=", ".join(PROFILES)))
    if args.storyteller is not None and args.storyteller not in (players or range(1, MOST + 1)):
        message = "The storyteller ({number}) is not one of the players."
        raise Unusable(words.text(message, number=args.storyteller))


def looks_in(paths: Sequence[Path], words: Words) -> Looks:
    """Looks at one table are pictures of one size: the one that most of them have."""
    files = pictures_in(paths)
    if not files:
        raise Unusable(words.text("There are no pictures in there."))
    read: list[tuple[Path, Grey]] = []
    left_out: list[LeftOut] = []
    for path in files:
        try:
            read.append(_picture(path))
        except CameraError:
            piped = path == STANDARD_INPUT
            left_out.append(LeftOut(path, BAD_PICTURE if piped or path.exists() else NO_FILE))
    if not read:
        if left_out[0].code == NO_FILE:
            raise Unusable(words.text("There is no such file: {file}.", file=files[0]))
        message = "{file} cannot be read: it is not a picture, or it is damaged."
        raise Unusable(words.text(message, file=files[0]))
    ((size, _),) = Counter(grey.shape for _, grey in read).most_common(1)
    left_out += [LeftOut(path, OTHER_SIZE) for path, grey in read if grey.shape != size]
    return Looks(tuple((path, grey) for path, grey in read if grey.shape == size), tuple(left_out))


def _picture(path: Path) -> tuple[Path, Grey]:
    if path != STANDARD_INPUT:
        return path, read_grey(path)
    return Path("standard-input"), read_grey(path, sys.stdin.buffer.read(MOST_BYTES))


def lens_for(
    chosen: Path | None, settings: Settings, data: Path | None, size: tuple[int, int], words: Words
) -> UsedLens:
    """The lens of the chosen file, refused where it does not fit; else the stored one, if it fits."""
    path = chosen or settings.lens_file(data)
    if chosen is None and not path.exists():
        return UsedLens()
    try:
        found = load(path)
    except CalibrationError as error:
        if chosen is None:
            return UsedLens(refused=error.code)
        raise Unusable(words.text("{file} is not a calibration that can be read.", file=path)) from error
    if found.lens.size != size:
        if chosen is None:
            return UsedLens(camera=found.camera, refused=OTHER_SIZE)
        raise Unusable(_of_another_size(found, size, words))
    return UsedLens(found.lens, found.camera)


def _of_another_size(found: Calibration, size: tuple[int, int], words: Words) -> str:
    there, here = (f"{width}x{height}" for width, height in (found.lens.size, size))
    return words.text("The calibration is for pictures of {there}, not {here}.", there=there, here=here)
