"""`rabbit-table support-bundle FILE.zip`: all that somebody needs to help, in one file to send.

The doctor's findings, versions, settings, log, newest readings and moves; players' names only if asked.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

from pi_app.commands.doctor import answer
from pi_app.doctor.bundle import write_bundle
from pi_app.doctor.examine import examine
from pi_app.doctor.finding import Place


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE.zip", help="an older one there is replaced")
    parser.add_argument("--names", action="store_true", help="leave the players' names in")


def run(args: argparse.Namespace) -> int:
    """0: written; 2: the file cannot be written. What the doctor finds does not matter here."""
    place = Place.at(args.config, args.data)
    began = time.monotonic()
    findings = list(examine(place))
    try:
        write_bundle(place, answer(findings, time.monotonic() - began), args.file, args.names)
    except OSError as error:
        why = error.strerror or str(error)
        print(place.words.text("Cannot write {file}: {why}.", file=args.file, why=why), file=sys.stderr)
        return 2
    print(args.file)
    return 0
