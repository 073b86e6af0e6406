"""What else lies on a table, as flat art: the score board, card piles, paper, a pencil, a mug.

Each comes from its size and a seed; none of them carries a code of the kit.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.simulated.art import Art, as_grey, card_like, printed
from hardware.simulated.cards import card_back, picture
from hardware.simulated.scene import Clutter, Thing

Grey = NDArray[np.uint8]
_PX_PER_MM = 4.0
HEIGHT_MM: dict[Thing, float] = {
    Thing.BOARD: 2.5,
    Thing.DECK: 18.0,
    Thing.PILE: 1.0,
    Thing.PAPER: 0.1,
    Thing.PENCIL: 7.0,
    Thing.MUG: 90.0,
    Thing.LENS_BOARD: 3.0,
}
"""How far above the table its upper side is: what its shadow and its lean come from."""
_WALL: dict[Thing, float] = {Thing.DECK: 0.75, Thing.MUG: 0.6}


@lru_cache(maxsize=32)
def clutter_art(thing: Thing, width_mm: float, height_mm: float, look: int, warmth: float) -> Art:
    """The thing seen from above."""
    return _DRAWERS[thing](width_mm, height_mm, look, warmth)


def art_of(clutter: Clutter, warmth: float) -> Art:
    return clutter_art(clutter.thing, clutter.width_mm, clutter.height_mm, clutter.look, warmth)


def wall_of(clutter: Clutter, warmth: float) -> Art:
    """What its sides look like: its outline in one dark tone."""
    top = art_of(clutter, warmth).layers
    tone = _WALL.get(clutter.thing, 0.5) * float(top[..., 0].max())
    cover = np.ascontiguousarray(top[..., 1])
    return Art.of(np.full_like(cover, int(tone)), cover, art_of(clutter, warmth).px_per_mm)


def corner_mm(clutter: Clutter) -> float:
    """Radius of the corners of its shadow."""
    return clutter.width_mm / 2 if clutter.thing is Thing.MUG else 1.0


def _board(width_mm: float, height_mm: float, look: int, warmth: float) -> Art:
    """A picture with the track of numbered fields and some rabbits on it."""
    width, height = int(width_mm * _PX_PER_MM), int(height_mm * _PX_PER_MM)
    scenery = picture(look + 900_000, width, height)
    rng = np.random.default_rng((look, 41))
    for field in range(31):
        turn = 2 * np.pi * field / 33 + 0.4
        wobble = 1 + 0.06 * np.sin(3 * turn)
        at = (
            int(width * (0.5 + 0.4 * wobble * np.cos(turn))),
            int(height * (0.5 + 0.4 * wobble * np.sin(turn))),
        )
        radius = int(7 * _PX_PER_MM)
        cv2.circle(scenery, at, radius, (30, 30, 30), -1, cv2.LINE_AA)
        cv2.circle(scenery, at, radius - 4, (205, 225, 232), -1, cv2.LINE_AA)
        cv2.putText(scenery, str(field), (at[0] - 13, at[1] + 8), 0, 0.75, (20, 20, 20), 2, cv2.LINE_AA)
        if rng.random() < 0.2:
            body = tuple(rng.integers(20, 235, 3).tolist())
            cv2.ellipse(scenery, at, (16, 25), float(rng.uniform(0, 180)), 0, 360, body, -1, cv2.LINE_AA)
    return card_like(scenery, warmth, _PX_PER_MM)


def _pile(width_mm: float, height_mm: float, look: int, warmth: float) -> Art:
    """A hand of cards, face down, not quite straight; width and height are one card's."""
    one, rng = card_back(warmth), np.random.default_rng((look, 43))
    scale = _PX_PER_MM / one.px_per_mm
    side = int(1.25 * max(width_mm, height_mm) * _PX_PER_MM)
    grey, cover = np.zeros((side, side), np.uint8), np.zeros((side, side), np.uint8)
    high, wide = one.layers.shape[:2]
    for _ in range(4):
        turn = cv2.getRotationMatrix2D((wide / 2, high / 2), float(rng.uniform(-7, 7)), scale)
        turn[:, 2] = turn[:, 2] + side / 2 - np.array([wide, high]) / 2 + rng.uniform(-14, 14, 2)
        drawn, upper = cv2.split(cv2.warpAffine(one.layers, turn, (side, side), flags=cv2.INTER_AREA))
        edge = cv2.dilate(upper, np.ones((3, 3), np.uint8))
        grey = np.where(upper > 127, drawn, np.where(edge > 127, 150, grey)).astype(np.uint8)
        cover = np.maximum(cover, edge)
    return Art.of(grey, cover, _PX_PER_MM)


