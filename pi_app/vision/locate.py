"""Sightings of one frame -> slots and discs on the table, in millimetres, and the slot each disc lies on.

A disc lies on a slot when its middle is on the card above the plate, or on the plate itself; near a border
between two cards it lies on none.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from calibration.lens import Lens
from calibration.measure import Span, centre_span, measure, square_spans
from calibration.table_map import TableMap
from hardware.stickers import (
    CARD_MM,
    CORNER_TAG_MM,
    DISC_THICKNESS_MM,
    PLATE_CARD_GAP_MM,
    PLATE_MM,
    PLATE_QR_CENTRE_MM,
    PLATE_QR_MM,
    PLATE_TAG_CENTRE_MM,
    PLATE_TAG_MM,
    Back,
    Corner,
    Face,
    Plate,
    Sticker,
)
from pi_app.vision.seen import Corners, DiscSeen, Point, Side, Sighting, SlotSeen, Source

Floats = NDArray[np.float64]

BESIDE_MM = 6.0
"""A disc this far off its card still lies on it: cards and plates are laid by hand."""
NEXT_MM = 9.0
"""The next card must be this much farther away."""
_PLATE_MIDDLE = np.array(PLATE_MM) / 2
_SQUARE = np.array([-1 - 1j, 1 - 1j, 1 + 1j, -1 + 1j])
_PRINTED = {
    Source.TAG: complex(*PLATE_TAG_CENTRE_MM) + _SQUARE * PLATE_TAG_MM / 2,
    Source.QR: complex(*PLATE_QR_CENTRE_MM) + _SQUARE * PLATE_QR_MM / 2,
}
"""Corners on the plate, in millimetres, as complex numbers."""
_CARD_MIDDLE = np.array((PLATE_MM[0] / 2, -PLATE_CARD_GAP_MM - CARD_MM[1] / 2))


@dataclass(frozen=True, slots=True, eq=False)
class PlatePose:
    """A plate on the table: a point p of the plate (mm) lies at `turn @ p + shift` of the table."""

    slot: int
    turn: Floats
    shift: Floats


@dataclass(frozen=True, slots=True)
class Located:
    """What lies where. `table` is None when no plate tells the scale; then no plate has a pose."""

    slots: tuple[SlotSeen, ...]
    discs: tuple[DiscSeen, ...]
    table: TableMap | None
    poses: tuple[PlatePose, ...] = ()


def locate(sightings: Sequence[Sighting], lens: Lens) -> Located:
    """Place all that was sighted; the table's map comes from the plates and corner marks seen."""
    marks = _plate_marks(sightings)
    table = measure(_spans(marks, sightings), lens)
    table = _from_first_plate(table, marks, sightings) if table else None
    poses = _poses(marks, table) if table else []
    slots, discs = _slots_seen(marks, table, poses), _discs(sightings, table, poses)
    return Located(slots, discs, table, tuple(poses))


def slots_at(at_mm: Floats, poses: Sequence[PlatePose]) -> list[int | None]:
    """For each point, shape (N, 2): the slot whose card or plate it is on, unless two are about as near."""
    if not poses or not len(at_mm):
        return [None] * len(at_mm)
    away = at_mm[:, None] - np.array([pose.shift for pose in poses])
    on_plate = np.einsum("nps,psk->npk", away, np.array([pose.turn for pose in poses]))
    outside = np.minimum(
        _from_box(on_plate - _CARD_MIDDLE, CARD_MM), _from_box(on_plate - _PLATE_MIDDLE, PLATE_MM)
    )
    order = np.argsort(outside, axis=1)[:, :2]
    near = np.take_along_axis(outside, order, axis=1)
    found = near[:, 0] <= BESIDE_MM
    if len(poses) > 1:
        found &= near[:, 1] - near[:, 0] >= NEXT_MM
    return [poses[int(k)].slot if good else None for k, good in zip(order[:, 0], found, strict=True)]


def _from_box(at: Floats, size: tuple[float, float]) -> Floats:
    """Signed distance from a box round the origin; negative inside."""
    d = np.abs(at) - np.array(size) / 2
    far: Floats = np.linalg.norm(np.maximum(d, 0.0), axis=-1) + np.minimum(d.max(axis=-1), 0.0)
    return far


def _plate_marks(sightings: Sequence[Sighting]) -> dict[int, dict[Source, Sighting]]:
    """Slot -> its tag and its QR code. A slot seen twice at different places is no reference."""
    marks: dict[int, dict[Source, Sighting]] = {}
    twice: set[int] = set()
    for sighting in sightings:
        if isinstance(sighting.sticker, Plate) and sighting.corners_px is not None:
            seen = marks.setdefault(sighting.sticker.slot, {})
            if sighting.source in seen:
                twice.add(sighting.sticker.slot)
            seen.setdefault(sighting.source, sighting)
    return {slot: seen for slot, seen in marks.items() if slot not in twice}


