"""The lobby: editions, seats, names from the keyboard, stickers, who tells first."""

from __future__ import annotations

from dataclasses import replace

import pytest
from driver import Driver
from kivy.tests.common import UnitTestTouch
from made_up import lobby
from made_up_table import MadeUpTable

from pi_app.screens.keyboard import LAYOUTS, MOST_UPRIGHT, Field, KeyTile, rows_of
from pi_app.screens.pickers import PlayerTile
from pi_app.screens.seat import moved, one_earlier, without
from pi_app.screens.shaped_text import Text
from pi_app.session.offered import NEW_PERSON, PersonView
from pi_app.session.views import LobbySeat
from pi_app.words import LANGUAGES

SMALL = (800, 480)


def names(table: MadeUpTable) -> list[str]:
    return [seat.name for seat in table.shown.lobby.seats]


def press_keys(driver: Driver, letters: str) -> None:
    for letter in letters:
        keys = {key.letter or key.sign: key for key in driver.all(KeyTile)}
        driver.tap(keys[letter] if letter in keys else keys[{"<": "backspace", ">": "sure"}[letter]])


def test_a_name_is_typed_on_the_screen(open_driver) -> None:
    table = MadeUpTable(lobby(4))
    driver: Driver = open_driver(table, SMALL)
    driver.tap(driver.page._tiles[2])
    press_keys(driver, "Pix<a>")
    assert names(table) == ["Anna", "Jüri", "Pia", "Mari"]
    assert driver.sheet is None


def test_a_real_keyboard_types_a_name_and_does_not_press_next(open_driver) -> None:
    table = MadeUpTable(lobby(4))
    driver: Driver = open_driver(table, SMALL)
    driver.page.edit(0)
    for letter in "Ún u":
        driver.key(ord(letter), letter)
    driver.key(13)
    assert names(table)[0] == "Ún u"
    assert not [call for call in table.calls if call[0] == "press"]


def test_an_edition_is_chosen_with_two_taps(open_driver) -> None:
    table = MadeUpTable(lobby(4))
    driver: Driver = open_driver(table, SMALL)
    driver.tap(driver.page.ids.edition)
    driver.tap_words("Dixit (2021)")
    assert table.shown.lobby.profile == "refresh2021"


def test_a_seat_is_added_with_the_lowest_free_stickers(open_driver) -> None:
    seats = (LobbySeat(1, "Anna"), LobbySeat(3, "Bo"), LobbySeat(4, "Lea"))
    made = lobby(3)
    table = MadeUpTable(replace(made, lobby=replace(made.lobby, seats=seats)))
    driver: Driver = open_driver(table, SMALL)
    driver.tap(driver.page.ids.grid.children[0])
    assert [seat.stickers for seat in table.shown.lobby.seats] == [1, 3, 4, 2]


@pytest.mark.parametrize(("count", "can_add"), [(3, True), (11, True), (12, False)])
def test_no_seat_is_added_past_the_edition(count: int, can_add: bool, open_driver) -> None:
    driver: Driver = open_driver(MadeUpTable(lobby(count)), SMALL)
    assert (len(driver.page.ids.grid.children) > count) is can_add


def test_a_disc_that_is_seen_does_not_lift_the_finger(open_driver) -> None:
    table = MadeUpTable(lobby(4))
    driver: Driver = open_driver(table, SMALL)
    driver.seconds(0.5)
    tile = driver.page._tiles[0]
    touch = UnitTestTouch(*tile.to_window(*tile.center))
    touch.touch_down()
    seats = tuple(replace(seat, seen=not seat.seen) for seat in table.shown.lobby.seats)
    table.shown = replace(table.shown, lobby=replace(table.shown.lobby, seats=seats))
    driver.frames(6)
    touch.touch_up()
    driver.frames(2)
    assert driver.sheet is not None


def test_a_seat_added_meanwhile_is_kept(open_driver) -> None:
    table = MadeUpTable(lobby(4))
    driver: Driver = open_driver(table, SMALL)
    driver.page.edit(1)
    table.set_lobby(seats=(*table.shown.lobby.seats, LobbySeat(9, "New")))
    driver.frames(4)
    driver.sheet.typed("X")
    assert names(table) == ["Anna", "X", "Søren", "Mari", "New"]


