"""What is kept of the votes that were confirmed: bounded, gone with the match; and what becomes a case."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from made_up_evening import Evening
from made_up_readings import face

from hardware.ports import Frame
from hardware.simulated.draw import draw
from hardware.simulated.layout import lay_table, reveal_scene
from pi_app.__main__ import main
from pi_app.game.moves import CorrectRound
from pi_app.game.pieces import Phase
from pi_app.session.evidence import CASE_FILE, MOST_CASES, MOST_CROPS, Case, Evidence
from pi_app.session.last_frames import MOST, LastFrames
from pi_app.session.views import Trust, VoteView
from pi_app.session.watch_loop import Orders, case_order, next_order
from pi_app.vision.seen import Crop

CROP = Crop(8, 8, bytes(range(64)))
CASE = Case(1, 2, (1, 2, 3, 4), 1, "refresh2021", "tokens", {"2": (3,)}, {"2": (4,)})


def vote(player: int, crops: int = 1) -> VoteView:
    return VoteView(player, (1,), Trust.SURE, crops=(CROP,) * crops)


def kept(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.rglob("*.png"))


def test_every_confirmed_vote_keeps_its_crop_as_it_was_seen(tmp_path: Path) -> None:
    Evidence(tmp_path).confirmed(7, 3, [vote(2), vote(4, 2)])

    assert kept(tmp_path) == [
        "round-003-player-02-1.png",
        "round-003-player-04-1.png",
        "round-003-player-04-2.png",
    ]
    path = tmp_path / "evidence" / "match-7" / "round-003-player-02-1.png"
    assert cv2.imread(str(path), cv2.IMREAD_GRAYSCALE).tobytes() == CROP.pixels


def test_a_round_confirmed_again_replaces_what_was_kept(tmp_path: Path) -> None:
    evidence = Evidence(tmp_path)
    evidence.confirmed(7, 3, [vote(2), vote(3)])
    evidence.confirmed(7, 3, [vote(2)])
    assert kept(tmp_path) == ["round-003-player-02-1.png"]


def test_crops_are_bounded_and_the_oldest_go_first(tmp_path: Path) -> None:
    evidence = Evidence(tmp_path)
    for number in range(1, 5):
        evidence.confirmed(1, number, [vote(1, MOST_CROPS // 3)])
    names = kept(tmp_path)
    assert len(names) == MOST_CROPS
    assert {name[:9] for name in names} == {"round-002", "round-003", "round-004"}


def test_what_was_seen_goes_with_the_match(tmp_path: Path) -> None:
    evidence = Evidence(tmp_path)
    evidence.confirmed(1, 1, [vote(1)])
    evidence.confirmed(2, 1, [vote(1)])
    assert [path.name for path in (tmp_path / "evidence").iterdir()] == ["match-2"]
    evidence.forget(2)
    assert kept(tmp_path) == []


def test_cases_are_bounded(tmp_path: Path) -> None:
    evidence = Evidence(tmp_path)
    for at in range(MOST_CASES + 5):
        assert evidence.wrong(CASE, 1000.0 + at) is not None
    names = sorted(path.name for path in (tmp_path / "cases").iterdir())
    assert len(names) == MOST_CASES
    assert names[0].startswith("1005-")


def test_a_folder_that_cannot_be_written_stops_nothing(tmp_path: Path) -> None:
    (tmp_path / "evidence").write_text("a file")
    (tmp_path / "cases").write_text("a file")
    evidence = Evidence(tmp_path)
    evidence.confirmed(1, 1, [vote(1)])
    assert evidence.wrong(CASE, 1.0) is None


def seen(player: int, number: int) -> object:
    return replace(face(player, number, number), crop=CROP)


@pytest.mark.parametrize("corrected", [False, True])
def test_a_correction_of_what_was_read_is_a_case(evening: Evening, corrected: bool) -> None:
    wanted: list[Path] = []
    evening.session.on_case(wanted.append)
    evening.at_reveal()
    evening.see(*(seen(player, slot) for player, slot in ((2, 3), (3, 2), (4, 1))))  # type: ignore[arg-type]
    if corrected:
        evening.session.correct_vote(2, (4,))
    assert evening.next().ok

    assert len(kept(evening.folder / "evidence")) == 3
    assert len(wanted) == corrected
    if corrected:
        case = json.loads((wanted[0] / CASE_FILE).read_text())
        assert (case["read"], case["said"]) == ({"2": [3]}, {"2": [4]})
        assert (case["players"], case["storyteller"], case["device"]) == ([1, 2, 3, 4], 1, "tokens")
        assert len(case["reading"]["discs"]) == 3


def test_a_vote_that_was_never_read_is_no_case(evening: Evening) -> None:
    wanted: list[Path] = []
    evening.session.on_case(wanted.append)
    evening.at_reveal()
    for player, slot in ((2, 3), (3, 2), (4, 1)):
        evening.session.correct_vote(player, (slot,))
    assert evening.next().ok
    assert wanted == []


def test_a_vote_said_to_be_wrong_is_kept_at_once_and_completed_when_confirmed(evening: Evening) -> None:
    wanted: list[Path] = []
    evening.session.on_case(wanted.append)
    evening.at_reveal()
    evening.see(*(seen(player, slot) for player, slot in ((2, 3), (3, 2), (4, 1))))  # type: ignore[arg-type]
    assert evening.session.report_wrong(2)
    assert len(wanted) == 1
    case = json.loads((wanted[0] / CASE_FILE).read_text())
    assert (case["read"], case["said"]) == ({"2": [3]}, {"2": []})
    assert len(case["reading"]["discs"]) == 3

    evening.session.correct_vote(2, (4,))
    evening.session.correct_vote(3, (1,))
    assert evening.next().ok
    case = json.loads((wanted[0] / CASE_FILE).read_text())
    assert (case["read"], case["said"]) == ({"2": [3], "3": [2]}, {"2": [4], "3": [1]})
    assert len(wanted) == len(list((evening.folder / "cases").iterdir())) == 1


def test_a_vote_that_was_not_read_can_be_said_to_be_wrong_too(evening: Evening) -> None:
    wanted: list[Path] = []
    evening.session.on_case(wanted.append)
    evening.at_reveal()
    evening.see(seen(3, 2), seen(4, 1))  # type: ignore[arg-type]
    assert evening.session.report_wrong(2)
    evening.session.correct_vote(2, (3,))
    assert evening.next().ok
    case = json.loads((wanted[0] / CASE_FILE).read_text())
    assert (case["read"], case["said"]) == ({"2": []}, {"2": [3]})


def test_a_vote_mended_after_the_points_is_a_case_of_its_round(evening: Evening) -> None:
    wanted: list[Path] = []
    evening.session.on_case(wanted.append)
    evening.at_reveal()
    evening.see(*(seen(player, slot) for player, slot in ((2, 3), (3, 2), (4, 1))))  # type: ignore[arg-type]
    assert evening.next().ok
    assert wanted == []
    evening.clock.seconds += 2
    assert evening.session.do(CorrectRound(1, {2: (4,)})).ok
    case = json.loads((wanted[0] / CASE_FILE).read_text())
    assert (case["round"], case["read"], case["said"]) == (1, {"2": [3]}, {"2": [4]})
    assert evening.session.do(CorrectRound(1, {3: (1,)})).ok
    assert len(wanted) == 1
    case = json.loads((wanted[0] / CASE_FILE).read_text())
    assert case["said"] == {"2": [4], "3": [1]}


def test_nothing_is_said_to_be_wrong_before_the_reveal(evening: Evening) -> None:
    assert not evening.session.report_wrong(2)
    evening.start()
    assert not evening.session.report_wrong(2)
    assert not (evening.folder / "cases").exists()


def test_cases_are_bounded_in_size_and_the_newest_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pi_app.session.evidence.MOST_CASE_BYTES", 25_000)
    evidence = Evidence(tmp_path)
    for at in range(5):
        folder = evidence.wrong(CASE, 1000.0 + at)
        assert folder is not None
        (folder / "frame-1.png").write_bytes(bytes(10_000))
    names = sorted(path.name[:4] for path in (tmp_path / "cases").iterdir())
    assert names == ["1002", "1003", "1004"]


def frame(number: int, at: float) -> Frame:
    return Frame(np.full((6, 8), number, np.uint8), at, number)


def test_the_last_frames_of_the_reveal_are_written(tmp_path: Path) -> None:
    frames = LastFrames()
    for number in range(6):
        frames.keep(frame(number, number * 0.5), Phase.REVEAL)
    frames.keep(frame(50, 9.0), Phase.OWNERS)
    frames.write(tmp_path)

    assert kept(tmp_path) == ["frame-1.png", "frame-2.png", "frame-3.png"]
    values = [int(cv2.imread(str(path), 0)[0, 0]) for path in sorted(tmp_path.iterdir())]
    assert values == [3, 4, 5]
    assert len(values) == MOST


@pytest.mark.parametrize("phase", [Phase.LOBBY, Phase.CLUE, Phase.VOTING])
def test_no_frame_of_the_time_before_the_reveal_is_kept(phase: Phase, tmp_path: Path) -> None:
    frames = LastFrames()
    frames.keep(frame(1, 0.0), Phase.REVEAL)
    frames.keep(frame(2, 1.0), phase)
    frames.write(tmp_path)
    assert kept(tmp_path) == []


def test_a_case_is_ordered_once_and_outlives_the_next_phase() -> None:
    orders = case_order(Orders(3, Phase.REVEAL), "there")
    assert (orders.number, orders.phase, orders.case) == (4, Phase.REVEAL, "there")
    assert next_order(orders, Phase.OWNERS, False, 1.0).case == "there"


def test_read_looks_at_a_case_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table = lay_table(4, seed=11, size_px=(1640, 922))
    picture = draw(reveal_scene(table, (1, 2, 3, 4), {2: [3], 3: [2], 4: [1]}))
    folder = Evidence(tmp_path).wrong(CASE, 1.0)
    assert folder is not None
    cv2.imwrite(str(folder / "frame-1.png"), picture)

    assert main(["read", str(folder), "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert {player: read["slots"] for player, read in said["votes"].items()} == {"2": [3], "3": [2], "4": [1]}
    assert said["case"] == {"read": {"2": [3]}, "said": {"2": [4]}}

    (folder / CASE_FILE).write_text("{")
    assert main(["read", str(folder), "--json"]) == 2
