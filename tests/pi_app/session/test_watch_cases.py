"""The loop beside the camera: it tells the looker which camera it is, and writes the frames of a case."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from made_up_readings import reading

from hardware.ports import Frame
from hardware.simulated.recorded import RecordedCamera
from pi_app.game.pieces import Phase
from pi_app.session.watch_loop import Alive, Orders, Said, case_order, next_order, watch
from pi_app.vision.seen import Reading


@dataclass
class Looker:
    notice: str | None = None
    met: list[str] = field(default_factory=list)

    def meets(self, camera: str) -> str | None:
        self.met.append(camera)
        return self.notice

    def look(self, frame: Frame) -> Reading:
        return replace(reading(), taken_at=frame.taken_at)

    def reset(self) -> None:
        pass


@pytest.fixture
def pictures(tmp_path: Path) -> Path:
    folder = tmp_path / "pictures"
    folder.mkdir()
    for number in range(3):
        cv2.imwrite(str(folder / f"{number}.png"), np.full((20, 30), 40 + number, np.uint8))
    return folder


def watched(pictures: Path, looker: Looker, orders: list[Orders]) -> list[Said]:
    """Each order holds for one frame; the frames are a second apart."""
    said: list[Said] = []
    seconds = iter(range(1000))
    camera = RecordedCamera(pictures, lambda: float(next(seconds)))
    todo = iter([*orders, None])
    watch(camera, looker, lambda: next(todo), said.append, lambda: 0.0)
    return said


def test_the_looker_is_told_its_camera_and_what_it_says_is_passed_on(pictures: Path) -> None:
    looker = Looker("OTHER_CAMERA")
    said = watched(pictures, looker, [])

    assert looker.met == ["recorded"]
    assert said == [Alive(notice="OTHER_CAMERA")]


def test_the_frames_of_the_reveal_go_into_the_case_that_is_ordered(pictures: Path, tmp_path: Path) -> None:
    case = tmp_path / "case"
    case.mkdir()
    reveal = Orders(1, Phase.REVEAL)
    owners = next_order(reveal, Phase.OWNERS, False, 0.0)
    watched(pictures, Looker(), [reveal, owners, case_order(owners, str(case))])

    (kept,) = case.iterdir()
    assert kept.name == "frame-1.png"
    assert int(cv2.imread(str(kept), cv2.IMREAD_GRAYSCALE)[0, 0]) == 40


def test_no_frame_of_the_vote_reaches_a_case(pictures: Path, tmp_path: Path) -> None:
    case = tmp_path / "case"
    case.mkdir()
    voting = Orders(1, Phase.VOTING)
    watched(pictures, Looker(), [voting, case_order(voting, str(case))])
    assert list(case.iterdir()) == []


class OnePicture:
    """A camera of single pictures: the same one is shown on and on."""

    identity = "phone"

    def __init__(self, came_at: float) -> None:
        self._came_at, self._at = came_at, came_at

    def open(self) -> None: ...

    def read(self, timeout: float = 2.5) -> Frame:
        self._at += 1.0
        return Frame(np.full((20, 30), 90, np.uint8), self._at, 0, self._came_at)

    def close(self) -> None: ...


def test_a_picture_counts_until_the_phase_it_was_taken_in_is_over_and_is_never_stale() -> None:
    said: list[Said] = []
    voting = Orders(1, Phase.VOTING, not_before=5.0)
    todo = iter([*[voting] * 3, *[Orders(2, Phase.REVEAL, not_before=12.0)] * 9, None])
    watch(OnePicture(10.0), Looker(), lambda: next(todo), said.append, lambda: 60.0)
    assert [type(one).__name__ for one in said[1:]] == ["Report"] * 3 + ["Alive"] * 9
    assert all(one == Alive(well=True) for one in said[4:])
