"""Matches are brought back on the display: what each copy holds, a question, and only then a change."""

from __future__ import annotations

import pytest
from driver import Driver
from made_up import clue
from made_up_table import MadeUpTable

from pi_app.screens.backups import backups_sheet, what, when
from pi_app.screens.choices import ChoiceTile
from pi_app.session.views import BackupView, Problem
from pi_app.words import Words

SMALL = (800, 480)
COPIES = (
    BackupView("book-2.sqlite", 1_790_000_000.0, 7, ("Anna", "Bo"), 11),
    BackupView("book.before-restore-1.sqlite", 1_780_000_000.0, 1, (), 0, before=True),
)


def opened(open_driver, **given: object) -> Driver:
    driver: Driver = open_driver(MadeUpTable(clue(6), **given), SMALL)
    driver.app.open(backups_sheet(driver.app))
    return driver


def test_each_copy_says_when_it_was_made_and_what_it_holds(open_driver) -> None:
    driver = opened(open_driver, copies=COPIES)
    tiles = driver.all(ChoiceTile)
    assert {tile.detail for tile in tiles} == {"7 matches; the last: 11 rounds, Anna, Bo", "1 match"}
    assert all("2026-" in tile.words for tile in tiles)


@pytest.mark.parametrize("says", ["Yes, do this", "Leave it as it is"])
def test_only_a_yes_brings_them_back(says: str, open_driver) -> None:
    driver = opened(open_driver, copies=COPIES)
    driver.tap_words(when(Words(), COPIES[0]))
    assert driver.table.calls == []
    driver.tap_words(says)
    assert driver.table.calls == ([("bring_back", "book-2.sqlite")] if says.startswith("Yes") else [])
    assert driver.sheet is None


def test_what_was_refused_is_said(open_driver) -> None:
    problem = Problem("BOOK_BUSY", "Another program writes in the book.")
    driver = opened(open_driver, copies=COPIES, refuse=(problem,))
    driver.tap_words(when(Words(), COPIES[0]))
    driver.tap_words("Yes, do this")
    assert driver.app.stage.bottom.problem == problem.text


def test_a_table_without_copies_says_when_there_will_be_one(open_driver) -> None:
    driver = opened(open_driver)
    assert driver.all(ChoiceTile) == []
    assert "at the end of each match" in driver.sheet.ids.title.words


def test_a_persian_table_reads_the_date_from_the_left() -> None:
    assert when(Words("fa"), COPIES[0]).startswith("\u2066۲۰۲۶–")
    assert "Anna" in what(Words("fa"), COPIES[0])
