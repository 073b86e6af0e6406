"""`rabbit-table read`: pictures of one table in, what lies there and what it suggests out.

Nothing but the answer goes to standard output. 0: all is clear; 2: wrong usage or an unreadable file;
3: something is missing, unsure or in conflict, and the answer says what.
"""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import replace
from pathlib import Path

import msgspec

from calibration.lens import Lens
from calibration.store import CalibrationError, load
from hardware.device import Device
from hardware.ports import CameraError, Frame, Grey
from hardware.simulated.recorded import pictures_in, read_grey
from hardware.stickers import MOST
from pi_app.commands.places import settings_of
from pi_app.commands.read_answer import answer, table
from pi_app.game.pieces import Phase
from pi_app.game.profiles import PROFILES, resolve
from pi_app.session.evidence import CASE_FILE, Case
from pi_app.session.proposal import Proposal, Setting, propose
from pi_app.vision.annotate import annotate
from pi_app.vision.look import Looker
from pi_app.vision.seen import Reading
from pi_app.vision.steady import merged
from pi_app.words import Words

PHASES = {"voting": Phase.VOTING, "reveal": Phase.REVEAL, "owners": Phase.OWNERS}


class Unusable(Exception):
    """Wrong usage or a file that cannot be read; the text is for the person."""


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = subparsers.add_parser("read", help="read pictures of a table")
    parser.add_argument("pictures", nargs="+", type=Path, metavar="PICTURE", help="files or folders")
    parser.add_argument("--phase", choices=list(PHASES), help="default: say all that is seen")
    parser.add_argument("--players", help="how many play, or their numbers: 5, or 1,2,4")
    parser.add_argument("--storyteller", type=int, help="number of the storyteller")
    parser.add_argument("--profile", help="the edition's rules")
    parser.add_argument("--calibration", type=Path, help="a measured lens")
    parser.add_argument(
        "--device", choices=[d.value for d in Device], help="default: dials where some are seen, else tokens"
    )
    parser.add_argument("--json", action="store_true", help="JSON on a terminal too")
    parser.add_argument(
        "--annotate", type=Path, metavar="DIR", help="write what was found into pictures here"
    )


def run(args: argparse.Namespace) -> int:
    settings = settings_of(args).settings
    words = Words(settings.language)
    try:
        case = _case(args)
        players = _players(args.players)
        _check_options(args, players)
        pictures = _pictures(args.pictures)
        lens = _lens(args.calibration, [grey for _, grey in pictures])
        looker = Looker(settings.kit, lens)
        reading = _read(looker, pictures, args.annotate, secret=PHASES.get(args.phase) is Phase.VOTING)
    except (Unusable, CalibrationError, CameraError) as error:
        print(error, file=sys.stderr)
        return 2
    phase = PHASES.get(args.phase)
    setting = _setting(reading, players, args.storyteller, args.profile)
    setting = replace(setting, device=_device(args.device, settings.device, reading))
    proposal = _proposal(reading, setting, phase)
    result = answer(reading, proposal, phase, words)
    if case is not None:
        result["case"] = {"read": case.read, "said": case.said}
    people = sys.stdout.isatty() and not args.json
    print(table(result, words) if people else json.dumps(result, ensure_ascii=False))
    return 3 if result["problems"] else 0


def _case(args: argparse.Namespace) -> Case | None:
    """A case folder says itself who plays what, with which device; options given beside it win."""
    folder = args.pictures[0]
    if len(args.pictures) > 1 or not (folder / CASE_FILE).is_file():
        return None
    try:
        case = msgspec.json.decode((folder / CASE_FILE).read_bytes(), type=Case)
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise Unusable(f"{folder / CASE_FILE} is not a case.") from error
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


