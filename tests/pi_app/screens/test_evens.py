"""Texts of one kind have letters of one size; tiles fill the width that is theirs."""

from __future__ import annotations

from typing import Any

import pytest
from driver import Driver
from made_up import NAMES, SCREENS, clue, lobby, reveal, voting
from made_up_table import MadeUpTable

from pi_app.screens.choices import ChoiceTile
from pi_app.screens.evens import ALIKE_FROM, Kin, common_size
from pi_app.screens.lobby import SeatTile
from pi_app.screens.reveal import VoteTile
from pi_app.screens.rules import own_rules_sheet
from pi_app.screens.shaped_text import Text
from pi_app.screens.voting import VoterCard
from pi_app.session.views import Trust

SMALL, WIDE, UPRIGHT = (800, 480), (1280, 720), (720, 1280)


@pytest.mark.parametrize(
    ("sizes", "common"),
    [
        ((20.0, 20.0), 20.0),
        ((20.0, 16.0, 18.0), 16.0),
        ((20.0, 9.0, 18.0), 18.0),
        ((30.0, 14.0, 15.0, 15.0), 14.0),
        ((9.0,), 9.0),
    ],
)
def test_all_but_the_exceptions_have_the_size_that_fits_all(sizes: tuple[float, ...], common: float) -> None:
    assert common_size(sizes) == common


def letters(driver: Driver, kind: type, kin: str) -> list[Text]:
    return [
        text
        for tile in driver.all(kind)
        for text in tile.walk(restrict=True)
        if isinstance(text, Kin) and text.kin == kin and text.words
    ]


def assert_alike(texts: list[Text]) -> None:
    """Whatever fits in the common size has it; only what does not is smaller."""
    assert len(texts) > 1
    largest = max(text.font_size for text in texts)
    for text in texts:
        assert text.font_size == pytest.approx(min(largest, text.natural))
        assert text.natural >= largest or text.cut or text.in_pieces or text.natural < largest / ALIKE_FROM


@pytest.mark.parametrize("size", [SMALL, UPRIGHT], ids=["small", "upright"])
def test_names_beside_each_other_are_written_in_one_size(size: tuple[int, int], open_driver: Any) -> None:
    driver: Driver = open_driver(MadeUpTable(lobby(12)), size)
    texts = letters(driver, SeatTile, "name")
    assert_alike(texts)
    usual = {text.font_size for text in texts if len(text.words) < 8}
    assert len(usual) == 1


def test_what_the_menu_offers_is_written_in_one_size(open_driver: Any) -> None:
    driver: Driver = open_driver(MadeUpTable(clue(4)), SMALL)
    driver.app.open_menu()
    driver.frames(4)
    assert len({text.font_size for text in letters(driver, ChoiceTile, "words")}) == 1


def test_a_new_longer_text_makes_the_others_follow_and_a_shorter_one_lets_them_grow(
    open_driver: Any,
) -> None:
    driver: Driver = open_driver(MadeUpTable(lobby(4)), SMALL)
    driver.app.open(own_rules_sheet(driver.app))
    driver.frames(4)
    tile = driver.all(ChoiceTile)[-1]
    before, said = letters(driver, ChoiceTile, "words")[0].font_size, tile.words
    while letters(driver, ChoiceTile, "words")[-1].natural >= before:
        tile.words += " and more"
        driver.frames(4)
    smaller = letters(driver, ChoiceTile, "words")[0].font_size
    tile.words = said
    driver.frames(4)
    assert smaller < before
    assert letters(driver, ChoiceTile, "words")[0].font_size == pytest.approx(before)


@pytest.mark.parametrize("screen", ["voting", "reveal", "owners"])
@pytest.mark.parametrize("count", [3, 4, 6, 8, 12])
@pytest.mark.parametrize("size", [SMALL, WIDE, UPRIGHT], ids=["small", "wide", "upright"])
def test_the_tiles_of_a_page_reach_from_edge_to_edge(
    screen: str, count: int, size: tuple[int, int], open_driver: Any
) -> None:
    driver: Driver = open_driver(MadeUpTable(SCREENS[screen](count)), size)
    grid = driver.page.ids.grid
    left, right = min(tile.x for tile in grid.children), max(tile.right for tile in grid.children)
    assert left - grid.x <= 3
    assert grid.right - right <= 3


@pytest.mark.parametrize(
    ("made", "kind"), [(voting, VoterCard), (reveal, VoteTile)], ids=["voting", "reveal"]
)
def test_no_name_of_twelve_is_shortened_on_the_small_display(made: Any, kind: type, open_driver: Any) -> None:
    driver: Driver = open_driver(MadeUpTable(made(12)), SMALL)
    names = letters(driver, kind, "name")
    assert {name.words for name in names} == set(NAMES) - {"Jüri"}
    assert [name.words for name in names if name.cut] == []


def test_the_two_cards_between_which_a_vote_is_unclear_say_why(open_driver: Any) -> None:
    view = reveal(6)
    vote = next(one for one in view.votes if one.trust is Trust.CONFLICT)
    driver: Driver = open_driver(MadeUpTable(view), SMALL)
    driver.page.correct(vote.player)
    driver.frames(4)
    notes = {tile.number: tile.note for tile in driver.sheet._grid.children if tile.note}
    assert notes == {str(vote.tag[0]): "on the disc", str(vote.place[0]): "where it lies"}


def test_a_vote_that_is_settled_marks_its_card_only(open_driver: Any) -> None:
    view = reveal(6, clean=True)
    driver: Driver = open_driver(MadeUpTable(view), SMALL)
    driver.page.correct(view.votes[0].player)
    assert [tile.note for tile in driver.sheet._grid.children if tile.note] == []
    assert [tile.times for tile in driver.sheet._grid.children].count(1) == 1
