"""`rabbit-table export [MATCH] --format json|csv|bgstats|bgstats-link`: a match for other programs."""

from __future__ import annotations

import argparse
import csv
import json
import sys
from collections.abc import Iterator, Mapping

from pi_app.commands.bgstats import bgstats_link, bgstats_play
from pi_app.commands.moments import utc_text
from pi_app.commands.places import Played, book_path, played_match, settings_of
from pi_app.game.match import Match
from pi_app.game.pieces import PlayerId, Points, Round
from pi_app.session.codec import move_to_dict
from pi_app.session.draft import Draft
from pi_app.session.evening import Evening
from pi_app.session.lobby import Lobby
from pi_app.session.round_views import RoundViews, names_of
from pi_app.session.same_people import same_people
from pi_app.session.sentences import why_text
from pi_app.session.show import Surroundings, show_board
from pi_app.web.board import public_state
from pi_app.web.export import COLUMNS, safe_cell
from pi_app.words import Words

FORMATS = ("json", "csv", "bgstats", "bgstats-link")
_NUMBERS = frozenset({"round", "base", "bonus", "extra", "points"})


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("match", type=int, nargs="?", help="number of the match; default: the newest")
    parser.add_argument("--format", choices=FORMATS, default="json")


def run(args: argparse.Namespace) -> int:
    """0: written to standard output; 2: there is no such match, or the book cannot be read."""
    loaded = settings_of(args)
    words = Words(loaded.settings.language)
    path = book_path(args, loaded)
    played = played_match(args, words, path)
    if played is None:
        return 2
    match args.format:
        case "json":
            print(json.dumps(as_json(played, words), ensure_ascii=False))
        case "csv":
            _write_csv(played.match, words)
        case "bgstats":
            play = bgstats_play(played, words, same_people(path.parent))
            print(json.dumps(play, ensure_ascii=False))
        case _:
            print(bgstats_link(bgstats_play(played, words, same_people(path.parent))))
    return 0


def _write_csv(match: Match, words: Words) -> None:
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(COLUMNS)
    for row in csv_rows(match, words):
        writer.writerow(row[column] if column in _NUMBERS else safe_cell(row[column]) for column in COLUMNS)


def as_json(played: Played, words: Words) -> dict[str, object]:
    """The match as facts (`state` of the contract) and as the moves that led there."""
    evening = Evening(len(played.events), played.match, Lobby(""), Draft())
    around = Surroundings(match=str(played.line.id), rounds=RoundViews(words).of(played.match))
    board = show_board(evening, around, words)
    return {
        "format": 1,
        "match": played.line.id,
        "started_at": utc_text(played.line.started_at),
        "state": public_state(board),
        "events": [
            {"n": event.n, "at": utc_text(event.at), **move_to_dict(event.move)} for event in played.events
        ],
    }


def csv_rows(match: Match, words: Words) -> Iterator[dict[str, str]]:
    """One row for each player and round, and one for all points by hand; who did not take part has none.

    The points of all rows that are not void add up to the scores.
    """
    names, last = names_of(match), len(match.rounds)
    for player in match.players:
        if player.start_score:
            yield _by_hand(min(player.joined_round, last), names[player.id], player.start_score, "")
    for played in match.rounds:
        yield from _round_rows(played, names, words)
    for change in match.adjustments:
        yield _by_hand(change.round, names[change.player], change.points, change.reason)


def _by_hand(number: int, name: str, points: int, reason: str) -> dict[str, str]:
    empty = dict.fromkeys(COLUMNS, "")
    return {**empty, "round": str(number), "player": name, "points": str(points), "why": reason}


def _round_rows(played: Round, names: Mapping[PlayerId, str], words: Words) -> Iterator[dict[str, str]]:
    for player in played.players:
        points = (played.result.points.get(player) if played.result and not played.void else None) or Points()
        cards = [str(slot) for slot, owner in played.slots.items() if owner == player]
        votes = ["?" if slot is None else str(slot) for slot in played.votes.get(player, ())]
        yield {
            "round": str(played.number),
            "void": "yes" if played.void else "",
            "storyteller": names.get(played.storyteller, ""),
            "player": names.get(player, ""),
            "votes": " ".join(votes),
            "cards": " ".join(cards),
            "base": str(points.base),
            "bonus": str(points.bonus),
            "extra": str(points.extra),
            "points": str(points.total),
            "why": "; ".join(why_text(why, words) for why in points.why),
        }
