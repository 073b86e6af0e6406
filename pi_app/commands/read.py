"""`rabbit-table read`: pictures of one table in, what lies there and what it suggests out.

Nothing but the answer goes to standard output. 0: all is clear; 2: wrong usage, or no picture that can be
read; 3: something is missing, unsure or in conflict, or a picture was left out, and the answer says what.
"""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import replace
from pathlib import Path

from hardware.device import Device
from hardware.ports import Frame
from pi_app.commands.places import config_path, settings_of
from pi_app.commands.read_answer import Told, answer, left_out_text, table
from pi_app.commands.read_input import (
    Looks,
    Unusable,
    UsedLens,
    case_in,
    check_options,
    lens_for,
    looks_in,
    players_in,
)
from pi_app.game.checks import count_fault, slots_in_play
from pi_app.game.pieces import Phase
from pi_app.game.profiles import PROFILES, Rules, resolve
from pi_app.session.proposal import Proposal, propose
from pi_app.session.setting import Setting
from pi_app.vision.annotate import annotate
from pi_app.vision.flaws import with_flaw, with_strangers
from pi_app.vision.look import Looker
from pi_app.vision.seen import DiscSeen, Flaw, FlawSeen, Look, Reading
from pi_app.vision.steady import merged
from pi_app.vision.strangers import strangers_in
from pi_app.vision.tagless import tagless_in, with_tagless
from pi_app.words import Words

PHASES = {"voting": Phase.VOTING, "reveal": Phase.REVEAL, "owners": Phase.OWNERS}
FEWEST, MOST_PLAYERS = 3, 12


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "pictures", nargs="+", type=Path, metavar="PICTURE", help="files, folders, or - for standard input"
    )
    parser.add_argument("--phase", choices=list(PHASES), help="default: say all that is seen")
    parser.add_argument("--players", help="how many play, or their numbers: 5, or 1,2,4")
    parser.add_argument("--storyteller", type=int, help="number of the storyteller")
    parser.add_argument("--profile", help="the edition's rules; default: those of the settings file")
    parser.add_argument(
        "--calibration", type=Path, help="a measured lens; default: the stored one, if it fits"
    )
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
        case = case_in(args, words)
        players = players_in(args.players, words)
        check_options(args, players, words)
        looks = looks_in(args.pictures, words)
        used = lens_for(args.calibration, settings, args.data, looks.size, words)
        reader = _Reader(settings.kit, used, words, args.annotate, args.phase == "voting")
        reading = reader.read(looks)
    except Unusable as error:
        print(error, file=sys.stderr)
        return 2
    for left in looks.left_out:
        print(left_out_text(left, words), file=sys.stderr)
    phase = PHASES.get(args.phase)
    usual = settings.profile if config_path(args).is_file() and settings.profile in PROFILES else None
    rules = _rules(args.profile or usual, reading, players)
    setting = _setting(reading, players, args.storyteller, rules)
    setting = replace(setting, device=_device(args.device, settings.device, reading))
    proposal = _proposal(reading, setting, phase)
    if rules is not None and not rules.fits:
        proposal = replace(proposal, faults=(count_fault(rules), *proposal.faults))
    if any(seen.flaw is Flaw.LENS_MISFIT for seen in reading.picture.flaws):
        used = replace(used, lens=None, refused=Flaw.LENS_MISFIT)
    told = Told(proposal, phase, looks.left_out, used, reader.map_error_mm)
    result = answer(reading, told, words)
    if case is not None:
        result["case"] = {"read": case.read, "said": case.said}
    people = sys.stdout.isatty() and not args.json
    print(table(result, words) if people else json.dumps(result, ensure_ascii=False))
    return 3 if result["problems"] else 0


def _proposal(reading: Reading, setting: Setting, phase: Phase | None) -> Proposal:
    """Without a phase: votes and owners when faces lie there, else who has voted."""
    if phase is None:
        phase = Phase.OWNERS if _shows_faces(reading) or reading.dials else Phase.VOTING
    return propose(reading, setting, phase)


def _shows_faces(reading: Reading) -> bool:
    return any(disc.tag or disc.ring for disc in reading.discs)