def _spans(marks: Mapping[int, Mapping[Source, Sighting]], sightings: Sequence[Sighting]) -> list[Span]:
    spans: list[Span] = []
    apart = PLATE_QR_CENTRE_MM[0] - PLATE_TAG_CENTRE_MM[0]
    for seen in marks.values():
        tag, qr = seen.get(Source.TAG), seen.get(Source.QR)
        if tag is not None:
            spans += square_spans(_array(tag.corners_px), PLATE_TAG_MM)
        if tag is not None and qr is not None:
            # Twice, for it weighs against six spans of the tag.
            spans += [centre_span(np.array(tag.centre_px), np.array(qr.centre_px), apart)] * 2
        if tag is None and qr is not None:
            spans += square_spans(_array(qr.corners_px), PLATE_QR_MM)
    for sighting in sightings:
        if isinstance(sighting.sticker, Corner) and sighting.corners_px is not None:
            spans += square_spans(_array(sighting.corners_px), CORNER_TAG_MM)
    return spans


def _array(corners: Corners | None) -> Floats:
    return np.array(corners, np.float64)


def _from_first_plate(
    table: TableMap, marks: Mapping[int, Mapping[Source, Sighting]], sightings: Sequence[Sighting]
) -> TableMap:
    """The origin at the middle of the first plate, else at a corner mark; right as in the picture."""
    if marks:
        slot = min(marks)
        (pose,) = _poses({slot: marks[slot]}, table)
        middle = pose.turn @ _PLATE_MIDDLE + pose.shift
        ((x, y),) = table.to_px(middle[None])
    else:
        first = min(
            (s for s in sightings if isinstance(s.sticker, Corner)), key=lambda s: s.sticker, default=None
        )
        if first is None:
            return table
        x, y = first.centre_px
    return table.moved_to((float(x), float(y)), (float(x) + 8, float(y)))


def _poses(marks: Mapping[int, Mapping[Source, Sighting]], table: TableMap) -> list[PlatePose]:
    """For each plate the turn and shift that bring its prints best to where they were seen."""
    prints = [(slot, source, seen.corners_px) for slot, by in marks.items() for source, seen in by.items()]
    if not prints:
        return []
    at_mm = table.to_mm(np.array([corners for _, _, corners in prints], np.float64).reshape(-1, 2))
    # A point of the plane as one complex number: a turn is then a factor.
    found = (at_mm[:, 0] + 1j * at_mm[:, 1]).reshape(-1, 4)
    poses = []
    for slot in marks:
        mine = [k for k, (other, _, _) in enumerate(prints) if other == slot]
        a = np.concatenate([_PRINTED[prints[k][1]] for k in mine])
        b = found[mine].ravel()
        middle, there = a.mean(), b.mean()
        factor = np.vdot(a - middle, b - there)
        factor /= abs(factor) or 1.0
        shift = there - factor * middle
        turn = np.array([[factor.real, -factor.imag], [factor.imag, factor.real]])
        poses.append(PlatePose(slot, turn, np.array([shift.real, shift.imag])))
    return poses


def _slots_seen(
    marks: Mapping[int, Mapping[Source, Sighting]], table: TableMap | None, poses: Sequence[PlatePose]
) -> tuple[SlotSeen, ...]:
    if table is None or not poses:
        return tuple(
            SlotSeen(slot, next(iter(seen.values())).centre_px, None, frozenset(seen))
            for slot, seen in sorted(marks.items())
        )
    middles = np.array([pose.turn @ _PLATE_MIDDLE + pose.shift for pose in poses])
    places = sorted(
        zip((pose.slot for pose in poses), table.to_px(middles), middles, strict=True), key=lambda p: p[0]
    )
    return tuple(
        SlotSeen(slot, _point(at_px), _point(at_mm), frozenset(marks[slot])) for slot, at_px, at_mm in places
    )


def _point(at: Floats) -> Point:
    return float(at[0]), float(at[1])


def _discs(
    sightings: Sequence[Sighting], table: TableMap | None, poses: Sequence[PlatePose]
) -> tuple[DiscSeen, ...]:
    ringed = {s.centre_px: s.sticker for s in sightings if s.source is Source.RING}
    tags = [s for s in sightings if s.source is Source.TAG and isinstance(s.sticker, Face | Back)]
    at_mm = None
    if table is not None and tags:
        at_mm = table.to_mm(np.array([tag.centre_px for tag in tags]), DISC_THICKNESS_MM)
    slots = slots_at(at_mm, poses) if at_mm is not None else [None] * len(tags)
    faces = Counter(tag.sticker for tag in tags if isinstance(tag.sticker, Face))
    return tuple(
        _disc(tag, ringed.get(tag.centre_px), slot, None if at_mm is None else _point(at_mm[k]), faces)
        for k, (tag, slot) in enumerate(zip(tags, slots, strict=True))
    )


def _disc(
    seen: Sighting, ring: Sticker | None, slot: int | None, at_mm: Point | None, faces: Mapping[Face, int]
) -> DiscSeen:
    """No kit has two discs of the same face."""
    tag = seen.sticker if isinstance(seen.sticker, Face) else None
    return DiscSeen(
        player=seen.sticker.player,  # type: ignore[union-attr]
        side=Side.FACE if tag else Side.BACK,
        tag=tag,
        ring=ring if isinstance(ring, Face) else None,
        slot=slot,
        centre_px=seen.centre_px,
        centre_mm=at_mm,
        two_places=tag is not None and faces[tag] > 1,
    )
