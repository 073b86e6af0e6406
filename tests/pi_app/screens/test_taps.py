"""What a finger or a key does: each press counts once, and two taps are enough for any correction."""

from __future__ import annotations

import queue
import signal
import threading
from dataclasses import replace

import pytest
from driver import Driver
from kivy.core.window import Window
from kivy.tests.common import UnitTestTouch
from made_up import BANNER, SCREENS, clue, lobby, owners, reveal, scores, voting
from made_up_table import MadeUpTable

from hardware.ports import Button
from pi_app.game.moves import EndMatch, OpenVoting, Redo
from pi_app.game.pieces import Phase
from pi_app.screens.pickers import short_witnesses
from pi_app.session.views import Problem, Trust, VoteView
from pi_app.words import Words

SMALL = (800, 480)
NEXT, UNDO = ("press", Button.NEXT), ("press", Button.UNDO)


def test_a_tap_on_next_presses_next_once(open_driver) -> None:
    table = MadeUpTable(voting(6))
    driver: Driver = open_driver(table, SMALL)
    driver.tap(driver.app.stage.bottom.ids.next)
    assert table.calls == [NEXT]


def test_a_tap_on_undo_presses_undo_from_every_screen(open_driver) -> None:
    table = MadeUpTable(lobby(6))
    driver: Driver = open_driver(table, SMALL)
    for n, made in enumerate(SCREENS.values(), start=1):
        table.shown = made(6)
        driver.frames(4)
        driver.tap(driver.app.stage.bottom.ids.undo)
        assert table.calls == [UNDO] * n


@pytest.mark.parametrize("apart_frames", [0, 1])
def test_one_finger_seen_twice_counts_once(apart_frames: int, open_driver) -> None:
    table = MadeUpTable(voting(6))
    driver: Driver = open_driver(table, SMALL)
    driver.seconds(0.5)
    button = driver.app.stage.bottom.ids.next
    first, second = (UnitTestTouch(*button.to_window(*button.center)) for _ in range(2))
    first.touch_down()
    driver.frames(apart_frames)
    second.touch_down()
    driver.frames(2)
    first.touch_up()
    driver.frames(apart_frames)
    second.touch_up()
    driver.frames(2)
    assert table.calls == [NEXT]


def test_two_taps_a_quarter_of_a_second_apart_are_two(open_driver) -> None:
    table = MadeUpTable(voting(6))
    driver: Driver = open_driver(table, SMALL)
    driver.tap(driver.app.stage.bottom.ids.next)
    driver.tap(driver.app.stage.bottom.ids.next)
    assert table.calls == [NEXT, NEXT]


@pytest.mark.parametrize(("wait", "counts"), [(0.05, False), (0.2, False), (0.3, True)])
def test_a_tap_just_after_a_screen_change_is_not_meant(wait: float, counts: bool, open_driver) -> None:
    table = MadeUpTable(voting(6), after_press=reveal(6, clean=True))
    driver: Driver = open_driver(table, SMALL)
    driver.tap(driver.app.stage.bottom.ids.next)
    assert driver.app._shown.phase is Phase.REVEAL
    driver.seconds(wait)
    driver.tap(driver.app.stage.bottom.ids.next, settle=False)
    assert table.calls == [NEXT] * (2 if counts else 1)


@pytest.mark.parametrize(("size", "change"), [(SMALL, "banners"), ((720, 1280), "problems")])
def test_a_tap_just_after_the_tiles_moved_is_not_meant(size: tuple, change: str, open_driver) -> None:
    asked = reveal(6)
    table = MadeUpTable(replace(asked, problems=()))
    driver: Driver = open_driver(table, size)
    driver.seconds(0.5)
    changed = {"banners": (BANNER,)} if change == "banners" else {"problems": asked.problems}
    table.shown = replace(table.shown, **changed)
    driver.app.refresh()
    driver.frames(3)
    tile = driver.page._tiles[1]
    driver.tap(tile, settle=False)
    assert driver.sheet is None
    driver.tap(tile)
    assert driver.sheet is not None


def test_a_key_just_after_a_screen_change_is_not_meant(open_driver) -> None:
    table = MadeUpTable(voting(6), after_press=reveal(6, clean=True))
    driver: Driver = open_driver(table, SMALL)
    driver.tap(driver.app.stage.bottom.ids.next)
    driver.key(13)
    assert table.calls == [NEXT]


def test_a_finger_that_slides_off_presses_nothing(open_driver) -> None:
    table = MadeUpTable(voting(6))
    driver: Driver = open_driver(table, SMALL)
    driver.seconds(0.5)
    button = driver.app.stage.bottom.ids.next
    touch = UnitTestTouch(*button.to_window(*button.center))
    touch.touch_down()
    touch.touch_move(100, 300)
    touch.touch_up()
    driver.frames(2)
    assert table.calls == []


