"""A stored calibration: it comes back as it was, and is refused when it does not fit."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from calibration.lens import Lens
from calibration.store import Calibration, CalibrationError, load, save

LENS = Lens((2304, 1296), (1800.5, 1801.25), (1150.0, 640.0), (-0.1, 0.02, 0.0, 0.0, 0.001), measured=True)


def test_a_calibration_comes_back_as_it_was(tmp_path: Path) -> None:
    kept = Calibration("imx708 2304x1296", LENS, 0.21, 0.08, 12)
    save(tmp_path / "there" / "lens.json", kept)
    assert load(tmp_path / "there" / "lens.json", "imx708 2304x1296", (2304, 1296)) == kept
    assert [path.name for path in (tmp_path / "there").iterdir()] == ["lens.json"]


def test_a_file_of_another_day_with_more_in_it_is_read(tmp_path: Path) -> None:
    kept = Calibration("imx708", LENS, 0.21)
    save(tmp_path / "lens.json", kept)
    text = (tmp_path / "lens.json").read_text().replace('"camera"', '"table": null, "camera"', 1)
    (tmp_path / "lens.json").write_text(text)
    assert load(tmp_path / "lens.json") == kept


@pytest.mark.parametrize(
    ("camera", "size", "code"),
    [("imx219", None, "OTHER_CAMERA"), (None, (4608, 2592), "OTHER_SIZE")],
)
def test_a_calibration_of_something_else_is_refused(
    tmp_path: Path, camera: str | None, size: tuple[int, int] | None, code: str
) -> None:
    save(tmp_path / "lens.json", Calibration("imx708", LENS, 0.2))
    with pytest.raises(CalibrationError) as refused:
        load(tmp_path / "lens.json", camera, size)
    assert refused.value.code == code


@pytest.mark.parametrize("text", ["", "{}", "[1]", '{"format": 2}', "\x00\xff", '{"camera": 1, "lens": {}}'])
def test_a_file_that_is_no_calibration_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "lens.json").write_text(text, encoding="latin-1")
    with pytest.raises(CalibrationError) as refused:
        load(tmp_path / "lens.json")
    assert refused.value.code == "CALIBRATION_BROKEN"


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CalibrationError) as refused:
        load(tmp_path / "nowhere.json")
    assert refused.value.code == "CALIBRATION_MISSING"


@pytest.mark.parametrize("lens", [LENS, Lens.guess((3264, 1836)), Lens.guess((640, 480), k1=-0.1)])
def test_a_lens_goes_both_ways(lens: Lens) -> None:
    width, height = lens.size
    points = np.array(
        [[0.0, 0.0], [width / 2, height / 2], [width - 1.0, height - 1.0], [10.0, height - 5.0]]
    )
    assert lens.pixels(lens.rays(points)) == pytest.approx(points, abs=0.1)


def test_no_points_are_no_error() -> None:
    assert LENS.rays(np.zeros((0, 2))).shape == (0, 2)
    assert LENS.pixels(np.zeros((0, 2))).shape == (0, 2)
