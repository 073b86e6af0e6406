"""`rabbit-table backup FILE`: copies the whole book into one file, also while somebody plays."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from pi_app.commands.places import book_path, open_book, settings_of
from pi_app.session.book import BookError
from pi_app.words import Words


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, help="the copy; an older one there is replaced")


def run(args: argparse.Namespace) -> int:
    """0: the copy is complete and on the disk; 2: there is no book, or no room for the copy."""
    loaded = settings_of(args)
    words = Words(loaded.settings.language)
    path = book_path(args, loaded)
    target: Path = args.file
    if target.exists() and path.exists() and target.samefile(path):
        print(words.text("The copy must be another file than the book."), file=sys.stderr)
        return 2
    book = open_book(path, words, must_exist=True)
    if book is None:
        return 2
    try:
        book.back_up(target)
    except BookError as error:
        why = error.detail or error.code
        print(words.text("Cannot write {file}: {why}.", file=target, why=why), file=sys.stderr)
        return 2
    finally:
        book.close()
    return 0
