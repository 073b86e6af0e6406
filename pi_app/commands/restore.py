"""`rabbit-table restore FILE`: brings matches back, from a backup, a damaged book or an exported match.

Rule: nothing is thrown away. The book that was there is kept aside; a file without a match changes nothing.
"""

from __future__ import annotations

import argparse
import codecs
import sys
from pathlib import Path

from pi_app.commands.exported import BadExport, read_export
from pi_app.commands.places import book_path, settings_of
from pi_app.session.backups import last_backup
from pi_app.session.book import Book, BookError
from pi_app.session.rescue import Rescued, rescue
from pi_app.session.restoring import add_to, restored
from pi_app.session.sentences import fault_text, reason_text
from pi_app.words import Words


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, nargs="?", help="the copy; default: the last backup made here")
    parser.add_argument("--add", action="store_true", help="add its matches to the book that is there")


def run(args: argparse.Namespace) -> int:
    """0: everything is back; 2: no file, or nothing in it; 3: a part is missing, or the book is in use."""
    loaded = settings_of(args)
    words = Words(loaded.settings.language)
    path = book_path(args, loaded)
    file: Path | None = args.file or last_backup(path)
    if file is None:
        return _say(2, words.text("There is no backup in {folder}.", folder=path.parent))
    if path.exists() and file.exists() and file.samefile(path):
        return _say(2, words.text("The copy must be another file than the book."))
    try:
        exported = _is_export(file)
        matches = (
            (read_export(file.read_bytes().removeprefix(codecs.BOM_UTF8)),) if exported else rescue(file)
        )
    except (OSError, BadExport) as error:
        return _say(2, words.text("Cannot read {file}: {why}.", file=file, why=_why(error, words)))
    if not matches:
        return _say(2, words.text("There is no match in {file}.", file=file))
    try:
        added, kept = _put(path, matches, args.add or exported)
    except BookError as error:
        refused = fault_text(error.fault, {}, words)
        if error.code == "BOOK_BUSY":
            refused += " " + words.text("Is the table running? Stop it first: systemctl stop rabbit-table")
        return _say(3, refused)
    if kept is not None:
        print(words.text("The book that was there is kept as {name}.", name=kept.name), file=sys.stderr)
    told = words.count("{n} match is back.", "{n} matches are back.", added)
    print(told if added else words.text("All its matches are here already."), file=sys.stderr)
    short = [match for match in matches if not match.whole]
    for match in short:
        said = words.count(
            "Match {match} could be read up to its {n} move only.",
            "Match {match} could be read up to its first {n} moves only.",
            len(match.events),
            match=match.id,
        )
        print(said, file=sys.stderr)
    return 3 if short else 0


def _is_export(file: Path) -> bool:
    with file.open("rb") as opened:
        return opened.read(16).removeprefix(codecs.BOM_UTF8).lstrip()[:1] == b"{"


def _put(path: Path, matches: tuple[Rescued, ...], add: bool) -> tuple[int, Path | None]:
    """How many matches were added, and where the book that was there is now. Raise BookError."""
    if path.exists() and not add:
        book, kept = restored(Book(path), matches)
        book.close()
        return len(matches), kept
    book = Book(path)
    try:
        # A match that was running may go on, but not instead of one that is running here.
        return add_to(book, matches, closed=add), None
    finally:
        book.close()


def _say(code: int, text: str) -> int:
    print(text, file=sys.stderr)
    return code


def _why(error: OSError | BadExport, words: Words) -> str:
    return (error.strerror or "") if isinstance(error, OSError) else reason_text(error.reason, words)
