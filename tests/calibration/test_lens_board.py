"""A lens measured from pictures of the board: near the true one, or refused with the reason."""

from __future__ import annotations

import sys
from functools import lru_cache
from pathlib import Path

import numpy as np
import pytest

from calibration.lens import Lens
from calibration.lens_board import BoardView, LensError, find_board, is_new, measure_lens

sys.path.insert(0, str(Path(__file__).parent))

from board_views import POSES, photograph

SIZE = (960, 544)
LENS = Lens(SIZE, (755.0, 748.0), (486.0, 267.0), (-0.09, 0.02, 0.001, -0.0005, 0.0), measured=True)


@lru_cache(maxsize=1)
def views() -> tuple[BoardView, ...]:
    found = [find_board(photograph(LENS, *pose)) for pose in POSES]
    return tuple(view for view in found if view is not None)


def refused(some: tuple[BoardView, ...]) -> str:
    with pytest.raises(LensError) as error:
        measure_lens(some)
    return error.value.code


def test_the_lens_comes_out_as_it_is() -> None:
    measured = measure_lens(views())

    assert measured.views == len(POSES)
    assert measured.lens.size == SIZE
    assert measured.lens.measured
    assert measured.lens.focal == pytest.approx(LENS.focal, rel=0.015)
    assert measured.error_px < 0.4
    assert measured.error_mm < 0.25
    points = np.array([[200.0, 150.0], [480.0, 272.0], [760.0, 400.0]])
    apart = measured.lens.pixels(LENS.rays(points)) - points
    assert np.ptp(apart, axis=0).max() < 2.0


def test_bent_lines_are_what_a_guess_gets_wrong() -> None:
    guess = Lens.guess(SIZE)
    edge = np.array([[30.0, 30.0], [480.0, 30.0], [930.0, 30.0]])
    measured = measure_lens(views()).lens
    assert abs(_bow(guess.rays(edge)) - _bow(LENS.rays(edge))) > 5e-3
    assert abs(_bow(measured.rays(edge)) - _bow(LENS.rays(edge))) < 4e-3


def _bow(three: np.ndarray) -> float:
    return float(three[1, 1] - (three[0, 1] + three[2, 1]) / 2)


@pytest.mark.parametrize(
    ("chosen", "code"),
    [((0, 1, 2), "TOO_FEW_VIEWS"), ((0,) * 7, "TOO_LITTLE_COVERED"), ((), "TOO_FEW_VIEWS")],
)
def test_views_that_say_too_little_are_refused(chosen: tuple[int, ...], code: str) -> None:
    assert refused(tuple(views()[k] for k in chosen)) == code


def test_flat_views_are_refused() -> None:
    places = [(-0.28, -0.1), (0.28, -0.1), (0.28, 0.1), (-0.28, 0.1), (0, 0), (0, 0.08)]
    flat = [find_board(photograph(LENS, 0, 0, x, y, 430)) for x, y in places]
    assert refused(tuple(view for view in flat if view is not None)) == "TOO_FLAT"


def test_pictures_of_two_sizes_are_refused() -> None:
    other = BoardView((640, 480), views()[0].ids, views()[0].corners_px, views()[0].corners_mm)
    assert refused((*views(), other)) == "SIZES_DIFFER"


def test_a_board_that_was_not_moved_is_not_new() -> None:
    first, second = views()[:2]
    assert not is_new(first, [second, first])
    assert is_new(first, [second])


@pytest.mark.parametrize("grey", [np.full((100, 100), 128, np.uint8), np.zeros((8, 8), np.uint8)])
def test_a_picture_without_the_board_gives_no_view(grey: np.ndarray) -> None:
    assert find_board(grey) is None