def test_a_seat_that_is_gone_closes_its_sheet(open_driver) -> None:
    table = MadeUpTable(lobby(4))
    driver: Driver = open_driver(table, SMALL)
    driver.page.edit(3)
    table.set_lobby(seats=table.shown.lobby.seats[:3])
    driver.frames(4)
    driver.sheet.remove()
    assert driver.sheet is None
    assert names(table) == ["Anna", "Jüri", "Søren"]


def with_people(count: int) -> MadeUpTable:
    """Two Annas and somebody else have played before; one Anna sits already."""
    view = lobby(count)
    people = (PersonView("anna#2", "Anna", "Anna (2)", 1), PersonView("zoe", "Zoe", "Zoe", 7))
    return MadeUpTable(replace(view, lobby=replace(view.lobby, people=people)))


@pytest.mark.parametrize(
    ("tapped", "seat"),
    [
        ("Zoe", LobbySeat(2, "Zoe", seen=True, person="zoe")),
        ("Anna (2)", LobbySeat(2, "Anna", seen=True, person="anna#2")),
        ("Jüri", LobbySeat(2, "Jüri", seen=True, person=NEW_PERSON)),
    ],
)
def test_who_was_here_before_sits_down_with_a_tap(tapped: str, seat: LobbySeat, open_driver) -> None:
    table = with_people(3)
    driver: Driver = open_driver(table, SMALL)
    driver.page.edit(1)
    driver.tap(driver.sheet.form.ids.known)
    assert [(tile.name, tile.detail) for tile in driver.all(PlayerTile)] == [
        ("Anna (2)", "1 match"),
        ("Zoe", "7 matches"),
        ("Jüri", "somebody new"),
    ]
    driver.tap(next(tile for tile in driver.all(PlayerTile) if tile.name == tapped))
    assert table.shown.lobby.seats[1] == seat
    assert driver.sheet is None


def test_a_name_that_is_typed_is_whoever_is_called_so(open_driver) -> None:
    table = with_people(3)
    table.set_lobby(seats=(LobbySeat(1, "Anna", person="anna"), *table.shown.lobby.seats[1:]))
    driver: Driver = open_driver(table, SMALL)
    driver.page.edit(0)
    press_keys(driver, "Pia>")
    assert table.shown.lobby.seats[0] == LobbySeat(1, "Pia")


def test_on_a_first_evening_nobody_was_here_before(open_driver) -> None:
    driver: Driver = open_driver(MadeUpTable(lobby(3)), SMALL)
    driver.page.edit(0)
    assert driver.sheet.form.ids.known.disabled


def test_other_stickers_change_hands(open_driver) -> None:
    table = MadeUpTable(lobby(4))
    driver: Driver = open_driver(table, SMALL)
    driver.page.edit(1)
    driver.frames(4)
    driver.tap(driver.sheet._tiles[3])
    driver.tap(driver.sheet._tiles[10])
    assert [seat.stickers for seat in table.shown.lobby.seats] == [1, 11, 3, 2]


def test_who_tells_first_follows_the_person() -> None:
    made = lobby(4).lobby
    assert moved(made.seats, 0, 4)[3].stickers == 1
    assert without(made, 0)[1] == 0
    assert without(made, 3)[1] == 1
    assert one_earlier(made, 1)[1] == 0
    assert one_earlier(made, 2)[1] == 2
    assert one_earlier(made, 0)[0] == made.seats


def test_capitals_and_accents_come_as_text_and_count_once(open_driver) -> None:
    from kivy.core.window import Window

    table = MadeUpTable(lobby(4))
    driver: Driver = open_driver(table, SMALL)
    driver.page.edit(0)
    for code, letter, text in ((97, "a", "Å"), (115, "s", "s"), (97, "a", "å")):
        Window.dispatch("on_key_down", code, 0, letter, [])
        Window.dispatch("on_textinput", text)
        driver.frames(2)
    assert names(table)[0] == "Åså"


@pytest.mark.parametrize("language", LAYOUTS)
def test_an_upright_keyboard_has_every_letter_and_no_row_too_full_for_fingers(language: str) -> None:
    upright = rows_of(language, wide=False)
    assert sorted("".join(upright)) == sorted("".join(LAYOUTS[language]))
    assert max(map(len, upright)) <= MOST_UPRIGHT
    assert rows_of(language, wide=True) == LAYOUTS[language]