def _proposal(reading: Reading, setting: Setting, phase: Phase | None) -> Proposal:
    """Without a phase: votes and owners when faces lie there, else who has voted."""
    if phase is None:
        faces = any(disc.tag or disc.ring for disc in reading.discs)
        phase = Phase.OWNERS if faces or reading.dials else Phase.VOTING
    return propose(reading, setting, phase)


def _read(looker: Looker, pictures: list[tuple[Path, Grey]], folder: Path | None, *, secret: bool) -> Reading:
    looks = []
    for number, (path, grey) in enumerate(pictures):
        # Saved pictures carry no time; a second apart, each counts as a look of its own.
        looks.append(looker.look(Frame(grey, float(number), number)))
        if folder is not None:
            try:
                annotate(grey, looks[-1], folder / path.stem, looker.kept, secret=secret)
            except OSError as error:
                raise Unusable(f"Cannot write to {folder}: {error.strerror or error}.") from error
    return merged(looks)


def _players(text: str | None) -> tuple[int, ...] | None:
    if text is None:
        return None
    parts = text.replace(",", " ").split()
    if not parts or not all(part.isascii() and part.isdigit() for part in parts):
        raise Unusable(f"Players are a number, or numbers with commas between them, not {text!r}.")
    numbers = [int(part) for part in parts]
    if len(numbers) == 1 and "," not in text:
        numbers = list(range(1, numbers[0] + 1))
    if not numbers or min(numbers) < 1 or max(numbers) > MOST or len(set(numbers)) < len(numbers):
        raise Unusable(f"Players are numbered from 1 to {MOST}, each once.")
    return tuple(numbers)


def _check_options(args: argparse.Namespace, players: tuple[int, ...] | None) -> None:
    if args.profile is not None and args.profile not in PROFILES:
        raise Unusable(f"There is no profile {args.profile}; there are {', '.join(PROFILES)}.")
    if args.storyteller is not None and args.storyteller not in (players or range(1, MOST + 1)):
        raise Unusable(f"The storyteller ({args.storyteller}) is not one of the players.")


def _pictures(paths: list[Path]) -> list[tuple[Path, Grey]]:
    files = pictures_in(paths)
    if not files:
        raise Unusable("There are no pictures in there.")
    return [(path, read_grey(path)) for path in files]


def _lens(path: Path | None, pictures: list[Grey]) -> Lens | None:
    sizes = {(grey.shape[1], grey.shape[0]) for grey in pictures}
    if len(sizes) > 1:
        raise Unusable("Looks at one table are pictures of one size; these differ.")
    return load(path, size=sizes.pop()).lens if path is not None else None


def _device(said: str | None, usual: Device, reading: Reading) -> Device:
    if said is not None:
        return Device(said)
    faces = any(disc.tag or disc.ring for disc in reading.discs)
    if reading.dials and not faces:
        return Device.DIALS
    # Discs of one kind alone look like discs with numbers; only the settings tell them apart.
    return Device.PLACES if usual is Device.PLACES else Device.TOKENS


def _setting(
    reading: Reading, players: tuple[int, ...] | None, storyteller: int | None, profile: str | None
) -> Setting:
    """What the options say; without a profile, the number of cards says how many each player laid."""
    seen = reading.players
    count = len(players) if players is not None else len(seen)
    seats = {player: player for player in players} if players is not None else None
    if profile is not None:
        rules = resolve(profile, count)
        return Setting(
            players=seats,
            storyteller=storyteller,
            slots=tuple(range(1, rules.slots + 1)) if players is not None else None,
            votes=(rules.votes_least, rules.votes_most),
            own_cards=rules.cards_per_voter,
            storyteller_votes=rules.profile.storyteller_votes,
            own_card_forbidden=rules.profile.own_card_vote == "forbidden",
        )
    cards = max((slot.slot for slot in reading.slots), default=0)
    each, over = divmod(cards - 1, count - 1) if count > 1 and cards > 1 else (1, 0)
    return Setting(players=seats, storyteller=storyteller, own_cards=max(1, each) if over == 0 else 1)
