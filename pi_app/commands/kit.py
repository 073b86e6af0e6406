"""`rabbit-table kit`: writes the print sheets, one PNG a sticker, and kit.json into a folder."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from hardware.kit import PLAYERS, SMALLEST_RECOMMENDED_MM, Device, Kit, write_pictures
from hardware.sheet import PAPERS, write_pdf
from hardware.stickers import DISC_MM, DISC_MM_RANGE
from pi_app.words import Words


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = subparsers.add_parser("kit", help="write the print sheets of the stickers")
    parser.add_argument("--players", type=int, default=6, help="how many people play (2 to 12)")
    parser.add_argument("--device", choices=[d.value for d in Device], default=Device.TOKENS.value)
    parser.add_argument("--disc-mm", type=float, default=DISC_MM, help="diameter of a disc (25 to 40)")
    parser.add_argument("--paper", choices=list(PAPERS), default="a4")
    parser.add_argument("--kit", type=int, default=1, help="number of the kit, for two kits on one table")
    parser.add_argument("--out", type=Path, required=True, help="folder to write to")


def run(args: argparse.Namespace) -> int:
    """0: written, the files' names on standard output; 2: an option or the folder will not do."""
    words = Words()
    refusal = _refusal(args, words)
    if refusal is not None:
        print(refusal, file=sys.stderr)
        return 2
    kit = Kit(args.players, Device(args.device), args.disc_mm, args.kit)
    if kit.disc_mm < SMALLEST_RECOMMENDED_MM:
        print(words.text("Discs below 28 mm are hard to read; 28 mm or more is better."), file=sys.stderr)
    sheet = args.out / "sheets.pdf"
    try:
        args.out.mkdir(parents=True, exist_ok=True)
        write_pictures(kit, args.out)
        write_pdf(kit, args.paper, sheet, words.text)
    except OSError as error:
        why = error.strerror or str(error)
        print(words.text("Cannot write to {folder}: {why}.", folder=args.out, why=why), file=sys.stderr)
        return 2
    print(sheet)
    print(args.out / "kit.json")
    return 0


def _refusal(args: argparse.Namespace, words: Words) -> str | None:
    """What is wrong with the options, in one sentence."""
    fewest, most = PLAYERS
    smallest, largest = (int(mm) for mm in DISC_MM_RANGE)
    if not fewest <= args.players <= most:
        return words.text("A kit is for {fewest} to {most} players.", fewest=fewest, most=most)
    if not smallest <= args.disc_mm <= largest:
        return words.text("A disc is {smallest} to {largest} mm wide.", smallest=smallest, largest=largest)
    if not 0 <= args.kit <= 99:
        return words.text("A kit has a number from 0 to 99.")
    return None
