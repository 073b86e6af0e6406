"""A look's picture and what was read in it -> spots of light that are as large as what they may hide.

A spot is far whiter than the paper of the stickers, and fades into what lies round it as a lamp's mirror
image does and a white sheet does not. What was read is not hidden, whatever shines on it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.ports import Grey
from hardware.stickers import Face, Plate
from pi_app.vision.find import sample_cells
from pi_app.vision.flaws import OTHER_KIT
from pi_app.vision.seen import Ignored, Point, Sighting, Source

Box = tuple[int, int, int, int]
"""x, y, width, height."""

GLARING = 250
"""A grey level at which nothing can be told apart any more."""
PAPER_BELOW, DULL = 235, 160
"""Paper whiter than the one is as white as light; below the other, nothing but light is white."""
USUAL_WHITE, BRIGHTEST = 0.6, 0.03
"""Paper: this share of places round tags is no whiter; without tags, so much of the picture is as white."""
SIDES = (0.4, 14.0)
"""Width of a spot, in sides of a tag: smaller hides nothing, larger is a window or a white cloth."""
MOST_TRIED = 12
READ, HALF_READ = 1, 2
ROUND_READ, ROUND_PLATE = 1.0, 3.5
"""Half the width of what belongs to a print, in its sides: the ring of a face; how far the code of a plate of
another kit may be from its tag, of which only the place is known.
"""
MOSTLY = 0.5
"""Of a spot, on what was read: it hides nothing."""
STEPS = (GLARING, 235, 190, 160)
SOFT, EVEN = 1.25, 0.35
"""Round a spot of light: pixels that are at least light over those that are white, and those that are grey
over those that are nearly white. A sheet ends at an edge, and so does what is nearly white all over.
"""


def spots(
    grey: Grey, small: Grey, side: float, sightings: Sequence[Sighting], ignored: Sequence[Ignored]
) -> list[Point]:
    """Places in pixels of `grey`, the largest spot first.

    small: the same picture. side: of a tag, in pixels of `grey`. ignored: what was read and is none of ours.
    """
    tags = [seen for seen in sightings if seen.source is Source.TAG and seen.corners_px is not None]
    if not small.size:
        return []
    _, white = cv2.threshold(small, GLARING - 1, 255, cv2.THRESH_BINARY)
    left, top, wide, high = cv2.boundingRect(white)
    if not wide or _as_white(grey, small, tags, PAPER_BELOW):
        return []
    scale = grey.shape[1] / small.shape[1]
    least, most = (limit * side / scale for limit in SIDES)
    piece = np.ascontiguousarray(white[top : top + high, left : left + wide])
    _, labels, stats, centres = cv2.connectedComponentsWithStats(piece)
    narrow, broad = np.sort(stats[1:, cv2.CC_STAT_WIDTH : cv2.CC_STAT_HEIGHT + 1], axis=1).T
    fitting = 1 + np.flatnonzero((narrow >= least) & (broad <= most))
    if not len(fitting):
        return []
    known = _known(sightings, small.shape, scale)
    light_alone = bool(tags) and not _as_white(grey, small, tags, DULL)
    found: list[Point] = []
    for k in fitting[np.argsort(-stats[fitting, cv2.CC_STAT_AREA])][:MOST_TRIED]:
        x, y, w, h, _ = stats[k].tolist()
        box = (x + left, y + top, w, h)
        lies_on = known[box[1] : box[1] + h, box[0] : box[0] + w][labels[y : y + h, x : x + w] == k]
        if (lies_on == READ).mean() >= MOSTLY or _on_strange(box, ignored, 1 / scale, side / scale):
            continue
        if light_alone or (lies_on == HALF_READ).any() or _fades(small, box):
            found.append((float(centres[k][0] + left) * scale, float(centres[k][1] + top) * scale))
    return found


def _as_white(grey: Grey, small: Grey, tags: Sequence[Sighting], level: int) -> bool:
    """Whether the stickers are as white as this, by what is round their tags; else what is brightest."""
    if not tags:
        return cv2.countNonZero(cv2.inRange(small, level, 255)) >= BRIGHTEST * small.size
    quads = np.array([tag.corners_px for tag in tags], np.float32)
    places = np.array([(-0.07, 0.5), (1.07, 0.5), (0.5, -0.07), (0.5, 1.07)], np.float32)
    return float(np.quantile(sample_cells(grey, quads, places), USUAL_WHITE)) >= level


def _fades(small: Grey, box: Box) -> bool:
    """Whether the white in this box becomes darker step by step round about."""
    x, y, w, h = box
    beyond_x, beyond_y = w // 4 + 1, h // 4 + 1
    near = small[max(0, y - beyond_y) : y + h + beyond_y, max(0, x - beyond_x) : x + w + beyond_x]
    white, nearly, light, grey = (cv2.countNonZero(cv2.inRange(near, least, 255)) for least in STEPS)
    return light >= SOFT * white and grey - light >= EVEN * (nearly - white)


def _on_strange(box: Box, ignored: Sequence[Ignored], per_px: float, side: float) -> bool:
    """Whether it lies on what is none of ours. per_px: of the small picture; side: of a tag in it."""
    x, y, w, h = box
    for thing in ignored:
        reach = side * (ROUND_PLATE if thing.reason == OTHER_KIT else ROUND_READ)
        u, v = thing.centre_px[0] * per_px, thing.centre_px[1] * per_px
        if -reach <= u - x <= w + reach and -reach <= v - y <= h + reach:
            return True
    return False


def _known(sightings: Sequence[Sighting], shape: tuple[int, ...], scale: float) -> NDArray[np.uint8]:
    """READ where a sticker lies of which all was read, HALF_READ where one of its two prints was not."""
    drawn = np.zeros(shape, np.uint8)
    prints = Counter(_whose(seen) for seen in sightings)
    for seen in sightings:
        if seen.corners_px is not None:
            half = isinstance(seen.sticker, Face | Plate) and prints[_whose(seen)] == 1
            quad = np.array(seen.corners_px, np.float32)
            middle = quad.mean(axis=0)
            whole = (middle + 2 * ROUND_READ * (quad - middle)) / scale
            cv2.fillConvexPoly(drawn, np.round(whole).astype(np.int32), HALF_READ if half else READ)
    return drawn


def _whose(seen: Sighting) -> tuple[object, ...]:
    """A plate's two prints lie apart, a face's have one middle."""
    return (seen.sticker,) if isinstance(seen.sticker, Plate) else (seen.sticker, seen.centre_px)
