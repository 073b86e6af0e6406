"""What is missing is told so that it can be read: banners whole, and no alarm before anything has come."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from driver import Driver
from made_up import clue, owners, reveal
from made_up_table import MadeUpTable

from pi_app.screens import theme
from pi_app.screens.bar import Notice
from pi_app.screens.camera import CameraSheet
from pi_app.screens.shaped_text import Text
from pi_app.session.banners import _BANNERS, banner_text
from pi_app.session.views import Banner, Problem, Trust, View
from pi_app.words import LANGUAGES, Words

SMALL, UPRIGHT = (800, 480), (720, 1280)
LEAST_U = 0.27


def with_banners(*texts: str, language: str = "en") -> Any:
    banners = tuple(Banner(f"{n}", text) for n, text in enumerate(texts))
    return replace(clue(4), banners=banners, language=language)


@pytest.mark.parametrize("size", [SMALL, UPRIGHT], ids=["small", "upright"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_banner_can_be_read_whole(language: str, size: tuple[int, int], open_driver: Any) -> None:
    words = Words(language)
    table = MadeUpTable(with_banners(language=language))
    driver: Driver = open_driver(table, size)
    for code in sorted(_BANNERS, key=lambda code: len(banner_text(code, words)))[-12:]:
        table.shown = with_banners(banner_text(code, words), language=language)
        driver.frames(4)
        texts = [
            one
            for notice in driver.all(Notice)
            for one in notice.walk(restrict=True)
            if isinstance(one, Text)
        ]
        assert [(one.words, one.cut, one.in_pieces) for one in texts] == [(texts[0].words, False, False)]
        assert texts[0].font_size >= LEAST_U * driver.app.u, code


def test_a_short_banner_takes_one_line_and_a_long_one_more(open_driver: Any) -> None:
    words = Words()
    short, long = banner_text("CAMERA_STARTING", words), banner_text("LENS_MISFIT", words)
    driver: Driver = open_driver(MadeUpTable(with_banners(short, long)), SMALL)
    low, high = sorted(notice.height for notice in driver.all(Notice))
    assert low < 0.7 * driver.app.u < high
    assert driver.app.stage.banners.height >= low + high


def test_no_banner_names_packages_ports_or_commands_for_administrators() -> None:
    engineers = ("lgpio", "sudo", "apt ", "port.", "picamera", "gpio", "errno", "sqlite")
    told = {code: banner_text(code, Words()).lower() for code in _BANNERS}
    assert {code for code, text in told.items() for word in engineers if word in text} == set()


def test_without_a_camera_the_camera_sheet_says_why_there_is_no_picture(open_driver: Any) -> None:
    said = banner_text("NO_CAMERA", Words())
    driver: Driver = open_driver(MadeUpTable(with_banners(said)), SMALL)
    driver.app.open(CameraSheet(driver.app))
    driver.frames(4)
    assert driver.sheet.side.more == said


def with_trust(view: View, *trusts: Trust) -> View:
    """The first votes, and the owners that are needed, as far known as this; all others are missing."""
    known = dict(enumerate(trusts))
    votes = tuple(
        replace(vote, trust=known.get(n, Trust.MISSING), slots=(1,) if n in known else ())
        for n, vote in enumerate(view.votes)
    )
    slots = tuple(replace(slot, trust=known.get(n, Trust.MISSING)) for n, slot in enumerate(view.owners))
    return replace(view, votes=votes, owners=slots, problems=(Problem("MISSING_VOTE", "No vote from Anna."),))


@pytest.mark.parametrize("made", [reveal, owners])
def test_before_anything_has_come_nothing_is_an_alarm(made: Any, open_driver: Any) -> None:
    driver: Driver = open_driver(MadeUpTable(with_trust(made(5))), SMALL)
    assert all(tile.quiet for tile in driver.page._tiles.values())
    problem = driver.app.stage.bottom.ids.problem
    assert tuple(problem.resting) == theme.PANEL
    assert problem.x >= 0
    driver.tap(problem)
    assert driver.sheet is not None


@pytest.mark.parametrize("made", [reveal, owners])
@pytest.mark.parametrize("first", [Trust.SURE, Trust.ASK, Trust.CONFLICT, Trust.HAND])
def test_once_one_has_come_what_is_missing_is_shown_as_such(
    made: Any, first: Trust, open_driver: Any
) -> None:
    driver: Driver = open_driver(MadeUpTable(with_trust(made(5), first)), SMALL)
    assert not any(tile.quiet for tile in driver.page._tiles.values())
    assert tuple(driver.app.stage.bottom.ids.problem.resting) == theme.ALARM


def test_what_was_just_refused_is_an_alarm_even_before_anything_has_come(open_driver: Any) -> None:
    table = MadeUpTable(with_trust(reveal(5)), refuse=(Problem("MISSING_VOTE", "No vote from Anna."),))
    driver: Driver = open_driver(table, SMALL)
    driver.tap(driver.app.stage.bottom.ids.next)
    assert tuple(driver.app.stage.bottom.ids.problem.resting) == theme.ALARM
