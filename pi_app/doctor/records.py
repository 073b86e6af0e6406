"""What is kept: the settings file and the book of matches. Looking changes neither."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from pi_app.doctor.finding import Finding, Place, fail, ok, skip, warn
from pi_app.game.history import fold
from pi_app.game.pieces import IllegalMove
from pi_app.session.banners import banner_text, misset_text
from pi_app.session.book_end import End, compared, end_beside
from pi_app.session.book_file import read_only
from pi_app.session.last_move import LastMove
from pi_app.session.rows import DamagedRow, events_in, line_of
from pi_app.settings import BOOK_NAME


def settings(place: Place) -> list[Finding]:
    text = place.words.text
    if place.damage:
        line = text("The settings in {file} cannot be used: {why}.", file=place.config, why=place.damage)
        advice = text("Mend or delete that file; until then the defaults hold.")
        return [fail("settings", line, advice, file=str(place.config))]
    if place.missets:
        line = " ".join(misset_text(misset, place.words) for misset in place.missets)
        return [warn("settings", line, text("Mend that file."), file=str(place.config))]
    if not place.config.exists():
        return [ok("settings", text("No settings file: the defaults hold."), file=str(place.config))]
    return [ok("settings", text("The settings are in order."), file=str(place.config))]


def book(place: Place) -> list[Finding]:
    """Every event of every match is read, checked and played."""
    text, path = place.words.text, place.data / BOOK_NAME
    if not path.is_file():
        return [skip("book", text("There is no book in {folder} yet.", folder=place.data))]
    match, noted = LastMove(path).said() or (0, None)
    try:
        found = end_beside(path)
        matches, events, there = _play_all(path, match)
        end = compared(found, noted, there)
    except (sqlite3.Error, DamagedRow, IllegalMove, UnicodeDecodeError) as error:
        line = text("The book of matches is damaged: {why}.", why=error)
        advice = text("It is kept aside at the next start; put a backup in its place (deploy/backup.md).")
        return [fail("book", line, advice, file=str(path))]
    if end is End.LOST:
        advice = text("Check the last round on the touchscreen; older matches are in the backups beside it.")
        return [warn("book", banner_text("BOOK_END_LOST", place.words), advice, file=str(path))]
    line = text("The book is in order: {matches} matches, {events} moves.", matches=matches, events=events)
    return [ok("book", line, file=str(path), matches=matches, events=events)]


def _play_all(path: Path, one: int) -> tuple[int, int, int]:
    """How many matches and events there are, and how many in match `one`. Raise what is wrong."""
    with closing(read_only(path)) as db:
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
    return len(matches), events, of_one
