"""`rabbit-table stats [MATCH ...]`: what was counted over the matches of the book, and their titles."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from typing import Any

import msgspec

from pi_app.commands.places import Played, book_path, played_matches, settings_of
from pi_app.game.statistics import Statistics, Tally, statistics
from pi_app.session.endings import title_views
from pi_app.words import Words

_PAIRS_SHOWN = 3


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = subparsers.add_parser("stats", help="count over the matches of the book")
    parser.add_argument("match", type=int, nargs="*", help="numbers of matches; default: all")
    parser.add_argument("--json", action="store_true", help="for programs")


def run(args: argparse.Namespace) -> int:
    """0: printed; 2: the book cannot be read, or has no such match."""
    loaded = settings_of(args)
    words = Words(loaded.settings.language)
    played = played_matches(args.match, words, book_path(args, loaded))
    if played is None:
        return 2
    found = statistics(one.match for one in played)
    if args.json:
        print(json.dumps(as_json(played, found, words), ensure_ascii=False))
    else:
        sys.stdout.write("".join(f"{line}\n" for line in _lines(played, found, words)))
    return 0


def as_json(played: tuple[Played, ...], found: Statistics, words: Words) -> dict[str, Any]:
    """Everything, as data. A person over evenings is known by the name: the keys of `people`."""
    told: dict[str, Any] = msgspec.to_builtins(found, str_keys=True)
    for one, facts in zip(played, told["matches"], strict=True):
        facts["match"] = one.line.id
        facts["titles"] = msgspec.to_builtins(title_views(one.match, words))
    return {"format": 1, **told}


def _lines(played: tuple[Played, ...], found: Statistics, words: Words) -> Iterator[str]:
    people = sorted(found.people.values(), key=lambda tally: (-tally.wins, -tally.points, tally.name))
    for tally in people:
        yield _person(tally, words)
    names = {key: tally.name for key, tally in found.people.items()}
    for pair in [pair for pair in found.twins if pair.alike > 1][:_PAIRS_SHOWN]:
        who = f"{names[pair.one]} & {names[pair.other]}"
        yield words.text("{who} voted alike {n} times of {all}.", who=who, n=pair.alike, all=pair.together)
    for fooled in [pair for pair in found.fooled if pair.votes > 1][:_PAIRS_SHOWN]:
        first, second = names[fooled.fooled], names[fooled.by]
        yield words.text("{first} fell for {second} {n} times.", first=first, second=second, n=fooled.votes)
    for one in played:
        for title in title_views(one.match, words):
            yield words.text("Match {n}: {title}", n=one.line.id, title=title.text)


def _person(tally: Tally, words: Words) -> str:
    return words.text(
        "{name}: matches {matches}, won {wins}; rounds {rounds}, points {points}; told {told}, well {well}; "
        "found {found} of {voted}; votes drawn {drawn}; longest drought {drought}",
        name=tally.name,
        matches=tally.matches,
        wins=tally.wins,
        rounds=tally.rounds,
        points=tally.points,
        told=tally.told,
        well=tally.told_some,
        found=tally.found,
        voted=tally.voted,
        drawn=tally.drawn,
        drought=tally.drought,
    )
