"""What light, lens and sensor make of a picture: falloff, glare, flicker bands, blur, motion, noise."""

from __future__ import annotations

import math
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.simulated.scene import Flaws, Light
from hardware.simulated.view import Box, Doubles, View

Grey = NDArray[np.uint8]
_STEP = 32
_REACH_MM = 600.0
"""A gradient's loss is spread over this far to both sides of the middle."""
_VIGNETTE = 0.13
_BANDS_IN_PICTURE = 2.6
_TILE = 1024
_ROOTS: Grey = np.sqrt(np.arange(65536)).clip(0, 255).round().astype(np.uint8)


def lit(picture: Grey, view: View, light: Light, box: Box | None = None) -> Grey:
    """The same picture (or its part `box`) as this light shows it; a new array."""
    where = box or view.whole
    columns, rows = -(-where.width // _STEP), -(-where.height // _STEP)
    u = where.x + (np.arange(columns) + 0.5) * _STEP - 0.5
    v = where.y + (np.arange(rows) + 0.5) * _STEP - 0.5
    grid_u, grid_v = np.meshgrid(u, v)
    slopes = view.slopes_at(grid_u, grid_v)
    x, y = view.eye[0] + view.eye[2] * slopes[..., 0], view.eye[1] + view.eye[2] * slopes[..., 1]
    gain = _falloff(light, x, y) * _vignette(view, grid_u, grid_v)
    shown = cv2.multiply(picture, _grown(gain, where), dtype=cv2.CV_8U)
    if not light.glare:
        return np.asarray(shown)
    return np.asarray(cv2.add(shown, _grown(_glare(light, x, y), where), dtype=cv2.CV_8U))


def softened(picture: Grey, flaws: Flaws) -> Grey:
    """Out of focus and moved, mixed as light mixes: white bleeds into black. A new array."""
    if flaws.blur_px <= 0 and flaws.motion_px < 1:
        return picture.copy()
    energy = cv2.multiply(picture, picture, dtype=cv2.CV_16U)
    if flaws.blur_px > 0:
        energy = cv2.GaussianBlur(energy, (0, 0), flaws.blur_px)
    if flaws.motion_px >= 1:
        energy = cv2.filter2D(energy, -1, _trail(flaws))
    return np.asarray(_ROOTS[energy])


def flickered(picture: Grey, bands: float, number: int) -> Grey:
    """Rows read while the lamp was dim are darker; the pattern creeps from frame to frame."""
    rows = np.arange(picture.shape[0]) / picture.shape[0] * _BANDS_IN_PICTURE + number * 0.37
    gain = 256 * (1 - bands * (0.5 + 0.5 * np.sin(2 * math.pi * rows)))
    return np.asarray(np.multiply(picture, gain[:, None].astype(np.uint16), dtype=np.uint16) >> 8, np.uint8)


def add_noise(picture: Grey, level: float, seed: int, number: int) -> None:
    """Grain of `level` grey levels, another one each frame; in place."""
    if level <= 0:
        return
    tile = _grain(level, seed)
    left, top = np.random.default_rng((seed & 0xFFFFFFFF, number, 5)).integers(0, _TILE, 2).tolist()
    height, width = picture.shape
    for y in range(-top, height, _TILE):
        for x in range(-left, width, _TILE):
            part = picture[max(y, 0) : y + _TILE, max(x, 0) : x + _TILE]
            grain = tile[max(-y, 0) :, max(-x, 0) :][: part.shape[0], : part.shape[1]]
            part[:] = cv2.add(part, grain, dtype=cv2.CV_8U)


def _falloff(light: Light, x: Doubles, y: Doubles) -> Doubles:
    turn = math.radians(light.from_deg)
    towards = np.clip((x * math.cos(turn) + y * math.sin(turn)) / _REACH_MM, -1, 1)
    return np.asarray(light.brightness * (1 - light.gradient * (1 - towards) / 2))


def _vignette(view: View, u: Doubles, v: Doubles) -> Doubles:
    width, height = view.pose.width_px, view.pose.height_px
    square = ((u - width / 2) ** 2 + (v - height / 2) ** 2) / (width**2 / 4 + height**2 / 4)
    return np.asarray(1 - _VIGNETTE * square)


def _glare(light: Light, x: Doubles, y: Doubles) -> Doubles:
    """A bright core with a wide veil round it."""
    added = np.zeros_like(x)
    for spot in light.glare:
        far = ((x - spot.x) ** 2 + (y - spot.y) ** 2) / spot.radius_mm**2
        added += 255 * spot.strength * (0.8 * np.exp(-(far**2)) + 0.2 * np.exp(-far / 4))
    return np.asarray(added)


def _grown(coarse: Doubles, box: Box) -> NDArray[np.float32]:
    fine = cv2.resize(coarse.astype(np.float32), None, fx=_STEP, fy=_STEP, interpolation=cv2.INTER_LINEAR)
    return np.asarray(fine[: box.height, : box.width])


def _trail(flaws: Flaws) -> NDArray[np.float32]:
    """The way the picture moved while the sensor looked."""
    half = math.ceil(flaws.motion_px / 2)
    trail = np.zeros((2 * half + 1, 2 * half + 1), np.float32)
    turn = math.radians(flaws.motion_deg)
    for step in np.linspace(-flaws.motion_px / 2, flaws.motion_px / 2, 8 * half + 1):
        trail[round(half + step * math.sin(turn)), round(half + step * math.cos(turn))] += 1
    return np.asarray(trail / trail.sum())


@lru_cache(maxsize=4)
def _grain(level: float, seed: int) -> NDArray[np.int16]:
    """Noise as a camera leaves it: neighbouring pixels share some of it."""
    raw = np.random.default_rng((seed & 0xFFFFFFFF, 7)).standard_normal((_TILE, _TILE)).astype(np.float32)
    soft = cv2.GaussianBlur(raw, (3, 3), 0.5, borderType=cv2.BORDER_REFLECT)
    return np.asarray((soft * (level / soft.std())).round(), np.int16)
