"""Where each sticker of a scene lies in the picture, and how much of its tag shows: for tests.

Pixels as everywhere: the centre of the top left one is (0, 0).
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from hardware.simulated.hands import HAND_Z_MM, hidden_by
from hardware.simulated.lay import Spot, turned
from hardware.simulated.scene import DialPlaced, DiscPlaced, Fault, Scene
from hardware.simulated.view import Doubles, View, view_of
from hardware.stickers import (
    DIAL_BASE_TAG_CENTRE_MM,
    DIAL_STEP_DEG,
    DISC_THICKNESS_MM,
    PLATE_MM,
    PLATE_TAG_CENTRE_MM,
    TAG_MODULES,
    Back,
    Corner,
    DialBase,
    DialRotor,
    Face,
    Plate,
    Sticker,
    tag_id,
    tag_side_mm,
)

Point = tuple[float, float]
_SAMPLES = 16
_DIAL_Z_MM = (2.0, 3.0)


@dataclass(frozen=True, slots=True)
class StickerTruth:
    """One sticker on the table.

    corners_px: its tag's black square, top left, top right, bottom right, bottom left when upright.
    visible: share of the tag inside the picture and under no other disc, hand or sleeve.
    whole: of a disc, the same of its whole side up; else as visible.
    mm: its tag's middle on the table.
    """

    sticker: Sticker
    tag_id: int
    corners_px: tuple[Point, Point, Point, Point]
    centre_px: Point
    mm: Point
    visible: float
    px_per_module: float
    whole: float


def truth(scene: Scene) -> tuple[StickerTruth, ...]:
    """Every sticker of the kit: plates, corners, dials, then discs in the order they were laid."""
    view = view_of(scene.camera)
    return tuple(_seen(scene, view, sticker, spot, above) for sticker, spot, above in _laid(scene))


def sticker_up(disc: DiscPlaced) -> Face | Back:
    return Back(disc.player) if disc.number is None else Face(disc.player, disc.number)


def dial_spots(dial: DialPlaced) -> tuple[tuple[DialBase, Spot], tuple[DialRotor, Spot]]:
    """Where the two parts of a dial lie; the rotor is turned by its number."""
    turn = dial.angle + (dial.number - 1) * DIAL_STEP_DEG
    base = Spot(dial.x, dial.y, dial.angle, _DIAL_Z_MM[0])
    return (DialBase(dial.player), base), (DialRotor(dial.player), Spot(dial.x, dial.y, turn, _DIAL_Z_MM[1]))


def _laid(scene: Scene) -> list[tuple[Sticker, Spot, int]]:
    """Each sticker, where its tag's middle is, and the index of the first disc that may cover it."""
    found: list[tuple[Sticker, Spot, int]] = []
    for plate in scene.plates:
        at = (PLATE_TAG_CENTRE_MM[0] - PLATE_MM[0] / 2, PLATE_TAG_CENTRE_MM[1] - PLATE_MM[1] / 2)
        found.append((Plate(plate.slot), turned(Spot(plate.x, plate.y, plate.angle), *at), 0))
    for mark in scene.corners:
        found.append((Corner(mark.corner), Spot(mark.x, mark.y, mark.angle), 0))
    for dial in scene.dials:
        (base, below), (rotor, on_top) = dial_spots(dial)
        found.append((base, turned(below, *DIAL_BASE_TAG_CENTRE_MM, below.z), 0))
        found.append((rotor, on_top, 0))
    for index, disc in enumerate(scene.discs):
        spot = Spot(disc.x, disc.y, disc.angle, (disc.level + 1) * DISC_THICKNESS_MM)
        found.append((sticker_up(disc), spot, index + 1))
    return found


def _seen(scene: Scene, view: View, sticker: Sticker, spot: Spot, above: int) -> StickerTruth:
    side = tag_side_mm(sticker, scene.disc_mm)
    half = side / 2
    places = [turned(spot, x, y) for x, y in ((-half, -half), (half, -half), (half, half), (-half, half))]
    corners = _pixels(scene, view, np.array([[p.x, p.y] for p in places]), spot.z)
    middle = _pixels(scene, view, np.array([[spot.x, spot.y]]), spot.z)[0]
    first, second, third, fourth = ((float(x), float(y)) for x, y in corners)
    visible = _visible(scene, view, _square(spot, side), above)
    edges = np.hypot(*(corners - np.roll(corners, 1, axis=0)).T)
    return StickerTruth(
        sticker=sticker,
        tag_id=tag_id(sticker),
        corners_px=(first, second, third, fourth),
        centre_px=(float(middle[0]), float(middle[1])),
        mm=(spot.x, spot.y),
        visible=visible,
        px_per_module=float(edges.mean() / TAG_MODULES),
        whole=_visible(scene, view, _disc(spot, scene.disc_mm), above) if above else visible,
    )


def _pixels(scene: Scene, view: View, points: Doubles, z: float) -> Doubles:
    at = view.project(points[:, 0], points[:, 1], z)
    if Fault.MIRRORED in scene.faults:
        at[:, 0] = scene.camera.width_px - 1 - at[:, 0]
    return at


def _square(spot: Spot, side: float) -> list[Spot]:
    """A grid of points on it."""
    steps = ((np.arange(_SAMPLES) + 0.5) / _SAMPLES - 0.5) * side
    return [turned(spot, x, y, spot.z) for y in steps for x in steps]


def _disc(spot: Spot, across: float) -> list[Spot]:
    return [p for p in _square(spot, across) if math.hypot(p.x - spot.x, p.y - spot.y) < across / 2]


def _visible(scene: Scene, view: View, grid: list[Spot], above: int) -> float:
    """Share of the points, all of one height, that the camera sees."""
    at = view.project(np.array([p.x for p in grid]), np.array([p.y for p in grid]), grid[0].z)
    u, v = at[:, 0], at[:, 1]
    size = view.pose
    shown = (u > -0.5) & (v > -0.5) & (u < size.width_px - 0.5) & (v < size.height_px - 0.5)
    slopes = view.slopes_at(u, v)
    for disc in scene.discs[above:]:
        for z in np.linspace(0, DISC_THICKNESS_MM, 4) + disc.level * DISC_THICKNESS_MM:
            x, y = _met(view, slopes, z)
            shown &= np.hypot(x - disc.x, y - disc.y) > scene.disc_mm / 2
    for hand in scene.hands:
        shown &= ~hidden_by(hand, *_met(view, slopes, HAND_Z_MM))
    return float(shown.mean())


def _met(view: View, slopes: Doubles, z: float) -> tuple[Doubles, Doubles]:
    drop = view.eye[2] - z
    return view.eye[0] + drop * slopes[:, 0], view.eye[1] + drop * slopes[:, 1]
