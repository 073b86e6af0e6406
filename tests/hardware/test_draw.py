"""Drawn tables: what the truth says is where the picture has it, and pictures can be had again."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from hardware.simulated.draw import draw
from hardware.simulated.layout import lay_table, owners_scene, reveal_scene, voting_scene
from hardware.simulated.scene import (
    CameraPose,
    Clutter,
    Code,
    CornerPlaced,
    DialPlaced,
    DiscPlaced,
    Fault,
    Flaws,
    Glare,
    Hand,
    Light,
    PlatePlaced,
    Scene,
    Stranger,
    Surface,
    Table,
    Thing,
)
from hardware.simulated.truth import truth
from hardware.simulated.view import View
from hardware.stickers import DICTIONARY_ID

PLAYERS = list(range(1, 9))
TABLE = lay_table(8, seed=3)
REVEALED = reveal_scene(TABLE, PLAYERS, {p: [p % 8 + 1] for p in PLAYERS[1:]})
EASY = {
    "voting": voting_scene(TABLE, PLAYERS, dict.fromkeys(PLAYERS[1:], 1)),
    "reveal": REVEALED,
    "in front": reveal_scene(TABLE, PLAYERS, {p: [p % 8 + 1] for p in PLAYERS[1:]}, on_cards=False),
    "owners": owners_scene(REVEALED, {p: p for p in PLAYERS}),
}
SMALL = Scene(
    plates=(PlatePlaced(2, 0, 60, 3.0, card=5),),
    discs=(DiscPlaced(1, 2, -20, -30), DiscPlaced(4, None, 80, -40, 30)),
    camera=CameraPose(640, 360, 300),
    seed=8,
)
TILTED = CameraPose(2304, 1296, 620, tilt_deg=25, yaw_deg=35, turn_deg=4, k1=-0.06, k2=0.01)


def tags_in(picture: np.ndarray) -> dict[int, np.ndarray]:
    settings = cv2.aruco.DetectorParameters()
    settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(DICTIONARY_ID), settings)
    corners, ids, _ = detector.detectMarkers(picture)
    named = [] if ids is None else np.ravel(ids).tolist()
    return {tag: quad.reshape(4, 2) for tag, quad in zip(named, corners, strict=True)}


def assert_all_found_in_place(scene: Scene, limit_px: float) -> None:
    seen, stickers = tags_in(draw(scene)), truth(scene)
    assert set(seen) == {sticker.tag_id for sticker in stickers}
    for sticker in stickers:
        off = np.abs(seen[sticker.tag_id] - np.array(sticker.corners_px)).max()
        assert off < limit_px, sticker


@pytest.mark.parametrize("phase", EASY)
def test_every_sticker_of_an_easy_table_is_found_where_the_truth_has_it(phase: str) -> None:
    assert_all_found_in_place(EASY[phase], 1.0)


def test_tilted_wide_and_at_full_size_the_truth_still_holds() -> None:
    pose = replace(TILTED, width_px=4608, height_px=2592, view_deg=90, height_mm=700)
    scene = replace(EASY["owners"], camera=pose, flaws=Flaws(noise=1.0))
    assert_all_found_in_place(scene, 1.5)


def test_corner_marks_and_dials_are_found_where_the_truth_has_them() -> None:
    scene = Scene(
        corners=(CornerPlaced(1, -250, -120, 4), CornerPlaced(3, 250, 120)),
        dials=(DialPlaced(2, 4.0, 0, 0, 15), DialPlaced(7, 11.0, 100, 60)),
        camera=replace(TILTED, tilt_deg=8),
    )
    assert_all_found_in_place(scene, 1.5)


def test_the_same_scene_and_number_give_the_same_pixels_even_after_other_pictures() -> None:
    scene = replace(SMALL, hands=(Hand(0, 0, 80, sway_mm=5),), light=Light(bands=0.2), flaws=Flaws(wear=0.7))
    first = draw(scene, 4)
    for other in (replace(scene, seed=1), EASY["voting"], SMALL):
        draw(other, 1)
    assert np.array_equal(first, draw(scene, 4))


def test_frames_of_one_scene_differ_by_noise_only() -> None:
    first, second = draw(SMALL, 0), draw(SMALL, 1)
    difference = first.astype(int) - second
    assert 1.0 < difference.std() < 6.0
    assert np.array_equal(
        draw(replace(SMALL, flaws=Flaws(noise=0)), 0), draw(replace(SMALL, flaws=Flaws(noise=0)), 1)
    )


def test_what_is_done_to_a_picture_does_not_come_back_in_the_next() -> None:
    scene = replace(SMALL, flaws=Flaws(noise=0))
    spoiled = draw(scene)
    expected = spoiled.copy()
    spoiled[:] = 0
    assert np.array_equal(draw(scene), expected)


@pytest.mark.parametrize("surface", Surface)
def test_every_table_top_is_drawn_and_carries_no_tag(surface: Surface) -> None:
    picture = draw(Scene(table=Table(surface), camera=CameraPose(640, 360, 800)))
    assert picture.shape == (360, 640)
    assert picture.dtype == np.uint8
    assert 20 < picture.mean() < 200
    assert picture.std() > 2
    assert not tags_in(picture)


@pytest.mark.parametrize("thing", Thing)
def test_every_thing_can_be_seen_and_carries_no_tag(thing: Thing) -> None:
    bare = Scene(camera=CameraPose(640, 360, 400), flaws=Flaws(noise=0))
    with_it = draw(replace(bare, clutter=(Clutter(thing, 0, 0, 10, 70, 100),)))
    assert np.abs(with_it[120:240, 220:420].astype(int) - draw(bare)[120:240, 220:420]).max() > 30
    assert not tags_in(with_it)


@pytest.mark.parametrize(
    ("code", "text", "tags"),
    [
        (Code.QR, "https://example.org/", set()),
        (Code.EAN13, "4006381333931", set()),
        (Code.CODE128, "HELLO 128", set()),
        (Code.RESERVED_TAG, "201", {201}),
        (Code.OTHER_TAG, "7", set()),
        (Code.INVERTED_TAG, "12", set()),
    ],
)
def test_foreign_codes_are_what_they_say(code: Code, text: str, tags: set[int]) -> None:
    scene = Scene(strangers=(Stranger(code, text, 0, 0, 20, 50),), camera=CameraPose(1280, 720, 500))
    picture = draw(scene)
    assert set(tags_in(picture)) == tags
    middle = picture[300:420, 580:700]
    assert middle.max() - int(middle.min()) > 60


FLAWED = {
    "brightness": (replace(SMALL, light=Light(brightness=0.4)), lambda a, b: b.mean() < 0.6 * a.mean()),
    "gradient": (
        replace(SMALL, light=Light(gradient=0.9, from_deg=0)),
        lambda a, b: b[:, :99].mean() < 0.75 * a[:, :99].mean(),
    ),
    "glare": (
        replace(SMALL, light=Light(glare=(Glare(-20, -30, 30, 1.0),))),
        lambda a, b: (b > 250).sum() > 2000,
    ),
    "bands": (
        replace(SMALL, light=Light(bands=0.5)),
        lambda a, b: np.ptp(b.mean(axis=1) / a.mean(axis=1)) > 0.35,
    ),
    "blur": (
        replace(SMALL, flaws=Flaws(blur_px=4)),
        lambda a, b: cv2.Laplacian(b, cv2.CV_64F).var() < 0.3 * cv2.Laplacian(a, cv2.CV_64F).var(),
    ),
    "motion": (
        replace(SMALL, flaws=Flaws(motion_px=15, noise=0)),
        lambda a, b: np.abs(np.diff(b.astype(int))).mean() < 0.6 * np.abs(np.diff(a.astype(int))).mean(),
    ),
    "wear": (replace(SMALL, flaws=Flaws(wear=1.0)), lambda a, b: np.abs(a.astype(int) - b).max() > 60),
    "black": (replace(SMALL, faults=(Fault.BLACK,)), lambda a, b: b.mean() < 3),
    "hand": (
        replace(SMALL, hands=(Hand(-20, -30, 90, skin=0.9),)),
        lambda a, b: np.abs(a.astype(int) - b).mean() > 8,
    ),
}


@pytest.mark.parametrize("flaw", FLAWED)
def test_each_flaw_does_to_the_picture_what_its_name_says(flaw: str) -> None:
    scene, shows = FLAWED[flaw]
    assert shows(draw(SMALL), draw(scene))


def test_a_mirrored_picture_shows_no_tag_of_this_table() -> None:
    scene = replace(SMALL, faults=(Fault.MIRRORED,), flaws=Flaws(noise=0))
    assert np.array_equal(draw(scene)[:, ::-1], draw(replace(scene, faults=())))
    assert not tags_in(draw(scene))


def test_a_disc_leans_away_from_the_middle_as_its_thickness_asks() -> None:
    view = View(CameraPose(2304, 1296, 800))
    x, y = np.array([300.0]), np.array([0.0])
    lower, upper = view.project(x, y, 0.0)[0], view.project(x, y, 3.0)[0]
    assert upper[0] - lower[0] == pytest.approx((lower[0] - 1151.5) * 3 / 797, rel=1e-6)


@pytest.mark.parametrize(
    "pose", [CameraPose(), TILTED, CameraPose(view_deg=102, k1=-0.1, k2=0.02, turn_deg=180)]
)
def test_pixels_and_millimetres_are_each_others_inverse(pose: CameraPose) -> None:
    view = View(pose)
    x, y = np.array([0.0, 150, -220, 90]), np.array([0.0, -90, 60, 120])
    at = view.project(x, y, 3.0)
    back = view.on_plane(view.slopes_at(at[:, 0], at[:, 1]), 3.0)
    assert np.abs(np.stack(back) - np.stack([x, y])).max() < 1e-3
