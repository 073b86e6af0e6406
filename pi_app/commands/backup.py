"""`rabbit-table backup FILE`: copies the whole book into one file, also while somebody plays.

Rule: no copy makes a better one go: an older file that holds more gets another name.
"""

from __future__ import annotations

import argparse
import os
import sys
from datetime import UTC, datetime
from pathlib import Path

from pi_app.commands.places import book_path, open_book, settings_of
from pi_app.session.book import Book, BookError
from pi_app.session.restoring import lost_by
from pi_app.words import Words


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, help="the copy; an older one of the same matches is replaced")


def run(args: argparse.Namespace) -> int:
    """0: the copy is complete and on the disk; 2: there is no book, or no room for the copy; 3: the book is
    damaged, and nothing was copied.
    """
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
        if book.set_aside is not None:
            print(words.text("Nothing was copied."), file=sys.stderr)
            return 3
        kept = _copied(book, target)
    except BookError as error:
        why = error.detail or error.code
        print(words.text("Cannot write {file}: {why}.", file=target, why=why), file=sys.stderr)
        return 2
    finally:
        book.close()
    if kept is not None:
        message = "The older copy holds moves that this book does not. It is kept as {name}."
        print(words.text(message, name=kept.name), file=sys.stderr)
    return 0


def _copied(book: Book, target: Path) -> Path | None:
    """Where the older copy is now, if it is kept. Raise BookError: then all is as before."""
    kept = _keep_older(book, target)
    try:
        book.back_up(target)
    except BookError:
        if kept is not None:
            kept.rename(os.path.realpath(target))
        raise
    return kept


def _keep_older(book: Book, target: Path) -> Path | None:
    """An older copy that holds what is not in the book any more gets another name: which one?

    Raise BookError.
    """
    if not target.is_file() or not lost_by(book, target):
        return None
    older = Path(os.path.realpath(target))
    stamp = datetime.fromtimestamp(older.stat().st_mtime, UTC).strftime("%Y%m%d-%H%M%S-%f")
    kept = older.with_name(f"{older.stem}.{stamp}{older.suffix}")
    try:
        older.rename(kept)
    except OSError as error:
        raise BookError("BOOK_READ_ONLY", error.strerror or "") from None
    return kept
