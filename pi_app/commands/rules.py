"""`rabbit-table rules [PROFILE]`: the rules in plain words, and which text says so; or all editions."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from typing import Any

import msgspec

from pi_app.commands.places import book_path, settings_of
from pi_app.game.custom import customise
from pi_app.game.profiles import PROFILES, Profile, resolve
from pi_app.session.banners import banner_text
from pi_app.session.edition_views import profile_view, profile_views, question_views, rule_views
from pi_app.session.saved_rules import FILE_NAME, RulesShelf, SavedRules
from pi_app.words import Words


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("profile", nargs="?", help="id of an edition, or of saved rules; default: list them")
    parser.add_argument("--players", type=int, help="for so many players; default: the fewest")
    parser.add_argument("--json", action="store_true", help="for programs")


def run(args: argparse.Namespace) -> int:
    """0: printed; 2: there is no such edition, or it is not for so many players."""
    loaded = settings_of(args)
    words = Words(loaded.settings.language)
    shelf = RulesShelf(book_path(args, loaded).with_name(FILE_NAME))
    if shelf.alarm:
        print(banner_text(shelf.alarm, words), file=sys.stderr)
    if args.profile is None:
        _print_all(words, shelf, args.json)
        return 0
    saved = shelf.find(args.profile)
    if saved is None and args.profile not in PROFILES:
        print(words.text("There is no edition {detail}.", detail=args.profile), file=sys.stderr)
        return 2
    profile = customise(saved.profile, saved.overrides) if saved else PROFILES[args.profile]
    players = profile.least if args.players is None else args.players
    if not profile.least <= players <= profile.most:
        span = words.figures(f"{profile.least}-{profile.most}")
        print(words.text("This edition is for {detail} players.", detail=span), file=sys.stderr)
        return 2
    if args.json:
        print(json.dumps(_as_json(profile, saved, players, words), ensure_ascii=False))
    else:
        print("\n".join(_lines(profile, saved, players, words)))
    return 0


def _print_all(words: Words, shelf: RulesShelf, as_json: bool) -> None:
    views = profile_views(words, shelf.rules)
    if as_json:
        print(json.dumps(msgspec.to_builtins(views), ensure_ascii=False))
        return
    width = max(len(view.id) for view in views)
    for view in views:
        print(f"{view.id:{width}}  {view.name} [{view.least}-{view.most}]: {view.special}")


def _lines(profile: Profile, saved: SavedRules | None, players: int, words: Words) -> Iterator[str]:
    view = profile_view(profile, words, saved)
    yield f"{view.name} ({words.count('{n} player', '{n} players', players)})"
    yield view.special
    for rule in rule_views(profile, players, words):
        yield ""
        yield f"{rule.text} [{rule.path}]"
        if rule.changed:
            yield f"  - {words.text('changed at this table')}"
        elif not rule.sources:
            yield f"  - {words.text('no text says so; our own choice')}"
        yield from (f"  - {source}" for source in rule.sources)
        yield from (f"  ? {words.text('not certain')}: {doubt}" for doubt in rule.doubts)
    for question in question_views(profile.id, players, saved.overrides if saved else {}, words):
        yield ""
        yield question.text
        for n, choice in enumerate(question.choices):
            yield f"  {'*' if n == question.chosen else '-'} {choice.text}"


def _as_json(profile: Profile, saved: SavedRules | None, players: int, words: Words) -> dict[str, Any]:
    overrides = saved.overrides if saved else {}
    return {
        "format": 1,
        "profile": msgspec.to_builtins(profile_view(profile, words, saved)),
        "players": players,
        "target": resolve(profile, players).target,
        "overrides": msgspec.to_builtins(dict(overrides)),
        "rules": msgspec.to_builtins(rule_views(profile, players, words)),
        "questions": msgspec.to_builtins(question_views(profile.id, players, overrides, words)),
    }
