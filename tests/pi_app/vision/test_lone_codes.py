"""A plate whose tag is hidden is known by its QR code alone, where it lies; nothing else is taken for one."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from hardware.ports import Grey
from hardware.simulated.scene import Glare, PlatePlaced, Scene
from hardware.simulated.view import View
from hardware.stickers import PLATE_MM, PLATE_TAG_CENTRE_MM, Plate, plate_text
from pi_app.vision.decode import decode
from pi_app.vision.find import find, pyramid
from pi_app.vision.seen import Flaw, Look, Sighting, Source
from tests.pi_app.vision.drawn import REVEALED, VOTES, look, look_at, picture
from tests.pi_app.vision.test_rings import plate

SECOND = REVEALED.plates[1]
SPARE = PlatePlaced(2, 200, 120, 0.0, None)
"""Another plate of the same slot, on a free part of the table."""
REACH = 13.0
"""Half the side of what covers a tag, in millimetres."""


def on_table(scene: Scene, lying: PlatePlaced, at_mm: np.ndarray) -> np.ndarray:
    """Pixels of points of a plate, shape (N, 2), in millimetres from its middle."""
    turn = np.deg2rad(lying.angle)
    across = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    x, y = across @ at_mm.T + np.array([[lying.x], [lying.y]])
    return View(scene.camera).project(x, y)


def covered(scene: Scene, *plates: PlatePlaced, level: int = 70) -> Grey:
    """The picture with something even and square on the tags of these plates, askew as cards are."""
    grey = picture(scene).copy()
    tag = np.array(PLATE_TAG_CENTRE_MM) - np.array(PLATE_MM) / 2
    square = REACH * np.array([(-1.1, -0.9), (0.9, -1.1), (1.1, 0.9), (-0.9, 1.1)]) + tag - (3, 0)
    for lying in plates:
        outline = np.round(on_table(scene, lying, square)).astype(np.int32)
        cv2.fillConvexPoly(grey, outline, level)
    return grey


def codes(grey: Grey, source: Source = Source.QR) -> dict[int, Sighting]:
    found = decode(grey, find(pyramid(grey))).sightings
    return {s.sticker.slot: s for s in found if isinstance(s.sticker, Plate) and s.source is source}


def sources(seen: Look) -> dict[int, frozenset[Source]]:
    return {slot.slot: slot.sources for slot in seen.slots}


ALL_READ = codes(picture(REVEALED))


@pytest.mark.parametrize("level", [25, 70, 150])
@pytest.mark.parametrize("slot", [1, 2, 3])
def test_a_plate_whose_tag_something_lies_on_is_known_by_its_code(slot: int, level: int) -> None:
    hidden = REVEALED.plates[slot - 1]
    seen = look_at(covered(REVEALED, hidden, level=level))
    assert sources(seen) == {
        k: frozenset({Source.QR}) if k == slot else frozenset({Source.TAG, Source.QR}) for k in range(1, 5)
    }
    assert {d.player: d.slot for d in seen.discs if d.number} == {
        d.player: d.slot for d in look(REVEALED).discs if d.number
    }


def test_a_plate_whose_tag_a_lamp_drowns_is_known_by_its_code() -> None:
    lamp = Glare(SECOND.x - 28, SECOND.y, 14, 1.0)
    seen = look_at(picture(replace(REVEALED, light=replace(REVEALED.light, glare=(lamp,)))))
    assert sources(seen)[2] == {Source.QR}
    assert len(seen.slots) == len(REVEALED.plates)


@pytest.mark.parametrize("degrees", [0.0, 17.0, 45.0, 90.0, 180.0, 251.0])
def test_a_code_alone_lies_where_it_lies_beside_its_tag(degrees: float) -> None:
    grey = covered(REVEALED, SECOND)
    size = grey.shape[::-1]
    turn = cv2.getRotationMatrix2D((size[0] / 2, size[1] / 2), degrees, 1.1)
    room = 500
    turn[:, 2] += room
    whole = (size[0] + 2 * room, size[1] + 2 * room)
    turned = np.asarray(cv2.warpAffine(grey, turn, whole, borderValue=(90,)), np.uint8)
    found = codes(turned)
    assert 2 not in codes(turned, Source.TAG)
    wanted = cv2.transform(np.array([ALL_READ[2].corners_px]), turn)[0]
    assert np.abs(np.array(found[2].corners_px) - wanted).max() < 1.5
    assert np.hypot(*(np.array(found[2].centre_px) - wanted.mean(axis=0))) < 1.0


def test_it_makes_no_difference_to_where_its_plate_lies() -> None:
    seen, whole = (
        {slot.slot: np.array(slot.centre_px) for slot in each.slots}
        for each in (look_at(covered(REVEALED, SECOND)), look(REVEALED))
    )
    assert np.hypot(*(seen[2] - whole[2])) < 2.0
    assert {d.player: d.slot for d in look(REVEALED).discs if d.player in VOTES}[1] == 2


@pytest.mark.parametrize("others", ["are read", "are hidden too"])
def test_a_code_of_another_kit_never_counts(others: str) -> None:
    strange = replace(SECOND, kit=7)
    scene = replace(REVEALED, plates=(REVEALED.plates[0], strange, *REVEALED.plates[2:]))
    hidden = (strange,) if others == "are read" else scene.plates
    seen = look_at(covered(scene, *hidden))
    assert 2 not in sources(seen)


def test_two_codes_of_one_slot_are_no_place_for_a_card() -> None:
    scene = replace(REVEALED, plates=(*REVEALED.plates, SPARE))
    seen = look_at(covered(scene, SECOND, SPARE))
    assert sorted(sources(seen)) == [1, 3, 4]
    assert [flaw.detail for flaw in seen.picture.flaws if flaw.flaw is Flaw.PLATE_TWICE] == ["2", "2"]


def test_a_code_of_a_slot_that_a_plate_told_does_not_count() -> None:
    scene = replace(REVEALED, plates=(*REVEALED.plates[1:], SPARE))
    seen = look_at(covered(scene, SPARE))
    at = {slot.slot: np.array(slot.centre_px) for slot in seen.slots}
    assert sorted(at) == [2, 3, 4]
    wanted = np.array(next(slot.centre_px for slot in look(REVEALED).slots if slot.slot == 2))
    assert np.hypot(*(at[2] - wanted)) < 2.0


@pytest.mark.parametrize("mask", range(0, 8, 3))
def test_a_code_printed_by_another_program_counts_alone_too(mask: int) -> None:
    grey = np.vstack([plate(1, plate_text(1)), plate(2, plate_text(2), mask=mask), plate(3, plate_text(3))])
    third = grey.shape[0] // 3
    tag = grey[third + 90 : 2 * third - 90, 40:140]
    assert 2 in codes(grey, Source.TAG)
    tag[:] = np.where(np.indices(tag.shape).sum(axis=0) % 90 < 45, 90, tag)
    assert 2 not in codes(grey, Source.TAG)
    assert sorted(codes(grey)) == [1, 2, 3]


@pytest.mark.parametrize("text", [plate_text(5), plate_text(4, kit=2), "RT01S04A"])
def test_the_code_beside_a_tag_is_never_taken_for_one_alone(text: str) -> None:
    grey = plate(4, text)
    assert decode(grey, find(pyramid(grey))).sightings == ()
