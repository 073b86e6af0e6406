"""Patches -> sightings: tags, rings and QR codes behind one face.

Every sighting is of a sticker of this kit; whatever else reads as a code is ignored, with the reason.
A mirrored picture gives no sightings at all: some codes would read, and mislead.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from hardware.ports import Grey
from hardware.stickers import BY_TAG, DEFAULT_KIT, Face, Plate, face_of_ring, plate_of_text, plate_text
from pi_app.vision import plates, rings
from pi_app.vision.find import find, pyramid
from pi_app.vision.lone_codes import lone_codes
from pi_app.vision.ring_faces import faces_of
from pi_app.vision.seen import Corners, Ignored, Patch, Sighting, Source
from pi_app.vision.squares import Enough, never
from pi_app.vision.tags import Quad, Tag, mirrored_tags, read_more_tags, read_tags
from pi_app.vision.zbar import bars_in, qr_codes_in

ENOUGH_MIRRORED = ENOUGH_NEGATIVE = 2
ENOUGH_UNREAD = 4
"""So many squares that look like tags in vain are worth asking whether black and white are exchanged."""


@dataclass(frozen=True, slots=True)
class Decoded:
    """What one frame says. unread: squares that look like tags but say nothing."""

    sightings: tuple[Sighting, ...] = ()
    ignored: tuple[Ignored, ...] = ()
    mirrored: bool = False
    unread: tuple[Corners, ...] = ()


def decode(
    grey: Grey,
    patches: Sequence[Patch],
    kit: int = DEFAULT_KIT,
    more: Sequence[Callable[[Sequence[Tag]], Sequence[Patch]]] = (),
    enough: Enough = never,
) -> Decoded:
    """Everything that can be read in `patches`.

    kit: whose plates count. more: each gives more patches, by the tags read so far. enough: tells by their
    numbers that there is no use in more.
    """
    tags, left = read_tags(grey, patches, enough)
    tried = list(patches)
    for patches_for in more:
        if not enough(tag.id for tag in tags) and (further := patches_for(tags)):
            tags, left = read_more_tags(grey, further, tags, left)
            tried += further
    ours = [tag for tag in tags if tag.id in BY_TAG]
    if not ours and mirrored_tags(grey, tried) >= ENOUGH_MIRRORED:
        return Decoded(mirrored=True)
    foreign = [
        Ignored(f"tag {tag.id}", "not in this kit", tag.centre) for tag in tags if tag.id not in BY_TAG
    ]
    faces = [tag for tag in ours if isinstance(BY_TAG[tag.id], Face)]
    slots = sorted((tag for tag in ours if isinstance(BY_TAG[tag.id], Plate)), key=lambda tag: tag.id)
    rest = [tag for tag in ours if not isinstance(BY_TAG[tag.id], Face | Plate)]
    on_plates, refused = _plates(grey, slots, kit)
    sightings = [
        *on_plates,
        *lone_codes(grey, tried, left, tags, kit),
        *(_tag_sighting(tag) for tag in rest),
        *(_tag_sighting(tag) for tag in faces),
        *_rings(grey, faces),
    ]
    unread = tuple(patch.quad for patch in left if patch.quad is not None)
    if not ours and len(unread) >= ENOUGH_UNREAD and _negative(grey):
        unread = ()
    return Decoded(tuple(sightings), (*foreign, *refused), unread=unread)


def _negative(grey: Grey) -> bool:
    """Whether tags read where black is white: finder patterns of codes then look like tags too small."""
    inverse = np.asarray(cv2.bitwise_not(grey), np.uint8)
    tags, _ = read_tags(inverse, find(pyramid(inverse)))
    return sum(tag.id in BY_TAG for tag in tags) >= ENOUGH_NEGATIVE


def _tag_sighting(tag: Tag) -> Sighting:
    return Sighting(BY_TAG[tag.id], Source.TAG, tag.centre, _corners(tag.corners), tag.px_per_module)


def _corners(quad: Quad) -> Corners:
    a, b, c, d = ((float(x), float(y)) for x, y in quad)
    return a, b, c, d


def _rings(grey: Grey, faces: Sequence[Tag]) -> list[Sighting]:
    """What the ring round each face's tag says. A ring that reads in two ways says nothing."""
    laid = rings.strips(grey, [tag.corners for tag in faces])
    said: dict[int, set[Face]] = {}
    for text, y in bars_in(laid.picture, rings.ROWS):
        owner, face = laid.face_at(y), face_of_ring(text)
        if owner is not None and face is not None:
            said.setdefault(owner, set()).add(face)
    for owner, face in zip(laid.rings, faces_of(laid.modules), strict=True):
        if face is not None:
            said.setdefault(owner, set()).add(face)
    return [
        Sighting(next(iter(texts)), Source.RING, faces[k].centre, None, faces[k].px_per_module)
        for k, texts in said.items()
        if len(texts) == 1
    ]


def _plates(grey: Grey, tags: Sequence[Tag], kit: int) -> tuple[list[Sighting], list[Ignored]]:
    """Tag and QR code of each plate; a plate of another kit, or whose two codes differ, does not count."""
    told = [sticker for tag in tags if isinstance(sticker := BY_TAG[tag.id], Plate)]
    drawn = plates.codes(grey, [tag.corners for tag in tags])
    offered = {k: code for k, code in enumerate(drawn) if code is not None}
    texts = {k: plate_text(slot, kit) for k, code in offered.items() if code.says(slot := told[k].slot, kit)}
    rest = [k for k in offered if k not in texts]
    if rest:
        for code in qr_codes_in(np.hstack([offered[k].drawing for k in rest])):
            texts[rest[int(code.middle[0] // plates.TILE)]] = code.text
    sightings: list[Sighting] = []
    ignored: list[Ignored] = []
    for k, tag in enumerate(tags):
        if k not in texts:
            sightings.append(_tag_sighting(tag))
            continue
        said = plate_of_text(texts[k])
        reason = plates.refusal(said, kit, told[k])
        if said is None or reason:
            ignored.append(Ignored(f"QR code {texts[k][:40]}", reason or "not in this kit", tag.centre))
            continue
        sightings += [_tag_sighting(tag), plates.sighting(said, offered[k].corners)]
    return sightings, ignored
