"""The ring of bars and the plate's QR code: straightened, redrawn, and read by zbar."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
import segno

from hardware.artwork import ring_modules
from hardware.ports import Grey
from hardware.stickers import (
    PLATE_MM,
    PLATE_QR_CENTRE_MM,
    PLATE_TAG_CENTRE_MM,
    PLATE_TAG_MM,
    Face,
    Plate,
    plate_text,
    ring_radii_mm,
    tag_id,
    tag_side_mm,
)
from pi_app.vision.decode import decode
from pi_app.vision.find import find, pyramid
from pi_app.vision.plates import MOST_WRONG, Code
from pi_app.vision.qr import SHARED, printed
from pi_app.vision.seen import Source
from pi_app.vision.squares import DICTIONARY

PX = 12
"""Pixels a millimetre while drawing; pictures are then made four times smaller."""


def disc(face: Face, disc_mm: float, bars: bool = True, dark: int = 30, copies: int = 1) -> Grey:
    """One face on grey, about three pixels a millimetre."""
    side = int((disc_mm + 16) * PX)
    picture = np.full((side, side), 120, np.uint8)
    y, x = np.mgrid[:side, :side] - (side - 1) / 2
    radius, turn = np.hypot(x, y) / PX, np.arctan2(y, x) % (2 * np.pi) / (2 * np.pi)
    picture[radius < disc_mm / 2] = 235
    low, high = ring_radii_mm(disc_mm)
    if bars:
        along = turn * copies % 1 * 61
        black = np.append(ring_modules(face), [False] * 8)[np.clip((along - 2).astype(int), -1, 60)]
        black &= along >= 2
        picture[(radius >= low) & (radius <= high) & black] = dark
    tag = round(tag_side_mm(face, disc_mm) * PX / 8) * 8
    start = (side - tag) // 2
    drawn = cv2.aruco.generateImageMarker(DICTIONARY, tag_id(face), tag)
    picture[start : start + tag, start : start + tag] = np.where(drawn > 127, 235, 30)
    return small(picture)


def plate(slot: int, text: str, angle: float = 0.0, mask: int | None = None) -> Grey:
    picture = np.full((round(PLATE_MM[1] * PX), round(PLATE_MM[0] * PX)), 235, np.uint8)
    tag = cv2.aruco.generateImageMarker(DICTIONARY, tag_id(Plate(slot)), int(PLATE_TAG_MM * PX))
    drawn = segno.make(text, version=1, error="h", mode="alphanumeric", mask=mask)
    code = np.array([list(row) for row in drawn.matrix])
    _lay(picture, tag, PLATE_TAG_CENTRE_MM)
    _lay(picture, np.kron(255 - code.astype(np.uint8) * 255, np.ones((PX, PX), np.uint8)), PLATE_QR_CENTRE_MM)
    around = cv2.copyMakeBorder(picture, 400, 400, 200, 200, cv2.BORDER_CONSTANT, value=(120,))
    middle = (around.shape[1] / 2, around.shape[0] / 2)
    matrix = cv2.getRotationMatrix2D(middle, angle, 1)
    turned = cv2.warpAffine(around, matrix, around.shape[::-1], borderValue=(120,))
    return small(np.asarray(turned, np.uint8))


def _lay(picture: Grey, piece: Grey, centre_mm: tuple[float, float]) -> None:
    x, y = (round(v * PX - piece.shape[0] / 2) for v in centre_mm)
    picture[y : y + piece.shape[0], x : x + piece.shape[1]] = np.where(piece > 127, 235, 30)


def small(picture: Grey) -> Grey:
    soft = cv2.GaussianBlur(picture, (0, 0), 2.0)
    return np.asarray(cv2.resize(soft, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA), np.uint8)


def said(grey: Grey) -> dict[Source, object]:
    return {s.source: s.sticker for s in decode(grey, find(pyramid(grey))).sightings}


@pytest.mark.parametrize("disc_mm", [28, 32, 36, 40])
@pytest.mark.parametrize("face", [Face(1, 1), Face(3, 12), Face(12, 7)])
@pytest.mark.parametrize("turn", range(4))
def test_tag_and_ring_of_a_face_say_the_same(disc_mm: float, face: Face, turn: int) -> None:
    grey = np.ascontiguousarray(np.rot90(disc(face, disc_mm), turn))
    assert said(grey) == {Source.TAG: face, Source.RING: face}


def test_every_ring_reads_back() -> None:
    faces = [Face(player, number) for player in range(1, 13, 3) for number in range(1, 13)]
    assert [face for face in faces if said(disc(face, 32)).get(Source.RING) != face] == []


def test_a_face_without_bars_has_a_lone_witness() -> None:
    assert said(disc(Face(2, 5), 32, bars=False)) == {Source.TAG: Face(2, 5)}


@pytest.mark.parametrize("face", [Face(1, 1), Face(3, 12), Face(12, 7)])
@pytest.mark.parametrize("turn", range(4))
def test_a_ring_that_is_printed_twice_is_read_though_a_thumb_hides_one(face: Face, turn: int) -> None:
    grey = disc(face, 36, copies=2).copy()
    assert said(grey) == {Source.TAG: face, Source.RING: face}
    grey[: grey.shape[0] // 2 - 34] = 90
    assert said(np.ascontiguousarray(np.rot90(grey, turn))) == {Source.TAG: face, Source.RING: face}


def test_a_ring_half_hidden_says_nothing() -> None:
    grey = disc(Face(2, 5), 32).copy()
    grey[:, : grey.shape[1] // 2 - 27] = 90
    assert said(grey) == {Source.TAG: Face(2, 5)}


def test_a_tag_in_the_ring_of_another_face_shows_both() -> None:
    ring, tag = disc(Face(4, 2), 32), disc(Face(4, 9), 32)
    middle, half = ring.shape[0] // 2, 28
    y, x = np.mgrid[: ring.shape[0], : ring.shape[1]] - middle
    mixed = np.where(np.hypot(x, y) < 12.3 * 3, tag, ring)
    assert half < middle
    assert said(np.asarray(mixed, np.uint8)) == {Source.TAG: Face(4, 9), Source.RING: Face(4, 2)}


@pytest.mark.parametrize("angle", [0, 33, 90, 180, 251])
@pytest.mark.parametrize("slot", [1, 7, 12])
def test_tag_and_code_of_a_plate_say_the_same(slot: int, angle: float) -> None:
    grey = plate(slot, plate_text(slot), angle)
    assert said(grey) == {Source.TAG: Plate(slot), Source.QR: Plate(slot)}


@pytest.mark.parametrize("mask", range(8))
def test_a_plate_printed_by_another_program_is_read_too(mask: int) -> None:
    assert said(plate(3, plate_text(3), mask=mask)) == {Source.TAG: Plate(3), Source.QR: Plate(3)}


def test_what_two_plates_print_differs_by_more_than_twice_what_is_forgiven() -> None:
    all_kits = [(slot, kit) for kit in (1, 2, 7, 10, 11, 99) for slot in range(1, 13)]
    drawn = np.array([printed(slot, kit)[~SHARED] for slot, kit in all_kits])
    differ = (drawn[:, None] != drawn[None]).sum(axis=2)
    np.fill_diagonal(differ, 999)
    assert differ.min() > 2 * MOST_WRONG


@pytest.mark.parametrize(("wrong", "known"), [(0, True), (MOST_WRONG, True), (MOST_WRONG + 1, False)])
def test_a_plate_is_known_by_its_code_but_for_a_few_modules(wrong: int, known: bool) -> None:
    white = printed(5, 1).copy()
    places = np.random.default_rng(wrong).permutation(np.flatnonzero(~SHARED))[:wrong]
    white.ravel()[places] ^= True
    code = Code(white, np.zeros((4, 2), np.float32))
    assert (code.says(5, 1), code.says(6, 1), code.says(5, 2)) == (known, False, False)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (plate_text(4, kit=2), "another kit"),
        (plate_text(5), "its tag says another slot"),
        ("RT01S04A", "not in this kit"),
        ("HELLO", "not in this kit"),
    ],
)
def test_a_plate_with_the_wrong_code_does_not_count(text: str, reason: str) -> None:
    grey = plate(4, text)
    decoded = decode(grey, find(pyramid(grey)))
    assert decoded.sightings == ()
    assert [thing.reason for thing in decoded.ignored] == [reason]
