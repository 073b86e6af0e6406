"""Codes that are none of ours are named with their place on a full table; pictures and patterns are not."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from hardware.ports import Frame, Grey
from hardware.simulated.layout import lay_table, reveal_scene
from hardware.simulated.scene import Code, Scene, Stranger
from hardware.simulated.tiers import without_stickers
from hardware.simulated.view import View
from pi_app.vision.look import Looker
from pi_app.vision.reader import STRANGERS_S, Reader
from pi_app.vision.seen import Flaw, Ignored
from pi_app.vision.strangers import strangers_in
from tests.pi_app.vision.drawn import picture

TABLE = lay_table(6, seed=5, size_px=(2304, 1296))
FULL = reveal_scene(TABLE, (1, 2, 3, 4, 5, 6), {1: [2], 2: [3], 4: [1], 5: [6], 6: [2]})
BESIDE, ON_A_CARD = (330.0, -150.0), (-20.0, FULL.plates[0].y - 60)
URL = "https://example.com/menu"
"""On the table and on the picture of a card."""


def named(grey: Grey, kit: int = 1) -> tuple[Ignored, ...]:
    looker = Looker(kit)
    look = looker.look(Frame(grey, 0.0, 0))
    return (*look.ignored, *strangers_in(grey, looker.kept.outlines, look.ignored, kit))


def with_code(code: Code, text: str, at: tuple[float, float], size_mm: float) -> Scene:
    return replace(FULL, strangers=(Stranger(code, text, *at, 20, size_mm),))


@pytest.mark.parametrize("at", [BESIDE, ON_A_CARD], ids=["beside", "on a card"])
@pytest.mark.parametrize(
    ("code", "text", "size_mm", "what"),
    [
        (Code.QR, URL, 30, f"QR code {URL}"),
        (Code.QR, "WIFI:T:WPA;S:home;P:secret;;", 40, "QR code WIFI:T:WPA;S:home;P:secret;;"),
        (Code.OTHER_TAG, "7", 30, "tag 7 (4x4)"),
        (Code.OTHER_TAG, "19", 16, "tag 19 (4x4)"),
        (Code.RESERVED_TAG, "201", 25, "tag 201"),
    ],
)
def test_a_foreign_code_on_a_full_table_is_named_where_it_lies(
    code: Code, text: str, size_mm: float, what: str, at: tuple[float, float]
) -> None:
    scene = with_code(code, text, at, size_mm)
    (thing,) = named(picture(scene))
    assert (thing.what, thing.reason) == (what, "not in this kit")
    place = View(scene.camera).project(*np.array([at]).T)[0]
    assert np.hypot(*(np.array(thing.centre_px) - place)) < 20


def test_a_full_table_has_no_strangers() -> None:
    assert named(picture(FULL)) == ()


@pytest.mark.parametrize(
    ("family", "what"),
    [
        (cv2.aruco.DICT_5X5_250, "tag 11 (5x5)"),
        (cv2.aruco.DICT_6X6_250, "tag 11 (6x6)"),
        (cv2.aruco.DICT_7X7_250, "tag 11 (7x7)"),
        (cv2.aruco.DICT_ARUCO_ORIGINAL, "tag 11 (ArUco)"),
        (cv2.aruco.DICT_APRILTAG_16h5, "tag 11 (AprilTag 16h5)"),
        (cv2.aruco.DICT_APRILTAG_25h9, "tag 11 (AprilTag 25h9)"),
        (cv2.aruco.DICT_APRILTAG_36h11, "tag 11 (AprilTag 36h11)"),
    ],
)
def test_a_sheet_of_another_dictionary_is_named_tag_by_tag(family: int, what: str) -> None:
    side, sheet = 66, np.full((600, 800), 235, np.uint8)
    tag = cv2.aruco.generateImageMarker(cv2.aruco.getPredefinedDictionary(family), 11, side)
    for x, y in ((100, 100), (400, 260), (640, 450)):
        sheet[y : y + side, x : x + side] = tag
    things = named(np.asarray(cv2.GaussianBlur(sheet, (0, 0), 0.7), np.uint8))
    assert [thing.what for thing in things] == [what] * 3


@pytest.mark.parametrize("covered", [1, 2])
def test_a_tag_whose_white_rim_is_covered_in_a_place_is_named_all_the_same(covered: int) -> None:
    module, sheet = 12, np.full((300, 400), 235, np.uint8)
    tag = cv2.aruco.generateImageMarker(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_250), 17, 72)
    sheet[100:172, 150:222] = tag
    sheet[88:100, 150 + module : 150 + (1 + covered) * module] = 120
    (thing,) = named(np.asarray(cv2.GaussianBlur(sheet, (0, 0), 0.7), np.uint8))
    assert thing.what == "tag 17 (4x4)"


def test_plates_of_two_kits_on_one_table_are_told_apart() -> None:
    mixed = replace(FULL, plates=tuple(replace(p, kit=2) if p.slot in (2, 5) else p for p in FULL.plates))
    look = Looker().look(Frame(picture(mixed), 0.0, 0))
    said = [f for f in look.picture.flaws if f.flaw is Flaw.OTHER_KIT]
    assert [f.detail[:9] for f in said] == ["QR code R"] * 2
    assert [slot.slot for slot in look.slots] == [1, 3, 4, 6]
    places = [
        View(mixed.camera).project(np.array([p.x - 28]), np.array([p.y]))[0]
        for p in mixed.plates
        if p.kit == 2
    ]
    for flaw, place in zip(said, places, strict=True):
        assert flaw.at_px is not None
        assert np.hypot(*(np.array(flaw.at_px) - place)) < 20


@pytest.mark.parametrize("seed", range(8))
def test_what_is_named_on_tables_without_stickers_lies_there(seed: int) -> None:
    scene = without_stickers(seed, (1640, 922))
    texts = [stranger.text for stranger in scene.strangers]
    for thing in named(picture(scene)):
        assert any(text[:10] in thing.what for text in texts)


@pytest.mark.parametrize("size", [(0, 0), (3, 2000), (40, 40), (64, 64)])
def test_a_picture_without_room_for_a_code_has_none(size: tuple[int, int]) -> None:
    assert strangers_in(np.full(size, 200, np.uint8), ()) == ()


def test_a_reader_names_a_stranger_and_forgets_it_when_it_is_gone() -> None:
    there, gone = picture(with_code(Code.QR, URL, BESIDE, 30)), picture(FULL)
    reader = Reader()
    whats = []
    for at, grey in (
        (0.0, there),
        (1.0, there),
        (2.0, there),
        (STRANGERS_S + 2, gone),
        (STRANGERS_S + 4, gone),
    ):
        reading = reader.look(Frame(grey, at, round(at * 10)))
        whats.append([thing.what for thing in reading.ignored])
    assert whats[0] == []
    assert whats[1] == whats[2] == [f"QR code {URL}"]
    assert whats[-1] == []
