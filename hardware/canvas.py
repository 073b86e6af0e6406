"""White paper in millimetres goes in, pixels come out: squares, discs, digits and outlines, inked.

Edges are drawn by how much of each pixel they cover, so that sizes hold at every resolution.
"""

from __future__ import annotations

import math
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from hardware.palette import Outline, Rgb

Bgr = NDArray[np.uint8]
Bgra = NDArray[np.uint8]
Cover = NDArray[np.float32]
"""Share of each pixel that is covered, 0..1, shape (height, width)."""
Point = tuple[float, float]
BLACK: Rgb = (0, 0, 0)


@lru_cache(maxsize=16)
def glyph(number: int) -> Image.Image:
    """The number as a mask cut to its ink; 6 and 9 have a dot, for they are read from all sides."""
    text = f"{number}." if number in (6, 9) else str(number)
    font = ImageFont.load_default(400)
    left, top, right, bottom = font.getbbox(text, stroke_width=9)
    mask = Image.new("L", (math.ceil(right - left), math.ceil(bottom - top)))
    ImageDraw.Draw(mask).text((-left, -top), text, fill=255, font=font, stroke_width=9)
    return mask.crop(mask.getbbox())


@lru_cache(maxsize=4)
def polar(size: tuple[int, int], scale: float) -> tuple[Cover, Cover]:
    """Radius in mm and angle in turns (0 along +x, clockwise) of every pixel's middle."""
    x = ((np.arange(size[0], dtype=np.float32) + 0.5) / scale - size[0] / scale / 2)[None, :]
    y = ((np.arange(size[1], dtype=np.float32) + 0.5) / scale - size[1] / scale / 2)[:, None]
    turns = np.arctan2(y, x) / np.float32(2 * math.pi) % 1.0
    return np.hypot(x, y).astype(np.float32), turns.astype(np.float32)


@lru_cache(maxsize=4)
def disc(size: tuple[int, int], scale: float, radius: float) -> Cover:
    return np.asarray(np.clip((radius - polar(size, scale)[0]) * scale + 0.5, 0, 1), np.float32)


