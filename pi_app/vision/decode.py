"""Patches -> sightings: OpenCV tags and zbar codes behind one face.

Every sighting is of a sticker of this kit; whatever else reads as a code is ignored, with the reason.
A mirrored picture gives no sightings at all: some codes would read, and mislead.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from pyzbar import pyzbar

from hardware.ports import Grey
from hardware.stickers import BY_TAG, DEFAULT_KIT, Face, Plate, PlateCode, face_of_ring, plate_of_text
from pi_app.vision import plates, rings
from pi_app.vision.seen import Corners, Ignored, Patch, Point, Sighting, Source
from pi_app.vision.tags import Quad, Tag, mirrored_tags, read_more_tags, read_tags

ENOUGH_MIRRORED = 2
MOST_STRAY = 2
"""Patches without a tag that are tried for a QR code in one look."""
STRAY_TILE = 120
"""What a stray patch is shrunk to, in pixels: a code of version 3 then has 3 pixels a module."""


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
    stray: int = MOST_STRAY,
    closer: Callable[[Sequence[Tag]], Sequence[Patch]] = lambda _: (),
) -> Decoded:
    """Everything that can be read in `patches`.

    kit: whose plates count. stray: QR codes without a tag. closer: more patches, by the tags read so far.
    """
    tags, left = read_tags(grey, patches)
    if more := closer(tags):
        tags, left = read_more_tags(grey, more, tags, left)
    ours = [tag for tag in tags if tag.id in BY_TAG]
    if not ours and mirrored_tags(grey, [*patches, *more]) >= ENOUGH_MIRRORED:
        return Decoded(mirrored=True)
    foreign = [
        Ignored(f"tag {tag.id}", "not in this kit", tag.centre) for tag in tags if tag.id not in BY_TAG
    ]
    faces = [tag for tag in ours if isinstance(BY_TAG[tag.id], Face)]
    slots = [tag for tag in ours if isinstance(BY_TAG[tag.id], Plate)]
    rest = [tag for tag in ours if not isinstance(BY_TAG[tag.id], Face | Plate)]
    on_plates, refused = _plates(grey, slots, kit)
    strays, other = _strays(grey, left, slots, kit, stray)
    sightings = [
        *on_plates,
        *strays,
        *(_tag_sighting(tag) for tag in rest),
        *(_tag_sighting(tag) for tag in faces),
        *_rings(grey, faces),
    ]
    unread = tuple(patch.quad for patch in left if patch.quad is not None)
    return Decoded(tuple(sightings), (*foreign, *refused, *other), unread=unread)


def _tag_sighting(tag: Tag) -> Sighting:
    return Sighting(BY_TAG[tag.id], Source.TAG, tag.centre, _corners(tag.corners), tag.px_per_module)


def _corners(quad: Quad) -> Corners:
    a, b, c, d = ((float(x), float(y)) for x, y in quad)
    return a, b, c, d


def _rings(grey: Grey, faces: Sequence[Tag]) -> list[Sighting]:
    """What the ring round each face's tag says. A ring that reads in two ways says nothing."""
    laid = rings.strips(grey, [tag.corners for tag in faces])
    said: dict[int, set[Face]] = {}
    for text, (_, y), _ in _zbar(laid.picture, pyzbar.ZBarSymbol.CODE128):
        owner, face = laid.face_at(y), face_of_ring(text)
        if owner is not None and face is not None:
            said.setdefault(owner, set()).add(face)
    return [
        Sighting(next(iter(texts)), Source.RING, faces[k].centre, None, faces[k].px_per_module)
        for k, texts in said.items()
        if len(texts) == 1
    ]