@pytest.mark.parametrize(
    ("code", "letter", "expected"),
    [
        (13, "", [NEXT]),
        (271, "", [NEXT]),
        (32, " ", [NEXT]),
        (110, "n", [NEXT]),
        (117, "u", [UNDO]),
        (8, "", [UNDO]),
        (27, "", []),
        (120, "x", []),
    ],
)
def test_the_keyboard_does_what_the_buttons_do(code: int, letter: str, expected: list, open_driver) -> None:
    table = MadeUpTable(voting(6))
    driver: Driver = open_driver(table, SMALL)
    driver.key(code, letter)
    assert table.calls == expected


def test_no_key_opens_the_settings_of_kivy(open_driver) -> None:
    driver: Driver = open_driver(MadeUpTable(voting(6)), SMALL)
    before = len(Window.children)
    Window.dispatch("on_keyboard", 282, 0, "", [])
    driver.frames(2)
    assert len(Window.children) == before


def test_a_held_key_counts_once(open_driver) -> None:
    table = MadeUpTable(voting(6))
    driver: Driver = open_driver(table, SMALL)
    for _ in range(40):
        Window.dispatch("on_key_down", 13, 0, "", [])
        driver.frames(2)
    assert table.calls == [NEXT]


@pytest.mark.parametrize("count", [6, 12])
def test_two_taps_correct_a_vote(count: int, open_driver) -> None:
    table = MadeUpTable(reveal(count))
    driver: Driver = open_driver(table, SMALL)
    tile = driver.page._tiles[4]
    driver.tap_at(*tile.to_window(tile.x + tile.width * 0.3, tile.center_y))
    number = driver.sheet._grid.children[0]
    driver.tap(number)
    assert table.calls == [("correct_vote", 4, (count,))]
    assert driver.sheet is None
    assert driver.page._tiles[4].slots == str(count)


def test_one_tap_says_yes_to_a_question(open_driver) -> None:
    table = MadeUpTable(reveal(6))
    driver: Driver = open_driver(table, SMALL)
    asked = next(vote for vote in table.shown.votes if vote.trust is Trust.ASK)
    driver.tap(driver.page._tiles[asked.player].ids.yes)
    assert table.calls == [("correct_vote", asked.player, asked.slots)]


def test_a_question_is_open_until_a_person_answers(open_driver) -> None:
    driver: Driver = open_driver(MadeUpTable(reveal(6)), SMALL)
    asked = next(vote for vote in driver.table.shown.votes if vote.trust is Trust.ASK)
    tile = driver.page._tiles[asked.player]
    assert (tile.sign, tile.asks) == ("ask", True)
    driver.tap(tile.ids.yes)
    assert (tile.sign, tile.asks) == ("hand", False)


@pytest.mark.parametrize(
    ("twice", "taps", "votes"),
    [(False, (2, 2, 3, 4), (3, 4)), (False, (1, 3), (1, 3)), (True, (2, 2), (2, 2))],
)
def test_two_votes_are_set_with_two_numbers(twice: bool, taps: tuple, votes: tuple, open_driver) -> None:
    table = MadeUpTable(replace(reveal(6), votes_each=(2, 2), same_slot_twice=twice))
    driver: Driver = open_driver(table, SMALL)
    driver.page.correct(4)
    for slot in taps:
        driver.tap(driver.sheet._grid.children[6 - slot])
    assert table.calls == [("correct_vote", 4, votes)]


def test_a_vote_set_by_hand_can_be_given_back_to_the_camera(open_driver) -> None:
    table = MadeUpTable(reveal(6))
    driver: Driver = open_driver(table, SMALL)
    by_hand = next(vote.player for vote in table.shown.votes if vote.trust is Trust.HAND)
    driver.page.correct(by_hand)
    driver.frames(4)
    driver.tap(driver.sheet._side.ids.forget)
    assert table.calls == [("correct_vote", by_hand, ())]


def test_a_vote_that_was_read_wrong_is_said_with_one_tap_and_then_corrected(open_driver) -> None:
    table = MadeUpTable(reveal(6))
    driver: Driver = open_driver(table, SMALL)
    driver.page.correct(4)
    driver.frames(4)
    side = driver.sheet._side
    driver.tap(side.ids.wrong)
    assert table.calls == [("report_wrong", 4)]
    assert (side.wrong, side.ids.wrong.disabled) == ("Noted: now tap the right card", True)
    driver.tap(driver.sheet._grid.children[0])
    assert table.calls[1:] == [("correct_vote", 4, (6,))]


