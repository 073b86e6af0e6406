"""Before and beside the match: the start, the first evening, rules, joining by phone, camera, settings."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from driver import Driver
from made_up import QUESTION, RULES, asking, clue, lobby, scores, seeing, voting
from made_up_table import MadeUpTable

from hardware.device import Device
from hardware.ports import Button
from pi_app.game.pieces import Phase
from pi_app.screens import theme
from pi_app.screens.camera import CameraSheet, diagnosis
from pi_app.screens.choices import ChoiceTile
from pi_app.screens.launch import Greeting
from pi_app.screens.laying import LayingSheet
from pi_app.screens.preferences import preferences_sheet
from pi_app.screens.proof import ProofSheet
from pi_app.screens.shaped_text import Text
from pi_app.screens.sources import SourceTile, usual_sources
from pi_app.screens.start import StartSheet
from pi_app.screens.wishes import Wishes
from pi_app.screens.wizard import ButtonsStep, NetworkStep
from pi_app.session.sight import FlawShown
from pi_app.settings import Settings, load_settings, save_settings
from pi_app.words import Words

SMALL = (800, 480)


# --- start --------------------------------------------------------------------------------------


def test_a_running_match_goes_on_with_one_tap(open_driver) -> None:
    driver: Driver = open_driver(MadeUpTable(clue(6)), SMALL, greeting=Greeting.START)
    assert isinstance(driver.sheet, StartSheet)
    driver.tap_words("Go on")
    assert driver.sheet is None
    assert driver.table.calls == []


def test_a_new_match_is_begun_from_the_start(open_driver) -> None:
    driver: Driver = open_driver(MadeUpTable(clue(6)), SMALL, greeting=Greeting.START)
    driver.tap_words("New match")
    assert driver.table.calls == [("new_match",)]
    assert driver.sheet is None


@pytest.mark.parametrize("left", [True, False])
def test_a_match_that_was_left_is_gone_on_with_from_the_menu(left: bool, open_driver) -> None:
    driver: Driver = open_driver(MadeUpTable(replace(lobby(3), can_take_up=left)), SMALL)
    driver.tap(driver.app.stage.top_bar.ids.menu)
    if not left:
        with pytest.raises(AssertionError, match="no tile says"):
            driver.tap_words("Back to the last match")
        return
    driver.tap_words("Back to the last match")
    assert driver.table.calls == [("take_up",)]
    assert driver.sheet is None


def test_the_language_is_changed_at_the_start(open_driver) -> None:
    driver: Driver = open_driver(MadeUpTable(lobby(3)), SMALL, greeting=Greeting.START)
    driver.tap_words("فارسی")
    driver.frames(4)
    assert driver.app.words.right_to_left
    assert isinstance(driver.sheet, StartSheet)
    assert driver.app.wishes.settings.language == "fa"


def test_a_press_on_the_box_takes_the_start_away(open_driver) -> None:
    table = MadeUpTable(clue(6))
    driver: Driver = open_driver(table, SMALL, greeting=Greeting.START)
    table.shown = scores(6)
    driver.frames(4)
    assert driver.sheet is None


def test_a_table_that_lost_its_power_in_mid_round_finds_the_round_again(open_driver) -> None:
    for view in (voting(6), scores(6)):
        driver: Driver = open_driver(MadeUpTable(view), SMALL, greeting=Greeting.START)
        assert driver.sheet is None


# --- the first evening --------------------------------------------------------------------------


def test_the_first_evening_is_walked_through(open_driver) -> None:
    table = MadeUpTable(lobby(3), seen=seeing())
    driver: Driver = open_driver(table, SMALL, greeting=Greeting.SET_UP)
    driver.tap_words("English")
    assert isinstance(driver.sheet, CameraSheet)
    driver.tap_words("Next step")
    assert isinstance(driver.sheet, ProofSheet)
    driver.tap_words("Next step")
    assert isinstance(driver.sheet, LayingSheet)
    driver.tap_words("Next step")
    assert isinstance(driver.sheet, ButtonsStep)
    table.overhear(Button.NEXT)
    assert [tile.share for tile in driver.sheet.tiles.values()] == [1.0, 0.0]
    driver.tap_words("Next step")
    assert isinstance(driver.sheet, NetworkStep)
    assert table.overhear is None
    driver.tap_words("Ready to play")
    assert driver.sheet is None
    assert not [call for call in table.calls if call[0] in ("press", "do")]


def test_a_set_up_that_is_left_gives_buttons_and_camera_back(open_driver) -> None:
    table = MadeUpTable(lobby(3), seen=seeing())
    driver: Driver = open_driver(table, SMALL)
    driver.app.open(ButtonsStep(driver.app))
    driver.key(27)
    assert table.overhear is None
    driver.app.open(CameraSheet(driver.app))
    driver.seconds(0.3)
    driver.key(27)
    assert [call[1] for call in table.calls if call[0] == "look_closer"] == [True, False]


# --- rules --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("code", "says"),
    [
        ("EDITION", "Another edition?"),
        ("THREE_PLAYERS", "Finder: 3 or 4?"),
        ("BONUS_CAP", "Bonus limit?"),
        ("PEGS_OR_DIALS", ""),
        ("SOMETHING_NEW", QUESTION.text),
    ],
)
def test_the_lobby_says_what_is_still_to_be_asked(code: str, says: str, open_driver) -> None:
    seated = lobby(3)
    asked = replace(QUESTION, code=code)
    view = replace(seated, lobby=replace(seated.lobby, questions=(asked,)))
    driver: Driver = open_driver(MadeUpTable(view), SMALL)
    assert driver.page.changed_words == says
    answered = replace(asked, answered=True)
    driver.table.shown = replace(view, lobby=replace(view.lobby, questions=(answered,)))
    driver.frames(3)
    assert driver.page.changed_words == ""


def test_several_questions_are_said_as_what_they_are(open_driver) -> None:
    seated = lobby(3)
    more = replace(QUESTION, code="BONUS_CAP")
    view = replace(seated, lobby=replace(seated.lobby, questions=(QUESTION, more)))
    driver: Driver = open_driver(MadeUpTable(view), SMALL)
    assert driver.page.changed_words == "Where editions differ"
    driver.tap(driver.page.ids.edition)
    driver.tap_words("Where editions differ")
    assert [tile.words for tile in driver.all(ChoiceTile)] == [QUESTION.text, QUESTION.text]


def test_where_editions_differ_is_asked_when_an_edition_is_chosen(open_driver) -> None:
    table = MadeUpTable(lobby(3))
    driver: Driver = open_driver(table, SMALL)
    assert driver.page.changed_words == "Finder: 3 or 4?"
    driver.tap(driver.page.ids.edition)
    driver.tap_words("Dixit Odyssey (2011)")
    assert driver.sheet.ids.title.words == QUESTION.text
    tiles = {tile.words: tile for tile in driver.all(ChoiceTile)}
    assert (tiles["4 points"].chosen, tiles["4 points"].detail) == (True, "as in your box")
    answered = replace(QUESTION, answered=True)
    table.shown = replace(table.shown, lobby=replace(table.shown.lobby, questions=(answered,)))
    driver.tap_words("3 points")
    assert table.calls[-1] == ("set_rules", {"scoring.by_players.3.some.teller": 3})
    assert driver.sheet is None


def test_single_rules_are_changed_and_saved_under_a_name(open_driver) -> None:
    table = MadeUpTable(lobby(4))
    driver: Driver = open_driver(table, SMALL)
    driver.tap(driver.page.ids.edition)
    for step in ("Rules of our own", "Points that end the match", "42"):
        driver.tap_words(step)
    assert table.calls[-1] == ("set_rules", {"end.target": 42})
    driver.tap_words("Who tells next")
    driver.tap_words("To the right")
    assert table.calls[-1] == ("set_rules", {"end.target": 42, "rotation": "right"})
    driver.tap_words("Points that end the match")
    driver.tap_words("As in the box")
    assert table.calls[-1] == ("set_rules", {"rotation": "right"})
    driver.tap_words("Save these rules under a name")
    for letter in "Ours":
        driver.sheet.typed(letter)
    driver.sheet.typed("enter")
    assert table.calls[-1] == ("save_rules", "Ours")


def test_what_people_vote_with_is_chosen(open_driver) -> None:
    table = MadeUpTable(lobby(4))
    driver: Driver = open_driver(table, SMALL)
    driver.tap(driver.page.ids.edition)
    driver.tap_words("How you vote")
    driver.tap_words("Dials")
    assert table.shown.lobby.device is Device.DIALS


def test_every_rule_on_the_display_may_be_changed() -> None:
    from pi_app.game.custom import customise
    from pi_app.screens.own_rules import RULES_TO_CHANGE

    for rule in RULES_TO_CHANGE:
        for _, _, value in rule.values:
            assert customise("refresh2021", {rule.path: value}).custom == {rule.path: value}


def test_why_these_points_shows_each_rule_with_its_source(open_driver) -> None:
    driver: Driver = open_driver(MadeUpTable(scores(6)), SMALL)
    driver.page.skip()
    driver.app.open_menu()
    driver.tap_words("Rules and sources")
    tiles = driver.all(SourceTile)
    assert len(tiles) == 4
    doubtful = [tile for tile in tiles if tile.sign == "ask"]
    assert [tile.detail for tile in doubtful] == ["The leaflet says 3."]
    said = [text.words for text in driver.sheet.walk(restrict=True) if isinstance(text, Text)]
    assert "Where nothing else is said: Rules of the 2021 box, page 4" in said
    driver.tap_words("More")
    assert len(driver.all(SourceTile)) == 4


def test_a_source_of_most_rules_is_said_once_and_any_other_with_its_rule() -> None:
    here, there = ("The box",), ("A leaflet",)
    rules = [replace(RULES[0], sources=sources) for sources in (here, there, here, (), here)]
    assert usual_sources(rules) == here
    assert usual_sources(rules[:2]) == ()
    assert usual_sources([]) == ()


# --- joining by phone ---------------------------------------------------------------------------


@pytest.mark.parametrize("accept", [True, False])
def test_a_phone_that_asks_is_answered(accept: bool, open_driver) -> None:
    table = MadeUpTable(asking(6))
    driver: Driver = open_driver(table, SMALL)
    assert driver.page.join_words == "2 phones ask"
    driver.tap_words("2 phones ask")
    row = driver.sheet._list.children[0].children[-1]
    driver.tap(row.ids.yes if accept else row.ids.no)
    assert table.calls == [("answer_proposal", 1, accept)]
    assert len(driver.sheet._list.children[0].children) == 1


def test_the_code_for_phones_follows_the_lobby(open_driver) -> None:
    table = MadeUpTable(lobby(3))
    driver: Driver = open_driver(table, SMALL)
    driver.tap_words("Join by phone")
    before = driver.sheet._code.texture
    table.shown = replace(table.shown, lobby=replace(table.shown.lobby, join_url="http://192.168.1.23/new"))
    driver.frames(4)
    assert driver.sheet._code.texture is not before


# --- camera -------------------------------------------------------------------------------------


def test_the_camera_screen_shows_the_picture_and_asks_for_it(open_driver) -> None:
    table = MadeUpTable(lobby(3), seen=seeing())
    driver: Driver = open_driver(table, SMALL)
    before = driver.pixels().std()
    driver.app.open(CameraSheet(driver.app))
    driver.seconds(0.3)
    sheet = driver.sheet
    x, y, wide, high = sheet.picture.spread()
    assert wide / high == pytest.approx(400 / 225, rel=0.01)
    pixels = driver.pixels()
    corner = pixels[480 - int(y + high) + 4 : 480 - int(y) - 4, int(x) + 4 : int(x + wide) - 4]
    assert corner.std() > 40 > before / 10
    assert sheet.side.counts == "2 disc sets, 3 plates"
    assert ("look_closer", True) in table.calls


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({}, "All is well"),
        ({"sharpness": 0.3}, "focus"),
        ({"sharpness": 0.0}, "All is well"),
        ({"light": 0.15}, "more light"),
        ({"light": 0.99}, "too bright"),
        ({"discs": (), "plates": ()}, "Lay discs"),
        ({"flaws": (FlawShown("GLARE", "A lamp glares.", (0.2, 0.3)),), "light": 0.99}, "A lamp glares."),
    ],
)
def test_the_diagnosis_says_what_to_do(change: dict[str, object], says: str) -> None:
    assert says in diagnosis(Words(), replace(seeing(), **change))[0]


# --- settings -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tile", "field", "value"),
    [
        ("Light background", "day", True),
        ("Large letters", "large_text", True),
        ("Calm: nothing moves", "calm", True),
        ("Sound", "sound", False),
        ("These rules every evening", "profile", "odyssey2011"),
    ],
)
def test_a_setting_is_turned_and_kept(
    tile: str, field: str, value: object, tmp_path: Path, open_driver
) -> None:
    file = tmp_path / "settings.toml"
    wishes = Wishes(Settings(), lambda settings: save_settings(file, settings))
    driver: Driver = open_driver(MadeUpTable(clue(6)), SMALL, wishes=wishes)
    driver.app.open(preferences_sheet(driver.app))
    driver.tap_words(tile)
    assert getattr(load_settings(file).settings, field) == value


def test_the_scoreboard_is_switched_for_the_next_start(open_driver) -> None:
    driver: Driver = open_driver(MadeUpTable(clue(6)), SMALL)
    driver.app.open(preferences_sheet(driver.app))
    driver.tap_words("Scoreboard on phones")
    assert not driver.app.wishes.settings.web.on


def test_a_disk_that_cannot_be_written_is_told_and_the_wish_holds(open_driver) -> None:
    def full(_settings: Settings) -> None:
        raise OSError("no space left")

    driver: Driver = open_driver(MadeUpTable(clue(6)), SMALL, wishes=Wishes(Settings(), full))
    driver.app.open(preferences_sheet(driver.app))
    driver.tap_words("Calm: nothing moves")
    assert driver.app.calm
    assert "this evening only" in driver.sheet.ids.title.words


def test_bright_colours_are_drawn_at_once(open_driver) -> None:
    driver: Driver = open_driver(MadeUpTable(clue(6)), SMALL)
    dark = driver.pixels().mean()
    driver.app.wish(day=True)
    driver.frames(6)
    assert theme.is_day()
    assert driver.pixels().mean() > dark + 80
    assert driver.app._shown.phase is Phase.CLUE


def test_large_letters_are_larger_where_there_is_room(open_driver) -> None:
    driver: Driver = open_driver(MadeUpTable(voting(6)), SMALL)

    def size() -> float:
        return next(text.font_size for text in driver.all(Text) if text.words == "Lea")

    before = size()
    driver.app.wish(large_text=True)
    driver.frames(6)
    assert size() > before * 1.1


def test_a_calm_table_shows_the_points_without_a_story(open_driver) -> None:
    table = MadeUpTable(clue(6))
    driver: Driver = open_driver(table, SMALL, wishes=Wishes(Settings(calm=True)))
    table.shown = scores(6)
    driver.frames(4)
    assert driver.page._rows[6].total == "21"
    assert not driver.page.skip()
