"""`restore FILE`: matches come back from a copy, a damaged book or another device; nothing is thrown away."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from played_book import fill

from pi_app.__main__ import main
from pi_app.commands.exported import BadExport, read_export
from pi_app.game.moves import AdjustScore, EndMatch, NextRound
from pi_app.session.book import Book
from pi_app.session.manners import FOR_PROGRAMS
from pi_app.session.sentences import reason_text
from pi_app.session.session import Session
from pi_app.words import Words


def events(folder: Path, match: int = 1):
    book = Book(folder / "book.sqlite")
    assert book.set_aside is None
    found = book.read(match)
    book.close()
    return found


def restore(folder: Path, *words: object) -> int:
    return main(["restore", *map(str, words), "--data", str(folder), "--config", os.devnull])


def shown(folder: Path):
    session = Session(Book(folder / "book.sqlite"), Words())
    view, board = session.view(), session.board()
    session.close()
    return view, board


def test_a_backup_restored_into_an_empty_folder_gives_the_same_screen_and_scores(tmp_path, capsys):
    fill(tmp_path / "a")
    assert main(["backup", str(tmp_path / "copy.sqlite"), "--data", str(tmp_path / "a")]) == 0
    assert restore(tmp_path / "b", tmp_path / "copy.sqlite") == 0
    assert capsys.readouterr().err == "1 match is back.\n"
    assert shown(tmp_path / "b") == shown(tmp_path / "a")
    assert events(tmp_path / "b") == events(tmp_path / "a")


def test_the_book_that_was_there_is_kept_aside(tmp_path, capsys):
    fill(tmp_path / "a")
    fill(tmp_path / "b").close()
    book = Book(tmp_path / "b" / "book.sqlite")
    book.append(1, 5, 9.0, NextRound())
    book.close()
    assert restore(tmp_path / "b", tmp_path / "a" / "book.sqlite") == 0
    assert "is kept as book.before-restore-" in capsys.readouterr().err
    assert len(events(tmp_path / "b")) == 5
    (kept,) = (tmp_path / "b").glob("book.before-restore-*.sqlite")
    assert len(Book(kept).read(1)) == 6


def test_without_a_file_the_last_backup_is_taken(tmp_path):
    session = Session(fill(tmp_path, leave_open=True), Words(), manners=FOR_PROGRAMS)
    assert session.do(EndMatch()).ok
    session.close()
    before = events(tmp_path)
    (tmp_path / "book.sqlite").write_bytes(b"rubbish" * 1000)
    assert restore(tmp_path) == 0
    assert events(tmp_path) == before


def test_a_book_that_a_table_has_open_is_left_alone(tmp_path, capsys):
    fill(tmp_path / "a")
    session = Session(fill(tmp_path / "b", leave_open=True), Words(), manners=FOR_PROGRAMS)
    assert restore(tmp_path / "b", tmp_path / "a" / "book.sqlite") == 3
    said = capsys.readouterr().err
    assert said.startswith("The book is in use by another program. Try again. ")
    assert "stop rabbit-table" in said
    assert session.do(NextRound()).ok
    session.close()
    assert len(events(tmp_path / "b")) == 6


def test_an_exported_match_goes_to_another_device_and_only_once(tmp_path, capsys):
    fill(tmp_path / "a")
    fill(tmp_path / "b").close()
    book = Book(tmp_path / "b" / "book.sqlite")
    book.append(1, 5, 9.0, AdjustScore(1, 2, "not the same match"))
    book.close()
    main(["export", "--data", str(tmp_path / "a")])
    exported = tmp_path / "match.json"
    exported.write_text(capsys.readouterr().out)
    assert restore(tmp_path / "b", exported) == 0
    assert restore(tmp_path / "b", exported) == 0
    assert capsys.readouterr().err == "1 match is back.\nAll its matches are here already.\n"
    assert [e.move for e in events(tmp_path / "b", 2)] == [e.move for e in events(tmp_path / "a")]
    assert Book(tmp_path / "b" / "book.sqlite").matches()[-1].closed


def test_matches_of_another_device_are_added_beside_ours(tmp_path):
    fill(tmp_path / "a")
    fill(tmp_path / "b").close()
    book = Book(tmp_path / "b" / "book.sqlite")
    book.append(1, 5, 9.0, NextRound())
    book.close()
    assert restore(tmp_path / "b", tmp_path / "a" / "book.sqlite", "--add") == 0
    assert [len(events(tmp_path / "b", n)) for n in (1, 2)] == [6, 5]


def test_what_can_be_read_of_a_damaged_book_comes_back_and_the_rest_is_said_to_be_missing(tmp_path, capsys):
    book = fill(tmp_path / "a", leave_open=True)
    book._db.execute("UPDATE event SET crc = 0 WHERE n = 4")
    book.close()
    assert restore(tmp_path / "b", tmp_path / "a" / "book.sqlite") == 3
    assert "Match 1 could be read up to its first 3 moves only." in capsys.readouterr().err
    assert len(events(tmp_path / "b")) == 3


EXPORT = {"format": 1, "match": 1, "started_at": "2026-01-01T00:00:00+00:00", "events": []}


@pytest.mark.parametrize(
    "content",
    [
        b"", b"rubbish", b"{", b"{}", b"SQLite format 3\x00" + b"\0" * 5000,
        json.dumps(EXPORT).encode(),
        json.dumps({**EXPORT, "format": 9}).encode(),
        json.dumps({**EXPORT, "events": [{"n": 2, "at": "", "move": "Undo"}]}).encode(),
        json.dumps({**EXPORT, "events": [{"n": 1, "at": "", "move": "Undo"}]}).encode(),
        json.dumps({**EXPORT, "events": [{"n": 1, "at": "", "move": "Fly"}]}).encode(),
        b'{"format":1,' + b"[" * 100_000,
    ],
    ids=lambda content: str(content[:40]),
)  # fmt: skip
def test_a_file_without_a_match_is_one_sentence_and_changes_nothing(tmp_path, capsys, content):
    fill(tmp_path / "a")
    before = events(tmp_path / "a")
    file = tmp_path / "file"
    file.write_bytes(content)
    assert restore(tmp_path / "a", file) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1
    assert events(tmp_path / "a") == before
    assert {there.name for there in (tmp_path / "a").iterdir()} == {"book.sqlite", "book.sqlite-last"}


def test_a_format_of_the_future_is_named_before_its_moves_are_judged(tmp_path, capsys):
    export = {**EXPORT, "format": 9, "events": [{"n": 1, "at": "", "move": "AMoveOfTheFuture"}]}
    (tmp_path / "file").write_text(json.dumps(export))
    assert restore(tmp_path / "a", tmp_path / "file") == 2
    assert "format 9 is not known" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ({"format": 9}, "formatet 9 er ukendt"),
        ({}, "der er ingen træk i den"),
        ({"events": [{"n": 2, "at": "", "move": "Undo"}]}, "træk 1 mangler"),
        ({"events": [{"n": 1, "at": "", "move": "Fly"}]}, "ukendt træk 'Fly'"),
        ({"events": [{"n": 1, "at": "", "move": "Undo"}]}, "dens træk følger ikke reglerne (NOTHING"),
        ({"events": 1}, "det er ikke et eksporteret spil ("),
    ],
)
def test_what_is_wrong_with_an_exported_match_is_said_in_the_language_of_the_table(changed, why):
    with pytest.raises(BadExport) as refused:
        read_export(json.dumps({**EXPORT, **changed}).encode())
    assert reason_text(refused.value.reason, Words("da")).startswith(why)


@pytest.mark.parametrize("file", ["a/book.sqlite", "missing", "a"])
def test_a_place_that_will_not_do_is_one_sentence(tmp_path, capsys, file):
    fill(tmp_path / "a")
    assert restore(tmp_path / "a", tmp_path / file) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1
