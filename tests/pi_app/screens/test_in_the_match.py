"""The menu of a running match by touch: people come and go, rounds are mended, all is previewed first."""

from __future__ import annotations

from dataclasses import replace

import pytest
from driver import Driver
from made_up import FORESEEN, clue, over, reveal, scores, voting
from made_up_table import MadeUpTable

from pi_app.game.foresee import Foreseen
from pi_app.game.moves import (
    AddPlayer,
    AdjustScore,
    CorrectRound,
    EndMatch,
    LeavePlayer,
    NextRound,
    PlayOn,
    RenamePlayer,
    RestickerPlayer,
    Seat,
    SwapSeats,
    VoidRound,
)
from pi_app.game.pieces import Why
from pi_app.screens.confirm import ChangeRow, ConfirmSheet
from pi_app.screens.mend import CardTile, PieceTile
from pi_app.screens.pickers import NumberTile
from pi_app.screens.rounds import RoundTile
from pi_app.screens.sources import SourceTile
from pi_app.session.views import PointsView, Problem, RuleView, View

SMALL = (800, 480)


@pytest.fixture
def at_the_clue(open_driver) -> Driver:
    table = MadeUpTable(clue(6), foreseen=FORESEEN)
    return open_driver(table, SMALL)


def walk(driver: Driver, *steps: str) -> None:
    """Open the menu and tap each of these in turn."""
    driver.tap(driver.app.stage.top_bar.ids.menu)
    for step in steps:
        driver.tap_words(step)


def asked(driver: Driver) -> list[object]:
    """Every move that was really asked for."""
    return [call[1] for call in driver.table.calls if call[0] == "do"]


@pytest.mark.parametrize(
    ("steps", "move"),
    [
        (("This round does not count",), VoidRound()),
        (("End the match here",), EndMatch()),
        (("Players", "Søren", "Leaves the match"), LeavePlayer(3)),
        (("Players", "Søren", "Change seats with…", "Lea"), SwapSeats(3, 6)),
        (("Earlier rounds", "7", "Does not count"), VoidRound(7)),
    ],
)
def test_a_move_is_previewed_and_then_asked_for(steps: tuple, move: object, at_the_clue: Driver) -> None:
    walk(at_the_clue, *steps)
    sheet = at_the_clue.sheet
    assert isinstance(sheet, ConfirmSheet)
    assert at_the_clue.table.calls[-1] == ("what_if", move)
    assert [(row.name, row.before, row.after) for row in at_the_clue.all(ChangeRow)] == [
        ("Anna", "12", "15"),
        ("Søren", "17", "15"),
    ]
    assert asked(at_the_clue) == []
    at_the_clue.tap_words("Yes, do this")
    assert asked(at_the_clue) == [move]


@pytest.mark.parametrize("view", [voting(4), reveal(4)], ids=["voting", "reveal"])
def test_whoever_really_tells_is_said_without_a_new_vote(view: View, open_driver) -> None:
    driver = open_driver(MadeUpTable(view, foreseen=FORESEEN), SMALL)
    walk(driver, "Somebody else tells", "Søren", "Yes, do this")
    assert asked(driver) == [CorrectRound(view.round, storyteller=3)]


def test_a_no_changes_nothing(at_the_clue: Driver) -> None:
    walk(at_the_clue, "End the match here", "Leave it as it is")
    assert asked(at_the_clue) == []
    assert at_the_clue.sheet is None


def test_a_move_that_is_not_possible_says_why_and_cannot_be_confirmed(open_driver) -> None:
    table = MadeUpTable(clue(6), refuse=(Problem("ALREADY_GONE", "Søren has left already."),))
    driver: Driver = open_driver(table, SMALL)
    walk(driver, "Players", "Søren", "Leaves the match")
    assert driver.sheet.lines == ("Søren has left already.",)
    driver.tap(driver.sheet.answers.ids.yes)
    driver.key(13)
    assert asked(driver) == []


def test_a_preview_tells_of_rounds_winners_and_of_a_match_that_goes_on(open_driver) -> None:
    from pi_app.game.pieces import Phase

    seen = Foreseen(
        phase_before=Phase.OVER, phase_after=Phase.SCORES, winners_before=(1,), winners_after=(2,)
    )
    table = MadeUpTable(over(6), foreseen=replace(seen, points=FORESEEN.points))
    driver: Driver = open_driver(table, SMALL)
    driver.app.confirm(VoidRound(3), "Round 3 does not count")
    assert driver.sheet.lines == (
        "Counted again: round 3.",
        "The match would go on.",
        "Would win: Jüri.",
        "Nobody's points change.",
    )


