"""`rabbit-table replay [MATCH]`: prints a match of the book, a line a round, as `score` reads it."""

from __future__ import annotations

import argparse
import sys

from pi_app.commands.places import book_path, played_match, settings_of
from pi_app.game.notation import write_match
from pi_app.words import Words


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("match", type=int, nargs="?", help="number of the match; default: the newest")


def run(args: argparse.Namespace) -> int:
    """0: printed; 2: there is no such match, or the book cannot be read."""
    loaded = settings_of(args)
    played = played_match(args, Words(loaded.settings.language), book_path(args, loaded))
    if played is None:
        return 2
    sys.stdout.write("".join(f"{line}\n" for line in write_match(played.match)))
    return 0
