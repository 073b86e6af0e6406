"""A hand with its sleeve comes in over the table; it hides what lies below and throws a shadow.

Built of rods with round ends, their heights merged; lit from the side the lamp stands on.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.simulated.lay import Canvas, Lamp
from hardware.simulated.scene import Hand
from hardware.simulated.view import Box, Doubles, Floats

Grey = NDArray[np.uint8]
HAND_Z_MM = 22.0
"""How high the hand is held."""
_FAR_MM = 1500.0
_CELL_MM = 1.6
"""The hand is modelled this finely; its outline stays sharp since distances are smooth."""


@dataclass(frozen=True, slots=True)
class Rod:
    """From one point to another in the hand's frame: fingertip at 0, 0, the arm towards +x."""

    x0: float
    y0: float
    x1: float
    y1: float
    radius: float


_BARE = (
    Rod(8, 0, 84, -6, 8.0),
    Rod(26, -22, 86, -24, 8.0),
    Rod(14, 21, 86, 12, 8.0),
    Rod(42, 40, 94, 29, 7.0),
    Rod(72, -60, 118, -30, 9.5),
    Rod(104, -14, 132, -8, 28.0),
    Rod(104, 12, 132, 8, 27.0),
    Rod(132, 0, _FAR_MM, 0, 27.0),
)
_SLEEVE_RADIUS_MM = 41.0


def rods_of(hand: Hand) -> tuple[tuple[Rod, ...], Rod]:
    """The bare rods, and the sleeve."""
    return _BARE, Rod(hand.reach_mm + _SLEEVE_RADIUS_MM, 0, _FAR_MM, 0, _SLEEVE_RADIUS_MM)


def hidden_by(hand: Hand, x: Doubles, y: Doubles) -> NDArray[np.bool_]:
    """Which points (table mm, seen at the hand's height) the hand hides."""
    local = _in_frame(hand, x.astype(np.float32), y.astype(np.float32))
    bare, sleeve = rods_of(hand)
    return np.asarray(np.any([_depth(rod, *local) > 0 for rod in (*bare, sleeve)], axis=0))


