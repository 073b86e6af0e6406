"""Plays in a folder on a file system of one megabyte until it is full, then makes room; prints what was seen.

python -m tests.safety.full_disk FOLDER
"""

from __future__ import annotations

import json
import shutil
import sys
from contextlib import suppress
from pathlib import Path

from pi_app.game.moves import AdjustScore
from pi_app.session.backups import keep_backup
from pi_app.session.book import Book, BookError
from pi_app.session.manners import FOR_PROGRAMS
from pi_app.session.session import Session
from pi_app.words import Words
from tests.safety.legal import start

_ROOM = 200_000
"""Left for the match when everything else is filled up."""


def fill(folder: Path, leave: int) -> Path:
    """A file as large as what is free, but for some bytes."""
    file = folder / "holiday.jpg"
    with suppress(OSError), file.open("ab", buffering=0) as opened:
        while (left := shutil.disk_usage(folder).free - leave) > 0:
            opened.write(bytes(min(left, 4096)))
    return file


def reopened(book: Path) -> int | str:
    """Number of moves of the running match, or why it cannot be opened."""
    try:
        session = Session(Book(book), Words(), manners=FOR_PROGRAMS)
    except BookError as error:
        return error.code
    n = session.view().n
    session.close()
    return n


def play(folder: Path) -> dict[str, object]:
    said: dict[str, object] = {"free_at_first": shutil.disk_usage(folder).free}
    path = folder / "book.sqlite"
    session = Session(Book(path), Words(), manners=FOR_PROGRAMS)
    session.do(start(4))
    ballast = fill(folder, _ROOM)
    points = 1
    while (answer := session.do(AdjustScore(1, points, "x" * 150))).ok:
        points += 1
    said["played"] = session.view().n
    answers = [answer, *(session.do(AdjustScore(1, points, "x" * 150)) for _ in range(2))]
    said["refused"] = [problem.code for answer in answers for problem in answer.problems]
    said["text"] = answer.problems[0].text
    said["banners"] = [banner.code for banner in session.view().banners]
    said["n_after_refusals"] = session.view().n
    fill(folder, 0)
    keep_backup(Book(path), 1e9)
    said["backups_when_full"] = [file.name for file in (folder / "backups").glob("*")]
    said["restarted_full"] = reopened(path)
    ballast.unlink()
    said["same_move"] = session.do(AdjustScore(1, points, "x" * 150)).ok
    said["banners_after"] = [banner.code for banner in session.view().banners]
    said["backup_later"] = keep_backup(Book(path), 1e9) is not None
    session.close()
    book = Book(path)
    said["set_aside"] = book.set_aside is not None
    book.close()
    said["n_in_the_end"] = reopened(path)
    return said


if __name__ == "__main__":
    print(json.dumps(play(Path(sys.argv[1]))))
