"""What is kept: the settings file and the book of matches. Looking changes neither."""

from __future__ import annotations

import os
import pwd
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from itertools import combinations
from pathlib import Path

import msgspec

from pi_app.doctor.finding import Finding, Place, fail, ok, skip, warn
from pi_app.game.history import fold
from pi_app.game.pieces import Fault, IllegalMove
from pi_app.game.profiles import PROFILES
from pi_app.session.banners import banner_text, misset_text
from pi_app.session.book_end import End, compared, end_beside
from pi_app.session.book_faults import CANNOT_BE_WRITTEN, code_of
from pi_app.session.book_file import newer_format, read_only
from pi_app.session.last_move import LastMove
from pi_app.session.rows import DamagedRow, events_in, line_of
from pi_app.session.saved_rules import FILE_NAME, RulesShelf
from pi_app.session.sentences import fault_text
from pi_app.settings import BOOK_NAME, Misset, Settings

_DAMAGE = (sqlite3.Error, DamagedRow, IllegalMove, UnicodeDecodeError)


def settings(place: Place) -> list[Finding]:
    text = place.words.text
    if place.damage:
        line = text("The settings in {file} cannot be used: {why}.", file=place.config, why=place.damage)
        advice = text("Mend or delete that file; until then the defaults hold.")
        return [fail("settings", line, advice, file=str(place.config))]
    wrong = [misset_text(misset, place.words) for misset in (*place.missets, *_unknown_profile(place))]
    wrong += _shared_pins(place)
    if wrong:
        line = " ".join(wrong)
        return [warn("settings", line, text("Mend that file."), file=str(place.config))]
    if not place.config.exists():
        return [ok("settings", text("No settings file: the defaults hold."), file=str(place.config))]
    return [ok("settings", text("The settings are in order."), file=str(place.config))]


def _unknown_profile(place: Place) -> Iterator[Misset]:
    """An edition that nobody knows: neither a box nor rules that were saved here."""
    profile = place.settings.profile
    if profile not in PROFILES and RulesShelf(place.data / FILE_NAME).find(profile) is None:
        yield Misset("profile", msgspec.json.encode(Settings().profile).decode())


def _shared_pins(place: Place) -> Iterator[str]:
    pins = place.settings.pins
    wired = [(part, number) for part, number in msgspec.structs.asdict(pins).items() if number >= 0]
    for (one, pin), (other, same) in combinations(wired, 2):
        if pin == same:
            text = "The settings pins.{one} and pins.{other} name the same pin {n}."
            yield place.words.text(text, one=one, other=other, n=pin)


def book(place: Place) -> list[Finding]:
    """Every event of every match is read, checked and played."""
    text, path = place.words.text, place.data / BOOK_NAME
    try:
        path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return [skip("book", text("There is no book in {folder} yet.", folder=place.data))]
    except OSError as error:
        return [_unreadable(place, error.strerror or "?")]
    match, noted = LastMove(path).said() or (0, None)
    try:
        found = end_beside(path)
        newer, matches, events, there = _play_all(path, match)
        end = compared(found, noted, there)
    except _DAMAGE as error:
        code = code_of(error) if isinstance(error, sqlite3.Error) else "BOOK_DAMAGED"
        if code in CANNOT_BE_WRITTEN | {"BOOK_BROKEN"}:
            return [_unreadable(place, str(error))]
        if code == "BOOK_BUSY":
            line = fault_text(Fault("BOOK_BUSY"), {}, place.words)
            return [warn("book", line, text("Try again."), file=str(path))]
        line = text("The book of matches is damaged: {why}.", why=error)
        advice = text("It is kept aside at the next start; put a backup in its place (deploy/backup.md).")
        return [fail("book", line, advice, file=str(path))]
    if newer is not None:
        line = text("The book of matches was written by a newer version of this program.")
        return [fail("book", line, text("Install that version again."), file=str(path), format=newer)]
    if end is End.LOST:
        advice = text("Check the last round on the touchscreen; older matches are in the backups beside it.")
        return [warn("book", banner_text("BOOK_END_LOST", place.words), advice, file=str(path))]
    line = text("The book is in order; matches: {matches}, moves: {events}.", matches=matches, events=events)
    return [ok("book", line, file=str(path), matches=matches, events=events)]


def _unreadable(place: Place, why: str) -> Finding:
    text, folder = place.words.text, place.data
    line = text("The book of matches cannot be read: {why}.", why=why)
    owner = _owner(folder)
    if owner is None:
        advice = text("Make it readable: chmod -R u+rwX {folder}", folder=folder)
    else:
        advice = text("It belongs to {owner}: call rabbit-table as that user, or with sudo.", owner=owner)
    return fail("book", line, advice, file=str(folder / BOOK_NAME))


def _owner(folder: Path) -> str | None:
    """Whose it is, where it is somebody else's."""
    try:
        number = folder.stat().st_uid
        return None if number == os.geteuid() else pwd.getpwuid(number).pw_name
    except OSError:
        return None
    except KeyError:
        return str(number)


def _play_all(path: Path, one: int) -> tuple[int | None, int, int, int]:
    """A newer format's number, how many matches and events there are, and how many in match `one`.

    Raise what is wrong.
    """
    with closing(read_only(path)) as db:
        if (newer := newer_format(db)) is not None:
            return newer, 0, 0, 0
        said = db.execute("PRAGMA integrity_check(1)").fetchone()[0]
        if said != "ok":
            raise sqlite3.DatabaseError(said)
        lines = db.execute("SELECT * FROM match ORDER BY id").fetchall()
        # Three columns: format 1, which has no checksum here.
        matches = [line_of(row)[0] if len(row) > 3 else row[0] for row in lines]
        events = of_one = 0
        for match in matches:
            played = tuple(events_in(db, match))
            fold(played)
            events += len(played)
            of_one += len(played) if match == one else 0
    return None, len(matches), events, of_one
