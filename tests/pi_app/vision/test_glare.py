"""Glare is named where light hides a print; not on what was read, on white paper or on a bright table."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from hardware.ports import Grey
from hardware.simulated.scene import Glare, Scene, Surface, Table
from hardware.simulated.view import View
from pi_app.vision.seen import Flaw, Source
from tests.pi_app.vision.drawn import REVEALED, look_at, picture

PLATE, DISC = REVEALED.plates[0], REVEALED.discs[0]
CODE = (PLATE.x + 27, PLATE.y)
KIT_7 = tuple(replace(plate, kit=7, card=None) for plate in REVEALED.plates)
STRANGE = replace(REVEALED, plates=KIT_7, discs=(), clutter=())


def named(grey: Grey) -> list[tuple[float, float] | None]:
    return [flaw.at_px for flaw in look_at(grey).picture.flaws if flaw.flaw is Flaw.GLARE]


def lit(scene: Scene, **light: object) -> Scene:
    return replace(scene, light=replace(scene.light, **light))  # type: ignore[arg-type]


@pytest.mark.parametrize("radius", [13, 16])
def test_a_lamp_on_a_plate_of_which_all_was_read_hides_nothing(radius: float) -> None:
    grey = picture(lit(REVEALED, glare=(Glare(*CODE, radius, 0.8),)))
    seen = look_at(grey)
    assert (grey >= 250).sum() > 300
    assert seen.slots[0].sources == {Source.TAG, Source.QR}
    assert named(grey) == []


def test_a_lamp_on_a_disc_of_which_all_was_read_hides_nothing() -> None:
    grey = picture(lit(REVEALED, glare=(Glare(DISC.x - 12, DISC.y + 12, 8, 1.0),)))
    seen = next(disc for disc in look_at(grey).discs if disc.player == DISC.player)
    assert seen.tag == seen.ring is not None
    assert named(grey) == []


@pytest.mark.parametrize(("dx", "dy", "radius"), [(0, 0, 25), (6, -4, 18), (10, 8, 30)])
def test_a_lamp_that_hides_a_disc_is_named_there(dx: float, dy: float, radius: float) -> None:
    scene = lit(REVEALED, glare=(Glare(DISC.x + dx, DISC.y + dy, radius, 1.0),))
    wanted = View(scene.camera).project(np.array([DISC.x]), np.array([DISC.y]))[0]
    grey = picture(scene)
    assert not any(disc.player == DISC.player and disc.ring for disc in look_at(grey).discs)
    assert any(at is not None and np.hypot(*(np.array(at) - wanted)) < 60 for at in named(grey))


@pytest.mark.parametrize("turn", [0.0, 12.0, 45.0])
@pytest.mark.parametrize(("width", "height"), [(90, 120), (200, 160), (300, 200)])
def test_a_sheet_far_whiter_than_the_stickers_is_no_glare(turn: float, width: int, height: int) -> None:
    grey = picture(REVEALED).copy()
    corners = cv2.boxPoints(((1330.0, 690.0), (float(width), float(height)), turn))
    cv2.fillConvexPoly(grey, corners.astype(np.int32), 255)
    assert named(grey) == []


@pytest.mark.parametrize("brightness", [1.3, 1.35, 1.4])
def test_plates_of_another_kit_in_bright_light_are_no_glare(brightness: float) -> None:
    grey = picture(lit(STRANGE, brightness=brightness))
    assert (grey >= 250).any()
    assert look_at(grey).slots == ()
    assert named(grey) == []


@pytest.mark.parametrize("surface", list(Surface))
@pytest.mark.parametrize("brightness", [1.2, 1.4])
def test_an_empty_table_in_bright_light_has_no_glare(surface: Surface, brightness: float) -> None:
    bare = replace(REVEALED, plates=(), discs=(), clutter=(), table=Table(surface, 0.8))
    assert named(picture(lit(bare, brightness=brightness, gradient=0.6))) == []
