"""What keeps a picture from being read is named, with its place; a good picture has no flaws."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import cv2
import numpy as np
import pytest

from hardware.ports import Frame, Grey
from hardware.simulated.scene import Code, CornerPlaced, Glare, Stranger, Surface, Table
from hardware.simulated.view import View
from hardware.stickers import Face
from pi_app.vision.flaws import camera_moved, with_strangers
from pi_app.vision.look import Looker
from pi_app.vision.reader import Reader
from pi_app.vision.seen import Flaw, Ignored, Look
from tests.pi_app.vision.drawn import REVEALED, look, look_at, picture
from tests.pi_app.vision.test_rings import disc

GOOD = picture(REVEALED)


def flaws(seen: Look) -> list[Flaw]:
    return [flaw.flaw for flaw in seen.picture.flaws]


def shifted(grey: Grey, right: float, down: float, degrees: float = 0.0) -> Grey:
    matrix = cv2.getRotationMatrix2D((grey.shape[1] / 2, grey.shape[0] / 2), degrees, 1)
    matrix[:, 2] += right, down
    moved = cv2.warpAffine(grey, matrix, grey.shape[::-1], borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(moved, np.uint8)


def test_a_good_picture_has_no_flaws() -> None:
    assert flaws(look(REVEALED)) == []


PLATE = REVEALED.plates[0]
BARE = replace(REVEALED, plates=(), discs=(), clutter=())
X, Y = REVEALED.discs[0].x, REVEALED.discs[0].y
CORNERS = tuple(
    CornerPlaced(k, x, y) for k, x, y in ((1, -260, -120), (2, 260, -120), (3, 260, 130), (4, -260, 130))
)


def lit(**light: object) -> Grey:
    return picture(replace(REVEALED, light=replace(REVEALED.light, **light)))  # type: ignore[arg-type]


def blurred(px: float) -> Grey:
    return picture(replace(REVEALED, flaws=replace(REVEALED.flaws, blur_px=px)))


def moved_while_taken(px: int, degrees: float) -> Grey:
    """The picture of a camera that was knocked, or of a table that was."""
    line = np.zeros((2 * px + 1, 2 * px + 1), np.float32)
    way = px / 2 * np.array([np.cos(np.deg2rad(degrees)), np.sin(np.deg2rad(degrees))])
    start, end = (tuple(np.round(px + sign * way).astype(int).tolist()) for sign in (-1, 1))
    cv2.line(line, start, end, (1.0,))
    return np.asarray(cv2.filter2D(GOOD, -1, line / line.sum()), np.uint8)


def smaller(share: float) -> Grey:
    small = cv2.resize(GOOD, None, fx=share, fy=share, interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8)


def larger(times: float) -> Grey:
    return np.asarray(cv2.resize(GOOD, None, fx=times, fy=times, interpolation=cv2.INTER_CUBIC), np.uint8)


def noisy(level: float) -> Grey:
    noise = np.random.default_rng(1).normal(level, 5, (720, 1280))
    return np.clip(noise, 0, 255).astype(np.uint8)


KINDS: dict[str, tuple[Callable[[], Grey], list[Flaw]]] = {
    "good": (lambda: GOOD, []),
    "mirrored": (lambda: np.ascontiguousarray(GOOD[:, ::-1]), [Flaw.MIRRORED]),
    "a lamp that is off": (lambda: lit(brightness=0.07), [Flaw.TOO_DARK]),
    "a covered lens": (lambda: np.zeros((720, 1280), np.uint8), [Flaw.TOO_DARK]),
    "a little out of focus": (lambda: blurred(4.0), [Flaw.OUT_OF_FOCUS]),
    "far out of focus": (lambda: blurred(9.0), [Flaw.OUT_OF_FOCUS]),
    "moved sideways": (lambda: moved_while_taken(9, 0), [Flaw.OUT_OF_FOCUS]),
    "moved up and down": (lambda: moved_while_taken(9, 90), [Flaw.OUT_OF_FOCUS]),
    "moved far up and down": (lambda: moved_while_taken(16, 90), [Flaw.OUT_OF_FOCUS]),
    "moved a little": (lambda: moved_while_taken(2, 90), []),
    "codes small": (lambda: smaller(0.4), [Flaw.CODES_TOO_SMALL]),
    "codes very small": (lambda: smaller(0.3), [Flaw.CODES_TOO_SMALL]),
    "a negative": (lambda: 255 - GOOD, [Flaw.NOTHING_SEEN]),
    "a large negative": (lambda: 255 - larger(2.0), [Flaw.NOTHING_SEEN]),
    "white": (lambda: np.full((720, 1280), 250, np.uint8), [Flaw.NOTHING_SEEN]),
    "grey": (lambda: np.full((720, 1280), 120, np.uint8), [Flaw.NOTHING_SEEN]),
    "noise": (lambda: noisy(180.0), [Flaw.NOTHING_SEEN]),
    "bare wood": (lambda: picture(BARE), [Flaw.NOTHING_SEEN]),
    "bare felt": (
        lambda: picture(replace(BARE, table=Table(Surface.FELT, 0.4))),
        [Flaw.NOTHING_SEEN],
    ),
    "cards only": (lambda: picture(replace(REVEALED, plates=(), discs=())), [Flaw.NOTHING_SEEN]),
    "glare": (lambda: lit(glare=(Glare(X, Y, 25, 1.0),)), [Flaw.GLARE]),
    "corners seen": (lambda: picture(replace(REVEALED, corners=CORNERS)), []),
    "a corner hidden": (
        lambda: picture(replace(REVEALED, corners=CORNERS[:3])),
        [Flaw.CORNERS_HIDDEN],
    ),
    "another kit": (
        lambda: picture(replace(REVEALED, plates=(*REVEALED.plates[1:], replace(REVEALED.plates[0], kit=7)))),
        [Flaw.OTHER_KIT],
    ),
    "a plate twice": (
        lambda: picture(replace(REVEALED, plates=(*REVEALED.plates, replace(PLATE, x=200, y=120)))),
        [Flaw.PLATE_TWICE] * 2,
    ),
    "a stranger": (
        lambda: picture(replace(REVEALED, strangers=(Stranger(Code.RESERVED_TAG, "201", 200, 130, 0, 40),))),
        [Flaw.FOREIGN_STICKERS],
    ),
}


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_of_picture_has_exactly_its_flaw(kind: str) -> None:
    draw_it, expected = KINDS[kind]
    assert flaws(look_at(draw_it())) == expected


@pytest.mark.parametrize(
    ("x", "y", "brightness"),
    [
        (X, Y, 1.0),
        (PLATE.x - 28, PLATE.y, 1.0),
        (PLATE.x + 27, PLATE.y, 1.0),
        (PLATE.x + 27, PLATE.y, 1.45),
    ],
    ids=["a disc", "a plate's tag", "a plate's code", "a plate's code where paper is as white"],
)
def test_glare_is_said_where_it_drowns_a_print(x: float, y: float, brightness: float) -> None:
    grey = lit(brightness=brightness, glare=(Glare(x, y, 20, 1.0),))
    places = [f.at_px for f in look_at(grey).picture.flaws if f.flaw is Flaw.GLARE]
    wanted = View(REVEALED.camera).project(np.array([x]), np.array([y]))[0]
    assert any(place is not None and np.hypot(*(np.array(place) - wanted)) < 30 for place in places)


def test_paper_that_is_as_white_as_glare_is_none() -> None:
    assert flaws(look_at(lit(brightness=1.45))) == []


def test_codes_that_are_too_small_are_said_with_their_size() -> None:
    far = cv2.resize(GOOD, None, fx=0.42, fy=0.42, interpolation=cv2.INTER_AREA)
    (flaw,) = (f for f in look_at(np.asarray(far, np.uint8)).picture.flaws if f.flaw is Flaw.CODES_TOO_SMALL)
    assert 1.5 < float(flaw.detail) < 2.5


def test_glare_on_a_ring_is_said_with_its_place() -> None:
    grey = cv2.copyMakeBorder(disc(Face(3, 5), 32), 100, 100, 100, 100, cv2.BORDER_REPLICATE)
    y, x = np.mgrid[: grey.shape[0], : grey.shape[1]]
    middle = (grey.shape[1] / 2, grey.shape[0] / 2)
    spot = np.hypot(x - middle[0] - 33, y - middle[1] - 26) < 22
    burnt = np.where(spot, 255, grey).astype(np.uint8)
    (flaw,) = (f for f in look_at(burnt).picture.flaws if f.flaw is Flaw.GLARE)
    assert flaw.at_px is not None
    assert np.hypot(flaw.at_px[0] - middle[0] - 33, flaw.at_px[1] - middle[1] - 26) < 20


def test_a_stranger_is_said_with_its_place() -> None:
    scene = replace(REVEALED, strangers=(Stranger(Code.RESERVED_TAG, "201", 200, 130, 0, 40),))
    seen = look_at(picture(scene))
    said = [f for f in seen.picture.flaws if f.flaw is Flaw.FOREIGN_STICKERS]
    assert [(f.detail, f.at_px is not None) for f in said] == [("tag 201", True)]
    assert {d.player: d.number for d in seen.discs} == {d.player: d.number for d in look(REVEALED).discs}


def test_plates_of_another_kit_are_said() -> None:
    seen = Looker(kit=2).look(Frame(GOOD, 0.0, 0))
    assert [f.flaw for f in seen.picture.flaws].count(Flaw.OTHER_KIT) == 4
    assert seen.slots == ()


@pytest.mark.parametrize(("right", "down", "degrees"), [(12, 0, 0), (-7, 9, 0), (10, 10, 1.5)])
def test_a_bumped_camera_is_noticed_and_the_table_found_again(
    right: float, down: float, degrees: float
) -> None:
    reader = Reader()
    before = reader.look(Frame(GOOD, 0.0, 0))
    after = reader.look(Frame(shifted(GOOD, right, down, degrees), 0.2, 1))
    assert Flaw.CAMERA_MOVED in [f.flaw for f in after.picture.flaws]
    later = reader.look(Frame(shifted(GOOD, right, down, degrees), 4.0, 2))
    assert Flaw.CAMERA_MOVED in [f.flaw for f in later.picture.flaws]
    at_rest = reader.look(Frame(shifted(GOOD, right, down, degrees), 20.0, 3))
    assert at_rest.picture.flaws == ()
    assert {d.player: d.slot for d in after.discs} == {d.player: d.slot for d in before.discs}


def test_one_plate_that_is_moved_is_no_bumped_camera() -> None:
    first, *others = REVEALED.plates
    pushed = replace(REVEALED, plates=(replace(first, x=first.x + 15), *others))
    assert not camera_moved(look(REVEALED), look(pushed))
    assert not camera_moved(look(REVEALED), look(REVEALED))


MENU = Ignored("QR code menu", "not in this kit", (20.0, 30.0))


def test_what_is_none_of_ours_is_told_once() -> None:
    once = with_strangers(look(REVEALED), (MENU,))
    assert once.ignored == (MENU,)
    assert [seen.detail for seen in once.picture.flaws] == ["QR code menu"]
    assert with_strangers(once, (MENU,)) == once


def test_in_a_mirrored_picture_no_code_is_foreign() -> None:
    mirrored = look_at(np.ascontiguousarray(picture(REVEALED)[:, ::-1]))
    assert with_strangers(mirrored, (MENU,)) == mirrored
    assert [seen.flaw for seen in mirrored.picture.flaws] == [Flaw.MIRRORED]
