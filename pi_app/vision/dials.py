"""Sightings of base and rotor tags -> dials and how far each is turned; and what looks agree on.

A rotor belongs to the base round whose axis it lies. Each square gives its own frame, so no table map is
needed; perspective within the few centimetres of a dial is left out of account.
"""

from __future__ import annotations

import cmath
import math
from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from calibration.table_map import TableMap
from hardware.ports import Grey
from hardware.stickers import DIAL_TAG_MM, DialBase, DialRotor
from pi_app.vision.dial_fit import AXIS, SQUARE, Part, base_of, rotor_of
from pi_app.vision.seen import DialSeen, Look, Point, Sighting, Source
from pi_app.vision.turn import Turn

Floats = NDArray[np.float64]

FROM_AXIS_MM = 6.0
"""A rotor's middle this far from a base's axis is still that base's rotor: stuck on by hand, seen aslant."""
MOVED_MM = 12.0
TURNED_DEG = 8.0
"""Between two looks: more is a dial that is being turned."""


def dials_in(
    sightings: Sequence[Sighting], table: TableMap | None = None, grey: Grey | None = None
) -> tuple[DialSeen, ...]:
    """Every dial of which at least one tag was read, in the order of the players.

    grey: the picture, to look again where only one of the two was.
    """
    rotors = _parts(sightings, DialRotor)
    found = []
    for base in _parts(sightings, DialBase):
        near = [rotor for rotor in rotors if _from_axis(base, rotor) <= FROM_AXIS_MM]
        rotor = min(near, key=lambda rotor: _from_axis(base, rotor), default=None)
        if rotor is not None:
            rotors.remove(rotor)
        elif grey is not None:
            rotor = rotor_of(grey, base)
        found.append(_dial(base, rotor))
    for rotor in rotors:
        base_seen = base_of(grey, rotor) if grey is not None else None
        alone = DialSeen(rotor.player, None, _point(rotor.middle))
        found.append(alone if base_seen is None else _dial(base_seen, rotor))
    placed = (_placed(dial, table) for dial in found)
    return tuple(sorted(placed, key=lambda dial: (dial.player, dial.centre_px)))


def merged_dials(looks: Sequence[Look]) -> tuple[DialSeen, ...]:
    """What looks at one table at rest say together: the mean turn of each dial."""
    spots: list[list[DialSeen]] = []
    for look in looks:
        for dial in look.dials:
            spot = next((s for s in spots if _same_dial(s[-1], dial, look)), None)
            if spot is None:
                spots.append([dial])
            else:
                spot.append(dial)
    return tuple(_merged(spot) for spot in spots)


def dials_moved(before: Look, after: Look) -> bool:
    """A dial lies elsewhere, was turned, or has come; what was merely not read has not moved."""
    for dial in after.dials:
        old = next((d for d in before.dials if _same_dial(d, dial, after)), None)
        if old is None or (
            old.turn is not None
            and dial.turn is not None
            and _apart(old.turn.tag_deg, dial.turn.tag_deg) > TURNED_DEG
        ):
            return True
    return False


def _parts(sightings: Iterable[Sighting], kind: type[DialBase | DialRotor]) -> list[Part]:
    parts = []
    for sighting in sightings:
        sticker = sighting.sticker
        if isinstance(sticker, kind) and sighting.source is Source.TAG and sighting.corners_px is not None:
            corners = np.array(sighting.corners_px, np.float64)
            middle = corners.mean(axis=0)
            matrix = (corners - middle).T @ SQUARE / (DIAL_TAG_MM**2)
            if abs(np.linalg.det(matrix)) > 1e-9:
                parts.append(Part(sticker.player, middle, matrix))
    return parts


def _from_axis(base: Part, rotor: Part) -> float:
    return float(np.linalg.norm(base.mm(rotor.middle[None])[0] - AXIS))


def _dial(base: Part, rotor: Part | None) -> DialSeen:
    if rotor is None:
        return DialSeen(base.player, None, _point(base.middle + base.matrix @ AXIS))
    square = base.mm(rotor.corners)
    square = square - square.mean(axis=0)
    turn = math.atan2(
        float((SQUARE[:, 0] * square[:, 1] - SQUARE[:, 1] * square[:, 0]).sum()),
        float((SQUARE * square).sum()),
    )
    x, y = rotor.mm(base.middle[None])[0]
    # Seen from the rotor, the base's tag lies to the left and turns the other way.
    line = math.pi - math.atan2(float(y), float(x))
    other = rotor.player if rotor.player != base.player else None
    return DialSeen(base.player, Turn(_degrees(turn), _degrees(line)), _point(rotor.middle), rotor=other)


def _placed(dial: DialSeen, table: TableMap | None) -> DialSeen:
    if table is None:
        return dial
    return replace(dial, centre_mm=_point(table.to_mm(np.array([dial.centre_px]))[0]))


def _merged(spot: Sequence[DialSeen]) -> DialSeen:
    read = [(dial, dial.turn) for dial in spot if dial.turn is not None]
    if not read:
        return replace(spot[-1], looks=len(spot))
    return replace(
        read[-1][0],
        turn=Turn(_mean(turn.tag_deg for _, turn in read), _mean(turn.line_deg for _, turn in read)),
        rotor=next((dial.rotor for dial, _ in read if dial.rotor is not None), None),
        looks=len(spot),
    )


def _same_dial(a: DialSeen, b: DialSeen, look: Look) -> bool:
    px_per_mm = 8 * (look.picture.px_per_module or 4.0) / 16.0
    return a.player == b.player and math.dist(a.centre_px, b.centre_px) < MOVED_MM * px_per_mm


def _mean(degrees: Iterable[float]) -> float:
    """Of angles on the circle."""
    total = sum(cmath.rect(1, math.radians(deg)) for deg in degrees)
    return _degrees(cmath.phase(total))


def _apart(a: float, b: float) -> float:
    away = abs(a - b) % 360
    return min(away, 360 - away)


def _degrees(radians: float) -> float:
    return math.degrees(radians) % 360


def _point(at: Floats) -> Point:
    return float(at[0]), float(at[1])