def test_two_taps_say_whose_card_it_is(open_driver) -> None:
    table = MadeUpTable(owners(12))
    driver: Driver = open_driver(table, SMALL)
    driver.tap(driver.page._tiles[2])
    driver.tap(driver.sheet.ids.body.children[0].children[-5])
    assert table.calls == [("correct_owner", 2, 5)]


def test_somebody_else_tells_with_two_taps(open_driver) -> None:
    table = MadeUpTable(clue(6))
    driver: Driver = open_driver(table, SMALL)
    driver.tap(driver.page.ids.other)
    driver.tap(driver.sheet.ids.body.children[0].children[-1])
    assert table.calls == [("do", OpenVoting(storyteller=1), 7)]


def test_a_sheet_swallows_taps_below_it_and_next_keys(open_driver) -> None:
    table = MadeUpTable(reveal(6))
    driver: Driver = open_driver(table, SMALL)
    driver.tap(driver.app.stage.top_bar.ids.menu)
    driver.key(13)
    driver.tap(driver.app.stage.bottom.ids.next)
    assert NEXT not in table.calls
    driver.seconds(0.3)
    driver.key(27)
    assert driver.sheet is None


def test_the_menu_ends_the_match(open_driver) -> None:
    table = MadeUpTable(reveal(6))
    driver: Driver = open_driver(table, SMALL)
    driver.tap(driver.app.stage.top_bar.ids.menu)
    driver.tap_words("End the match here")
    assert table.calls == [("what_if", EndMatch())]
    driver.tap_words("Yes, do this")
    assert table.calls[-1] == ("do", EndMatch(), 7)


def test_redo_is_offered_when_there_is_something(open_driver) -> None:
    table = MadeUpTable(replace(clue(6), can_redo=True))
    driver: Driver = open_driver(table, SMALL)
    driver.tap(driver.app.stage.bottom.ids.redo)
    assert table.calls == [("do", Redo(), 7)]


def test_a_refusal_is_said_for_a_while(open_driver) -> None:
    table = MadeUpTable(voting(6), refuse=(Problem("STALE", "Something else came first."),))
    driver: Driver = open_driver(table, SMALL)
    driver.tap(driver.app.stage.bottom.ids.next)
    assert driver.app.stage.bottom.problem == "Something else came first."
    driver.seconds(5)
    assert driver.app.stage.bottom.problem == ""


def test_a_page_that_changes_closes_the_sheet(open_driver) -> None:
    table = MadeUpTable(reveal(6))
    driver: Driver = open_driver(table, SMALL)
    driver.page.correct(4)
    table.shown = clue(6)
    driver.frames(4)
    assert driver.sheet is None


def test_a_thousand_events_from_other_threads_all_arrive_on_the_main_thread(open_driver) -> None:
    inbox: queue.SimpleQueue[int] = queue.SimpleQueue()
    table = MadeUpTable(clue(6))
    views = [clue(6), voting(6), reveal(6, clean=True), scores(6)]
    came, on = [], set()

    def tick() -> None:
        on.add(threading.current_thread())
        while not inbox.empty():
            n = inbox.get()
            came.append(n)
            table.shown = replace(views[n % 4], n=n)

    driver: Driver = open_driver(table, SMALL, tick)
    threads = [
        threading.Thread(target=lambda k=k: [inbox.put(n) for n in range(k, 1000, 4)]) for k in range(4)
    ]
    for thread in threads:
        thread.start()
    driver.frames(20)
    for thread in threads:
        thread.join()
    driver.frames(20)
    assert sorted(came) == list(range(1000))
    assert on == {threading.main_thread()}
    assert driver.app._shown.n == came[-1]


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_stops_the_app_cleanly(number: int, open_driver) -> None:
    before = signal.getsignal(number)
    driver: Driver = open_driver(MadeUpTable(clue(6)), SMALL)
    stopped = []
    driver.app.bind(on_stop=lambda _: stopped.append(True))
    signal.raise_signal(number)
    driver.frames(6)
    assert stopped
    assert driver.app.signalled == number
    assert signal.getsignal(number) == before


@pytest.mark.parametrize(
    ("tag", "place", "said"),
    [
        ((5,), (5,), "shows\u00a05, lies at\u00a05"),
        ((5,), (), "The disc says 5"),
        ((), (3,), "It lies at 3"),
        ((), (), "No disc was read"),
    ],
)
def test_a_witness_that_saw_nothing_is_not_quoted(tag: tuple, place: tuple, said: str) -> None:
    assert short_witnesses(Words(), VoteView(1, (5,), Trust.SURE, tag=tag, place=place)) == said
