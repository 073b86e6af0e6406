"""One frame in, one look out: the whole pipeline on drawn tables, and on pictures that are none."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from calibration.check import LEAST_PX_PER_MODULE
from hardware.ports import Frame
from hardware.simulated.scene import Code, DiscPlaced, Fault, Flaws, Light, PlatePlaced, Stranger
from hardware.simulated.truth import truth
from hardware.stickers import Face, Plate
from pi_app.vision.look import CROP_SIDE, Looker
from pi_app.vision.seen import Look, Side, Source
from tests.pi_app.vision.drawn import OWNED, OWNERS, REVEALED, VOTES, look, look_at, picture


def faces(seen: Look) -> dict[int, tuple[Face | None, Face | None, int | None]]:
    return {d.player: (d.tag, d.ring, d.slot) for d in seen.discs if d.side is Side.FACE}


def test_every_vote_has_three_witnesses_on_a_calm_table() -> None:
    assert faces(look(REVEALED)) == {p: (Face(p, s), Face(p, s), s) for p, s in VOTES.items()}


def test_a_disc_face_down_on_a_card_tells_whose_card_it_is() -> None:
    backs = {d.slot: d.player for d in look(OWNED).discs if d.side is Side.BACK}
    assert backs == OWNERS


def test_plates_have_two_witnesses_and_lie_where_they_were_laid() -> None:
    seen = look(REVEALED)
    assert [slot.slot for slot in seen.slots] == [1, 2, 3, 4]
    assert all(slot.sources == {Source.TAG, Source.QR} for slot in seen.slots)
    laid = {plate.slot: np.array([plate.x, plate.y]) for plate in REVEALED.plates}
    for slot in seen.slots:
        assert slot.centre_mm is not None
        away = np.array(slot.centre_mm) - (laid[slot.slot] - laid[1])
        assert float(np.hypot(*away)) < 2.0


def test_a_disc_is_found_where_the_scene_has_it_to_a_pixel_and_two_millimetres() -> None:
    first = next(plate for plate in REVEALED.plates if plate.slot == 1)
    for sticker in (s for s in truth(REVEALED) if isinstance(s.sticker, Face)):
        disc = next(d for d in look(REVEALED).discs if d.tag == sticker.sticker)
        assert np.hypot(*(np.array(disc.centre_px) - sticker.centre_px)) < 1.0
        wanted = np.array(sticker.mm) - (first.x, first.y)
        assert disc.centre_mm is not None
        assert np.hypot(*(np.array(disc.centre_mm) - wanted)) < 2.0


@pytest.mark.parametrize("tilt", [10, 25])
@pytest.mark.parametrize("yaw", [0, 120])
def test_a_tilted_camera_reads_the_same(tilt: float, yaw: float) -> None:
    camera = replace(REVEALED.camera, tilt_deg=tilt, yaw_deg=yaw, height_mm=REVEALED.camera.height_mm * 1.1)
    scene = replace(REVEALED, camera=camera)
    whole = {
        s.sticker.player: s.sticker for s in truth(scene) if isinstance(s.sticker, Face) and s.visible > 0.99
    }
    seen = faces(look_at(picture(scene)))
    assert {p: seen[p][0] for p in whole} == whole
    assert {p: seen[p][2] for p in whole} == {p: f.number for p, f in whole.items()}


@pytest.mark.parametrize(
    "flaws",
    [
        {"flaws": Flaws(blur_px=1.2)},
        {"flaws": Flaws(noise=8)},
        {"light": Light(brightness=0.3)},
        {"light": Light(gradient=0.6)},
        {"light": Light(bands=0.3)},
    ],
    ids=["blur", "noise", "dark", "gradient", "bands"],
)
def test_a_poor_picture_gives_no_wrong_face(flaws: dict) -> None:
    seen = faces(look_at(picture(replace(REVEALED, **flaws))))
    for player, (tag, ring, slot) in seen.items():
        assert tag == Face(player, VOTES[player])
        assert ring in (None, tag)
        assert slot in (None, VOTES[player])
    assert len(seen) == len(VOTES)


def test_a_mirrored_picture_shows_nothing_and_says_so() -> None:
    seen = look_at(picture(replace(REVEALED, faults=(Fault.MIRRORED,))))
    assert (seen.slots, seen.discs, seen.picture.mirrored) == ((), (), True)


@pytest.mark.parametrize("shape", [(0, 0), (0, 40), (1, 1), (7, 3), (20, 900), (900, 20), (64, 64)])
def test_a_picture_of_any_size_is_looked_at_without_an_error(shape: tuple[int, int]) -> None:
    seen = look_at(np.full(shape, 128, np.uint8))
    assert (seen.slots, seen.discs) == ((), ())
    assert seen.picture.size == (shape[1], shape[0])


@pytest.mark.parametrize("seed", range(3))
def test_noise_is_no_sticker(seed: int) -> None:
    noise = np.random.default_rng(seed).integers(0, 256, (700, 1200), dtype=np.uint8)
    seen = look_at(noise)
    assert (seen.slots, seen.discs) == ((), ())


def test_strangers_are_named_and_never_counted() -> None:
    around = (
        Stranger(Code.RESERVED_TAG, "201", -170, -120, 12, 20),
        Stranger(Code.OTHER_TAG, "3", -170, 120, 0, 20),
        Stranger(Code.EAN13, "4006381333931", 170, -120, 0, 40),
        Stranger(Code.CODE128, "0304", 170, 120, 0, 40),
        Stranger(Code.INVERTED_TAG, "5", 0, 140, 0, 20),
    )
    seen = look_at(picture(replace(REVEALED, strangers=around, clutter=())))
    assert faces(seen) == faces(look(REVEALED))
    assert ("tag 201", "not in this kit") in {(thing.what, thing.reason) for thing in seen.ignored}


def test_plates_of_another_kit_do_not_count() -> None:
    foreign = tuple(replace(p, kit=2) if p.slot == 4 else p for p in REVEALED.plates)
    seen = look_at(picture(replace(REVEALED, plates=foreign)))
    assert [slot.slot for slot in seen.slots] == [1, 2, 3]
    assert [thing.reason for thing in seen.ignored] == ["another kit"]


def test_two_discs_of_the_same_print_are_both_marked() -> None:
    twin = DiscPlaced(1, VOTES[1], -150, 150)
    seen = look_at(picture(replace(REVEALED, discs=(*REVEALED.discs, twin), clutter=())))
    assert [d.two_places for d in seen.discs if d.player == 1] == [True, True]
    assert not any(d.two_places for d in seen.discs if d.player != 1)


def test_a_plate_turned_round_takes_its_card_with_it() -> None:
    lone = replace(
        REVEALED,
        plates=(PlatePlaced(5, 0, -60, 180.0),),
        discs=(DiscPlaced(2, 5, 0, 20), DiscPlaced(3, 5, 0, -120)),
        clutter=(),
    )
    seen = look_at(picture(lone))
    assert {d.player: d.slot for d in seen.discs} == {2: 5, 3: None}


def test_a_disc_beside_all_cards_lies_on_no_slot() -> None:
    edge = max(plate.x for plate in REVEALED.plates) + 44 + 25
    scene = replace(REVEALED, discs=(DiscPlaced(6, 1, edge, 0),), clutter=())
    (disc,) = look_at(picture(scene)).discs
    assert (disc.number, disc.slot) == (1, None)


def test_each_disc_comes_with_a_small_picture_of_its_spot() -> None:
    discs = look(REVEALED).discs
    assert len(discs) == len(REVEALED.discs)
    for disc in discs:
        assert disc.crop is not None
        pixels = np.frombuffer(disc.crop.pixels, np.uint8)
        assert (disc.crop.width, disc.crop.height, len(pixels)) == (CROP_SIDE, CROP_SIDE, CROP_SIDE**2)
        assert pixels.std() > 30


def test_the_preview_is_small_and_outlines_what_was_read() -> None:
    looker = Looker()
    grey = picture(REVEALED)
    looker.look(Frame(grey, 0.0, 0))
    kept = looker.kept
    assert len(kept.picture.pixels) == kept.picture.width * kept.picture.height
    assert kept.picture.width <= 320
    tags = [s for s in truth(REVEALED) if isinstance(s.sticker, Face | Plate)]
    assert len(kept.outlines) >= len(tags)


def test_figures_of_the_picture_follow_the_picture() -> None:
    calm = look(REVEALED).picture
    dark = look_at(picture(replace(REVEALED, light=Light(brightness=0.3)))).picture
    soft = look_at(picture(replace(REVEALED, flaws=Flaws(blur_px=2.0)))).picture
    assert dark.light < 0.6 * calm.light
    assert soft.sharpness < 0.75 * calm.sharpness
    expected = np.median([s.px_per_module for s in truth(REVEALED) if isinstance(s.sticker, Face)])
    assert calm.px_per_module == pytest.approx(expected, rel=0.04)


@pytest.mark.parametrize("share", [0.55, 0.7, 1.6, 3.0])
def test_the_same_table_reads_from_far_and_from_near(share: float) -> None:
    grey = picture(REVEALED)
    how = cv2.INTER_AREA if share < 1 else cv2.INTER_CUBIC
    seen = look_at(np.asarray(cv2.resize(grey, None, fx=share, fy=share, interpolation=how), np.uint8))
    assert {p: (tag, slot) for p, (tag, _, slot) in faces(seen).items()} == {
        p: (Face(p, s), s) for p, s in VOTES.items()
    }


def test_codes_that_are_too_small_to_read_still_tell_how_small_they_are() -> None:
    grey = cv2.resize(picture(REVEALED), None, fx=0.22, fy=0.22, interpolation=cv2.INTER_AREA)
    seen = look_at(np.asarray(grey, np.uint8))
    assert seen.discs == ()
    assert seen.picture.px_per_module is not None
    assert seen.picture.px_per_module < LEAST_PX_PER_MODULE
