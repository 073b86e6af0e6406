"""Every screen is really drawn: at all sizes, for few and many players, with any names."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from driver import Driver
from made_up import BANNER, NAMES, ODD_NAMES, SCREENS, clue, over, reveal, voting
from made_up_table import MadeUpTable

from hardware.ports import Button
from pi_app.screens import theme
from pi_app.screens.finish import RankRow
from pi_app.screens.shaped_text import Text

SIZES = {"small": (800, 480), "wide": (1280, 720), "upright": (720, 1280), "large": (1920, 1080)}
SHORT_NAMES = tuple(name[:8] for name in NAMES)


@pytest.mark.parametrize("size", list(SIZES.values())[:3], ids=list(SIZES)[:3])
def test_each_screen_is_drawn_in_every_part(size: tuple[int, int], open_driver) -> None:
    table = MadeUpTable(clue(6))
    driver: Driver = open_driver(table, size)
    for screen, made in SCREENS.items():
        table.shown = made(6)
        driver.frames(4)
        pixels = driver.pixels()
        assert pixels.shape == (size[1], size[0], 3)
        for rows in np.array_split(pixels, 3):
            for part in np.array_split(rows, 3, axis=1):
                assert part.std() > 3, screen


def visible_texts(driver: Driver) -> list[Text]:
    wide, high = driver.app.stage.size
    inside = []
    for text in driver.all(Text):
        x, y = text.to_window(text.x, text.y)
        if text.words.strip() and text.height > 3 and text.width > 3 and -1 <= x < wide and -1 <= y < high:
            inside.append(text)
    return inside


def test_no_text_of_a_small_table_is_cut_off_or_outside_the_display(open_driver) -> None:
    size, count = SIZES["small"], 3
    table = MadeUpTable(clue(count, SHORT_NAMES))
    driver: Driver = open_driver(table, size)
    for k, (screen, made) in enumerate(SCREENS.items()):
        table.shown = replace(made(count, SHORT_NAMES), banners=(BANNER,) * (k % 2))
        driver.frames(3)
        driver.page.skip()
        driver.frames(2)
        texts = visible_texts(driver)
        assert len(texts) > 5
        for text in texts:
            assert not text.cut, (screen, text.words)
            assert text.texture_size[0] <= text.width + 1, (screen, text.words)
            assert text.texture_size[1] <= text.height + 1, (screen, text.words)
            x, y = text.to_window(text.x, text.y)
            assert x + text.width <= size[0] + 1, (screen, text.words)
            assert y + text.height <= size[1] + 1, (screen, text.words)


def test_any_name_is_shown_as_it_is_and_never_as_markup(open_driver) -> None:
    table = MadeUpTable(clue(12, ODD_NAMES))
    driver: Driver = open_driver(table, SIZES["small"])
    for screen, made in SCREENS.items():
        table.shown = made(12, ODD_NAMES)
        driver.frames(6)
        driver.page.skip()
        assert driver.pixels().std() > 10
        shown = driver.all(Text)
        # The clue names the storyteller only.
        assert any(text.text.startswith("[b]Bo") for text in shown) or screen == "clue"
        assert not any(text.markup or "\n" in text.text for text in shown)


def test_a_banner_is_shown_and_goes_again(open_driver) -> None:
    table = MadeUpTable(replace(reveal(6), banners=(BANNER,)))
    driver: Driver = open_driver(table, SIZES["small"])
    assert BANNER.text in [text.words for text in visible_texts(driver)]
    table.shown = replace(table.shown, banners=())
    driver.frames(4)
    assert BANNER.text not in [text.words for text in visible_texts(driver)]


def test_the_ranking_says_who_has_left(open_driver) -> None:
    view = over(4)
    players = tuple(replace(p, active=p.id != 3) for p in view.players)
    driver: Driver = open_driver(MadeUpTable(replace(view, players=players)), SIZES["small"])
    assert [row.name for row in driver.all(RankRow) if "left" in row.name] == ["Søren – has left"]


def test_shared_winners_are_all_on_the_finish(open_driver) -> None:
    driver: Driver = open_driver(MadeUpTable(over(6, winners=3)), SIZES["small"])
    assert len(driver.page.ids.winners.children) == 3
    assert "3" in driver.page.verdict


def test_an_equal_view_is_not_drawn_anew(open_driver) -> None:
    table = MadeUpTable(reveal(6))
    driver: Driver = open_driver(table, SIZES["small"])
    shown = []
    driver.page.show = shown.append
    table.shown = reveal(6)
    driver.frames(4)
    assert shown == []
    table.shown = reveal(6, clean=True)
    driver.frames(4)
    assert len(shown) == 1


def test_another_size_while_running_is_laid_out_anew(open_driver) -> None:
    driver: Driver = open_driver(MadeUpTable(reveal(12, SHORT_NAMES)), SIZES["wide"])
    driver.resize(SIZES["small"])
    assert driver.app.u == pytest.approx(480 / 9)
    assert not [text.words for text in visible_texts(driver) if text.cut]


def test_another_language_is_taken_up_at_once(open_driver) -> None:
    table = MadeUpTable(reveal(6, clean=True))
    driver: Driver = open_driver(table, SIZES["small"])
    table.shown = replace(table.shown, language="fa")
    driver.frames(6)
    assert driver.app.words.right_to_left
    assert "۴" in driver.app.stage.top_bar.title
    assert all(text.rtl for text in driver.all(Text))
    assert driver.page._tiles[3].slots == "۲"
    assert driver.pixels().std() > 10


def test_a_penalty_below_zero_waits_at_the_start(open_driver) -> None:
    below = tuple(replace(player, score=-2) for player in clue(3).players)
    driver: Driver = open_driver(MadeUpTable(replace(clue(3), players=below)), SIZES["small"])
    race = driver.page.ids.race
    start = race._fields[0]
    for player in (1, 2, 3):
        assert race.spot(player)[0] == pytest.approx(start[0], abs=race._wide)


def test_next_does_not_call_for_a_press_while_somebody_still_votes(open_driver) -> None:
    waiting = replace(voting(6), next_ready=True)
    table = MadeUpTable(waiting)
    driver: Driver = open_driver(table, SIZES["small"])
    button = driver.app.stage.bottom.ids.next
    assert tuple(button.fill) == theme.PANEL_LIT
    driver.tap(button)
    assert table.calls == [("press", Button.NEXT)]
    table.shown = replace(waiting, voted=(*waiting.voted, *waiting.awaited), awaited=())
    driver.frames(4)
    assert tuple(button.fill) == theme.SUN


def test_news_that_change_nothing_of_the_finish_build_none_of_it_anew(open_driver) -> None:
    table = MadeUpTable(over(6))
    driver: Driver = open_driver(table, SIZES["small"])
    rows, winners = list(driver.page.ids.rows.children), list(driver.page.ids.winners.children)
    table.shown = replace(over(6), banners=(BANNER,), can_play_on=False)
    driver.frames(3)
    assert driver.page.play_on == ""
    assert driver.page.ids.rows.children == rows
    assert driver.page.ids.winners.children == winners
    table.shown = over(6, winners=2)
    driver.frames(3)
    assert len(driver.page.ids.winners.children) == 2
    assert driver.page.ids.rows.children != rows