def test_somebody_joins_late_with_an_agreed_score(at_the_clue: Driver) -> None:
    walk(at_the_clue, "Players", "Add a player")
    for letter in ("Z", "o", "e"):
        at_the_clue.sheet.typed(letter)
    at_the_clue.sheet.typed("enter")
    at_the_clue.seconds(0.3)
    at_the_clue.tap(at_the_clue.sheet.ids.body.children[0].children[3])
    at_the_clue.tap_words("+1")
    at_the_clue.tap(at_the_clue.sheet.ok)
    at_the_clue.tap_words("Yes, do this")
    assert asked(at_the_clue) == [AddPlayer(Seat(7, "Zoe", 9), 5)]


def test_who_has_left_comes_back_with_the_same_identity(open_driver) -> None:
    players = tuple(replace(p, active=p.id != 3) for p in clue(6).players)
    driver: Driver = open_driver(MadeUpTable(replace(clue(6), players=players)), SMALL)
    walk(driver, "Players", "Søren", "Comes back", "Yes, do this")
    assert asked(driver) == [AddPlayer(Seat(3, "Søren"))]


def test_a_player_gets_another_name(at_the_clue: Driver) -> None:
    walk(at_the_clue, "Players", "Mari", "Another name")
    for letter in "Eva":
        at_the_clue.sheet.key("", letter)
    at_the_clue.sheet.key("enter", "")
    at_the_clue.tap_words("Yes, do this")
    assert asked(at_the_clue) == [RenamePlayer(4, "Eva")]


def test_a_player_gets_other_discs(at_the_clue: Driver) -> None:
    walk(at_the_clue, "Players", "Mari", "Other discs")
    at_the_clue.tap(at_the_clue.sheet.ids.body.children[0].children[0])
    at_the_clue.tap_words("Yes, do this")
    assert asked(at_the_clue) == [RestickerPlayer(4, 12)]


@pytest.mark.parametrize(("steps", "points"), [(("+1", "+1"), 2), (("−10", "+1"), -9)])
def test_points_by_hand_need_a_reason(steps: tuple, points: int, at_the_clue: Driver) -> None:
    walk(at_the_clue, "Players", "Anna", "Points by hand", *steps)
    at_the_clue.tap(at_the_clue.sheet.ok)
    at_the_clue.tap_words("We had counted wrong")
    at_the_clue.tap_words("Yes, do this")
    assert asked(at_the_clue) == [AdjustScore(1, points, "We had counted wrong")]


def test_a_vote_of_an_earlier_round_is_corrected(at_the_clue: Driver) -> None:
    walk(at_the_clue, "Earlier rounds", "8")
    piece = at_the_clue.all(PieceTile)[0]
    assert (piece.name, piece.number, piece.changed) == ("Anna", "2", False)
    at_the_clue.tap(piece)
    at_the_clue.tap(next(tile for tile in at_the_clue.all(NumberTile) if tile.number == "5"))
    assert at_the_clue.all(PieceTile)[0].changed
    at_the_clue.tap_words("See what changes")
    at_the_clue.tap_words("Yes, do this")
    assert asked(at_the_clue) == [CorrectRound(8, votes={1: (5,)})]


def test_a_card_of_an_earlier_round_changes_hands_with_the_other_one(at_the_clue: Driver) -> None:
    walk(at_the_clue, "Earlier rounds", "8")
    at_the_clue.tap(at_the_clue.all(CardTile)[0])
    at_the_clue.tap_words("Oskar")
    at_the_clue.tap_words("See what changes")
    at_the_clue.tap_words("Yes, do this")
    assert asked(at_the_clue) == [CorrectRound(8, slots={5: 1, 1: 5})]


def earlier_round(open_driver, **changes: object) -> Driver:
    """The newest round, opened to be mended."""
    view = clue(6)
    last = replace(view.rounds[-1], **changes)
    driver: Driver = open_driver(MadeUpTable(replace(view, rounds=(*view.rounds[:-1], last))), SMALL)
    walk(driver, "Earlier rounds", str(last.number))
    return driver


def test_a_card_that_nobody_was_asked_about_can_be_said_later(open_driver) -> None:
    driver = earlier_round(open_driver, slots={3: 3, 1: 1})
    cards = driver.all(CardTile)
    assert [(card.stickers, card.number) for card in cards[:3]] == [(1, "1"), (0, "2"), (3, "3")]
    assert len(cards) == 6
    driver.tap(cards[1])
    driver.tap_words("Oskar")
    driver.tap_words("See what changes")
    assert driver.table.calls[-1] == ("what_if", CorrectRound(9, slots={2: 5}))


def test_a_vote_can_go_to_any_card_that_lay_there(open_driver) -> None:
    driver = earlier_round(open_driver, in_play=tuple(range(1, 9)), slots={3: 3}, votes_each=(2, 2))
    driver.tap(driver.all(PieceTile)[0])
    assert [tile.number for tile in driver.all(NumberTile)] == [str(n) for n in range(1, 9)]
    for number in ("8", "7"):
        driver.tap(next(tile for tile in driver.all(NumberTile) if tile.number == number))
    driver.tap_words("See what changes")
    assert driver.table.calls[-1][1].votes[1] == (8, 7)


