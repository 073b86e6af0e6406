"""`rabbit-table stats [MATCH ...]`: what was counted over the matches of the book, and their titles."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from pi_app.commands.places import Played, book_path, played_matches, settings_of
from pi_app.game.persons import labels
from pi_app.game.statistics import Statistics, Tally, statistics
from pi_app.session.endings import title_views
from pi_app.session.same_people import keep_same_people, same_people, settled
from pi_app.words import Words

_PAIRS_SHOWN = 3


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("match", type=int, nargs="*", help="numbers of matches; default: all")
    parser.add_argument("--json", action="store_true", help="for programs")
    parser.add_argument(
        "--same",
        action="append",
        default=[],
        metavar="NAME=NAME",
        help="count the first as the second: one person who was taken for two (names as printed, or keys)",
    )
    parser.add_argument(
        "--keep", action="store_true", help="keep what --same says for all evenings; KEY=KEY takes it back"
    )


def run(args: argparse.Namespace) -> int:
    """0: printed; 2: the book cannot be read, or has no such match or person, or nothing can be kept."""
    loaded = settings_of(args)
    words = Words(loaded.settings.language)
    path = book_path(args, loaded)
    played = played_matches(args.match, words, path)
    if played is None:
        return 2
    matches, same = [one.match for one in played], same_people(path.parent)
    found = statistics(matches, same)
    try:
        if args.same:
            same = settled(same, _same(args.same, found, same))
            found = statistics(matches, same)
        if args.keep:
            keep_same_people(path.parent, same)
    except LookupError as error:
        print(words.text("Nobody in these matches is called {name}.", name=error.args[0]), file=sys.stderr)
        return 2
    except OSError as error:
        print(words.text("This could not be kept: {why}.", why=error.strerror), file=sys.stderr)
        return 2
    if args.json:
        print(json.dumps(as_json(played, found, words), ensure_ascii=False))
    else:
        sys.stdout.write("".join(f"{line}\n" for line in _lines(played, found, words)))
    return 0


def as_json(played: tuple[Played, ...], found: Statistics, words: Words) -> dict[str, Any]:
    """Everything, as data. The keys of `people` are those of `game.persons`."""
    told: dict[str, Any] = msgspec.to_builtins(found, str_keys=True)
    for one, facts in zip(played, told["matches"], strict=True):
        facts["match"] = one.line.id
        facts["titles"] = msgspec.to_builtins(title_views(one.match, words))
    return {"format": 1, **told}


def _lines(played: tuple[Played, ...], found: Statistics, words: Words) -> Iterator[str]:
    names = _names(found)
    best = sorted(found.people.items(), key=lambda one: (-one[1].wins, -one[1].points, names[one[0]]))
    for key, tally in best:
        yield _person(names[key], tally, words)
    for pair in [pair for pair in found.twins if pair.alike > 1][:_PAIRS_SHOWN]:
        who = f"{names[pair.one]} & {names[pair.other]}"
        yield words.text("{who} voted alike {n} times of {all}.", who=who, n=pair.alike, all=pair.together)
    for fooled in [pair for pair in found.fooled if pair.votes > 1][:_PAIRS_SHOWN]:
        first, second = names[fooled.fooled], names[fooled.by]
        yield words.text("{first} fell for {second} {n} times.", first=first, second=second, n=fooled.votes)
    for one in played:
        for title in title_views(one.match, words):
            yield words.text("Match {n}: {title}", n=one.line.id, title=title.text)


def _names(found: Statistics) -> dict[str, str]:
    """Two of one name are told apart: Anna, Anna (2)."""
    return labels({key: tally.name for key, tally in found.people.items()})


def _same(said: list[str], found: Statistics, before: Mapping[str, str]) -> dict[str, str]:
    """Key -> key to be counted as. Raise LookupError with the name that nobody has.

    `before`: what was kept; those who are counted as others still have their own keys.
    """
    keys = {key: key for key in (*before, *found.people)}
    keys = {shown: key for key, shown in _names(found).items()} | keys
    pairs = (pair.partition("=") for pair in said)
    return {_key(keys, one): _key(keys, other) for one, _, other in pairs}


def _key(keys: dict[str, str], name: str) -> str:
    if name.strip() not in keys:
        raise LookupError(name.strip())
    return keys[name.strip()]


def _person(name: str, tally: Tally, words: Words) -> str:
    return words.text(
        "{name}: matches {matches}, won {wins}; rounds {rounds}, points {points}; told {told}, well {well}; "
        "found {found} of {voted}; votes drawn {drawn}; longest drought {drought}",
        name=name,
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
