"""`rabbit-table replay [MATCH]`: prints a match of the book, a line a round, as `score` reads it."""

from __future__ import annotations

import argparse

from pi_app.commands.places import book_path, played_match, settings_of
from pi_app.game.line import label
from pi_app.game.match import Match
from pi_app.game.notation import write_round
from pi_app.session.round_views import names_of
from pi_app.words import Words


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = subparsers.add_parser("replay", help="print a match, a line a round")
    parser.add_argument("match", type=int, nargs="?", help="number of the match; default: the newest")


def run(args: argparse.Namespace) -> int:
    """0: printed; 2: there is no such match, or the book cannot be read."""
    loaded = settings_of(args)
    played = played_match(args, Words(loaded.settings.language), book_path(args, loaded))
    if played is None:
        return 2
    print("\n".join(replay_lines(played.match)))
    return 0


def replay_lines(match: Match) -> list[str]:
    """Who plays what, then each round with its points."""
    if match.profile is None:
        return []
    names = names_of(match)
    seats = " ".join(f"{player}={label(name)}" for player, name in names.items())
    rounds = (write_round(played, names, tuple(names)) for played in match.rounds)
    return [f"match {match.profile.id} {seats}", *rounds]
