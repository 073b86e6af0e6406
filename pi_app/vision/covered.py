"""A picture taken while people vote in, the same with every face covered out, for who looks for a fault.

Rule: what was read as a face or a dial is covered, and so is every square of such a size that was not read,
but for what else was read beside it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import cv2
import numpy as np

from hardware.ports import Grey
from hardware.stickers import DISC_MM, TAG_MODULES, Face, tag_side_mm
from pi_app.vision.look import CROP_DIAL_MODULES, Kept
from pi_app.vision.seen import Look, Patch, Point, Side

COVER = 128
_DISC = 1.3 * DISC_MM / tag_side_mm(Face(1, 1)) / 2
"""Radius of a disc and a bit, in sides of its tag."""
_DIAL = 1.1 * CROP_DIAL_MODULES / TAG_MODULES / 2
_ALIKE = (0.5, 2.0)
"""Sides of a square over those of the tags that were read."""
_UNKNOWN = 0.012
"""Where no tag was read: the side of one, over the picture's width."""
_MARGIN = 1 + 2 / TAG_MODULES
"""Of a code that stays to be read: a module round it."""


def covered(grey: Grey, look: Look, kept: Kept, patches: Sequence[Patch]) -> Grey:
    """A copy of `grey`. patches: of `find`, all that may be a tag in it."""
    out = grey.copy()
    sides = [_side(outline) for outline in kept.outlines]
    usual = float(np.median(sides)) if sides else _UNKNOWN * grey.shape[1]
    faces = [disc.centre_px for disc in look.discs if disc.side is Side.FACE]
    for at in _unread(patches, kept, usual):
        _cover(out, at, _DISC * _side_at(at, kept, usual))
    _uncover(out, grey, kept.outlines)
    for at in faces:
        _cover(out, at, _DISC * _side_at(at, kept, usual))
    for dial in look.dials:
        _cover(out, dial.centre_px, _DIAL * _side_at(dial.centre_px, kept, usual))
    return out


def _unread(patches: Iterable[Patch], kept: Kept, usual: float) -> list[Point]:
    """The middles of squares as large as a tag in which none was read."""
    read = [_middle(outline) for outline in kept.outlines]
    found = []
    for patch in patches:
        quad = patch.quad or ((0, 0), (patch.side, 0), (patch.side, patch.side), (0, patch.side))
        at = (patch.x + patch.side / 2, patch.y + patch.side / 2)
        alike = _ALIKE[0] < _side(quad) / usual < _ALIKE[1]
        if alike and all(max(abs(at[0] - x), abs(at[1] - y)) > usual / 2 for x, y in read):
            found.append(at)
    return found


def _side_at(at: Point, kept: Kept, usual: float) -> float:
    """Of the tag that was read just there, else of the usual one."""
    near = [o for o in kept.outlines if np.hypot(*np.subtract(_middle(o), at)) < usual / 2]
    return max([usual, *(_side(outline) for outline in near)])


def _side(outline: Sequence[Point]) -> float:
    corners = np.array(outline, np.float64)
    return float(np.hypot(*(corners - np.roll(corners, 1, axis=0)).T).mean())


def _middle(outline: Sequence[Point]) -> Point:
    x, y = np.array(outline, np.float64).mean(axis=0)
    return float(x), float(y)


def _cover(picture: Grey, at: Point, radius: float) -> None:
    cv2.circle(picture, (round(at[0]), round(at[1])), round(radius), COVER, -1)


def _uncover(picture: Grey, grey: Grey, outlines: Sequence[Sequence[Point]]) -> None:
    """As it was, inside the outlines and their margins."""
    mask = np.zeros(picture.shape, np.uint8)
    for outline in outlines:
        corners, middle = np.array(outline, np.float64), np.array(_middle(outline))
        cv2.fillConvexPoly(mask, np.round(middle + _MARGIN * (corners - middle)).astype(np.int32), 255)
    picture[mask > 0] = grey[mask > 0]