def _deck(_width_mm: float, _height_mm: float, _look: int, warmth: float) -> Art:
    return card_back(warmth)


def _paper(width_mm: float, height_mm: float, look: int, _warmth: float) -> Art:
    """A sheet with lines of scribble."""
    width, height = int(width_mm * _PX_PER_MM), int(height_mm * _PX_PER_MM)
    rng, sheet = np.random.default_rng((look, 47)), np.full((height, width), 246, np.uint8)
    for y in range(40, height - 24, 30):
        x = 24
        while x < width - 60:
            length = int(rng.uniform(12, 50))
            start, end = (x, y + int(rng.normal(0, 3))), (x + length, y + int(rng.normal(0, 5)))
            cv2.line(sheet, start, end, int(rng.integers(20, 80)), 5, cv2.LINE_AA)
            x += length + int(rng.uniform(8, 20))
    return Art.of(printed(sheet), np.full_like(sheet, 255), _PX_PER_MM)


def _pencil(width_mm: float, height_mm: float, _look: int, warmth: float) -> Art:
    """Lies along its height, its tip up."""
    width, height = max(8, int(width_mm * _PX_PER_MM)), int(height_mm * _PX_PER_MM)
    round_side = np.sin(np.linspace(0.15, np.pi - 0.15, width))[None, :, None]
    stick = np.broadcast_to(np.array([40, 130, 215]) * round_side, (height, width, 3)).astype(np.uint8)
    tip, cover = min(int(width * 2.6), height // 2), np.full((height, width), 255, np.uint8)
    stick[:tip] = np.array([150, 190, 220]) * round_side
    stick[: tip // 3] = 40
    for row in range(tip):
        bare = int(width / 2 * (1 - row / tip))
        cover[row, :bare] = cover[row, width - bare :] = 0
    return Art.of(as_grey(np.ascontiguousarray(stick), warmth), cover, _PX_PER_MM)


def _mug(width_mm: float, _height_mm: float, look: int, warmth: float) -> Art:
    """Straight down into it: rim, inner wall, what is left of the drink."""
    side = int(width_mm * _PX_PER_MM)
    rng, mug = np.random.default_rng((look, 53)), np.zeros((side, side, 3), np.uint8)
    glaze, half = rng.integers(30, 230, 3), side // 2
    for share, tone in (
        (1.0, glaze),
        (0.9, glaze * 0.55),
        (0.82, glaze * 0.35),
        (0.76, np.array([16, 22, 34])),
    ):
        cv2.circle(mug, (half, half), int(half * share) - 1, tone.astype(int).tolist(), -1, cv2.LINE_AA)
    cv2.ellipse(
        mug, (half - half // 4, half - half // 3), (half // 6, half // 14), 30, 0, 360, (90, 100, 110), -1
    )
    cover = np.zeros((side, side), np.uint8)
    cv2.circle(cover, (half, half), half - 1, 255, -1, cv2.LINE_AA)
    return Art.of(as_grey(np.asarray(cv2.GaussianBlur(mug, (0, 0), 2), np.uint8), warmth), cover, _PX_PER_MM)


def _lens_board(width_mm: float, height_mm: float, _look: int, _warmth: float) -> Art:
    """The page that a lens is measured with, 200 x 280 mm with its margin; smaller on smaller paper."""
    from hardware.board import board_picture  # noqa: PLC0415 - draws PDF pages too, which takes a second

    px = 2 * _PX_PER_MM
    page = np.full((round(height_mm * px), round(width_mm * px)), 255, np.uint8)
    board = board_picture(round(px))
    scale = min(1.0, *(0.93 * outer / inner for outer, inner in zip(page.shape, board.shape, strict=True)))
    if scale < 1:
        board = np.asarray(
            cv2.resize(board, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8
        )
    y, x = ((outer - inner) // 2 for outer, inner in zip(page.shape, board.shape, strict=True))
    page[y : y + board.shape[0], x : x + board.shape[1]] = board
    return Art.of(printed(page), np.full_like(page, 255), px)


_DRAWERS: dict[Thing, Callable[[float, float, int, float], Art]] = {
    Thing.BOARD: _board,
    Thing.DECK: _deck,
    Thing.PILE: _pile,
    Thing.PAPER: _paper,
    Thing.PENCIL: _pencil,
    Thing.MUG: _mug,
    Thing.LENS_BOARD: _lens_board,
}
