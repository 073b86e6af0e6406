"""A look's picture and sightings -> what keeps it from being read, and where: the gravest first.

Flaws are facts about the picture. Whether they matter is for whoever knows what is missing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np

from calibration import check
from hardware.stickers import Corner, Plate
from pi_app.vision.seen import Flaw, FlawSeen, Ignored, Look, Picture, Point, Sighting, Source

MOST_GLARES = 3
OTHER_KIT = "another kit"
MOVED_PX, MOVED_ALIKE_PX = 4.0, 2.0
"""The camera has moved when all plates have, by so much at least, and all alike."""
ENOUGH_PLATES = 3
MOST_BLUR = 0.5
"""In modules: how wide an edge may be spread for a tag to be read."""
_SPREAD = 0.8
"""Pixels that an edge is spread by, times its sharpness."""
_BLIND = frozenset({Flaw.TOO_DARK, Flaw.OUT_OF_FOCUS, Flaw.CODES_TOO_SMALL})
"""Each of them is reason enough for nothing to be seen."""


def flaws_of(
    picture: Picture, sightings: Sequence[Sighting], ignored: Sequence[Ignored], glaring: Sequence[Point]
) -> tuple[FlawSeen, ...]:
    """glaring: where light drowns a code, of `glares`."""
    if picture.mirrored:
        return (FlawSeen(Flaw.MIRRORED),)
    found: list[FlawSeen] = []
    if picture.light < check.LEAST_LIGHT:
        found.append(FlawSeen(Flaw.TOO_DARK))
    size = picture.px_per_module
    if size is not None and size < check.LEAST_PX_PER_MODULE:
        found.append(FlawSeen(Flaw.CODES_TOO_SMALL, detail=f"{size:.1f}"))
    elif _blurred(picture.sharpness, size):
        found.append(FlawSeen(Flaw.OUT_OF_FOCUS))
    found += [FlawSeen(Flaw.GLARE, at) for at in glaring[:MOST_GLARES]]
    found += _hidden_corners(sightings)
    found += _plates_twice(sightings)
    found += [_stranger(thing) for thing in ignored]
    blind = any(seen.flaw in _BLIND for seen in found)
    return tuple(found if sightings or blind else [*found, FlawSeen(Flaw.NOTHING_SEEN)])


def _blurred(sharpness: float, size: float | None) -> bool:
    """Sharpness 0: there is nothing to tell by, which says nothing against the lens."""
    if sharpness <= 0:
        return False
    spread = _SPREAD / (sharpness * size) if size is not None else 0.0
    return sharpness < check.LEAST_SHARPNESS or spread > MOST_BLUR


def _stranger(thing: Ignored) -> FlawSeen:
    flaw = Flaw.OTHER_KIT if thing.reason == OTHER_KIT else Flaw.FOREIGN_STICKERS
    return FlawSeen(flaw, thing.centre_px, thing.what)


def with_strangers(look: Look, strangers: Sequence[Ignored]) -> Look:
    """The look with more things that are none of ours, of `strangers.strangers_in`; each is told once.

    In a mirrored picture codes of ours read as others, so none of them says anything.
    """
    told = {(thing.what, thing.reason) for thing in look.ignored}
    more = [thing for thing in strangers if (thing.what, thing.reason) not in told]
    if look.picture.mirrored or not more:
        return look
    flaws = (*look.picture.flaws, *(_stranger(thing) for thing in more))
    return replace(look, ignored=(*look.ignored, *more), picture=replace(look.picture, flaws=flaws))


def with_flaw(picture: Picture, flaw: FlawSeen) -> Picture:
    return replace(picture, flaws=(flaw, *picture.flaws))


def _hidden_corners(sightings: Sequence[Sighting]) -> list[FlawSeen]:
    """Who uses corner marks has all four."""
    seen = {s.sticker.corner for s in sightings if isinstance(s.sticker, Corner)}
    hidden = [str(corner) for corner in range(1, 5) if corner not in seen]
    return [FlawSeen(Flaw.CORNERS_HIDDEN, detail=", ".join(hidden))] if seen and hidden else []


def _plates_twice(sightings: Sequence[Sighting]) -> list[FlawSeen]:
    """Where each plate lies that is there more than once; such a plate is no place for a card."""
    places: dict[tuple[int, Source], list[Point]] = {}
    for seen in sightings:
        if isinstance(seen.sticker, Plate):
            places.setdefault((seen.sticker.slot, seen.source), []).append(seen.centre_px)
    twice = {slot: at for (slot, _), at in places.items() if len(at) > 1}
    return [
        FlawSeen(Flaw.PLATE_TWICE, at, str(slot)) for slot, found in sorted(twice.items()) for at in found
    ]


def camera_moved(before: Look, after: Look) -> bool:
    """Whether all plates have moved at once and alike, as people never move them."""
    old = {slot.slot: slot.centre_px for slot in before.slots}
    both = [(old[slot.slot], slot.centre_px) for slot in after.slots if slot.slot in old]
    if len(both) < ENOUGH_PLATES:
        return False
    moves = np.array([b for _, b in both]) - np.array([a for a, _ in both])
    if np.hypot(*moves.T).min() < MOVED_PX:
        return False
    first, second = (np.array(points, np.float32) for points in zip(*both, strict=True))
    fit, _ = cv2.estimateAffinePartial2D(first, second, method=cv2.LMEDS)
    if fit is None:
        return False
    apart = np.hypot(*(cv2.transform(first[None], fit)[0] - second).T)
    reach = max(MOVED_ALIKE_PX, 0.1 * float(np.hypot(*moves.T).max()))
    return bool(np.quantile(apart, 0.7) < reach)