def test_why_each_point_of_an_earlier_round_is_shown_with_the_text_that_says_so(open_driver) -> None:
    why = (Why("FOUND", 3, 1), Why("VOTES_ON_CARD", 2, 2))
    paid = PointsView(3, 3, 2, 0, 5, ("found it", "2 votes for your card"), why)
    rules = (RuleView("scoring.some", "Finders 3.", ("Rules of 2021",)),)
    view = replace(clue(6), rules=rules)
    last = replace(view.rounds[-1], points=(paid, PointsView(1, 0, 0, 0, 0, ("did not find it",))))
    driver: Driver = open_driver(MadeUpTable(replace(view, rounds=(last,))), SMALL)
    walk(driver, "Earlier rounds", "9", "Points")
    assert [(tile.words, tile.detail) for tile in driver.all(SourceTile)] == [
        ("Søren +5", "found it; 2 votes for your card"),
        ("Anna 0", "did not find it"),
    ]
    driver.tap_words("Søren +5")
    assert [(tile.words, tile.detail) for tile in driver.all(SourceTile)] == [
        ("+3  found it", "Finders 3. Rules of 2021"),
        ("+2  2 votes for your card", ""),
    ]


def test_the_red_disc_of_an_earlier_round_is_shown_and_corrected(open_driver) -> None:
    driver = earlier_round(open_driver, red=2)
    driver.tap_words("Red disc: 2")
    driver.tap(next(tile for tile in driver.all(NumberTile) if tile.number == "4"))
    driver.tap_words("See what changes")
    assert driver.table.calls[-1] == ("what_if", CorrectRound(9, red=4))


def test_another_storyteller_of_an_earlier_round(at_the_clue: Driver) -> None:
    walk(at_the_clue, "Earlier rounds", "8", "Jüri told", "Anna", "See what changes")
    assert at_the_clue.table.calls[-1] == ("what_if", CorrectRound(8, storyteller=1))


def test_nothing_changed_asks_for_nothing(at_the_clue: Driver) -> None:
    walk(at_the_clue, "Earlier rounds", "8")
    at_the_clue.tap(at_the_clue.sheet.see)
    assert not [call for call in at_the_clue.table.calls if call[0] == "what_if"]


def test_old_rounds_are_found_by_leafing(at_the_clue: Driver) -> None:
    walk(at_the_clue, "Earlier rounds")
    assert [tile.number for tile in at_the_clue.all(RoundTile)] == ["9", "8", "7", "6", "5", "4"]
    at_the_clue.tap_words("Older")
    assert [tile.number for tile in at_the_clue.all(RoundTile)] == ["3", "2", "1"]


def test_the_empty_deck_is_said_on_the_points_and_previewed(open_driver) -> None:
    table = MadeUpTable(replace(scores(6), can_end_by_deck=True))
    driver: Driver = open_driver(table, SMALL)
    driver.page.skip()
    driver.tap(driver.page.ids.deck)
    driver.tap_words("Yes, do this")
    assert asked(driver) == [NextRound(deck_empty=True)]


def test_playing_on_is_one_tap_after_the_end(open_driver) -> None:
    driver: Driver = open_driver(MadeUpTable(over(6)), SMALL)
    driver.tap_words("Play on")
    assert asked(driver) == [PlayOn()]


def test_the_camera_is_not_offered_during_the_vote(open_driver) -> None:
    driver: Driver = open_driver(MadeUpTable(voting(6)), SMALL)
    driver.app.open_menu()
    driver.frames(4)
    with pytest.raises(AssertionError):
        driver.tap_words("The camera")


@pytest.mark.parametrize(
    ("left", "text"), [(3, "3 rounds left"), (1, "The last round!"), (20, ""), (None, "")]
)
def test_few_rounds_left_are_told_at_the_clue(left: int | None, text: str, open_driver) -> None:
    driver: Driver = open_driver(MadeUpTable(replace(clue(6), rounds_left=left)), SMALL)
    assert driver.page.left == text


def test_the_red_disc_is_said_with_two_taps(open_driver) -> None:
    table = MadeUpTable(replace(reveal(6, clean=True), red_wanted=True))
    driver: Driver = open_driver(table, SMALL)
    assert (driver.page.red.slot, driver.page.red.sign) == ("?", "missing")
    driver.tap(driver.page.red)
    driver.tap(next(tile for tile in driver.all(NumberTile) if tile.number == "4"))
    assert table.calls == [("set_red", 4)]
    assert (driver.page.red.slot, driver.page.red.sign) == ("4", "hand")