def _plates(grey: Grey, tags: Sequence[Tag], kit: int) -> tuple[list[Sighting], list[Ignored]]:
    """Tag and QR code of each plate; a plate of another kit, or whose two codes differ, does not count."""
    drawn = plates.codes(grey, [tag.corners for tag in tags])
    offered = [(tag, code) for tag, code in zip(tags, drawn, strict=True) if code is not None]
    texts: dict[int, str] = {}
    if offered:
        sheet = np.hstack([code.drawing for _, code in offered])
        for text, (x, _), _ in _zbar(sheet, pyzbar.ZBarSymbol.QRCODE):
            texts[int(x // plates.TILE)] = text
    read = {id(tag): (code, texts[k]) for k, (tag, code) in enumerate(offered) if k in texts}
    sightings: list[Sighting] = []
    ignored: list[Ignored] = []
    for tag in tags:
        if id(tag) not in read:
            sightings.append(_tag_sighting(tag))
            continue
        code, text = read[id(tag)]
        said = plate_of_text(text)
        reason = refusal(said, kit, Plate(tag.id - 155))
        if said is None or reason:
            ignored.append(Ignored(f"QR code {text[:40]}", reason or "not in this kit", tag.centre))
            continue
        sightings += [_tag_sighting(tag), _qr_sighting(said, code.corners)]
    return sightings, ignored


def refusal(said: PlateCode | None, kit: int, tag: Plate | None = None) -> str | None:
    """Why a QR code does not count, or None when it does."""
    if said is None:
        return "not in this kit"
    if said.kit != kit:
        return "another kit"
    if tag is not None and said.slot != tag.slot:
        return "its tag says another slot"
    return None


def _qr_sighting(said: PlateCode, corners: Quad) -> Sighting:
    middle = (float(corners[:, 0].mean()), float(corners[:, 1].mean()))
    side = float(np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1).mean())
    quad = _corners(corners)
    return Sighting(Plate(said.slot), Source.QR, middle, quad, side / plates.MODULES, said.kit)


def _strays(
    grey: Grey, left: Sequence[Patch], known: Sequence[Tag], kit: int, most: int
) -> tuple[list[Sighting], list[Ignored]]:
    """QR codes in patches without a tag: plates whose tag is hidden, and codes of others."""
    sightings: list[Sighting] = []
    ignored: list[Ignored] = []
    slots = {tag.id - 155 for tag in known}
    taken = plates.places([tag.corners for tag in known])
    free = [patch for patch in left if not _on_code(patch, taken)]
    sheet, tried = _sheet(grey, sorted(free, key=lambda p: -p.side)[:most])
    for text, (at, _), outline in _zbar(sheet, pyzbar.ZBarSymbol.QRCODE):
        k = min(int(at // STRAY_TILE), len(tried) - 1)
        scale, shift = tried[k]
        quad = (np.array(outline, np.float32) - (k * STRAY_TILE, 0)) * scale + shift
        said = plate_of_text(text)
        middle = (float(quad[:, 0].mean()), float(quad[:, 1].mean()))
        reason = refusal(said, kit, None)
        if said is None or reason:
            ignored.append(Ignored(f"QR code {text[:40]}", reason or "not in this kit", middle))
        elif said.slot not in slots and len(quad) == 4:
            slots.add(said.slot)
            sightings.append(_qr_sighting(said, quad))
    return sightings, ignored


def _sheet(grey: Grey, patches: Sequence[Patch]) -> tuple[Grey, list[tuple[float, tuple[int, int]]]]:
    """The patches side by side, with a margin, and how each pixel of a tile lies in the frame."""
    tiles, tried = [], []
    for patch in patches:
        margin = patch.side // 4
        x, y = max(0, patch.x - margin), max(0, patch.y - margin)
        piece = grey[y : patch.y + patch.side + margin, x : patch.x + patch.side + margin]
        if not piece.size:
            continue
        scale = max(max(piece.shape) / STRAY_TILE, 0.5)
        size = tuple(min(STRAY_TILE, max(1, round(side / scale))) for side in piece.shape[::-1])
        tile = np.full((STRAY_TILE, STRAY_TILE), 255, np.uint8)
        how = cv2.INTER_AREA if scale > 1 else cv2.INTER_LINEAR
        tile[: size[1], : size[0]] = cv2.resize(piece, size, interpolation=how)
        tiles.append(tile)
        tried.append((scale, (x, y)))
    return (np.hstack(tiles), tried) if tiles else (np.zeros((0, 0), np.uint8), [])


def _on_code(patch: Patch, taken: plates.Floats) -> bool:
    """The code of a plate whose tag was read has been tried already."""
    x, y = patch.x + patch.side / 2, patch.y + patch.side / 2
    return bool((np.maximum(np.abs(taken[:, 0] - x), np.abs(taken[:, 1] - y)) < 1.5 * taken[:, 2]).any())


def codes_in(picture: Grey) -> list[tuple[str, str, Point]]:
    """Kind, text and middle of every code that other things carry: QR codes, and the bars of goods."""
    kinds = (("QR code", pyzbar.ZBarSymbol.QRCODE), ("barcode", pyzbar.ZBarSymbol.EAN13))
    return [(name, text, middle) for name, kind in kinds for text, middle, _ in _zbar(picture, kind)]


_TURNS: dict[str | None, int] = {"UP": 0, "RIGHT": 1, "DOWN": 2, "LEFT": 3}


def _zbar(picture: Grey, kind: pyzbar.ZBarSymbol) -> list[tuple[str, Point, list[Point]]]:
    """Text, middle and outline of each code of this kind; the outline begins at the upright top left."""
    if picture.size == 0:
        return []
    found = []
    for symbol in pyzbar.decode(picture, symbols=[kind]):
        text = symbol.data.decode("utf-8", errors="replace")
        rect = symbol.rect
        middle = (rect.left + rect.width / 2, rect.top + rect.height / 2)
        found.append((text, middle, _upright(symbol.polygon, symbol.orientation)))
    return found


def _upright(polygon: Sequence[tuple[int, int]], orientation: str | None) -> list[Point]:
    """Corners clockwise from the top left of the upright code."""
    points = [(float(x), float(y)) for x, y in polygon]
    if len(points) != 4:
        return points
    mx, my = sum(x for x, _ in points) / 4, sum(y for _, y in points) / 4
    around = sorted(points, key=lambda p: np.arctan2(p[1] - my, p[0] - mx))
    turn = _TURNS.get(orientation, 0)
    return around[turn:] + around[:turn]
