"""`rabbit-table demo`: a simulated evening; pictures of a drawn table go through the very same pipeline.

The scripted people press the buttons themselves. With a display the touchscreen shows it all; headless
it is printed, a round a line.
"""

from __future__ import annotations

import argparse
import signal
import sys
import tempfile
import time
from functools import partial
from pathlib import Path
from types import FrameType

import msgspec

from hardware.simulated.camera import SimulatedCamera
from hardware.simulated.scene_file import write_scene
from pi_app.assemble import Assembly, assemble, has_display
from pi_app.commands.options import above_zero, whole
from pi_app.commands.places import open_book, settings_of
from pi_app.demo.people import NAMES, Cast, People
from pi_app.game.pieces import Phase
from pi_app.game.profiles import DEFAULT_PROFILE, PROFILES, Kernel
from pi_app.session.book import BookError
from pi_app.session.manners import AT_THE_TABLE, FOR_PROGRAMS
from pi_app.session.sentences import fault_text
from pi_app.session.views import RoundView, View
from pi_app.settings import BOOK_NAME, Settings
from pi_app.words import Words

PLAYABLE = tuple(
    profile.id for profile in PROFILES.values() if profile.kernel in (Kernel.STANDARD, Kernel.DIALS)
)
_PACE_S = 1.2
_STEP_S = 0.01


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--rounds", type=whole(1), help="stop after so many rounds (default: to the end)")
    parser.add_argument("--seed", type=int, default=1, help="another seed is another evening")
    parser.add_argument("--players", type=int, default=5, choices=range(3, 13), metavar="3..12")
    parser.add_argument("--profile", default=DEFAULT_PROFILE, choices=PLAYABLE)
    parser.add_argument("--headless", action="store_true", help="print instead of showing the touchscreen")
    parser.add_argument("--speed", type=above_zero, default=1.0, help="how fast the people are (2: twice)")


def run(args: argparse.Namespace) -> int:
    """0: played; 2: these rules are not for so many players; 3: something was read wrong."""
    settings = settings_of(args).settings
    words, profile = Words(settings.language), PROFILES[args.profile]
    if not profile.least <= args.players <= profile.most:
        span = words.figures(f"{profile.least}-{profile.most}")
        print(words.text("This edition is for {detail} players.", detail=span), file=sys.stderr)
        return 2
    headless = args.headless or not has_display()
    pace = 0.0 if headless else _PACE_S / args.speed
    cast = Cast(args.players, args.profile, args.seed, args.rounds, pace=pace)
    with tempfile.TemporaryDirectory(prefix="rabbit-table-") as folder:
        return play_demo(settings, cast, args.data or Path(folder), headless)


def play_demo(settings: Settings, cast: Cast, folder: Path, headless: bool) -> int:
    """Play the whole match of `cast`; its book and the simulated table's scene live in `folder`.

    0: played; 2: the book cannot be used; 3: something was read wrong, or the match there is not theirs.
    """
    words = Words(settings.language)
    folder.mkdir(parents=True, exist_ok=True)
    scene_file = folder / "table.json"
    manners = FOR_PROGRAMS if headless else AT_THE_TABLE
    if headless:
        settings = msgspec.structs.replace(settings, sound=False, speak=False)
    book = open_book(folder / BOOK_NAME, words)
    if book is None:
        return 2
    camera = partial(SimulatedCamera, scene_file, time.monotonic)
    try:
        evening = assemble(settings, book, camera, manners=manners, pins=False)
    except BookError as error:
        print(fault_text(error.fault, {}, words), file=sys.stderr)
        return 2
    if not _may_play(evening.session.view()):
        print(words.text("People are in the middle of a match in {folder}.", folder=folder), file=sys.stderr)
        evening.close()
        return 3
    if evening.session.view().phase is Phase.OVER:
        evening.session.new_match()
    people = People(evening.session, partial(write_scene, scene_file), cast, time.monotonic)
    people.step()
    evening.start()
    try:
        if headless:
            return _headless(evening, people)
        from pi_app.screens.launch import run_screens  # noqa: PLC0415 - only with a display

        def tick() -> None:
            evening.tick()
            people.step()

        return run_screens(evening.session, tick, fullscreen=False, size=(1280, 720))
    finally:
        evening.close()


def _may_play(view: View) -> bool:
    """A match of scripted people is gone on with, wherever it was left; never one of people at a table."""
    unfinished = view.phase not in (Phase.LOBBY, Phase.OVER)
    return not unfinished or tuple(p.name for p in view.players) == NAMES[: len(view.players)]


def _headless(evening: Assembly, people: People) -> int:
    stopped: list[int] = []

    def stop(number: int, _frame: FrameType | None) -> None:
        # Only remembered: raised here, it could come in the middle of a move.
        stopped.append(number)

    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, stop)
    printed, began = 0, time.monotonic()
    scoreboard = evening.network.scoreboard
    if scoreboard is not None:
        address = scoreboard.address() or scoreboard.local_address()
        print(_words(evening).text("Scoreboard: {address}", address=address), file=sys.stderr, flush=True)
    while not people.done:
        if stopped:
            return 128 + stopped[0]
        evening.tick()
        people.step()
        view = evening.session.view()
        for played in view.rounds[printed:]:
            _print_round(view, played)
            printed += 1
        time.sleep(_STEP_S)
    return _print_end(evening.session.view(), people, time.monotonic() - began)


def _words(evening: Assembly) -> Words:
    return Words(evening.session.view().language)


def _print_round(view: View, played: RoundView) -> None:
    names = {player.id: player.name for player in view.players}
    print(played.notation)
    for points in played.points:
        print(f"     {names[points.player]:<8} {points.total:+3d}  {'; '.join(points.why)}")
    sys.stdout.flush()


def _print_end(view: View, people: People, seconds: float) -> int:
    ranking = sorted(view.players, key=lambda player: player.rank)
    winners = [player.name for player in view.players if player.id in view.winners]
    tally = people.tally
    for note in tally.notes:
        print(note, file=sys.stderr)
    words = Words(view.language)
    places = ", ".join(f"{player.rank}. {player.name} {player.score}" for player in ranking)
    print(words.text("Final: {places}", places=places))
    print(words.text("Won: {players}", players=" & ".join(winners)))
    text = "{n} rounds in {seconds} s; read surely {sure}, by hand {by_hand}, wrong {wrong}"
    counts = {"sure": tally.sure, "by_hand": tally.by_hand, "wrong": tally.wrong}
    print(words.text(text, n=len(view.rounds), seconds=f"{seconds:.1f}", **counts))
    return 3 if tally.wrong or tally.notes else 0
