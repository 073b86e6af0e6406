"""`rabbit-table kit`: writes the print sheets, one PNG a sticker, and kit.json into a folder."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from hardware.device import Device
from hardware.kit import PLAYERS, SMALLEST_RECOMMENDED_MM, Kit, write_pictures
from hardware.lettering import Lettering
from hardware.sheet import PAPERS, write_pdf
from hardware.stickers import DISC_MM_RANGE
from pi_app.commands.places import settings_of
from pi_app.screens.fonts import made
from pi_app.words import Words

_WESTERN = ("en", "et", "da")
"""Languages whose letters the fonts built into every PDF reader have."""


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--players", type=int, default=6, help="how many people play (2 to 12)")
    parser.add_argument("--device", choices=[d.value for d in Device], default=Device.TOKENS.value)
    parser.add_argument("--disc-mm", type=float, help="diameter of a disc (25 to 40); default: the settings'")
    parser.add_argument("--paper", choices=list(PAPERS), default="a4")
    parser.add_argument(
        "--kit", type=int, help="number of the kit, where a house has two; default: the settings'"
    )
    parser.add_argument("--out", type=Path, required=True, help="folder to write to")


def run(args: argparse.Namespace) -> int:
    """0: written, the files' names on standard output; 2: an option or the folder will not do."""
    settings = settings_of(args).settings
    words = Words(settings.language)
    number = settings.kit if args.kit is None else args.kit
    disc_mm = settings.disc_mm if args.disc_mm is None else args.disc_mm
    kit = Kit(args.players, Device(args.device), disc_mm, number)
    refusal = _refusal(kit, words)
    if refusal is not None:
        print(refusal, file=sys.stderr)
        return 2
    if kit.disc_mm < SMALLEST_RECOMMENDED_MM:
        print(words.text("Discs below 28 mm are hard to read; 28 mm or more is better."), file=sys.stderr)
    sheet = args.out / "sheets.pdf"
    try:
        args.out.mkdir(parents=True, exist_ok=True)
        write_pictures(kit, args.out)
        lettering = _lettering(words)
        on_paper = words if lettering or words.language in _WESTERN else Words("en")
        write_pdf(kit, args.paper, sheet, on_paper.text, lettering)
    except OSError as error:
        why = error.strerror or str(error)
        print(words.text("Cannot write to {folder}: {why}.", folder=args.out, why=why), file=sys.stderr)
        return 2
    print(sheet)
    print(args.out / "kit.json")
    return 0


def _lettering(words: Words) -> Lettering | None:
    """For a language that needs it; None where its letters cannot be drawn here: its sheets are English."""
    faces = None if words.language in _WESTERN else made()
    if faces is None:
        return None
    lettering = Lettering(faces.regular, faces.bold, words.right_to_left)
    return lettering if lettering.can_join else None


def _refusal(kit: Kit, words: Words) -> str | None:
    """What is wrong with such a kit, in one sentence."""
    fewest, most = PLAYERS
    smallest, largest = (int(mm) for mm in DISC_MM_RANGE)
    if not fewest <= kit.players <= most:
        return words.text("A kit is for {fewest} to {most} players.", fewest=fewest, most=most)
    if not smallest <= kit.disc_mm <= largest:
        return words.text("A disc is {smallest} to {largest} mm wide.", smallest=smallest, largest=largest)
    if not 1 <= kit.number <= 99:
        return words.text("A kit has a number from 1 to 99.")
    return None
