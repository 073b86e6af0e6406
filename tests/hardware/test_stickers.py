"""The kit's format 1: ids, ring digits, plate texts and sizes, there and back."""

import string

import cv2
import pytest

from hardware.stickers import (
    BY_TAG,
    DICTIONARY_ID,
    Back,
    Corner,
    DialBase,
    DialRotor,
    Face,
    Plate,
    PlateCode,
    Sticker,
    face_of_ring,
    plate_of_text,
    plate_text,
    ring_text,
    tag_id,
    tag_side_mm,
)


@pytest.mark.parametrize(
    ("sticker", "tag"),
    [
        (Face(1, 1), 0),
        (Face(1, 12), 11),
        (Face(2, 1), 12),
        (Face(12, 12), 143),
        (Back(1), 144),
        (Back(12), 155),
        (Plate(1), 156),
        (Plate(12), 167),
        (Corner(1), 170),
        (Corner(4), 173),
        (DialBase(1), 174),
        (DialBase(12), 185),
        (DialRotor(1), 186),
        (DialRotor(12), 197),
    ],
    ids=str,
)
def test_a_tag_id_is_where_the_format_puts_it(sticker: Sticker, tag: int) -> None:
    assert tag_id(sticker) == tag
    assert BY_TAG[tag] == sticker


def test_every_id_belongs_to_one_sticker_and_the_rest_is_reserved() -> None:
    assert sorted(BY_TAG) == [*range(168), *range(170, 198)]
    assert all(tag_id(sticker) == tag for tag, sticker in BY_TAG.items())


def test_every_ring_leads_back_to_its_face() -> None:
    faces = [sticker for sticker in BY_TAG.values() if isinstance(sticker, Face)]
    assert len(faces) == 144
    assert [face_of_ring(ring_text(face)) for face in faces] == faces


@pytest.mark.parametrize(
    "text", ["", "0", "01", "00001", "0000", "0100", "0001", "1301", "0113", "01a1", "٠١٠١"]
)
def test_a_ring_that_says_anything_else_is_no_face(text: str) -> None:
    assert face_of_ring(text) is None


@pytest.mark.parametrize(("slot", "text"), [(1, "RT01S016"), (2, "RT01S024"), (3, "RT01S032")])
def test_a_plate_says_what_the_format_gives_as_examples(slot: int, text: str) -> None:
    assert plate_text(slot) == text


@pytest.mark.parametrize("kit", [0, 1, 7, 42, 99])
def test_every_plate_text_leads_back_to_its_plate(kit: int) -> None:
    for slot in range(1, 13):
        assert plate_of_text(plate_text(slot, kit)) == PlateCode(kit, slot)


def test_a_plate_text_with_one_wrong_character_is_refused() -> None:
    for slot in range(1, 13):
        text = plate_text(slot)
        for at in range(len(text)):
            for other in string.digits + string.ascii_uppercase:
                if other != text[at]:
                    assert plate_of_text(text[:at] + other + text[at + 1 :]) is None


@pytest.mark.parametrize(
    "text", ["", "RT01S01", "RT01S0166", "rt01s016", "RT01S00Y", " RT01S016", "RT٠١S016"]
)
def test_a_text_of_another_kind_is_no_plate(text: str) -> None:
    assert plate_of_text(text) is None


@pytest.mark.parametrize(("disc_mm", "side"), [(25, 11.7), (28, 13.5), (32, 15.9), (36, 18.3)])
def test_the_tag_on_a_face_has_the_size_of_the_format(disc_mm: float, side: float) -> None:
    assert tag_side_mm(Face(1, 1), disc_mm) == pytest.approx(side, abs=0.06)


@pytest.mark.parametrize(("disc_mm", "side"), [(25, 14.85), (32, 19.8), (40, 24.8)])
def test_the_tag_on_a_back_has_the_size_of_the_format(disc_mm: float, side: float) -> None:
    assert tag_side_mm(Back(1), disc_mm) == pytest.approx(side, abs=0.01)


def test_the_dictionary_is_opencvs() -> None:
    assert cv2.aruco.DICT_ARUCO_MIP_36h12 == DICTIONARY_ID
