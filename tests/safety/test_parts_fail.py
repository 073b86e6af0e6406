"""Parts fail one by one and together: a banner says so, the round is played by hand, and it heals by itself.

A table of faults on a clock that stands still unless told; the processes behind the camera are in
`test_watcher.py`, pins in `test_buttons.py`, ports and networks in `test_server.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import pytest

from hardware.ports import Button, Frame
from hardware.simulated.draw import draw
from hardware.simulated.layout import lay_table, reveal_scene
from pi_app.game.moves import AdjustScore
from pi_app.game.pieces import Phase
from pi_app.session.book import Book
from pi_app.session.inbox import CameraState, Inbox, Look, Taken
from pi_app.session.manners import Clocks, Manners
from pi_app.session.session import Session
from pi_app.session.views import Trust
from pi_app.vision.reader import Reader
from pi_app.vision.seen import Picture, Reading
from pi_app.words import Words
from tests.safety.legal import start

GOOD = Picture((640, 360), 6.0, 0.8, 0.6, False)


class Evening:
    """One table whose clocks a fault may turn."""

    def __init__(self, folder: Path) -> None:
        self.seconds, self.wall, self.folder = 1000.0, 1.7e9, folder
        self.picture: Picture | None = GOOD
        self.inbox = Inbox(lambda: self.seconds)
        self.session = self.open()
        assert self.session.do(start(4)).ok

    def open(self) -> Session:
        clocks = Clocks(lambda: self.seconds, lambda: self.wall)
        return Session(Book(self.folder / "book.sqlite"), Words(), clocks, manners=Manners())

    def restart(self) -> None:
        self.session.close()
        self.session = self.open()

    def tick(self, seconds: float = 2.0) -> None:
        """Time goes by; the camera, if it gives anything, sees an empty table."""
        self.seconds += seconds
        self.wall += seconds
        if self.picture is not None:
            seen = Reading(self.seconds, 3, self.seconds, (), (), (), self.picture)
            self.inbox.put_look(Look(seen, None))
        self.session.receive(self.inbox.take())
        self.session.refresh()

    @property
    def banners(self) -> set[str]:
        return {banner.code for banner in self.session.view().banners}

    def press(self, button: Button = Button.NEXT) -> bool:
        self.tick()
        return self.session.press(button).ok

    def round_by_hand(self) -> None:
        """A whole round, everything tapped in."""
        before = len(self.session.view().rounds)
        assert self.press()
        assert self.press()
        view = self.session.view()
        others = [player.id for player in view.players if player.id != view.storyteller]
        for player in others:
            self.session.correct_vote(player, (1,))
        assert self.press(), self.session.view().problems
        self.session.correct_owner(1, view.storyteller)
        assert self.press(), self.session.view().problems
        assert self.session.view().phase is Phase.SCORES
        assert len(self.session.view().rounds) == before + 1
        assert self.press()


def camera(code: str | None) -> Callable[[Evening], None]:
    def happen(evening: Evening) -> None:
        evening.inbox.put_camera(CameraState(code))
        evening.picture = GOOD if code is None else None

    return happen


def picture(**changes: object) -> Callable[[Evening], None]:
    return lambda evening: setattr(evening, "picture", replace(GOOD, **changes))  # type: ignore[arg-type]


def banner(place: str, code: str | None) -> Callable[[Evening], None]:
    return lambda evening: evening.session.set_banner(place, code)


def clock(seconds: float) -> Callable[[Evening], None]:
    return lambda evening: setattr(evening, "wall", evening.wall + seconds)


def chatter(button: Button) -> Callable[[Evening], None]:
    """A contact that never rests: twenty presses within a second, all after one that counted."""

    def happen(evening: Evening) -> None:
        evening.session.press(Button.UNDO)
        for _ in range(20):
            evening.seconds += 0.04
            evening.inbox.press(button)
        evening.session.receive(evening.inbox.take())
        evening.session.do(start(4)) if evening.session.view().phase is Phase.LOBBY else None

    return happen


@dataclass(frozen=True)
class Mishap:
    """What fails, what the table is told, and how it is mended."""

    name: str
    fails: Callable[[Evening], None]
    banner: str | None
    mended: Callable[[Evening], None]


TABLE = [
    *(
        Mishap(f"camera: {code}", camera(code), code, camera(None))
        for code in (
            "CAMERA_LOST", "CAMERA_STARTING", "CAMERA_ENDED", "NO_CAMERA", "CAMERA_BUSY", "CAMERA_MODE",
            "NO_PICTURES", "BAD_PICTURE", "BAD_SCENE",
        )
    ),
    Mishap("picture: mirrored", picture(mirrored=True), "MIRRORED", picture()),
    Mishap("picture: black", picture(light=0.0), "DARK", picture()),
    Mishap("picture: blurred", picture(sharpness=0.0, px_per_module=None), None, picture()),
    *(
        Mishap(f"{place}: {code}", banner(place, code), code, banner(place, None))
        for place, code in (
            ("PINS", "NO_PIN_SOFTWARE"), ("PINS", "NO_PINS"), ("PINS", "PIN_TAKEN"),
            ("SCOREBOARD", "SCOREBOARD_PORT_BUSY"), ("SCOREBOARD", "SCOREBOARD_NO_NETWORK"),
        )
    ),
    Mishap("clock: 14 days on", clock(14 * 86_400), None, clock(0)),
    Mishap("clock: an hour back", clock(-3600), None, clock(0)),
    Mishap("clock: 1970", clock(-1.7e9), None, clock(0)),
    Mishap("button: NEXT chatters", chatter(Button.NEXT), None, clock(0)),
    Mishap("button: UNDO chatters", chatter(Button.UNDO), None, clock(0)),
    Mishap("program: killed", Evening.restart, None, clock(0)),
]  # fmt: skip


@pytest.fixture
def evening(tmp_path):
    evening = Evening(tmp_path)
    yield evening
    evening.session.close()


@pytest.mark.parametrize("mishap", TABLE, ids=lambda mishap: mishap.name)
def test_a_part_fails_and_the_game_goes_on(evening, mishap):
    mishap.fails(evening)
    evening.tick()
    assert evening.banners == ({mishap.banner} if mishap.banner else set())
    assert all(
        (b.text != b.code and b.text.endswith(".")) or "?" in b.text for b in evening.session.view().banners
    )
    evening.round_by_hand()
    mishap.mended(evening)
    evening.tick()
    assert evening.banners == set()
    evening.round_by_hand()
    assert [r.number for r in evening.session.view().rounds] == [1, 2]


def test_everything_fails_together_and_the_game_goes_on(evening):
    *parts, killed = TABLE
    killed.fails(evening)
    for mishap in parts:
        mishap.fails(evening)
        evening.tick()
    assert len(evening.banners) >= 3
    evening.round_by_hand()
    for mishap in TABLE:
        mishap.mended(evening)
    camera(None)(evening)
    evening.tick()
    assert evening.banners == set()
    before = evening.session.view().players
    evening.restart()
    assert evening.session.view().players == before


@pytest.mark.parametrize("button", list(Button))
def test_a_chattering_button_moves_one_step_only(evening, button):
    assert evening.press()
    n = evening.session.view().n
    evening.tick()
    for _ in range(20):
        evening.seconds += 0.03
        evening.inbox.press(button)
        evening.session.receive(evening.inbox.take())
    assert evening.session.view().n == n + 1


def test_a_jump_of_the_wall_clock_locks_no_button_and_loses_no_order(evening):
    for jump in (14 * 86_400, -28 * 86_400, 3600):
        evening.wall += jump
        assert evening.session.do(AdjustScore(1, 1, f"after {jump}")).ok
    evening.restart()
    assert [a.reason for a in evening.session.board().adjustments] == [
        "after 1209600", "after -2419200", "after 3600",
    ]  # fmt: skip


# --- frames, through the very reader ------------------------------------------------------------


@pytest.fixture(scope="module")
def frame() -> np.ndarray:
    scene = reveal_scene(lay_table(4, seed=3), (1, 2, 3, 4), {2: (1,), 3: (1,), 4: (2,)}, True)
    return draw(scene, 1)


def readings(frames: list[np.ndarray]) -> Reading:
    reader = Reader()
    for number, grey in enumerate(frames):
        reading = reader.look(Frame(grey, 1.0 + number, number))
    return reading


def votes_after(evening: Evening, reading: Reading) -> dict[int, tuple[int, ...]]:
    assert evening.press()
    assert evening.press()
    evening.tick()
    late = replace(reading, taken_at=evening.seconds, still_since=evening.seconds)
    evening.session.receive(Taken(look=Look(late, None)))
    return {v.player: v.slots for v in evening.session.view().votes if v.trust is Trust.SURE}


def torn(grey: np.ndarray) -> np.ndarray:
    """Below row 300 the picture has slipped by a third."""
    return np.vstack([grey[:300], np.roll(grey[300:], grey.shape[1] // 3, axis=1)])


TRUE = {2: (1,), 3: (1,), 4: (2,)}


@pytest.mark.parametrize(
    ("name", "spoil"),
    [
        ("whole", lambda grey: grey),
        ("black", np.zeros_like),
        ("white", lambda grey: np.full_like(grey, 255)),
        ("mirrored", lambda grey: np.ascontiguousarray(grey[:, ::-1])),
        ("upside down", lambda grey: np.ascontiguousarray(grey[::-1, ::-1])),
        ("torn", torn),
        ("half black", lambda grey: grey * (np.arange(len(grey)) < len(grey) // 2)[:, None].astype(np.uint8)),
        ("noise", lambda grey: np.random.default_rng(1).integers(0, 255, grey.shape, np.uint8)),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)  # fmt: skip
def test_a_spoilt_frame_never_gives_a_wrong_vote_that_is_called_sure(evening, frame, name, spoil):
    reading = readings([spoil(frame).astype(np.uint8)] * 4)
    found = votes_after(evening, reading)
    assert all(TRUE.get(player) == slots for player, slots in found.items()), found
    if name in ("whole", "upside down"):
        assert found == TRUE
    expected = {"black": {"DARK"}, "mirrored": {"MIRRORED"}}.get(name, set())
    assert evening.banners == expected
