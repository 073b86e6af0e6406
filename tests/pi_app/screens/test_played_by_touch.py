"""A whole match at the simulated table, played with a finger alone: drawn discs, real reading, taps."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from driver import Driver
from kivy.clock import Clock

from hardware.ports import Frame
from hardware.simulated.draw import draw
from hardware.simulated.scene import Scene
from pi_app.demo.people import Cast, People
from pi_app.game.pieces import Phase, Round
from pi_app.game.profiles import resolve
from pi_app.game.scoring import score_round
from pi_app.screens.pickers import NumberTile, PlayerTile
from pi_app.session.book import Book
from pi_app.session.manners import Clocks
from pi_app.session.session import Session
from pi_app.vision.reader import Reader
from pi_app.words import Words

LOOK_S = 0.35
MOST_LOOKS = 12
CAST = Cast(players=4, seed=3, hands=False)


class Evening:
    """A session, people who only lay discs, a camera that looks when it is asked, and the finger."""

    def __init__(self, folder: Path, open_driver: object) -> None:
        self.scene, self.reader, self.frames, self.taps = Scene(), Reader(), 0, 0
        now = lambda: float(Clock.time())  # noqa: E731
        self.session = Session(Book(folder / "book.sqlite"), Words(), Clocks(now, now))
        self.people = People(self.session, lambda scene: setattr(self, "scene", scene), CAST, now)
        self.driver: Driver = open_driver(self.session, (800, 480), self.people.step)  # type: ignore[operator]
        self.here: object = None

    def look_until_ready(self) -> None:
        """The camera looks until NEXT would be accepted."""
        for _ in range(MOST_LOOKS):
            self.driver.seconds(LOOK_S)
            view = self.session.view()
            if (view.phase, view.round) != self.here:
                self.here = (view.phase, view.round)
                self.reader.reset()
            self.frames += 1
            frame = Frame(draw(self.scene, self.frames), Clock.time(), self.frames)
            self.session.see(self.reader.look(frame))
            self.driver.frames(3)
            view = self.session.view()
            if view.next_ready and not view.awaited:
                return
        raise AssertionError(f"never ready: {self.session.view().problems}")

    def tap_next(self) -> None:
        self.driver.seconds(1.1)
        self.driver.tap(self.driver.app.stage.bottom.ids.next)
        self.taps += 1


@pytest.fixture
def evening(tmp_path: Path, open_driver: object) -> Iterator[Evening]:
    made = Evening(tmp_path, open_driver)
    yield made
    made.session.close()


def test_a_match_is_played_by_touch_alone(evening: Evening) -> None:
    driver, session = evening.driver, evening.session
    evening.people.step()
    for _ in range(3):
        evening.look_until_ready()
        if len(session.view().lobby.seats) == CAST.players:
            break
    evening.tap_next()
    assert session.view().phase is Phase.CLUE
    for number in (1, 2):
        evening.taps = 0
        asked = 0
        for phase in (Phase.CLUE, Phase.VOTING, Phase.REVEAL, Phase.OWNERS):
            view = session.view()
            assert (view.phase, view.round) == (phase, number)
            if phase is not Phase.CLUE:
                evening.look_until_ready()
            asked += sum(vote.trust.value == "hand" for vote in session.view().votes)
            evening.tap_next()
        assert session.view().phase is Phase.SCORES
        driver.page.skip()
        # Five presses, two of them yes to what was read: a clean round needs no other tap.
        if number == 1:
            evening.tap_next()
            assert (evening.taps, asked) == (5, 0)
    driver.tap(driver.app.stage.top_bar.ids.menu)
    driver.tap_words("End the match here")
    driver.tap_words("Yes, do this")
    view = session.view()
    assert view.phase is Phase.OVER
    assert {player.id: player.score for player in view.players} == due(evening)
    driver.tap_words("The race again")
    assert driver.sheet is not None


def due(evening: Evening) -> dict[int, int]:
    """What the rules pay for what really lay on the table."""
    rules = resolve(CAST.profile, CAST.players)
    everyone = tuple(range(1, CAST.players + 1))
    totals = dict.fromkeys(everyone, 0)
    for shown, deal in zip(evening.session.view().rounds, evening.people.played, strict=True):
        played = Round(shown.number, shown.storyteller, everyone, deal.votes, deal.owners)
        for player, points in score_round(rules, played).points.items():
            totals[player] += points.total
    return totals


def to_the_points(evening: Evening) -> None:
    evening.people.step()
    evening.look_until_ready()
    evening.tap_next()
    for phase in (Phase.CLUE, Phase.VOTING, Phase.REVEAL, Phase.OWNERS):
        if phase is not Phase.CLUE:
            evening.look_until_ready()
        evening.tap_next()
    evening.driver.page.skip()


def test_a_round_is_corrected_by_touch_and_undone(evening: Evening) -> None:
    driver, session = evening.driver, evening.session
    to_the_points(evening)
    before = {player.id: player.score for player in session.view().players}
    driver.tap(driver.app.stage.top_bar.ids.menu)
    driver.tap_words("Earlier rounds")
    driver.tap_words("1")
    driver.tap_words("Does not count")
    assert driver.sheet.foreseen is not None
    driver.tap_words("Yes, do this")
    assert {player.score for player in session.view().players} == {0}
    driver.seconds(1.1)
    driver.tap(driver.app.stage.bottom.ids.undo)
    assert {player.id: player.score for player in session.view().players} == before


def test_a_round_that_did_not_count_counts_again(evening: Evening) -> None:
    driver, session = evening.driver, evening.session
    to_the_points(evening)
    before = {player.id: player.score for player in session.view().players}
    for act in ("Does not count", "Counts again"):
        driver.tap(driver.app.stage.top_bar.ids.menu)
        driver.tap_words("Earlier rounds")
        driver.tap_words("1")
        driver.tap_words(act)
        driver.tap_words("Yes, do this")
        driver.seconds(1.1)
        assert session.view().rounds[0].void is (act == "Does not count")
    assert {player.id: player.score for player in session.view().players} == before


def test_undo_shows_at_once_what_the_camera_read_before_somebody_said_otherwise(evening: Evening) -> None:
    driver, session = evening.driver, evening.session
    evening.people.step()
    evening.look_until_ready()
    evening.tap_next()
    evening.tap_next()
    evening.look_until_ready()
    evening.tap_next()
    evening.look_until_ready()
    undo_takes_back_what_a_finger_said(evening, NumberTile, lambda tile: (tile.slots, tile.word))
    evening.tap_next()
    assert session.view().phase is Phase.OWNERS
    evening.look_until_ready()
    undo_takes_back_what_a_finger_said(evening, PlayerTile, lambda tile: (tile.name, tile.word))
    for phase in (Phase.REVEAL, Phase.VOTING):
        driver.seconds(1.1)
        driver.tap(driver.app.stage.bottom.ids.undo)
        assert session.view().phase is phase


def undo_takes_back_what_a_finger_said(
    evening: Evening, choice: type, said: Callable[[Any], tuple[str, str]]
) -> None:
    """One or two that are sure are said otherwise on this page; UNDO shows each as it was read."""
    driver, phase = evening.driver, evening.session.view().phase
    tiles = [tile for tile in driver.page._tiles.values() if tile.word == "sure"][:2]
    read = [said(tile) for tile in tiles]
    assert read
    for tile in tiles:
        before = said(tile)
        driver.tap(tile)
        driver.tap(
            next(one for one in driver.all(choice) if not (one.times if choice is NumberTile else one.chosen))
        )
        assert said(tile)[0] != before[0]
        assert said(tile)[1] == "by hand"
    for tile, was in zip(reversed(tiles), reversed(read), strict=True):
        assert said(tile) != was
        driver.seconds(1.1)
        driver.tap(driver.app.stage.bottom.ids.undo)
        assert (said(tile), evening.session.view().phase) == (was, phase)