class Canvas:
    """White paper of a size in mm; positions from its top left corner, or from `middle` when turned."""

    def __init__(self, size: Point, scale: float) -> None:
        self.scale = scale
        self.size_px = round(size[0] * scale), round(size[1] * scale)
        self.middle = size[0] / 2, size[1] / 2
        self._bgr: Bgr = np.full((self.size_px[1], self.size_px[0], 3), 255, np.uint8)

    def paint(self, cover: Cover, rgb: Rgb, left: int = 0, top: int = 0) -> None:
        height, width = cover.shape
        part = self._bgr[top : top + height, left : left + width]
        if rgb == BLACK:
            shade = cv2.convertScaleAbs(cover, alpha=-255, beta=255)
            cv2.min(part, cv2.merge((shade, shade, shade)), dst=part)
        else:
            ink = np.full_like(part, rgb[::-1])
            part[:] = cv2.blendLinear(part, ink, 1 - cover, cover)

    def outside(self, radius: float) -> Cover:
        return 1 - disc(self.size_px, self.scale, radius)

    def whole(self) -> Bgra:
        """The drawing, opaque."""
        return np.asarray(cv2.cvtColor(self._bgr, cv2.COLOR_BGR2BGRA), np.uint8)

    def cut_round(self) -> Bgra:
        """The drawing, transparent outside the largest disc."""
        alpha = cv2.convertScaleAbs(disc(self.size_px, self.scale, self.middle[0]), alpha=255)
        return np.asarray(cv2.merge((*cv2.split(self._bgr), alpha)), np.uint8)

    def frame(self, half: float, rgb: Rgb) -> None:
        """Colour everywhere but in the middle square of 2 x `half` mm."""
        one = np.ones((1, 1), bool)
        inner, left, top = self._squares(one, self.middle, 2 * half)
        cover = np.ones(self.size_px[::-1], np.float32)
        cover[top : top + inner.shape[0], left : left + inner.shape[1]] -= inner
        self.paint(cover, rgb)

    def modules(self, modules: NDArray[np.bool_], centre: Point, side: float) -> None:
        """Black squares: `modules` spread over a square of `side` mm."""
        cover, left, top = self._squares(modules, centre, side)
        self.paint(cover, BLACK, left, top)

    def _squares(self, modules: NDArray[np.bool_], centre: Point, side: float) -> tuple[Cover, int, int]:
        """Exact cover of square modules, and its left and top pixel.

        How much of a pixel is covered follows from how much of it each column and each row fills.
        """
        shares: list[Cover] = []
        starts: list[int] = []
        for middle in centre:
            edges = (middle + side * (np.arange(len(modules) + 1) / len(modules) - 0.5)) * self.scale
            pixels = np.arange(math.floor(edges[0]), math.ceil(edges[-1]))
            overlap = np.minimum.outer(pixels + 1, edges[1:]) - np.maximum.outer(pixels, edges[:-1])
            shares.append(np.clip(overlap, 0, 1).astype(np.float32))
            starts.append(int(pixels[0]))
        # OpenCV's product: numpy's wakes all cores for so little, and waits for them.
        nothing = np.empty((0, 0), np.float32)
        rows = cv2.gemm(shares[1], modules.astype(np.float32), 1.0, nothing, 0.0)
        cover = cv2.gemm(rows, shares[0], 1.0, nothing, 0.0, flags=cv2.GEMM_2_T)
        return np.asarray(cover, np.float32), starts[0], starts[1]

    def number(self, number: int, offset: Point, height: float, rgb: Rgb, turn: float = 0.0) -> None:
        """Digits `height` mm tall, their middle at `offset` from the canvas's, all turned clockwise."""
        mask = np.asarray(glyph(number), np.float32) / np.float32(255)
        self._stamp(mask, height / len(mask), offset, rgb, turn)

    def outline(self, points: Outline, offset: Point, half: float, rgb: Rgb, turn: float = 0.0) -> None:
        """A filled outline from -1..1, `half` mm for 1."""
        mask = np.zeros((512, 512), np.uint8)
        corners = np.rint((np.array(points) * 240 + 255.5) * 16).astype(np.int32)
        cv2.fillPoly(mask, [corners], 255, cv2.LINE_AA, shift=4)
        self._stamp(mask.astype(np.float32) / np.float32(255), half / 240, offset, rgb, turn)

    def _stamp(self, mask: Cover, mm_per_px: float, offset: Point, rgb: Rgb, turn: float) -> None:
        height, width = mask.shape
        reach = math.hypot(height, width) * mm_per_px / 2 + 1 / self.scale
        a = math.radians(turn)
        x = self.middle[0] + offset[0] * math.cos(a) - offset[1] * math.sin(a)
        y = self.middle[1] + offset[0] * math.sin(a) + offset[1] * math.cos(a)
        left, top = max(0, int((x - reach) * self.scale)), max(0, int((y - reach) * self.scale))
        side = math.ceil(2 * reach * self.scale) + 1
        box = min(side, self.size_px[0] - left), min(side, self.size_px[1] - top)
        # Shrink by area first: warpAffine alone would skip pixels.
        zoom = mm_per_px * self.scale
        small = cv2.resize(mask, None, fx=zoom, fy=zoom, interpolation=cv2.INTER_AREA) if zoom < 1 else mask
        zoom = zoom * width / small.shape[1]
        move = cv2.getRotationMatrix2D(((small.shape[1] - 1) / 2, (small.shape[0] - 1) / 2), -turn, zoom)
        move[0, 2] += x * self.scale - left - small.shape[1] / 2
        move[1, 2] += y * self.scale - top - small.shape[0] / 2
        self.paint(np.asarray(cv2.warpAffine(small, move, box), np.float32), rgb, left, top)
