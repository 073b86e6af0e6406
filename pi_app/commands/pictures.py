"""`rabbit-table pictures --out DIR`: every screen, from a match at the simulated table.

Drawn frames go through the very pipeline of an evening; what the touchscreen shows on the way is kept, in
each language that is asked for, and what phones and a television show, where there is a browser.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from PIL import Image

from hardware.ports import Frame
from hardware.simulated.draw import draw
from hardware.simulated.scene import Scene
from pi_app.commands import web_pictures
from pi_app.commands.options import whole
from pi_app.demo.people import NAMES, Cast, People
from pi_app.game.moves import VoidRound
from pi_app.game.pieces import Phase
from pi_app.screens.pictured import Looks, Shot, Still, open_unseen, pictures_of
from pi_app.screens.shots import SHEETS
from pi_app.session.book import Book
from pi_app.session.manners import FOR_PROGRAMS, Clocks
from pi_app.session.session import Session
from pi_app.session.views import Board, LobbySeat
from pi_app.session.watch_loop import preview_of
from pi_app.vision.reader import Reader
from pi_app.words import LANGUAGES, Words

SIZES = {"1280x720": (1280, 720), "800x480": (800, 480), "1920x1080": (1920, 1080), "720x1280": (720, 1280)}
LARGEST = (1920, 1280)
FRAME_S = 0.35
PACE_S = 4 * FRAME_S
"""Between two discs that are laid: the hands are gone long enough for the table to be at rest."""
AFTER_S = 7.0
"""Long enough for the story of the points to have come to its second part."""
_COLOURS = 256
_MOST_FRAMES = 2000
_ADDRESS = "http://192.168.1.20:8080/"
_JOIN = "http://192.168.1.20:8080/join?code=4F7K"
_NAMES = {phase: phase.name.lower() for phase in Phase} | {Phase.OVER: "finish"}


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--out", type=Path, required=True, help="folder to write to")
    parser.add_argument("--players", type=int, default=6, choices=range(3, 9), metavar="3..8")
    parser.add_argument("--rounds", type=whole(1), default=5, help="rounds played before the pictures")
    parser.add_argument("--seed", type=int, default=5)
    parser.add_argument(
        "--size", action="append", choices=SIZES, help="again for more; default: the first two"
    )
    parser.add_argument("--language", action="append", choices=LANGUAGES, help="again for more; default: en")
    parser.add_argument("--only", action="append", default=[], help="name of a screen; again for more")
    parser.add_argument("--day", action="store_true", help="in the colours of the day")
    parser.add_argument("--all", action="store_true", help="every language and every size")


def run(args: argparse.Namespace) -> int:
    """0: written, the files' names on standard output; 2: the folder will not do."""
    try:
        args.out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        print(f"{args.out}: {error.strerror}", file=sys.stderr)
        return 2
    sizes = tuple(SIZES) if args.all else tuple(args.size or list(SIZES)[:2])
    languages = LANGUAGES if args.all else tuple(args.language or ("en",))
    cast = Cast(args.players, seed=args.seed, rounds=args.rounds, pace=PACE_S, patience=9.0)
    kept = stills_of(cast, languages)
    open_unseen(LARGEST)
    for size in sizes:
        for language in languages:
            shots = {
                name: shot
                for name, shot in shots_of(kept.of[language]).items()
                if not args.only or name in args.only
            }
            for name, picture in pictures_of(shots, Looks(SIZES[size], AFTER_S, args.day)):
                _save(picture, args.out / f"{name}{_mark(language, args.day)}-{size}.png")
    _save_scoreboard(args, kept.boards, languages)
    return 0


def _mark(language: str, day: bool) -> str:
    return ("" if language == "en" else f"-{language}") + ("-day" if day else "")


def _save_scoreboard(args: argparse.Namespace, boards: dict[str, Board], languages: Sequence[str]) -> None:
    wanted = [name for name in web_pictures.names() if not args.only or name in args.only]
    if wanted and web_pictures.browser_path() is None:
        print("no browser that can be driven: no pictures of the scoreboard", file=sys.stderr)
    for taken in web_pictures.pictures_of(boards, wanted, languages, args.day):
        wide, high = taken.image.size
        name = f"{taken.name}{_mark(taken.language, args.day)}-{wide}x{high}.png"
        _save(taken.image, args.out / name)


def _save(picture: Image.Image, file: Path) -> None:
    small = picture.quantize(_COLOURS, Image.Quantize.MAXCOVERAGE, kmeans=3, dither=Image.Dither.NONE)
    small.save(file, optimize=True)
    print(file)


def shots_of(stills: dict[str, Still]) -> dict[str, Shot]:
    """Each phase's page, and each sheet over the page it belongs to."""
    pages = {name: Shot(still) for name, still in stills.items()}
    sheets = {
        name: Shot(stills[sheet.over], sheet.open) for name, sheet in SHEETS.items() if sheet.over in stills
    }
    return pages | sheets


@dataclass(slots=True)
class Kept:
    """language -> name of a screen -> the table as it was at its fullest moment; and what phones knew."""

    of: dict[str, dict[str, Still]] = field(default_factory=dict)
    boards: dict[str, Board] = field(default_factory=dict)

    def keep(self, session: Session, languages: Sequence[str]) -> None:
        """What is shown now, in every language; the session speaks English again afterwards."""
        for language in languages:
            session.set_words(Words(language))
            view = session.view()
            seen = session.seeing()
            foreseen = session.what_if(VoidRound(view.rounds[0].number)) if view.rounds else None
            self.of.setdefault(language, {})[_NAMES[view.phase]] = Still(view, foreseen, seen)
        session.set_words(Words())
        self.boards[_NAMES[session.view().phase]] = session.board()


def stills_of(cast: Cast, languages: Sequence[str]) -> Kept:
    """The fullest moment of each phase in the last round that is played."""
    clock, scenes, kept = [0.0], [Scene()], Kept()
    with tempfile.TemporaryDirectory(prefix="rabbit-table-") as folder:
        clocks = Clocks(lambda: clock[0], lambda: clock[0])
        session = Session(Book(Path(folder) / "book"), Words(), clocks, manners=FOR_PROGRAMS)
        session.set_address(_ADDRESS, _JOIN)
        seats = tuple(LobbySeat(n + 1, NAMES[n]) for n in range(cast.players))
        session.set_lobby(cast.profile, seats, 0)
        session.look_closer(True)
        people = People(session, lambda scene: scenes.__setitem__(0, scene), cast, lambda: clock[0])
        reader, here = Reader(), None
        for number in range(_MOST_FRAMES):
            view = session.view()
            if (view.phase, view.round) != here:
                here = (view.phase, view.round)
                reader.reset()
            people.step()
            clock[0] += FRAME_S
            frame = Frame(draw(scenes[0], number), clock[0], number)
            reading = reader.look(frame)
            session.see(reading, preview_of(frame, reader.kept, tells=True))
            if _worth_keeping(session, cast):
                kept.keep(session, languages)
            if people.done:
                break
        session.close()
    return kept


def _worth_keeping(session: Session, cast: Cast) -> bool:
    """In the last round: while voting, until half of them have; at the reveal, once the votes are read."""
    view = session.view()
    if view.phase is not Phase.LOBBY and cast.rounds is not None and view.round < cast.rounds:
        return False
    if view.phase is Phase.VOTING:
        return len(view.voted) <= len(view.awaited) + 1
    if view.phase is Phase.REVEAL:
        return any(vote.slots for vote in view.votes)
    return True