def lay_hand(canvas: Canvas, hand: Hand, seed: int) -> None:
    """Draw `hand` over the picture, in place."""
    picture, view, lamp = canvas.picture, canvas.view, canvas.lamp
    cell = max(2, round(_CELL_MM * view.px_per_mm(view.pose.aim_x, view.pose.aim_y)))
    whole = view.whole
    columns, rows = -(-whole.width // cell), -(-whole.height // cell)
    u, v = (np.arange(columns) + 0.5) * cell - 0.5, (np.arange(rows) + 0.5) * cell - 0.5
    drop = view.eye[2] - HAND_Z_MM
    slopes = view.slopes_at(*np.meshgrid(u, v))
    x, y = (view.eye[:2, None, None] + drop * np.moveaxis(slopes, -1, 0)).astype(np.float32)
    _darken(picture, _outline(hand, x, y, lamp.shift(HAND_Z_MM)), cell)
    outside, surface, sleeved = _model(hand, x, y)
    tone = _tones(hand, surface, sleeved, lamp, seed)
    _cover(picture, outside, tone, cell)


def _in_frame(hand: Hand, x: Floats, y: Floats) -> tuple[Floats, Floats]:
    turn = math.radians(hand.angle)
    cos, sin = np.float32(math.cos(turn)), np.float32(math.sin(turn))
    x, y = x - np.float32(hand.x), y - np.float32(hand.y)
    return cos * x + sin * y, cos * y - sin * x


def _depth(rod: Rod, x: Floats, y: Floats) -> Floats:
    """How deep inside the rod's outline each point is, mm; negative outside."""
    way_x, way_y = rod.x1 - rod.x0, rod.y1 - rod.y0
    along = ((x - rod.x0) * way_x + (y - rod.y0) * way_y) / (way_x**2 + way_y**2)
    along = np.clip(along, 0, 1)
    return np.asarray(rod.radius - np.hypot(x - rod.x0 - along * way_x, y - rod.y0 - along * way_y))


def _outline(hand: Hand, x: Floats, y: Floats, shift: tuple[float, float]) -> Floats:
    """Depth inside the whole hand's outline, moved by `shift` mm."""
    local = _in_frame(hand, x - np.float32(shift[0]), y - np.float32(shift[1]))
    bare, sleeve = rods_of(hand)
    return np.asarray(np.max([_depth(rod, *local) for rod in (*bare, sleeve)], axis=0))


def _model(hand: Hand, x: Floats, y: Floats) -> tuple[Floats, Floats, Floats]:
    """Depth inside the outline, height of the surface (mm), and how much of the top is sleeve."""
    local = _in_frame(hand, x, y)
    bare, sleeve = rods_of(hand)
    depths = [_depth(rod, *local) for rod in (*bare, sleeve)]
    heights = [
        np.sqrt(np.maximum(d * (2 * rod.radius - d), 0)) * 0.8
        for d, rod in zip(depths, (*bare, sleeve), strict=True)
    ]
    skin = np.max(heights[:-1], axis=0)
    return np.max(depths, axis=0), np.maximum(skin, heights[-1]), np.clip(depths[-1] / 2, 0, 1)


def _tones(hand: Hand, surface: Floats, sleeved: Floats, lamp: Lamp, seed: int) -> Floats:
    """Brightness of skin and cloth under a lamp from the side, with a little texture."""
    height = cv2.GaussianBlur(surface, (0, 0), 1.2)
    lean_x, lean_y = cv2.Sobel(height, cv2.CV_32F, 1, 0), cv2.Sobel(height, cv2.CV_32F, 0, 1)
    turn, scale = math.radians(lamp.from_deg), 1 / (8 * _CELL_MM)
    lean_x, lean_y = lean_x * scale, lean_y * scale
    facing = 0.8 - 0.6 * (lean_x * math.cos(turn) + lean_y * math.sin(turn))
    bright = facing / np.sqrt(1 + lean_x**2 + lean_y**2)
    base = np.float32(hand.skin) + sleeved * np.float32(hand.sleeve - hand.skin)
    folds = np.random.default_rng((seed & 0xFFFFFFFF, 3)).standard_normal((16, 24)).astype(np.float32)
    cloth = cv2.resize(folds, (surface.shape[1], surface.shape[0]), interpolation=cv2.INTER_CUBIC)
    texture = 1 + (0.03 + 0.09 * sleeved) * cloth
    return np.asarray(235 * base * np.clip(0.35 + 0.75 * bright, 0.25, 1.2) * texture, np.float32)


def _touched(depth: Floats, margin: float, cell: int, picture: Grey) -> tuple[Box, Floats] | None:
    """The part of the picture where depth exceeds -margin, and the depths of that part alone."""
    rows, columns = (
        np.flatnonzero((depth > -margin).any(axis=1)),
        np.flatnonzero((depth > -margin).any(axis=0)),
    )
    if not rows.size:
        return None
    top, bottom, left, right = rows[0], rows[-1] + 1, columns[0], columns[-1] + 1
    height = min(int(bottom - top) * cell, picture.shape[0] - int(top) * cell)
    width = min(int(right - left) * cell, picture.shape[1] - int(left) * cell)
    return Box(int(left) * cell, int(top) * cell, width, height), depth[top:bottom, left:right]


def _grown(coarse: Floats, cell: int, box: Box) -> Floats:
    fine = cv2.resize(np.ascontiguousarray(coarse), None, fx=cell, fy=cell, interpolation=cv2.INTER_LINEAR)
    return np.asarray(fine[: box.height, : box.width])


def _darken(picture: Grey, depth: Floats, cell: int) -> None:
    touched = _touched(depth, 14, cell, picture)
    if touched is None:
        return
    box, inner = touched
    dark = 1 - np.float32(0.5) * np.asarray(np.clip((inner + 12) / 24, 0, 1), np.float32)
    part = box.of(picture)
    part[:] = cv2.multiply(part, _grown(dark, cell, box), dtype=cv2.CV_8U)


def _cover(picture: Grey, depth: Floats, tone: Floats, cell: int) -> None:
    touched = _touched(depth, 2, cell, picture)
    if touched is None:
        return
    box, inner = touched
    alpha = np.clip(_grown(inner, cell, box) * np.float32(cell / _CELL_MM) + 0.5, 0, 1)
    rows = slice(box.y // cell, box.y // cell + inner.shape[0])
    columns = slice(box.x // cell, box.x // cell + inner.shape[1])
    part = box.of(picture)
    part[:] = (part + alpha * (_grown(tone[rows, columns], cell, box) - part)).clip(0, 255).astype(np.uint8)
