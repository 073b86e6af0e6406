"""A table that reads from the right: everything is where a mirror would show it, and numbers stay numbers."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from driver import Driver
from made_up import FORESEEN, SCREENS, clue, reveal, scores, seeing
from made_up_table import MadeUpTable

from pi_app.game.moves import VoidRound
from pi_app.screens.camera import CameraSheet
from pi_app.screens.icons import FOLLOW_READING
from pi_app.screens.mend import CardTile, RoundSheet
from pi_app.screens.reasons import signed
from pi_app.screens.shaped_text import Text
from pi_app.screens.tiles import Sign, Tile
from pi_app.words import Words

SMALL = (800, 480)


def boxes(driver: Driver, mirrored: bool) -> list[tuple[int, int, int, int]]:
    """Every tile's left, bottom, width and height, as a mirror shows it if asked; those on the display."""
    found = []
    for tile in driver.all(Tile):
        x, y = tile.to_window(tile.x, tile.y)
        left = SMALL[0] - x - tile.width if mirrored else x
        if tile.width > 3 and tile.height > 3 and -1 <= y < SMALL[1] and -1 <= x < SMALL[0]:
            found.append((round(left), round(y), round(tile.width), round(tile.height)))
    return sorted(found)


@pytest.mark.parametrize("screen", SCREENS)
def test_every_tile_stands_where_a_mirror_shows_it(screen: str, open_driver) -> None:
    driver: Driver = open_driver(MadeUpTable(SCREENS[screen](6)), SMALL)
    driver.page.skip()
    driver.frames(4)
    there = boxes(driver, mirrored=False)
    driver.table.shown = replace(driver.table.shown, language="fa")
    driver.frames(8)
    driver.page.skip()
    driver.frames(4)
    here = boxes(driver, mirrored=True)
    assert len(here) == len(there) > 1
    for one in here:
        assert any(np.allclose(one, other, atol=2) for other in there), one


@pytest.fixture
def persian(open_driver) -> Driver:
    return open_driver(MadeUpTable(replace(clue(6), language="fa"), foreseen=FORESEEN), SMALL)


def test_a_line_begins_at_the_right(persian: Driver) -> None:
    begins = [text for text in persian.all(Text) if text.halign == "left" and text.words]
    assert begins
    assert {text._label.options["halign"] for text in begins} == {"right"}


def test_arrows_point_along_the_text(persian: Driver) -> None:
    arrows = [sign for sign in persian.all(Sign) if sign.name in FOLLOW_READING]
    assert len(arrows) >= 2
    assert all(sign.mirrored for sign in arrows)


def test_the_track_runs_from_the_right_with_the_digits_of_the_language(persian: Driver) -> None:
    race = persian.page.ids.race
    assert race._fields[0][0] > race._fields[3][0]
    assert race._number(30) == "۳۰"


def test_the_cards_of_an_earlier_round_lie_from_the_right(persian: Driver) -> None:
    persian.app.open(RoundSheet(persian.app, persian.app._shown, persian.app._shown.rounds[0]))
    persian.frames(4)
    first, *_, last = persian.all(CardTile)
    assert (first.number, last.number) == ("۱", "۶")
    assert first.x > last.x


def test_a_sign_stays_before_its_number() -> None:
    assert signed(Words("fa"), 3) == "\u2066+۳\u2069"
    assert signed(Words("en"), -2) == "−2"
    assert signed(Words("fa"), 0) == ""


def test_a_preview_is_mirrored_too(persian: Driver) -> None:
    persian.app.confirm(VoidRound(3), "x")
    persian.frames(4)
    answers = persian.sheet.answers
    assert answers.ids.yes.x < answers.ids.no.x


def test_outlines_lie_on_the_mirrored_picture(open_driver) -> None:
    driver: Driver = open_driver(MadeUpTable(replace(reveal(6), language="fa"), seen=seeing()), SMALL)
    driver.app.open(CameraSheet(driver.app))
    driver.seconds(0.5)
    picture = driver.sheet.picture
    left, _, wide, _ = picture.spread()
    lines = [one for one in picture.canvas.after.children if hasattr(one, "points")]
    xs = [x for line in lines for x in line.points[::2]]
    assert left <= min(xs) < max(xs) <= left + wide
    assert picture.x > SMALL[0] / 3


def test_points_are_shown_in_persian(open_driver) -> None:
    table = MadeUpTable(replace(clue(6), language="fa"))
    driver: Driver = open_driver(table, SMALL)
    table.shown = replace(scores(6), language="fa")
    driver.frames(4)
    driver.page.skip()
    assert driver.page._rows[6].total == "۲۱"
