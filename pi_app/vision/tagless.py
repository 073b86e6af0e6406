"""A look at rest and its picture -> discs on cards and plates whose tag cannot be read, by their ring alone.

Slower than a look. Rule: a ring alone is never sure, so such a disc is always fleeting; and it is told only
of a player of whom no other face was read, so that it never disturbs what is sure.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.table_map import TableMap
from hardware.ports import Grey
from hardware.stickers import (
    CARD_MM,
    DISC_MM,
    DISC_MM_RANGE,
    DISC_THICKNESS_MM,
    PLATE_CARD_GAP_MM,
    PLATE_MM,
    Face,
    tag_side_mm,
)
from pi_app.vision.locate import PlatePose, slots_at
from pi_app.vision.lone_rings import LoneRing, lone_rings
from pi_app.vision.look import Kept, crop_at
from pi_app.vision.seen import DiscSeen, Look, Point, Reading, Side

Floats = NDArray[np.float64]

PX_PER_MM = 2.0
BEYOND_MM = 14.0
"""Round a card and its plate: a disc whose middle is on them shows whole."""
EDGE, VOTES, MOST_CIRCLES = 140, 22, 40
ROUND = (0.86, 1.12)
"""Radius of a circle that may be a disc, over that of a disc."""
APART_MM = 14.0
"""From a disc that was read."""
CROP_MM = 28.0


def tagless_in(
    grey: Grey, look: Look, kept: Kept, at_mm: Sequence[Point] | None = None
) -> tuple[DiscSeen, ...]:
    """Discs by their ring alone. kept: of this look. at_mm: where to look; None: on every card and plate."""
    table, cards = kept.table, kept.poses
    if table is None or not cards:
        return ()
    disc_mm = _disc_mm(look, kept, table)
    if at_mm is None:
        middles = _circles(grey, table, cards, disc_mm)
    else:
        middles = np.array(at_mm, np.float64).reshape(-1, 2)
    taken = np.array([disc.centre_mm for disc in look.discs if disc.centre_mm is not None]).reshape(-1, 2)
    away = np.linalg.norm(middles[:, None] - taken, axis=2)
    rings = lone_rings(grey, table, middles[(away > APART_MM).all(axis=1)], disc_mm)
    times = Counter(ring.face for ring in rings)
    shown = {disc.player for disc in look.discs if disc.side is Side.FACE}
    lone = [ring for ring in rings if times[ring.face] == 1 and ring.face.player not in shown]
    return tuple(_disc(grey, table, ring, cards) for ring in lone)


def with_tagless(reading: Reading, discs: Sequence[DiscSeen]) -> Reading:
    """The reading with those of `tagless_in` whose players show no other face in it, each face once."""
    shown = {disc.player for disc in reading.discs if disc.side is Side.FACE}
    lone = {disc.ring: disc for disc in discs if disc.player not in shown}
    return replace(reading, discs=(*reading.discs, *lone.values()))


def _disc(grey: Grey, table: TableMap, ring: LoneRing, cards: Sequence[PlatePose]) -> DiscSeen:
    middle, beside = table.to_px(
        np.array([ring.at_mm, (ring.at_mm[0] + 1, ring.at_mm[1])]), DISC_THICKNESS_MM
    )
    per_mm = float(np.hypot(*(beside - middle)))
    at_px = (float(middle[0]), float(middle[1]))
    (slot,) = slots_at(ring.at_mm[None], cards)
    return DiscSeen(
        player=ring.face.player,
        side=Side.FACE,
        tag=None,
        ring=ring.face,
        slot=slot,
        centre_px=at_px,
        centre_mm=(float(ring.at_mm[0]), float(ring.at_mm[1])),
        crop=crop_at(grey, at_px, CROP_MM * per_mm),
        fleeting=True,
    )


def _disc_mm(look: Look, kept: Kept, table: TableMap) -> float:
    """Width of the discs, by the tags of the faces that were read; else the usual one."""
    faces = [disc.centre_px for disc in look.discs if disc.side is Side.FACE]
    sides = []
    for quad in (np.array(outline, np.float64) for outline in kept.outlines):
        if any(np.abs(quad.mean(axis=0) - at).max() < 0.2 * np.ptp(quad, axis=0).max() for at in faces):
            corners = table.to_mm(quad, DISC_THICKNESS_MM)
            sides.append(np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1).mean())
    if not sides:
        return DISC_MM
    sizes = np.arange(DISC_MM_RANGE[0], DISC_MM_RANGE[1] + 1.0)
    printed = [tag_side_mm(Face(1, 1), float(size)) for size in sizes]
    return float(sizes[np.argmin(np.abs(np.array(printed) - np.median(sides)))])


def _circles(grey: Grey, table: TableMap, cards: Sequence[PlatePose], disc_mm: float) -> Floats:
    """Middles of circles as large as a disc, in millimetres of the table, shape (N, 2)."""
    left, top = -BEYOND_MM, -PLATE_CARD_GAP_MM - CARD_MM[1] - BEYOND_MM
    width, height = PLATE_MM[0] + 2 * BEYOND_MM, PLATE_MM[1] + BEYOND_MM - top
    corners = np.array([(left, top), (left + width, top), (left + width, top + height), (left, top + height)])
    size = round(width * PX_PER_MM), round(height * PX_PER_MM)
    flat = np.array([(0, 0), (size[0], 0), size, (0, size[1])], np.float32)
    sheets = []
    for card in cards:
        seen = table.to_px(corners @ card.turn.T + card.shift, DISC_THICKNESS_MM)
        view = cv2.getPerspectiveTransform(flat, seen.astype(np.float32))
        how = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        sheets.append(cv2.warpPerspective(grey, view, size, flags=how, borderMode=cv2.BORDER_REPLICATE))
    radius = disc_mm / 2 * PX_PER_MM
    sheet = cv2.GaussianBlur(np.concatenate(sheets), (0, 0), 1.0)
    least, most = (round(limit * radius) for limit in ROUND)
    found = cv2.HoughCircles(
        sheet, cv2.HOUGH_GRADIENT, 1.5, radius, param1=EDGE, param2=VOTES, minRadius=least, maxRadius=most
    )
    if found is None:  # nothing is round
        return np.zeros((0, 2))
    at = found[0][:MOST_CIRCLES, :2].astype(np.float64)
    which = np.minimum(at[:, 1] // size[1], len(cards) - 1).astype(int)
    on_plate = np.stack([at[:, 0], at[:, 1] - which * size[1]], axis=1) / PX_PER_MM + (left, top)
    return np.array([cards[k].turn @ p + cards[k].shift for k, p in zip(which, on_plate, strict=True)])
