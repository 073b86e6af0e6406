"""`--config FILE` and `--data DIR` in, which every command has; the settings and the open book out."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from pi_app.game.history import fold
from pi_app.game.match import Match
from pi_app.game.moves import Event
from pi_app.game.pieces import Fault, IllegalMove
from pi_app.session.backups import alarm_code, last_backup
from pi_app.session.banners import banner_text, misset_text, set_aside_text
from pi_app.session.book import Book, BookError, MatchLine
from pi_app.session.sentences import fault_text
from pi_app.settings import BOOK_NAME, Loaded, default_config, load_settings
from pi_app.words import Words


def settings_of(args: argparse.Namespace) -> Loaded:
    """The settings the arguments point to; what cannot be understood is said on standard error.

    Raise SystemExit with code 2 where a file was named that cannot be read.
    """
    path = config_path(args)
    loaded = load_settings(path)
    complain(loaded, path)
    unread = loaded.is_missing or (loaded.reason and not loaded.is_damaged)
    if unread and args.config is not None:
        words = Words()
        why = loaded.reason or words.text("there is no such file")
        print(
            words.text("The settings in {file} cannot be used: {why}.", file=path, why=why), file=sys.stderr
        )
        sys.exit(2)
    return loaded


def complain(loaded: Loaded, path: Path) -> None:
    """Say on standard error what is wrong with the settings."""
    words = Words(loaded.settings.language)
    if loaded.is_damaged:
        line = words.text("The settings in {file} are not understood; defaults are used.", file=path)
        print(f"{line} ({loaded.reason})", file=sys.stderr)
    for misset in loaded.missets:
        print(misset_text(misset, words), file=sys.stderr)


def config_path(args: argparse.Namespace) -> Path:
    """The file the settings are read from, whether or not it is there."""
    return args.config or default_config()


def book_path(args: argparse.Namespace, loaded: Loaded) -> Path:
    return (args.data or loaded.settings.data_dir) / BOOK_NAME


@dataclass(frozen=True, slots=True)
class Played:
    """One match of the book."""

    line: MatchLine
    events: tuple[Event, ...]
    match: Match


def played_match(args: argparse.Namespace, words: Words, path: Path) -> Played | None:
    """The match `args.match` (None: the newest), or None after saying on standard error why not."""
    played = _played(words, path, lambda lines: [one for one in lines if args.match in (None, one.id)][-1:])
    return played[0] if played else None


def played_matches(wanted: list[int], words: Words, path: Path) -> tuple[Played, ...] | None:
    """These matches, oldest first (empty: all), or None after saying on standard error why not."""
    return _played(words, path, lambda lines: [one for one in lines if not wanted or one.id in wanted])


def _played(
    words: Words, path: Path, chosen: Callable[[tuple[MatchLine, ...]], list[MatchLine]]
) -> tuple[Played, ...] | None:
    book = open_book(path, words, must_exist=True)
    if book is None:
        return None
    try:
        found = []
        for line in chosen(book.matches()):
            events = book.read(line.id)
            found.append(Played(line, events, fold(events)))
        if not found:
            print(words.text("There is no such match in the book."), file=sys.stderr)
        return tuple(found) or None
    except BookError as error:
        print(fault_text(error.fault, {}, words), file=sys.stderr)
    except IllegalMove as error:
        print(fault_text(Fault("BOOK_DAMAGED", detail=str(error)), {}, words), file=sys.stderr)
    finally:
        book.close()
    return None


def open_book(path: Path, words: Words, must_exist: bool = False) -> Book | None:
    """The book, or None after saying on standard error why not. must_exist: it will only be read."""
    if must_exist and not path.is_file():
        print(words.text("There is no book in {folder} yet.", folder=path.parent), file=sys.stderr)
        return None
    try:
        book = Book(path, reading=must_exist)
    except BookError as error:
        print(fault_text(error.fault, {}, words), file=sys.stderr)
        return None
    tell_of(book, words)
    return book


def tell_of(book: Book, words: Words) -> None:
    """Say on standard error what was found wrong when it was opened."""
    if book.set_aside is not None:
        backup = last_backup(book.path)
        print(set_aside_text(book.set_aside.name, str(backup) if backup else None, words), file=sys.stderr)
    elif (alarm := alarm_code(book)) is not None:
        print(banner_text(alarm, words), file=sys.stderr)