@pytest.mark.parametrize("language", LAYOUTS)
def test_every_key_of_an_upright_keyboard_can_be_hit(language: str, open_driver) -> None:
    view = replace(lobby(4), language=language)
    driver: Driver = open_driver(MadeUpTable(view), (720, 1280))
    driver.page.edit(0)
    driver.frames(3)
    keys = driver.all(KeyTile)
    assert min(key.width for key in keys if key.letter) >= 0.72 * driver.app.u
    assert min(key.height for key in keys) >= driver.app.u
    assert {key.letter.lower() for key in keys} >= set("".join(LAYOUTS[language]))


@pytest.mark.parametrize("language", LAYOUTS)
def test_every_layout_fits_and_has_no_letter_twice(language: str) -> None:
    letters = "".join(LAYOUTS[language])
    assert len(set(letters)) == len(letters)
    assert set(LAYOUTS) == set(LANGUAGES)
    assert max(len(row) for row in LAYOUTS[language]) <= 12


def test_a_name_that_the_next_letter_replaces_is_marked(open_driver) -> None:
    driver: Driver = open_driver(MadeUpTable(lobby(3)), SMALL)
    driver.page.edit(0)
    driver.frames(4)
    (field,) = driver.all(Field)
    assert (field.words, field.selected) == ("Anna", True)
    driver.tap_words("B")
    assert (field.words, field.selected) == ("B", False)


def test_of_a_long_name_being_typed_the_end_stays_in_sight(open_driver) -> None:
    driver: Driver = open_driver(MadeUpTable(lobby(3)), SMALL)
    driver.page.edit(0)
    for letter in "Wolfeschlegelsteinhausenbergerdorff":
        driver.sheet.typed(letter)
    driver.frames(4)
    (shown,) = [text for text in driver.all(Text) if text.keeps_end]
    assert shown.text.startswith("…")
    assert shown.text.endswith("dorff|")


def test_persian_names_are_typed_with_all_their_letters(open_driver) -> None:
    driver: Driver = open_driver(MadeUpTable(replace(lobby(3), language="fa")), SMALL)
    driver.page.edit(0)
    driver.frames(4)
    driver.tap_words("آ")
    driver.tap(next(key for key in driver.all(KeyTile) if key.sign == "halfspace"))
    driver.tap_words("ل")
    assert driver.table.shown.lobby.seats[0].name == "آ\u200cل"


def test_an_empty_lobby_asks_for_nobody_who_tells_first(open_driver) -> None:
    view = lobby(3)
    table = MadeUpTable(replace(view, lobby=replace(view.lobby, seats=(), storyteller=0)))
    driver: Driver = open_driver(table, SMALL)
    assert driver.page.ids.first.disabled
    driver.tap_words("Add a player")
    driver.frames(4)
    assert len(table.shown.lobby.seats) == 1
    driver.tap(driver.sheet.ids.close)
    assert not driver.page.ids.first.disabled
    assert not driver.page.empty


def test_the_name_of_a_player_who_is_added_is_typed_at_once(open_driver) -> None:
    table = MadeUpTable(lobby(3))
    driver: Driver = open_driver(table, SMALL)
    driver.tap_words("Add a player")
    driver.frames(4)
    for letter in ("E", "v", "a"):
        driver.tap(next(key for key in driver.all(KeyTile) if key.letter == letter))
    driver.tap(next(key for key in driver.all(KeyTile) if key.sign == "sure"))
    assert driver.sheet is None
    assert [seat.name for seat in table.shown.lobby.seats][3:] == ["Eva"]


def test_a_tap_just_after_a_seat_came_is_not_meant(open_driver) -> None:
    table = MadeUpTable(lobby(3))
    driver: Driver = open_driver(table, SMALL)
    driver.seconds(0.5)
    table.shown = lobby(4)
    driver.app.refresh()
    driver.frames(3)
    driver.tap(driver.page._tiles[3], settle=False)
    assert driver.sheet is None
    driver.tap(driver.page._tiles[3])
    assert driver.sheet is not None
