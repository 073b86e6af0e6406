"""A scene and a frame's number go in, the grey picture a camera would take comes out.

The same scene and number always give the same pixels. What did not change since the last frames
(table, cards, discs, light) is not drawn again. The drawing does not know how it is read.
"""

from __future__ import annotations

import math
from dataclasses import replace
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.palette import look_of
from hardware.simulated import clutter, strangers
from hardware.simulated.art import Art, Print, sticker_art, worn_art
from hardware.simulated.cards import card_art
from hardware.simulated.hands import lay_hand
from hardware.simulated.lay import (
    CARD_Y_MM,
    Canvas,
    Curl,
    Lamp,
    Spot,
    cast_shadow,
    lay_disc,
    lay_flat,
    turned,
)
from hardware.simulated.light import add_noise, flickered, lit, softened
from hardware.simulated.scene import CameraPose, Clutter, DiscPlaced, Fault, Flaws, Hand, Light, Scene, Table
from hardware.simulated.surface import FLOOR, MEAN, PX_PER_MM, pattern
from hardware.simulated.truth import dial_spots, sticker_up
from hardware.simulated.view import view_of
from hardware.stickers import DEFAULT_KIT, DISC_THICKNESS_MM, Corner, Plate, Sticker, tag_id

Grey = NDArray[np.uint8]
_SHARP = 1.6
_PAPER_MM = 0.4
_SLICE_MM = 4.0
_LONGEST_SHADOW_MM = 35.0


def draw(scene: Scene, number: int = 0) -> Grey:
    """uint8, shape (height_px, width_px); a new array each time."""
    if Fault.BLACK in scene.faults:
        picture = np.zeros((scene.camera.height_px, scene.camera.width_px), np.uint8)
    else:
        hands = tuple(_swayed(hand, scene.seed, number) for hand in scene.hands)
        picture = _exposed(replace(scene, hands=hands, faults=())).copy()
    if scene.light.bands > 0:
        picture = flickered(picture, scene.light.bands, number)
    add_noise(picture, scene.flaws.noise, scene.seed, number)
    return np.ascontiguousarray(picture[:, ::-1]) if Fault.MIRRORED in scene.faults else picture


@lru_cache(maxsize=2)
def _exposed(scene: Scene) -> Grey:
    """All but what differs from frame to frame."""
    picture = _with_discs(_as_it_lies(scene))
    if scene.hands:
        canvas = _canvas(scene, picture)
        for hand in scene.hands:
            lay_hand(canvas, hand, scene.seed)
        picture = canvas.picture
    return softened(lit(picture, view_of(scene.camera), scene.light), scene.flaws)


def _as_it_lies(scene: Scene) -> Scene:
    """Without what comes over the things later: two scenes with equal rests share one drawing."""
    light = Light(
        from_deg=scene.light.from_deg, softness_mm=scene.light.softness_mm, warmth=scene.light.warmth
    )
    return replace(scene, hands=(), light=light, flaws=Flaws(wear=scene.flaws.wear))


def _canvas(scene: Scene, below: Grey) -> Canvas:
    """A copy of `below`, ready to be drawn on."""
    return Canvas(below.copy(), view_of(scene.camera), Lamp(scene.light.from_deg, scene.light.softness_mm))


@lru_cache(maxsize=2)
def _with_discs(scene: Scene) -> Grey:
    canvas = _canvas(scene, _with_cards(replace(scene, discs=())))
    for disc in scene.discs:
        spot = Spot(disc.x, disc.y, disc.angle, disc.level * DISC_THICKNESS_MM)
        art = _sticker(scene, sticker_up(disc), spot, wear=disc.wear)
        lay_disc(canvas, art, spot, _body(disc), _curl_of(disc, scene.disc_mm))
    return canvas.picture