class _Reader:
    """Reads pictures one after the other. folder: where what was found is drawn, if anywhere."""

    def __init__(self, kit: int, used: UsedLens, words: Words, folder: Path | None, secret: bool) -> None:
        self._kit = kit
        self._used = used
        self._words = words
        self._folder = folder
        self._secret = secret
        self._looker = Looker(kit, used.lens)
        self.map_error_mm: float | None = None

    def read(self, looks: Looks) -> Reading:
        seen: list[Look] = []
        tagless: list[DiscSeen] = []
        for number, (path, grey) in enumerate(looks.pictures):
            # Saved pictures carry no time; a second apart, each counts as a look of its own. No other look at
            # the same table follows, so each one is thorough.
            look = self._looker.look(Frame(grey, float(number), number), thorough=True)
            kept = self._looker.kept
            look = with_strangers(look, strangers_in(grey, kept.outlines, look.ignored, self._kit))
            seen.append(look)
            lone = tagless_in(grey, look, kept)
            tagless += lone
            self.map_error_mm = kept.table.error_mm if kept.table else self.map_error_mm
            if self._folder is not None:
                try:
                    shown = replace(look, discs=(*look.discs, *lone))
                    annotate(grey, shown, self._folder / path.stem, kept, secret=self._secret)
                except OSError as error:
                    message = "Cannot write to {folder}: {why}."
                    why = error.strerror or str(error)
                    raise Unusable(self._words.text(message, folder=self._folder, why=why)) from error
        reading = with_tagless(merged(seen), tagless)
        # What is wrong with one of the pictures is wrong, also where it is not the last one.
        flaws = tuple(dict.fromkeys(flaw for look in reversed(seen) for flaw in look.picture.flaws))
        picture = replace(reading.picture, flaws=flaws)
        if self._used.refused is not None:
            picture = with_flaw(picture, FlawSeen(Flaw.OTHER_LENS))
        return replace(reading, picture=picture)


def _device(said: str | None, usual: Device, reading: Reading) -> Device:
    if said is not None:
        return Device(said)
    if reading.dials and (usual is Device.DIALS or not _shows_faces(reading)):
        return Device.DIALS
    # Discs of one kind alone look like discs with numbers; only the settings tell them apart.
    return Device.PLACES if usual is Device.PLACES else Device.TOKENS


def _rules(profile: str | None, reading: Reading, players: tuple[int, ...] | None) -> Rules | None:
    """The profile's rules for as many as play; not said, for as many as lay so many cards."""
    if profile is None:
        return None
    if players is not None:
        return resolve(profile, len(players))
    cards = max((slot.slot for slot in reading.slots), default=0)
    fewest = max(FEWEST, len(reading.players))
    fitting = (resolve(profile, count) for count in range(fewest, MOST_PLAYERS + 1))
    return next((rules for rules in fitting if rules.slots == cards), None)


def _setting(
    reading: Reading, players: tuple[int, ...] | None, storyteller: int | None, rules: Rules | None
) -> Setting:
    """What the options say; without rules, the number of cards says how many each player laid.

    The slots are known only where every edition for so many players that fits the cards seen agrees on them:
    the highest plates may be hidden, and what seems to add up without them does not.
    """
    seats = {player: player for player in players} if players is not None else None
    if rules is not None:
        said = replace(Setting.under(rules), players=seats, storyteller=storyteller)
        return said if players is not None else replace(said, slots=None)
    count = len(players) if players is not None else len(reading.players)
    cards = max((slot.slot for slot in reading.slots), default=0)
    each, over = divmod(cards - 1, count - 1) if count > 1 and cards > 1 else (1, 0)
    setting = Setting(players=seats, storyteller=storyteller, own_cards=max(1, each) if over == 0 else 1)
    editions = (resolve(profile, count) for profile in PROFILES) if players is not None and cards else ()
    fitting = {(tuple(slots_in_play(e)), e.cards_per_voter) for e in editions if e.fits and e.slots >= cards}
    if len(fitting) == 1:
        slots, own_cards = fitting.pop()
        return replace(setting, slots=slots, own_cards=own_cards)
    return setting
