"""`calibrate`: a board to print, a lens from pictures, stored with its camera; the evening uses it."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import cv2
import numpy as np
import pypdfium2
import pytest

from calibration.lens import Lens
from calibration.store import load
from hardware.ports import Frame
from hardware.simulated.draw import draw
from hardware.simulated.layout import lay_table
from pi_app.__main__ import main
from pi_app.commands import calibrate
from pi_app.settings import CameraKind
from pi_app.vision.measured import MeasuredReader
from pi_app.vision.seen import Flaw

sys.path.insert(0, str(Path(__file__).parents[2] / "calibration"))

from board_views import POSES, photograph

LENS = Lens((960, 544), (755.0, 748.0), (486.0, 267.0), (-0.09, 0.02, 0.001, -0.0005, 0.0), measured=True)


@pytest.fixture(scope="module")
def pictures(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("board")
    for number, pose in enumerate(POSES):
        cv2.imwrite(str(folder / f"{number}.png"), photograph(LENS, *pose))
    return folder


def test_a_lens_is_measured_from_pictures_and_kept_with_its_camera(
    pictures: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "lens.json"
    options = ["--camera", "imx708 960x544", "--out", str(file), "--config", os.devnull]
    assert main(["calibrate", str(pictures), *options]) == 0

    said = json.loads(capsys.readouterr().out)
    assert said["camera"] == "imx708 960x544"
    assert said["views"] == len(POSES)
    assert 0 < said["error_mm"] < 0.25
    kept = load(file, "imx708 960x544", (960, 544))
    assert (kept.error_mm, kept.views) == (pytest.approx(said["error_mm"], abs=1e-3), len(POSES))


def test_the_camera_of_the_settings_is_watched_and_its_lens_kept_beside_the_book(
    pictures: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config = tmp_path / "settings.toml"
    config.write_text(f'language = "da"\n[camera]\nkind = "folder"\nfolder = "{pictures}"\n')
    assert main(["calibrate", "--config", str(config), "--data", str(tmp_path)]) == 0
    out, err = capsys.readouterr()
    said = json.loads(out)
    assert (said["views"], said["file"]) == (len(POSES), str(tmp_path / "lens.json"))
    assert load(tmp_path / "lens.json", said["camera"], (960, 544)).views == len(POSES)
    *progress, last = err.splitlines()
    assert len(progress) == len(POSES)
    assert f"{said['error_mm']:.2f} mm" in last
    assert last.startswith("Linsen er målt")


def test_too_few_pictures_are_refused_in_words(
    pictures: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "lens.json"
    assert main(["calibrate", str(pictures / "0.png"), "--out", str(file)]) == 3
    said = capsys.readouterr()
    assert said.out == ""
    assert "too few pictures (1)" in said.err
    assert not file.exists()


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_board_is_printed_on_one_page(paper: str, tmp_path: Path) -> None:
    file = tmp_path / "board.pdf"
    assert main(["calibrate", "--board", str(file), "--paper", paper]) == 0
    with pypdfium2.PdfDocument(file) as pdf:
        assert len(pdf) == 1
        from calibration.lens_board import find_board

        grey = cv2.cvtColor(pdf[0].render(scale=2).to_numpy(), cv2.COLOR_BGR2GRAY)
        view = find_board(grey)
    assert view is not None
    assert len(view.ids) == 54
    first, last = view.corners_px[view.ids.index(0)], view.corners_px[view.ids.index(5)]
    assert abs(last[0] - first[0]) / 2 / 72 * 25.4 == pytest.approx(5 * 25.0, abs=0.3)


def test_a_calibration_of_other_pictures_is_refused_by_read(
    pictures: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "lens.json"
    assert main(["calibrate", str(pictures), "--camera", "a", "--out", str(file)]) == 0
    capsys.readouterr()
    table = tmp_path / "table.png"
    cv2.imwrite(str(table), draw(lay_table(4, seed=1, size_px=(1640, 922))))
    assert main(["read", str(table), "--calibration", str(file)]) == 2
    assert "960x544" in capsys.readouterr().err


def test_the_evening_uses_the_lens_of_its_own_camera_only(pictures: Path, tmp_path: Path) -> None:
    file = tmp_path / "lens.json"
    assert main(["calibrate", str(pictures), "--camera", "this one", "--out", str(file)]) == 0

    assert MeasuredReader(calibration=tmp_path / "nowhere").meets("this one") is None
    assert MeasuredReader(calibration=file).meets("this one") is None
    assert MeasuredReader(calibration=file).meets("another") == "OTHER_CAMERA"
    reader = MeasuredReader(calibration=file)
    assert reader.meets("this one") is None
    other_size = draw(lay_table(4, seed=1, size_px=(1640, 922)))
    for grey, flaws in ((np.zeros((544, 960), np.uint8), 0), (other_size, 1)):
        said = [f.flaw for f in reader.look(Frame(grey, 0.0, 0)).picture.flaws]
        assert said.count(Flaw.OTHER_LENS) == flaws
    file.write_text("{}")
    assert MeasuredReader(calibration=file).meets("this one") == "CALIBRATION_BROKEN"


def test_where_no_camera_is_found_it_is_said_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(calibrate, "camera_kind", lambda settings: CameraKind.SIMULATED)
    (tmp_path / "settings.toml").write_text("language = 'da'\n")
    assert main(["calibrate", "--data", str(tmp_path), "--config", str(tmp_path / "settings.toml")]) == 2
    assert capsys.readouterr().err.startswith("Intet kamera fundet.")
