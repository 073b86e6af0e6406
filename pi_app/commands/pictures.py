"""`rabbit-table pictures --out DIR`: every screen at two sizes, from a match at the simulated table.

Drawn frames go through the very pipeline of an evening; what the touchscreen shows on the way is kept.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

from PIL import Image

from hardware.ports import Frame
from hardware.simulated.draw import draw
from hardware.simulated.scene import Scene
from pi_app.demo.people import NAMES, Cast, People
from pi_app.game.pieces import Phase
from pi_app.screens.pictured import Shot, open_unseen, pictures_of
from pi_app.session.book import Book
from pi_app.session.session import FOR_PROGRAMS, Clocks, Session
from pi_app.session.views import LobbySeat, View
from pi_app.vision.reader import Reader
from pi_app.words import Words

SIZES = ((1280, 720), (800, 480))
FRAME_S = 0.35
AFTER_S = 7.0
"""Long enough for the story of the points to have come to its second part."""
_COLOURS = 256
_MOST_FRAMES = 2000
_ADDRESS = "http://192.168.1.20:8080/"
_SHEETS = {"seat": "lobby", "vote": "reveal", "menu": "clue"}
_NAMES = {phase: phase.name.lower() for phase in Phase} | {Phase.OVER: "finish"}


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = subparsers.add_parser("pictures", help="make the pictures of the README")
    parser.add_argument("--out", type=Path, required=True, help="folder to write to")
    parser.add_argument("--players", type=int, default=6, choices=range(3, 9), metavar="3..8")
    parser.add_argument("--rounds", type=int, default=5, help="rounds played before the pictures")
    parser.add_argument("--seed", type=int, default=5)


def run(args: argparse.Namespace) -> int:
    """0: written, the files' names on standard output; 2: the folder will not do."""
    try:
        args.out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        print(f"{args.out}: {error.strerror}", file=sys.stderr)
        return 2
    views = views_of(Cast(args.players, seed=args.seed, rounds=args.rounds, pace=FRAME_S, patience=9.0))
    shots = {name: Shot(view) for name, view in views.items()}
    shots |= {sheet: Shot(views[below], sheet) for sheet, below in _SHEETS.items() if below in views}
    open_unseen(SIZES[0])
    for size in SIZES:
        for name, picture in pictures_of(shots, size, AFTER_S):
            file = args.out / f"{name}-{size[0]}x{size[1]}.png"
            small = picture.quantize(_COLOURS, Image.Quantize.MAXCOVERAGE, kmeans=3, dither=Image.Dither.NONE)
            small.save(file, optimize=True)
            print(file)
    return 0


def views_of(cast: Cast) -> dict[str, View]:
    """The fullest view of each phase in the last round that is played: the names of screens to views."""
    clock, scenes, kept = [0.0], [Scene()], {}
    with tempfile.TemporaryDirectory(prefix="rabbit-table-") as folder:
        session = Session(
            Book(Path(folder) / "book"),
            Words(),
            Clocks(lambda: clock[0], lambda: clock[0]),
            manners=FOR_PROGRAMS,
        )
        session.set_address(_ADDRESS)
        seats = tuple(LobbySeat(n + 1, NAMES[n]) for n in range(cast.players))
        session.set_lobby(cast.profile, seats, 0)
        people = People(session, lambda scene: scenes.__setitem__(0, scene), cast, lambda: clock[0])
        reader, here = Reader(), None
        for number in range(_MOST_FRAMES):
            view = session.view()
            if (view.phase, view.round) != here:
                here = (view.phase, view.round)
                reader.reset()
            people.step()
            clock[0] += FRAME_S
            session.see(reader.look(Frame(draw(scenes[0], number), clock[0], number)))
            view = session.view()
            if _worth_keeping(view):
                kept[_NAMES[view.phase]] = view
            if people.done:
                break
        session.close()
    return kept


def _worth_keeping(view: View) -> bool:
    """While voting, the middle of it; at the reveal, once the votes are read."""
    if view.phase is Phase.VOTING:
        return len(view.voted) == (len(view.voted) + len(view.awaited) + 1) // 2
    if view.phase is Phase.REVEAL:
        return any(vote.slots for vote in view.votes)
    return True
