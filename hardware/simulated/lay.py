"""Lays flat art and round discs into a picture, each seen through the lens, with its soft shadow.

The picture holds brightness under plain light; every function changes it in place.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.simulated.art import Art
from hardware.simulated.view import Doubles, Floats, View
from hardware.stickers import CARD_MM, DISC_THICKNESS_MM, PLATE_CARD_GAP_MM, PLATE_MM

Grey = NDArray[np.uint8]
CARD_Y_MM = -(PLATE_MM[1] / 2 + PLATE_CARD_GAP_MM + CARD_MM[1] / 2)
"""From the middle of a plate to the middle of its card."""
_SHADOW_LENGTH = 0.75
"""A thing 1 mm high throws a shadow this long: the lamp stands at about 53 degrees."""
_SHADOW_DEPTH = 0.5


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a thing lies: its centre, its turn in degrees clockwise, its upper side's height."""

    x: float
    y: float
    angle: float = 0.0
    z: float = 0.0


@dataclass(frozen=True, slots=True)
class Curl:
    """A sticker that comes off: beyond `from_mm` from its middle, towards `angle`, it bends up."""

    angle: float
    from_mm: float
    up_mm: float


@dataclass(frozen=True, slots=True)
class Lamp:
    """Where shadows fall. from_deg: the light's side; softness_mm: width of a shadow's edge."""

    from_deg: float
    softness_mm: float

    def shift(self, high_mm: float) -> tuple[float, float]:
        turn = math.radians(self.from_deg)
        far = -high_mm * _SHADOW_LENGTH
        return far * math.cos(turn), far * math.sin(turn)


@dataclass(frozen=True, slots=True, eq=False)
class Canvas:
    """A picture being drawn, the camera it is drawn for, the lamp that throws its shadows."""

    picture: Grey
    view: View
    lamp: Lamp


def lay_flat(canvas: Canvas, art: Art, spot: Spot, curl: Curl | None = None) -> None:
    """Put `art` down, its middle at `spot`."""
    width, height = art.size_mm
    view = canvas.view
    box = view.box_round(*_rim(spot, width / 2, height / 2), spot.z)
    if box is None:
        return
    x, y = _local(view.on_plane(view.slopes(box), spot.z), spot)
    shade = None
    if curl is not None:
        x, y, shade = _curled(x, y, curl)
    q = art.px_per_mm
    map_x, map_y = (x + np.float32(width / 2)) * q - 0.5, (y + np.float32(height / 2)) * q - 0.5
    seen = cv2.remap(art.layers, map_x, map_y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT)
    part = box.of(canvas.picture)
    below = cv2.multiply(part, 255 - seen[..., 1], scale=1 / 255)
    above = seen[..., 0] if shade is None else cv2.multiply(seen[..., 0], shade, dtype=cv2.CV_8U)
    part[:] = cv2.add(below, above)


def lay_disc(canvas: Canvas, art: Art, spot: Spot, body: float, curl: Curl | None = None) -> None:
    """Put a disc down whose lower side is at `spot.z`; `body`: brightness of its rim, 0 to 255."""
    radius, view = art.size_mm[0] / 2, canvas.view
    top = Spot(spot.x, spot.y, spot.angle, spot.z + DISC_THICKNESS_MM)
    cast_shadow(canvas, spot, (radius, radius), radius, DISC_THICKNESS_MM)
    box = view.box_round(*_rim(spot, radius + 2, radius + 2), spot.z)
    if box is None:
        return
    slopes = view.slopes(box)
    x, y = view.on_plane(slopes, top.z)
    x, y = x - np.float32(spot.x), y - np.float32(spot.y)
    inside = radius - _swept_distance(x, y, slopes * np.float32(DISC_THICKNESS_MM))
    wall = np.clip(inside * np.float32(view.px_per_mm(top.x, top.y, top.z)) + 0.5, 0, 1)
    part = box.of(canvas.picture)
    part[:] = (part * (1 - wall) + np.float32(body) * wall).astype(np.uint8)
    lay_flat(canvas, art, top, curl)


