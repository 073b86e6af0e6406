"""What `read` is given: standard input, files that are not there, pictures taken while people vote."""

from __future__ import annotations

import io
import json
import sys
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import cv2
import pytest

from calibration.lens import Lens
from calibration.store import Calibration, save
from hardware.ports import Frame
from hardware.simulated.recorded import read_grey
from pi_app.__main__ import main
from pi_app.vision.look import Looker
from tests.pi_app.vision.drawn import REVEALED, picture

PHOTOS = Path(__file__).parents[2] / "photos"
REVEAL = PHOTOS / "typical_s202_reveal.jpg"


def read_piped(data: bytes, monkeypatch: pytest.MonkeyPatch, *words: str) -> int:
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(data)))
    return main(["read", "-", *words])


def test_a_picture_on_standard_input_is_read_as_its_file_is(monkeypatch, capsys) -> None:
    assert main(["read", str(REVEAL), "--players", "6"]) == 0
    of_the_file = json.loads(capsys.readouterr().out)

    assert read_piped(REVEAL.read_bytes(), monkeypatch, "--players", "6") == 0
    assert json.loads(capsys.readouterr().out) == of_the_file


@pytest.mark.parametrize("data", [b"", b"no picture"])
def test_standard_input_without_a_picture_is_one_sentence(data: bytes, monkeypatch, capsys) -> None:
    assert read_piped(data, monkeypatch) == 2
    said = capsys.readouterr()
    assert (said.out, said.err) == ("", "- cannot be read: it is not a picture, or it is damaged.\n")


def test_a_picture_that_is_not_there_is_said_to_be_so(capsys, tmp_path: Path) -> None:
    missing = tmp_path / "none.jpg"
    assert main(["read", str(missing)]) == 2
    assert capsys.readouterr().err == f"There is no such file: {missing}.\n"

    assert main(["read", str(missing), str(REVEAL), "--players", "6"]) == 3
    said = capsys.readouterr()
    assert said.err == "none.jpg is left out: there is no such file.\n"
    assert [problem["code"] for problem in json.loads(said.out)["problems"]] == ["NO_FILE"]


def test_no_picture_that_is_written_during_the_vote_shows_a_face(capsys, tmp_path: Path) -> None:
    """Faces lie there, as at the reveal; the plates are still to be read."""
    main(["read", str(REVEAL), "--phase", "voting", "--players", "6", "--annotate", str(tmp_path)])

    written = sorted(tmp_path.glob("*.jpg"))
    assert len(written) == 5
    for file in written:
        look = Looker().look(Frame(read_grey(file), 0.0, 0))
        assert [disc for disc in look.discs if disc.tag or disc.ring] == []
    assert len(Looker().look(Frame(read_grey(written[0]), 0.0, 0)).slots) == 6


SIZE = (3264, 1836)
USUAL = Lens.guess(SIZE)


@pytest.mark.parametrize(
    "lens",
    [
        Lens(SIZE, (0.0, 0.0), USUAL.centre, measured=True),
        Lens(SIZE, (-2546.0, 2546.0), USUAL.centre, measured=True),
        Lens(SIZE, (1e12, 1e12), USUAL.centre, measured=True),
        Lens(SIZE, USUAL.focal, (9000.0, 900.0), measured=True),
        Lens(SIZE, USUAL.focal, USUAL.centre, (0.1, 0.2, 0.3), measured=True),
    ],
    ids=["no focal length", "behind the lens", "endless focal length", "centre outside", "three figures"],
)
def test_a_lens_that_no_camera_has_is_no_calibration(lens: Lens, capsys, tmp_path: Path) -> None:
    save(tmp_path / "lens.json", Calibration("a camera", lens, 0.3))
    assert main(["read", str(REVEAL), "--calibration", str(tmp_path / "lens.json")]) == 2
    assert capsys.readouterr().err == f"{tmp_path / 'lens.json'} is not a calibration that can be read.\n"


@pytest.mark.parametrize(
    "distortion",
    [(5.0, 0.0, 0.0, 0.0), (-3.0, 9.0, 0.0, 0.0), (1e9, 1e9, 1e9, 1e9, 1e9)],
    ids=["bent out", "bent in", "absurd"],
)
def test_a_lens_that_does_not_fit_is_told_and_not_used(
    distortion: tuple[float, ...], capsys, tmp_path: Path
) -> None:
    assert main(["read", str(REVEAL), "--players", "6", "--storyteller", "6"]) == 0
    usual = json.loads(capsys.readouterr().out)
    lens = Lens(SIZE, USUAL.focal, USUAL.centre, distortion, measured=True)
    save(tmp_path / "lens.json", Calibration("a camera", lens, 0.3))

    options = ["--players", "6", "--storyteller", "6", "--calibration", str(tmp_path / "lens.json")]
    assert main(["read", str(REVEAL), *options]) == 3

    told = json.loads(capsys.readouterr().out)
    assert [problem["code"] for problem in told["problems"]] == ["LENS_MISFIT"]
    assert told["picture"]["lens"] == {"measured": False, "camera": "a camera", "refused": "LENS_MISFIT"}
    assert (told["votes"], told["discs"]) == (usual["votes"], usual["discs"])


def test_a_disc_that_lies_there_twice_was_seen_in_one_look_and_is_a_problem(capsys, tmp_path: Path) -> None:
    disc = REVEALED.discs[0]
    twin = replace(disc, x=disc.x + 260, y=disc.y + 20)
    cv2.imwrite(str(tmp_path / "twice.png"), picture(replace(REVEALED, discs=(*REVEALED.discs, twin))))

    assert main(["read", str(tmp_path / "twice.png"), "--phase", "reveal"]) == 3

    told = json.loads(capsys.readouterr().out)
    assert {seen["looks"] for seen in told["discs"]} == {1}
    assert ("TWO_ALIKE", disc.player) in {(p["code"], p["player"]) for p in told["problems"]}
