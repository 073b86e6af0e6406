"""The table map: pixels to millimetres and back, and how it is measured from marks that lie anywhere."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from calibration.lens import Lens
from calibration.measure import centre_span, measure, square_spans
from calibration.table_map import TableMap

SIZE = (3264, 1836)


def tilted(lens: Lens, degrees: float, yaw: float = 0.3, distance: float = 800.0) -> TableMap:
    angle = np.radians(degrees)
    normal = np.array([np.sin(angle) * np.cos(yaw), np.sin(angle) * np.sin(yaw), np.cos(angle)])
    flat = TableMap(lens, tuple(normal), distance, (0, 0, 0), (1, 0, 0), (0, 1, 0))
    return flat.moved_to((SIZE[0] / 2, SIZE[1] / 2), (SIZE[0] / 2 + 50, SIZE[1] / 2))


def square(x: float, y: float, side: float, degrees: float) -> np.ndarray:
    half, angle = side / 2, np.radians(degrees)
    corners = np.array([[-half, -half], [half, -half], [half, half], [-half, half]])
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    return corners @ turn.T + (x, y)


def plates_seen(table: TableMap, noise: float, shrink: float = 0.0, seed: int = 0) -> list:
    """Spans of eight plates under `table`, their tags seen `shrink` pixels smaller on each side."""
    rng = np.random.default_rng(seed)
    spans = []
    for k in range(8):
        x, y = (k % 4 - 1.5) * 95.0, (k // 4 - 0.5) * 165.0
        angle = rng.uniform(-6, 6)
        tag = table.to_px(square(x - 27, y, 20, angle))
        code = table.to_px(
            square(x + 55 * np.cos(np.radians(angle)) - 27, y + 55 * np.sin(np.radians(angle)), 21, angle)
        )
        inward = (tag.mean(axis=0) - tag) / np.linalg.norm(tag.mean(axis=0) - tag, axis=1, keepdims=True)
        seen = tag + inward * shrink * np.sqrt(2) + rng.normal(0, noise, tag.shape)
        spans += square_spans(seen, 20)
        spans += [centre_span(seen.mean(axis=0), code.mean(axis=0) + rng.normal(0, noise, 2), 55.0)] * 2
    return spans


@given(
    st.floats(0, 25),
    st.floats(0, 6.28),
    st.floats(-300, 300),
    st.floats(-200, 200),
    st.sampled_from([0.0, 3.0]),
)
def test_there_and_back_is_where_it_was(tilt: float, yaw: float, x: float, y: float, height: float) -> None:
    table = tilted(Lens.guess(SIZE, k1=-0.05), tilt, yaw)
    at = np.array([[x, y]])
    assert table.to_mm(table.to_px(at, height), height) == pytest.approx(at, abs=0.01)


def test_right_and_down_are_right_and_down_in_the_picture() -> None:
    table = tilted(Lens.guess(SIZE), 0)
    assert table.to_mm(np.array([[1632.0, 918.0]])) == pytest.approx(np.zeros((1, 2)), abs=1e-6)
    (right, down) = table.to_mm(np.array([[1732.0, 918.0], [1632.0, 1018.0]]))
    assert right[0] > 10
    assert right[1] == pytest.approx(0, abs=1e-6)
    assert down[1] > 10
    assert down[0] == pytest.approx(0, abs=1e-6)


def test_a_thick_thing_seen_from_aside_is_nearer_than_its_picture_on_the_table() -> None:
    table = tilted(Lens.guess(SIZE), 0)
    edge = np.array([[3000.0, 918.0]])
    on_table, on_disc = table.to_mm(edge)[0, 0], table.to_mm(edge, 3.0)[0, 0]
    assert on_table - on_disc == pytest.approx(3.0 * on_table / 800.0, abs=0.05)


@pytest.mark.parametrize("tilt", [0, 8, 25])
@pytest.mark.parametrize("shrink", [0.0, 0.8])
def test_the_map_comes_from_plates_that_lie_anywhere(tilt: float, shrink: float) -> None:
    table = tilted(Lens.guess(SIZE), tilt)
    found = measure(plates_seen(table, 0.1, shrink), Lens.guess(SIZE))
    assert found is not None
    assert found.error_mm < 0.3
    places = np.array([[x, y] for x in (-180.0, 0, 180) for y in (-120.0, 0, 120)])
    apart = found.to_mm(table.to_px(places))
    for i in range(len(places)):
        for j in range(i):
            wanted = np.linalg.norm(places[i] - places[j])
            assert np.linalg.norm(apart[i] - apart[j]) == pytest.approx(wanted, rel=0.012, abs=1.0)


def test_a_lens_with_another_view_is_found_out_from_a_tilted_table() -> None:
    wide = Lens.guess(SIZE, focal=0.62)
    found = measure(plates_seen(tilted(wide, 20), 0.05), Lens.guess(SIZE))
    assert found is not None
    assert found.lens.focal[0] < 0.74 * SIZE[0]


def test_a_measured_lens_is_left_as_it_is() -> None:
    lens = Lens(SIZE, (2400, 2400), (1631.5, 917.5), (-0.1, 0.0, 0.0, 0.0), measured=True)
    found = measure(plates_seen(tilted(lens, 10), 0.1), lens)
    assert found is not None
    assert found.lens == lens
    assert found.error_mm < 0.2


def test_one_mark_that_lies_does_not_bend_the_map() -> None:
    table = tilted(Lens.guess(SIZE), 5)
    spans = plates_seen(table, 0.1)
    lie = square_spans(table.to_px(square(50, 50, 26, 0)), 20)
    found = measure([*spans, *lie], Lens.guess(SIZE))
    assert found is not None
    (a, b) = found.to_mm(table.to_px(np.array([[0.0, 0], [200, 0]])))
    assert np.linalg.norm(a - b) == pytest.approx(200, rel=0.02)


@pytest.mark.parametrize("spans", [[], square_spans(np.zeros((4, 2)), 20)], ids=["none", "no size"])
def test_without_marks_there_is_no_map(spans: list) -> None:
    assert measure(spans, Lens.guess(SIZE)) is None