@lru_cache(maxsize=2)
def _with_cards(scene: Scene) -> Grey:
    canvas = _canvas(scene, _bare(scene.table, scene.camera))
    warmth = scene.light.warmth
    for thing in scene.clutter:
        _put_clutter(canvas, thing, warmth)
    for plate in scene.plates:
        spot = Spot(plate.x, plate.y, plate.angle)
        if plate.card is not None:
            _put(canvas, card_art(plate.card, warmth), turned(spot, 0, CARD_Y_MM))
        _put(canvas, _sticker(scene, Plate(plate.slot), spot, plate.kit), spot)
    for mark in scene.corners:
        spot = Spot(mark.x, mark.y, mark.angle)
        _put(canvas, _sticker(scene, Corner(mark.corner), spot), spot)
    for dial in scene.dials:
        for sticker, spot in dial_spots(dial):
            art = _sticker(scene, sticker, spot)
            cast_shadow(canvas, replace(spot, z=0.0), _half(art), art.size_mm[0] / 2, spot.z)
            lay_flat(canvas, art, spot)
    for stranger in scene.strangers:
        _put(canvas, strangers.art_of(stranger), Spot(stranger.x, stranger.y, stranger.angle))
    return canvas.picture


@lru_cache(maxsize=2)
def _bare(table: Table, camera: CameraPose) -> Grey:
    """The table top alone, and the floor round it."""
    view = view_of(camera)
    x, y = view.on_plane(view.slopes(view.whole))
    wood = pattern(table.surface, table.grain)
    bare = cv2.remap(wood, x * PX_PER_MM, y * PX_PER_MM, cv2.INTER_LINEAR, borderMode=cv2.BORDER_WRAP)
    bare = cv2.convertScaleAbs(bare, alpha=255 * table.tone / MEAN)
    inside = np.minimum(table.width_mm / 2 - np.abs(x), table.height_mm / 2 - np.abs(y))
    if inside.min() < 1:
        top = np.clip(inside * np.float32(view.px_per_mm(camera.aim_x, camera.aim_y)) + 0.5, FLOOR, 1)
        bare = cv2.multiply(bare, top, dtype=cv2.CV_8U)
    return np.asarray(bare)


def _put_clutter(canvas: Canvas, thing: Clutter, warmth: float) -> None:
    """Things stand up: their sides are slices of their outline, one over the other."""
    high = clutter.HEIGHT_MM[thing.thing]
    spot = Spot(thing.x, thing.y, thing.angle)
    half = (thing.width_mm / 2, thing.height_mm / 2)
    cast_shadow(canvas, spot, half, clutter.corner_mm(thing), min(high, _LONGEST_SHADOW_MM))
    if high > _SLICE_MM:
        wall = clutter.wall_of(thing, warmth)
        for z in np.arange(0, high, _SLICE_MM):
            lay_flat(canvas, wall, replace(spot, z=float(z)))
    lay_flat(canvas, clutter.art_of(thing, warmth), replace(spot, z=high))


def _put(canvas: Canvas, art: Art, spot: Spot) -> None:
    """Paper and card: they hardly stand up."""
    cast_shadow(canvas, spot, _half(art), 1.0, _PAPER_MM)
    lay_flat(canvas, art, spot)


def _half(art: Art) -> tuple[float, float]:
    width, height = art.size_mm
    return width / 2, height / 2


def _sticker(
    scene: Scene, sticker: Sticker, spot: Spot, kit: int = DEFAULT_KIT, wear: float | None = None
) -> Art:
    px_per_mm = math.ceil(_SHARP * view_of(scene.camera).px_per_mm(spot.x, spot.y, spot.z))
    fresh = Print(sticker, scene.disc_mm, max(3, px_per_mm), scene.light.warmth, kit)
    used = scene.flaws.wear if wear is None else wear
    if used <= 0:
        return sticker_art(fresh)
    return worn_art(fresh, used, (scene.seed * 4099 + tag_id(sticker)) & 0xFFFFFFFF)


def _body(disc: DiscPlaced) -> float:
    """The disc's own colour, seen from its side."""
    red, green, blue = look_of(disc.player).rgb
    return 0.55 * (0.299 * red + 0.587 * green + 0.114 * blue) + 20


def _curl_of(disc: DiscPlaced, disc_mm: float) -> Curl | None:
    return Curl(disc.angle * 7 % 360, disc_mm * 0.2, disc.curl) if disc.curl > 0 else None


def _swayed(hand: Hand, seed: int, number: int) -> Hand:
    """Hands hover; each frame shows them a little elsewhere."""
    if not hand.sway_mm:
        return hand
    move = np.random.default_rng((seed & 0xFFFFFFFF, number, 13)).uniform(-1, 1, 3) * hand.sway_mm
    return replace(hand, x=hand.x + move[0], y=hand.y + move[1], angle=hand.angle + move[2] * 0.1)
