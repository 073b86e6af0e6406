"""`rabbit-table heights`: for each camera module, what it sees from which height, and how large stickers are.

The figures of deploy/mounting.md come from here.
"""

from __future__ import annotations

import argparse
import sys

from calibration.optics import DISCS_MM, HEIGHTS_CM, table
from hardware.stickers import DISC_MM_RANGE
from pi_app.commands.places import settings_of
from pi_app.words import Words

HEIGHT_CM_RANGE = (20.0, 300.0)


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--cm", type=float, nargs="+", default=HEIGHTS_CM, help="heights above the table")
    parser.add_argument("--disc-mm", type=float, nargs="+", default=DISCS_MM, help="diameters of discs")


def run(args: argparse.Namespace) -> int:
    """0: the tables, as Markdown, on standard output; 2: a figure that cannot be."""
    words = Words(settings_of(args).settings.language)
    if not all(HEIGHT_CM_RANGE[0] <= height <= HEIGHT_CM_RANGE[1] for height in args.cm):
        print(words.text("A camera hangs 20 to 300 cm above the table."), file=sys.stderr)
        return 2
    smallest, largest = (int(mm) for mm in DISC_MM_RANGE)
    if not all(smallest <= disc <= largest for disc in args.disc_mm):
        line = words.text("A disc is {smallest} to {largest} mm wide.", smallest=smallest, largest=largest)
        print(line, file=sys.stderr)
        return 2
    print(table(heights_cm=args.cm, discs_mm=args.disc_mm), end="")
    return 0
