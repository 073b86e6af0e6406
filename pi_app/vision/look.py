"""One frame in, one look out: the stages of vision in order.

A Looker belongs to one camera; it remembers the lens, the kit, and the last picture for the preview.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

import cv2
import numpy as np

from calibration import check
from calibration.lens import Lens
from calibration.table_map import TableMap
from hardware.ports import Frame, Grey
from hardware.stickers import (
    BY_TAG,
    DEFAULT_KIT,
    PLATE_QR_MM,
    TAG_MODULES,
    Back,
    DialBase,
    DialRotor,
    Face,
    Plate,
    Sticker,
    tag_side_mm,
)
from pi_app.vision.blobs import Darker
from pi_app.vision.decode import Decoded, decode
from pi_app.vision.dials import dials_in
from pi_app.vision.faint import faint_patches, white_over_black
from pi_app.vision.find import WIDTHS_PX, Pyramid, find, pyramid, width_for
from pi_app.vision.flaws import flaws_of, with_flaw
from pi_app.vision.glare import glares
from pi_app.vision.locate import Located, PlatePose, locate
from pi_app.vision.qr import MODULES as PLATE_QR_MODULES
from pi_app.vision.seen import (
    Crop,
    DialSeen,
    DiscSeen,
    Flaw,
    FlawSeen,
    Look,
    Patch,
    Picture,
    Point,
    Sighting,
    Source,
)
from pi_app.vision.squares import never
from pi_app.vision.tags import Tag, square_module
from pi_app.vision.whole import is_whole

CROP_SIDE = 64
CROP_MODULES = 14.0
"""Of the tag of a disc: its ring is in the picture too."""
CROP_DIAL_MODULES = 42.0
"""The whole dial, round its axis."""
PREVIEW_WIDTH = 320
SPOTTED_PX = 1000
"""Width of the picture in which spots of glare are looked for, at most."""
ENOUGH_UNREAD = 4
"""So many squares that look like tags but do not read are tags too small or too blurred."""
MISFIT_MM = 0.4
"""A lens that was measured misses sizes that are known by less, or no guessed one misses half as much."""
FAINT, CLEAR, FAINTEST = 3.3, 3.8, 0.2
"""White over black of tags: paper is about five times as light as ink. Where most are FAINT, others are
fainter still, and a search for those finds thin rims too; where all but this share of them is CLEAR, none
has a rim too thin to be found at once.
"""
MOST_LEVELS = 6
"""So that a plate held before the camera is read too."""
_NO_PICTURE = Crop(0, 0, b"")


@dataclass(frozen=True, slots=True)
class Kept:
    """What is remembered of the last frame: small, what was read in it as outlines in the full picture's
    pixels, the table map, which stickers were read by which of their codes, and how the plates lie.
    """

    picture: Crop
    outlines: tuple[tuple[Point, ...], ...] = ()
    table: TableMap | None = None
    read: frozenset[tuple[Sticker, Source]] = frozenset()
    poses: tuple[PlatePose, ...] = ()


class Looker:
    """Reads frames. kit: whose plates count. lens: measured; else, and for another size, guessed."""

    def __init__(self, kit: int = DEFAULT_KIT, lens: Lens | None = None) -> None:
        self._kit = kit
        self._lens = lens
        self.kept = Kept(_NO_PICTURE)

    def look(self, frame: Frame, levels: Pyramid | None = None, thorough: bool = False) -> Look:
        """All that this frame shows. Never raises for a picture, however small or strange.

        levels: `pyramid(frame.grey, MOST_LEVELS)`, where it has been made already. thorough: search for more
        also where nothing seems to be missing.
        """
        grey = frame.grey
        levels = levels or pyramid(grey, MOST_LEVELS)
        more = (partial(_thinner, levels), partial(_closer, levels))
        enough = never if thorough else is_whole
        decoded = decode(grey, find(levels, darker=Darker.MUCH), self._kit, more, enough)
        size = (grey.shape[1], grey.shape[0])
        located, fits = self._located(decoded.sightings, size)
        read = frozenset((sighting.sticker, sighting.source) for sighting in decoded.sightings)
        self.kept = Kept(_preview(levels.levels), _outlines(decoded), located.table, read, located.poses)
        picture = _picture(grey, levels, decoded)
        return Look(
            taken_at=frame.taken_at,
            slots=located.slots,
            discs=_with_crops(grey, located, decoded.sightings),
            ignored=decoded.ignored,
            picture=picture if fits else with_flaw(picture, FlawSeen(Flaw.LENS_MISFIT)),
            dials=_dials(grey, decoded, located.table),
        )

    def _located(self, sightings: Sequence[Sighting], size: tuple[int, int]) -> tuple[Located, bool]:
        """Where all lies, and whether the measured lens fits: marks whose sizes are known lie in a plane."""
        usual = Lens.guess(size)
        if self._lens is None or self._lens.size != size:
            return locate(sightings, usual), True
        measured = locate(sightings, self._lens)
        miss = math.inf if measured.table is None else measured.table.error_mm
        if miss <= MISFIT_MM:
            return measured, True
        guessed = locate(sightings, usual)
        fits = guessed.table is None or guessed.table.error_mm > miss / 2
        return (measured if fits else guessed), fits


def _thinner(levels: Pyramid, tags: Sequence[Tag]) -> tuple[Patch, ...]:
    """More patches where some tags do not stand out: others may have rims too thin for the first search."""
    if not tags:
        return ()
    clear = white_over_black(levels.levels[0], tags)
    if np.median(clear) < FAINT or np.quantile(clear, FAINTEST) >= CLEAR:
        return ()
    return find(levels, darker=Darker.LITTLE)


def _closer(levels: Pyramid, tags: Sequence[Tag]) -> tuple[Patch, ...]:
    """More patches where nothing was read, or tags so small or faint that others were missed, or a plate."""
    if not tags:
        return find(levels, WIDTHS_PX[-1])
    faint = np.median(white_over_black(levels.levels[0], tags)) < FAINT
    if faint and (patches := faint_patches(levels.levels, tags)):
        return patches
    width = width_for(levels, min(tag.side_px for tag in tags))
    slots = {sticker.slot for tag in tags if isinstance(sticker := BY_TAG.get(tag.id), Plate)}
    if len(slots) < max(slots, default=0):
        width = max(width, WIDTHS_PX[1])
    return find(levels, width) if width > WIDTHS_PX[0] else ()


def _preview(levels: tuple[Grey, ...]) -> Crop:
    nearest = next((level for level in reversed(levels) if level.shape[1] >= PREVIEW_WIDTH), levels[0])
    if not nearest.size:
        return _NO_PICTURE
    height = max(1, round(nearest.shape[0] * PREVIEW_WIDTH / nearest.shape[1]))
    # Shrunk by less than two: linear is nearly as good as the mean of an area, and much faster.
    small = cv2.resize(nearest, (PREVIEW_WIDTH, height), interpolation=cv2.INTER_LINEAR)
    return Crop(PREVIEW_WIDTH, height, np.asarray(small, np.uint8).tobytes())


def _outlines(decoded: Decoded) -> tuple[tuple[Point, ...], ...]:
    return tuple(s.corners_px for s in decoded.sightings if s.corners_px is not None)


def _with_crops(grey: Grey, located: Located, sightings: tuple[Sighting, ...]) -> tuple[DiscSeen, ...]:
    module = {s.centre_px: s.px_per_module for s in sightings if s.corners_px is not None}
    return tuple(
        replace(disc, crop=crop_at(grey, disc.centre_px, CROP_MODULES * module[disc.centre_px]))
        for disc in located.discs
    )


def _dials(grey: Grey, decoded: Decoded, table: TableMap | None) -> tuple[DialSeen, ...]:
    module = {
        s.sticker.player: s.px_per_module
        for s in decoded.sightings
        if isinstance(s.sticker, DialBase | DialRotor)
    }
    found = dials_in(decoded.sightings, table, grey)
    sides = [CROP_DIAL_MODULES * (module.get(dial.player) or module[dial.rotor or 0]) for dial in found]
    return tuple(
        replace(dial, crop=crop_at(grey, dial.centre_px, side))
        for dial, side in zip(found, sides, strict=True)
    )


def crop_at(grey: Grey, centre: Point, side_px: float) -> Crop:
    """The square of `side_px` round a point, CROP_SIDE pixels a side."""
    step = side_px / CROP_SIDE
    matrix = np.array(
        [[step, 0, centre[0] - side_px / 2 + step / 2], [0, step, centre[1] - side_px / 2 + step / 2]]
    )
    how = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    picture = cv2.warpAffine(grey, matrix, (CROP_SIDE, CROP_SIDE), flags=how, borderMode=cv2.BORDER_REPLICATE)
    return Crop(CROP_SIDE, CROP_SIDE, np.asarray(picture, np.uint8).tobytes())


def _as_face(sighting: Sighting) -> float:
    """How many pixels a module of a disc's face would have where this was seen."""
    side_mm = PLATE_QR_MM if sighting.source is Source.QR else tag_side_mm(sighting.sticker)
    modules = PLATE_QR_MODULES if sighting.source is Source.QR else TAG_MODULES
    per_mm = sighting.px_per_module * modules / side_mm
    return per_mm * tag_side_mm(Face(1, 1)) / TAG_MODULES


def _picture(grey: Grey, levels: Pyramid, decoded: Decoded) -> Picture:
    tags = [s for s in decoded.sightings if s.corners_px is not None]
    discs = [s.px_per_module for s in tags if isinstance(s.sticker, Face | Back)]
    sizes = discs or [_as_face(s) for s in tags]
    if not sizes and len(decoded.unread) >= ENOUGH_UNREAD:
        sizes = [square_module(quad) for quad in decoded.unread]
    quads = [np.array(s.corners_px, np.float32) for s in tags]
    small = levels.levels[-1]
    picture = Picture(
        size=(grey.shape[1], grey.shape[0]),
        px_per_module=float(np.median(sizes)) if sizes else None,
        sharpness=check.sharpness(grey, quads),
        light=check.light(small),
        mirrored=decoded.mirrored,
    )
    spotted = next((level for level in levels.levels if level.shape[1] <= SPOTTED_PX), small)
    glaring = glares(grey, spotted, decoded.sightings, decoded.ignored)
    return replace(picture, flaws=flaws_of(picture, decoded.sightings, decoded.ignored, glaring))