def cast_shadow(canvas: Canvas, spot: Spot, half: tuple[float, float], corner: float, high_mm: float) -> None:
    """Darken what lies at `spot.z` under a rectangle of this half size, its corners rounded."""
    shift_x, shift_y = canvas.lamp.shift(high_mm)
    soft = min(canvas.lamp.softness_mm, 0.6 + 0.5 * high_mm) + 0.02 * high_mm
    fallen = Spot(spot.x + shift_x, spot.y + shift_y, spot.angle, spot.z)
    view = canvas.view
    box = view.box_round(*_rim(fallen, half[0] + soft, half[1] + soft), spot.z)
    if box is None:
        return
    x, y = _local(view.on_plane(view.slopes(box), spot.z), fallen)
    out_x, out_y = np.abs(x) - np.float32(half[0] - corner), np.abs(y) - np.float32(half[1] - corner)
    outside = np.hypot(np.maximum(out_x, 0), np.maximum(out_y, 0)) + np.minimum(np.maximum(out_x, out_y), 0)
    inside = np.clip((np.float32(corner + soft) - outside) / np.float32(2 * soft), 0, 1)
    dark = 1 - np.float32(_SHADOW_DEPTH) * inside * inside * (3 - 2 * inside)
    part = box.of(canvas.picture)
    part[:] = cv2.multiply(part, dark, dtype=cv2.CV_8U)


def turned(spot: Spot, x: float, y: float, z: float = 0.0) -> Spot:
    """The place x, y in the frame of a thing that lies at `spot`, with the same turn."""
    turn = math.radians(spot.angle)
    cos, sin = math.cos(turn), math.sin(turn)
    return Spot(spot.x + cos * x - sin * y, spot.y + sin * x + cos * y, spot.angle, z)


def _rim(spot: Spot, half_width: float, half_height: float) -> tuple[Doubles, Doubles]:
    """The corners of a thing's rectangle and the middles of its sides (a lens bends them)."""
    steps = [(-1, -1), (0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0)]
    places = [turned(spot, across * half_width, down * half_height) for across, down in steps]
    return np.array([place.x for place in places]), np.array([place.y for place in places])


def _local(at: tuple[Floats, Floats], spot: Spot) -> tuple[Floats, Floats]:
    """Table millimetres in the frame of a thing."""
    turn = math.radians(spot.angle)
    cos, sin = np.float32(math.cos(turn)), np.float32(math.sin(turn))
    x, y = at[0] - np.float32(spot.x), at[1] - np.float32(spot.y)
    return cos * x + sin * y, cos * y - sin * x


def _swept_distance(x: Floats, y: Floats, way: Floats) -> Floats:
    """How near each ray comes to the disc's axis on its way from the upper side to the lower."""
    way_x, way_y = way[..., 0], way[..., 1]
    length = np.maximum(way_x * way_x + way_y * way_y, np.float32(1e-9))
    when = np.clip(-(x * way_x + y * way_y) / length, 0, 1)
    return np.asarray(np.hypot(x + when * way_x, y + when * way_y))


def _curled(x: Floats, y: Floats, curl: Curl) -> tuple[Floats, Floats, Floats]:
    """What shows of a bent sticker: print moved towards the bend, lit at a flatter angle."""
    turn = math.radians(curl.angle)
    cos, sin = np.float32(math.cos(turn)), np.float32(math.sin(turn))
    past = np.maximum(cos * x + sin * y - np.float32(curl.from_mm), 0)
    move = past * past * np.float32(curl.up_mm * 0.02)
    shade = np.asarray(1 + np.float32(0.035 * curl.up_mm) * past - np.float32(0.02) * past * past)
    return x + cos * move, y + sin * move, np.clip(shade, 0.5, 1.25).astype(np.float32)
