"""Whatever is missing, its banner can be read: on every display, in every language, in whole sentences."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from driver import Driver
from made_up import clue
from made_up_table import MadeUpTable

from pi_app.screens.bar import Notice
from pi_app.screens.camera import CameraSheet
from pi_app.screens.shaped_text import Text
from pi_app.session.banners import _BANNERS, banner_text
from pi_app.session.views import Banner
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
        texts = [one for notice in driver.all(Notice) for one in notice.walk(restrict=True) if isinstance(one, Text)]
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
