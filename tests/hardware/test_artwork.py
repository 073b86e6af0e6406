"""The pixels of each sticker, measured in millimetres."""

import math

import cv2
import numpy as np
import pytest

from hardware.artwork import draw, plate_modules, ring_modules, size_mm
from hardware.canvas import Bgra
from hardware.palette import LOOKS, SYMBOLS, look_of
from hardware.stickers import (
    BY_TAG,
    DICTIONARY_ID,
    Back,
    Corner,
    DialBase,
    DialRotor,
    Face,
    Plate,
    Sticker,
    ring_radii_mm,
    tag_id,
    tag_side_mm,
)

SCALE = 20.0
DISCS = [25.0, 28.0, 32.0, 36.0, 40.0]
ONE_OF_EACH: list[Sticker] = [
    Face(3, 5),
    Face(12, 12),
    Back(8),
    Plate(12),
    Corner(2),
    DialBase(6),
    DialRotor(6),
]


def darkness(picture: Bgra) -> np.ndarray:
    """0 white to 1 black."""
    return 1 - cv2.cvtColor(picture, cv2.COLOR_BGRA2GRAY).astype(float) / 255


def polar(disc_mm: float) -> tuple[np.ndarray, np.ndarray]:
    """Radius in mm and angle in turns, clockwise from +x, of each pixel."""
    n = round(disc_mm * SCALE)
    across = (np.arange(n) + 0.5) / SCALE - disc_mm / 2
    x, y = np.meshgrid(across, across)
    return np.hypot(x, y), np.arctan2(y, x) / (2 * math.pi) % 1


@pytest.mark.parametrize("sticker", ONE_OF_EACH, ids=str)
def test_a_picture_has_the_size_of_its_sticker(sticker: Sticker) -> None:
    width, height = size_mm(sticker, 30)
    assert draw(sticker, 30, SCALE).shape == (round(height * SCALE), round(width * SCALE), 4)


