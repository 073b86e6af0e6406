"""Parts fail one by one and together: a banner says so, the round is played by hand, and it heals by itself.

A table of faults on a clock that stands still unless told; the processes behind the camera are in
`test_watcher.py`, pins in `test_buttons.py`, ports and networks in `test_server.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import combinations
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
from pi_app.session.troubles import camera_state
from pi_app.session.views import Trust
from pi_app.session.watch_loop import Trouble
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
        self.lag = 0.0
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
            taken_at = self.seconds - self.lag
            seen = Reading(taken_at, 3, taken_at, (), (), (), self.picture)
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


def trouble(code: str) -> Callable[[Evening], None]:
    """What the watcher gave up with, as the table is told of it."""

    def happen(evening: Evening) -> None:
        evening.inbox.put_camera(camera_state(Trouble(code, "")))
        evening.picture = None

    return happen


def lagging(seconds: float) -> Callable[[Evening], None]:
    return lambda evening: setattr(evening, "lag", seconds)


def picture(**changes: object) -> Callable[[Evening], None]:
    return lambda evening: setattr(evening, "picture", replace(GOOD, **changes))  # type: ignore[arg-type]


def banner(place: str, code: str | None) -> Callable[[Evening], None]:
    return lambda evening: evening.session.set_banner(place, code)


def flaps(evening: Evening) -> None:
    """The network comes and goes, and is gone in the end."""
    for _ in range(10):
        evening.session.set_banner("SCOREBOARD", "SCOREBOARD_NO_NETWORK")
        evening.tick(0.3)
        evening.session.set_banner("SCOREBOARD", None)
        evening.tick(0.3)
    evening.session.set_banner("SCOREBOARD", "SCOREBOARD_NO_NETWORK")


def clock(seconds: float) -> Callable[[Evening], None]:
    return lambda evening: setattr(evening, "wall", evening.wall + seconds)


def chatter(button: Button, times: int = 20, gap: float = 0.04) -> Callable[[Evening], None]:
    """A contact that never rests: so many presses, all after one that counted."""

    def happen(evening: Evening) -> None:
        evening.session.press(Button.UNDO)
        for _ in range(times):
            evening.seconds += gap
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


def place_of(mishap: Mishap) -> str | None:
    """Where its banner stands; one place shows one banner."""
    part = mishap.name.split(":")[0]
    places = {"decoder": "camera", "child": "camera", "memory": "camera", "network": "SCOREBOARD"}
    return places.get(part, part) if mishap.banner else None


WHOLE = clock(0)
TABLE = [
    Mishap("program: killed", Evening.restart, None, WHOLE),
    Mishap("display: gone, so the program is started anew", Evening.restart, None, WHOLE),
    *(
        Mishap(f"camera: {code}", camera(code), code, camera(None))
        for code in (
            "CAMERA_LOST", "CAMERA_STARTING", "CAMERA_ENDED", "NO_CAMERA", "CAMERA_BUSY", "CAMERA_MODE",
            "NO_CAMERA_SOFTWARE", "NO_PICTURES", "BAD_PICTURE", "HEIC_PICTURE", "BAD_SCENE",
        )
    ),
    *(
        Mishap(f"{what} ({code})", trouble(code), "CAMERA_LOST", camera(None))
        for what, code in (
            ("camera: hangs", "WATCHER_SILENT"), ("camera: vanishes", "CAMERA_TIMEOUT"),
            ("camera: stale frames", "CAMERA_STALE"), ("decoder: aborts", "WATCHER_DIED"),
            ("decoder: raises", "WATCHER_FAILED"), ("decoder: spins", "WATCHER_SILENT"),
            ("decoder: leaks", "WATCHER_GREW"), ("child: killed", "WATCHER_DIED"),
            ("memory: short, so the child goes", "WATCHER_DIED"),
        )
    ),
    Mishap("camera: frames from long ago", lagging(500.0), None, lagging(0.0)),
    Mishap("picture: mirrored", picture(mirrored=True), "MIRRORED", picture()),
    Mishap("picture: black", picture(light=0.0), "DARK", picture()),
    Mishap("picture: blurred", picture(sharpness=0.0, px_per_module=None), None, picture()),
    *(
        Mishap(f"{place}: {code}", banner(place, code), code, banner(place, None))
        for place, code in (
            ("PINS", "NO_PIN_SOFTWARE"), ("PINS", "NO_PINS"), ("PINS", "PIN_TAKEN"),
            ("SCOREBOARD", "SCOREBOARD_PORT_BUSY"), ("SCOREBOARD", "SCOREBOARD_NO_NETWORK"),
            ("BROKER", "BROKER_LOST"), ("POWER", "NO_POWER_OFF"),
        )
    ),
    Mishap("network: flaps", flaps, "SCOREBOARD_NO_NETWORK", banner("SCOREBOARD", None)),
    Mishap("clock: 14 days on", clock(14 * 86_400), None, WHOLE),
    Mishap("clock: an hour back", clock(-3600), None, WHOLE),
    Mishap("clock: 1970", clock(-1.7e9), None, WHOLE),
    *(
        Mishap(f"button: {button.name} {how}", chatter(button, times, gap), None, WHOLE)
        for button in Button
        for how, times, gap in (("bounces", 8, 0.0015), ("chatters", 20, 0.04), ("sticks", 1, 0.04))
    ),
]  # fmt: skip
NAMED = (
    "camera: hangs", "camera: vanishes", "camera: stale", "picture: black", "picture: mirrored",
    "decoder: aborts", "decoder: spins", "decoder: leaks", "button: NEXT bounces", "button: NEXT sticks",
    "button: NEXT chatters", "display: gone", "SCOREBOARD: SCOREBOARD_PORT_BUSY", "network: flaps",
    "BROKER: BROKER_LOST", "clock: 14 days on", "clock: an hour back", "child: killed", "memory: short",
)  # fmt: skip
"""One of each kind; torn frames go through the very reader below. In this order a restart comes first."""
KINDS = [next(row for row in TABLE if row.name.startswith(name)) for name in NAMED]
PAIRS = [
    (one, other)
    for one, other in combinations(sorted(KINDS, key=TABLE.index), 2)
    if place_of(one) is None or place_of(one) != place_of(other)
]


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


@pytest.mark.parametrize(("one", "other"), PAIRS, ids=lambda mishap: mishap.name)
def test_two_parts_fail_together_and_the_game_goes_on(evening, one, other):
    for mishap in (one, other):
        mishap.fails(evening)
        evening.tick()
    shown = {one.banner, other.banner} - {None}
    assert evening.banners == shown
    evening.round_by_hand()
    assert evening.banners == shown
    for mishap in (one, other):
        mishap.mended(evening)
    evening.tick()
    assert evening.banners == set()


def test_everything_fails_together_and_the_game_goes_on(evening):
    killed, *parts = TABLE
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
