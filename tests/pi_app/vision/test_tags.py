"""Tags and rings by themselves: what is read, and what is never read."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from hardware.stickers import BY_TAG
from pi_app.vision.blobs import rectangles
from pi_app.vision.find import find, pyramid
from pi_app.vision.squares import CODES, MOST_WRONG_BITS
from pi_app.vision.tags import mirrored_tags, read_tags
from tests.pi_app.vision.drawn import tag_picture

SIDE = 64


def ids(grey: np.ndarray) -> list[int]:
    return [tag.id for tag in read_tags(grey, find(pyramid(grey)))[0]]


@pytest.mark.parametrize("number", [*range(0, 250, 7), 249])
@pytest.mark.parametrize("turn", range(4))
def test_a_tag_is_read_in_each_turn_with_its_corners_in_order(number: int, turn: int) -> None:
    grey = np.ascontiguousarray(np.rot90(tag_picture(number, SIDE), turn))
    tags, _ = read_tags(grey, find(pyramid(grey)))
    assert [tag.id for tag in tags] == [number]
    low, high = 216 - 0.5, 216 + SIDE - 0.5
    square = np.array([[low, low], [high, low], [high, high], [low, high]], np.float32)
    assert np.abs(tags[0].corners - np.roll(square, turn, axis=0)).max() < 1.2
    assert tags[0].centre == pytest.approx((247.5, 247.5), abs=0.3)


@pytest.mark.parametrize("angle", range(10, 90, 16))
@pytest.mark.parametrize("side", [28, 40, 64, 120])
def test_a_turned_tag_of_any_size_is_read(angle: float, side: int) -> None:
    grey = tag_picture(100, side)
    middle = ((grey.shape[1] - 1) / 2, (grey.shape[0] - 1) / 2)
    turned = cv2.warpAffine(
        grey, cv2.getRotationMatrix2D(middle, angle, 1), grey.shape[::-1], borderValue=(120,)
    )
    assert ids(np.asarray(turned, np.uint8)) == [100]


@pytest.mark.parametrize("number", range(0, 198, 11))
def test_a_mirrored_tag_is_not_read_but_noticed(number: int) -> None:
    mirrored = np.ascontiguousarray(tag_picture(number)[:, ::-1])
    assert ids(mirrored) == []
    assert mirrored_tags(mirrored, find(pyramid(mirrored))) == 1


def test_an_inverted_tag_is_not_read() -> None:
    assert ids(255 - tag_picture(9)) == []


@pytest.mark.parametrize(
    "family", [cv2.aruco.DICT_APRILTAG_36h11, cv2.aruco.DICT_6X6_250, cv2.aruco.DICT_4X4_50]
)
def test_tags_of_other_families_are_not_read(family: int) -> None:
    assert [n for n in range(50) if ids(tag_picture(n, dictionary=family))] == []


def test_no_two_numbers_can_be_taken_for_each_other() -> None:
    differ = np.bitwise_count(CODES[:, None] ^ CODES[None])
    np.fill_diagonal(differ, 99)
    assert int(differ.min()) > 2 * MOST_WRONG_BITS


def test_every_number_of_the_kit_is_in_the_dictionary() -> None:
    assert max(BY_TAG) < len(CODES) // 4


@pytest.mark.parametrize("covered", [0.1, 0.2])
def test_a_tag_with_a_scratch_is_read_or_left(covered: float) -> None:
    grey = tag_picture(77).copy()
    cut = int(covered * SIDE)
    grey[216 + 20 : 216 + 20 + cut // 3, 216 : 216 + SIDE] = 200
    assert ids(grey) in ([], [77])


def test_random_cells_in_a_black_frame_are_hardly_ever_a_tag() -> None:
    # By chance one pattern in 100,000 is within two bits of a number; here are 1,820.
    rng = np.random.default_rng(5)
    read = 0
    for _ in range(20):
        grey = np.full((900, 1500), 235, np.uint8)
        for y in range(60, 820, 110):
            for x in range(60, 1420, 110):
                cells = np.zeros((8, 8), np.uint8)
                cells[1:7, 1:7] = rng.integers(0, 2, (6, 6)) * 255
                grey[y : y + 64, x : x + 64] = np.kron(cells, np.ones((8, 8), np.uint8))
        read += len(ids(np.asarray(cv2.GaussianBlur(grey, (0, 0), 0.7), np.uint8)))
    assert read <= 1


@pytest.mark.parametrize("width", [900, 1640, 3000, 4608])
def test_tags_are_found_wherever_they_are_in_pictures_of_any_size(width: int) -> None:
    grey = np.full((width * 9 // 16, width), 120, np.uint8)
    piece = tag_picture(77, width // 45)[150:-150, 150:-150]
    for x in (0, width // 3, width - piece.shape[1]):
        grey[-piece.shape[0] :, x : x + piece.shape[1]] = piece
    assert len(read_tags(grey, find(pyramid(grey, 6)))[0]) == 3


def test_a_tag_cut_off_by_the_edge_is_left() -> None:
    assert ids(np.ascontiguousarray(tag_picture(5)[:, 230:])) == []


@pytest.mark.parametrize("number", range(3, 198, 13))
@pytest.mark.parametrize("turn", range(4))
def test_a_bar_that_touches_a_tag_does_not_hide_it(number: int, turn: int) -> None:
    grey = tag_picture(number).copy()
    # As wide as a bar of the ring, and one module long.
    grey[216 + 24 : 216 + 36, 216 + SIDE : 216 + SIDE + 12] = 25
    assert ids(np.ascontiguousarray(np.rot90(grey, turn))) == [number]


def test_blobs_are_the_turned_rectangles_of_what_is_full_and_square() -> None:
    dark = np.zeros((300, 300), np.uint8)
    cv2.fillConvexPoly(dark, cv2.boxPoints(((60, 60), (20, 20), 30)).astype(np.int32), (255,))
    cv2.rectangle(dark, (150, 50), (175, 72), (255,), 2)
    for x, y, w, h in ((20, 150, 5, 5), (60, 150, 60, 60), (160, 150, 30, 8), (220, 150, 3, 3)):
        cv2.rectangle(dark, (x, y), (x + w, y + h), (255,), -1)
    found = rectangles(dark, dark.shape[0])
    assert np.abs(found[np.argsort(found[:, 0]), :2] - [[60, 60], [162.5, 61]]).max() < 1