@pytest.mark.parametrize("scale", [5.0, 11.3, 40.0])
@pytest.mark.parametrize("sticker", ONE_OF_EACH, ids=str)
def test_the_tag_lies_where_the_format_puts_it(sticker: Sticker, scale: float) -> None:
    centre = {
        Plate: (16.0, 15.0),
        DialBase: (10.0, 30.0),
    }.get(type(sticker), (size_mm(sticker)[0] / 2, size_mm(sticker)[1] / 2))
    grey = cv2.cvtColor(draw(sticker, px_per_mm=scale), cv2.COLOR_BGRA2GRAY)
    parameters = cv2.aruco.DetectorParameters()
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    dictionary = cv2.aruco.getPredefinedDictionary(DICTIONARY_ID)
    corners, ids, _ = cv2.aruco.ArucoDetector(dictionary, parameters).detectMarkers(grey)
    assert np.ravel(ids).tolist() == [tag_id(sticker)]
    half = tag_side_mm(sticker) / 2
    expected = [(centre[0] + x * half, centre[1] + y * half) for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    found = (np.reshape(corners[0], (4, 2)) + 0.5) / scale
    assert np.abs(found - expected).max() < 0.6 / scale + 0.02


@pytest.mark.parametrize("disc_mm", DISCS)
def test_each_module_of_the_ring_covers_its_own_part_of_the_turn(disc_mm: float) -> None:
    face = Face(10, 7)
    inner, outer = ring_radii_mm(disc_mm)
    dark = darkness(draw(face, disc_mm, SCALE))
    radius, turn = polar(disc_mm)
    in_ring = (radius > inner + 0.1) & (radius < outer - 0.1)
    module = np.floor(turn * 61).astype(int)
    # A pixel's width from each edge is left out: those pixels are grey.
    inside = np.abs(turn * 61 % 1 - 0.5) < 0.5 - 61 / (2 * math.pi * inner * SCALE)
    expected = np.concatenate([[0, 0], ring_modules(face), [0, 0]])
    for k in range(61):
        part = dark[in_ring & inside & (module == k)]
        assert part.size > 20
        assert np.allclose(part, expected[k], atol=0.02), k


def test_the_bars_of_a_ring_have_exactly_their_share_of_ink() -> None:
    inner, outer = ring_radii_mm(32)
    face = Face(4, 11)
    radius, _ = polar(32)
    ink = darkness(draw(face, 32, SCALE))[(radius > inner - 0.2) & (radius < outer + 0.05)].sum() / SCALE**2
    exact = ring_modules(face).sum() / 61 * math.pi * (outer**2 - inner**2)
    rim_begins = 2 * math.pi * outer * 0.05
    assert ink == pytest.approx(exact, abs=rim_begins + 0.2)


@pytest.mark.parametrize("disc_mm", DISCS)
@pytest.mark.parametrize("number", [1, 6, 8, 10, 12])
def test_the_number_for_people_keeps_clear_of_tag_and_ring(disc_mm: float, number: int) -> None:
    face = Face(1, number)
    dark = darkness(draw(face, disc_mm, SCALE))
    radius, turn = polar(disc_mm)
    across = np.abs((np.arange(len(dark)) + 0.5) / SCALE - disc_mm / 2)
    square = np.maximum.outer(across, across)
    inner, half = ring_radii_mm(disc_mm)[0], tag_side_mm(face, disc_mm) / 2
    edge = 1 / SCALE
    segments = (square > half + edge) & (radius < inner - edge)
    clear = segments & ((square < half + 0.8 - edge) | (radius > inner - 0.8 + edge))
    assert dark[clear].max() < 0.02
    quarter = np.floor(turn * 4 + 0.5).astype(int) % 4
    for k in range(4):
        assert dark[segments & (quarter == k)].max() > 0.9


@pytest.mark.parametrize("player", range(1, 13))
def test_the_players_colour_is_the_outermost_millimetre(player: int) -> None:
    picture = draw(Face(player, 1), 32, SCALE)
    radius, _ = polar(32)
    rim = picture[(radius > 15.1) & (radius < 15.9)]
    assert (rim == (*look_of(player).rgb[::-1], 255)).all()


@pytest.mark.parametrize("sticker", [Face(1, 1), Back(1), DialBase(1), DialRotor(1)], ids=str)
def test_a_disc_is_transparent_outside_its_edge_only(sticker: Sticker) -> None:
    size = size_mm(sticker)[0]
    alpha = draw(sticker, px_per_mm=SCALE)[..., 3]
    radius, _ = polar(size)
    assert (alpha[radius > size / 2 + 0.06] == 0).all()
    assert (alpha[radius < size / 2 - 0.06] == 255).all()


@pytest.mark.parametrize("disc_mm", DISCS)
def test_a_back_is_white_for_a_module_round_its_tag_and_coloured_beyond(disc_mm: float) -> None:
    picture = draw(Back(2), disc_mm, SCALE)
    across = np.abs((np.arange(len(picture)) + 0.5) / SCALE - disc_mm / 2)
    square = np.maximum.outer(across, across)
    half = tag_side_mm(Back(2), disc_mm) / 2
    margin = (square > half + 0.06) & (square < half * 1.25 - 0.06)
    assert (picture[margin][:, :3] == 255).all()
    radius, _ = polar(disc_mm)
    beyond = picture[(square > half * 1.25 + 0.06) & (radius < disc_mm / 2 - 0.06)][:, :3]
    coloured = (beyond == look_of(2).rgb[::-1]).all(axis=1)
    assert 0.7 < coloured.mean() < 0.99


def test_a_plate_is_white_for_four_modules_round_its_qr_code() -> None:
    for slot in range(1, 13):
        dark = darkness(draw(Plate(slot), px_per_mm=SCALE))
        left, right, top, bottom = (round(mm * SCALE) for mm in (60.5, 81.5, 4.5, 25.5))
        margin = round(4 * SCALE)
        around = dark[max(0, top - margin) : bottom + margin, left - margin : right + margin].copy()
        around[top - max(0, top - margin) :, margin : margin + right - left][: bottom - top] = 0
        assert around.max() == 0
        inside = dark[top:bottom, left:right]
        middles = inside[round(SCALE / 2) :: round(SCALE), round(SCALE / 2) :: round(SCALE)]
        assert (middles.round().astype(bool) == plate_modules(slot)).all()


def test_the_base_and_rotor_of_a_dial_are_both_read_at_every_number() -> None:
    base, rotor = draw(DialBase(3), px_per_mm=8), draw(DialRotor(3), px_per_mm=8)
    dictionary = cv2.aruco.getPredefinedDictionary(DICTIONARY_ID)
    for number in range(1, 13):
        turn = cv2.getRotationMatrix2D((119.5, 119.5), -30.0 * (number - 1), 1)
        turned = cv2.warpAffine(rotor, turn, (240, 240), borderValue=(255, 255, 255, 0))
        dial = base.copy()
        middle = dial[120:360, 120:360]
        middle[turned[..., 3] > 128] = turned[turned[..., 3] > 128]
        corners, ids, _ = cv2.aruco.ArucoDetector(dictionary).detectMarkers(
            cv2.cvtColor(dial, cv2.COLOR_BGRA2GRAY)
        )
        assert ids is not None
        tops = {
            int(tag): np.subtract(*np.reshape(c, (4, 2))[[1, 0]])
            for tag, c in zip(np.ravel(ids), corners, strict=True)
        }
        angles = [math.degrees(math.atan2(tops[tag][1], tops[tag][0])) for tag in (176, 188)]
        beside = (angles[1] - angles[0] - 30 * (number - 1) + 180) % 360 - 180
        assert abs(beside) < 2


def test_no_two_players_look_alike() -> None:
    assert len({look.name for look in LOOKS}) == len({look.symbol for look in LOOKS}) == 12
    assert {look.symbol for look in LOOKS} == set(SYMBOLS)
    labs = cv2.cvtColor(np.array([[look.rgb for look in LOOKS]], np.float32) / 255, cv2.COLOR_RGB2Lab)[0]
    distances = np.linalg.norm(labs[:, None] - labs[None], axis=2) + 1000 * np.eye(12)
    assert distances.min() > 20


def test_a_symbol_stays_within_its_square() -> None:
    for outline in SYMBOLS.values():
        assert 0.7 < np.abs(np.array(outline)).max() <= 1.0


def test_every_sticker_of_the_format_can_be_drawn() -> None:
    shapes = {draw(sticker, px_per_mm=3).shape[2] for sticker in BY_TAG.values()}
    assert shapes == {4}
