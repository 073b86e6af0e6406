"""Nothing on any screen or sheet is said in English alone: every text comes from the catalogue or the view.

The catalogue of this test puts its marks round each text, so that a text without marks is found out.
"""

from __future__ import annotations

import gettext
from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from io import BytesIO
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from driver import Driver
from made_up import FORESEEN, SCREENS, clue, seeing
from made_up_table import MadeUpTable
from test_labels_fit import SHEETS

from pi_app.screens.preferences import LANGUAGE_NAMES
from pi_app.screens.shaped_text import Text
from pi_app.words import LOCALE_DIR, Words

MARK = "«"
NOT_TO_TRANSLATE = {*LANGUAGE_NAMES.values(), "Rabbit Table"}


@pytest.fixture
def marked(monkeypatch, tmp_path: Path) -> None:
    """Danish, for this test: «each text».

    Its plurals work as the English ones do.
    """
    with (LOCALE_DIR / "rabbit-table.pot").open("rb") as opened:
        template = read_po(opened)
    catalogue = Catalog(locale="da")
    for message in template:
        if message.id:
            plural = tuple(f"«{form}»" for form in message.id) if message.pluralizable else ()
            catalogue.add(message.id, plural or f"«{message.id}»")
    out = BytesIO()
    write_mo(out, catalogue)
    file = tmp_path / "da/LC_MESSAGES/rabbit-table.mo"
    file.parent.mkdir(parents=True)
    file.write_bytes(out.getvalue())
    gettext._translations.clear()
    monkeypatch.setattr(Words.__init__, "__defaults__", ("da", tmp_path))
    yield
    gettext._translations.clear()


def texts_in(value: object) -> Iterator[str]:
    """Every text of a view, however deep."""
    if isinstance(value, str):
        yield value
    elif is_dataclass(value):
        for field in fields(value):
            yield from texts_in(getattr(value, field.name))
    elif isinstance(value, dict):
        yield from texts_in(tuple(value.values()))
    elif isinstance(value, tuple | list):
        for one in value:
            yield from texts_in(one)


def unmarked(driver: Driver, *known: object) -> list[str]:
    """What stands there with letters, but neither from the catalogue nor from the view."""
    given = {*NOT_TO_TRANSLATE, *texts_in(known)}
    lettered = [text.words for text in driver.all(Text) if any(c.isalpha() for c in text.words)]
    # Several texts of the view may stand in one line.
    unknown = [words for words in lettered if MARK not in words and words not in given]
    return [words for words in unknown if not given.issuperset(words.split("; "))]


def test_the_marks_are_seen(marked) -> None:
    assert Words("da").text("{player} wins!", player="Bo") == "«Bo wins!»"
    assert Words("da").count("{n} player", "{n} players", 2) == "«2 players»"


@pytest.mark.usefixtures("marked")
def test_every_screen_is_translated(open_driver) -> None:
    table = MadeUpTable(replace(clue(6), language="da"))
    driver: Driver = open_driver(table, (800, 480))
    for screen, made in SCREENS.items():
        table.shown = replace(made(6), language="da")
        driver.frames(3)
        driver.page.skip()
        driver.frames(2)
        assert unmarked(driver, table.shown) == [], screen


@pytest.mark.usefixtures("marked")
@pytest.mark.parametrize("sheet", SHEETS)
def test_every_sheet_is_translated(open_driver, sheet: str) -> None:
    view, open_it = SHEETS[sheet]
    table = MadeUpTable(replace(view, language="da"), foreseen=FORESEEN, seen=seeing())
    driver: Driver = open_driver(table, (800, 480))
    open_it(driver.app)
    driver.frames(4)
    keys = [*(chr(c) for c in range(ord("A"), ord("Z") + 1)), *"ÅÆØ"]
    typed = [f"{seat.name}|" for seat in view.lobby.seats] if view.lobby else []
    assert unmarked(driver, table.shown, "…", keys, typed) == []
