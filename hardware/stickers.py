"""What is printed on each sticker, and back (format 1).

One dictionary for all tags; ids, ring digits and plate texts are one-to-one with the stickers
below. Anything else seen in a picture is not in this kit.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from stdnum.exceptions import ValidationError
from stdnum.iso7064 import mod_37_36

DICTIONARY_ID = 21
"""`cv2.aruco.DICT_ARUCO_MIP_36h12`; a number, so that who needs no pictures need not load OpenCV."""
TAG_MODULES = 8
"""Modules along a tag's black side: 6 bits and a border of 1 on each side."""
MOST = 12
"""Players, numbers and slots run from 1 to this."""
DEFAULT_KIT = 1
RING_MODULES = 61
"""57 modules of Code 128-C and a gap of 4 make the full turn."""


@dataclass(frozen=True, slots=True, order=True)
class Face:
    """The vote side of a disc: the player's own disc for one slot number."""

    player: int
    number: int


@dataclass(frozen=True, slots=True, order=True)
class Back:
    """The other side of a disc; the same for all discs of a player."""

    player: int


@dataclass(frozen=True, slots=True, order=True)
class Plate:
    """The numbered strip below a card."""

    slot: int


@dataclass(frozen=True, slots=True, order=True)
class Corner:
    """An optional mark at a table corner: 1 top left, 2 top right, 3 bottom right, 4 bottom left."""

    corner: int


@dataclass(frozen=True, slots=True, order=True)
class DialBase:
    """The fixed part of a player's dial."""

    player: int


@dataclass(frozen=True, slots=True, order=True)
class DialRotor:
    """The turning part of a player's dial."""

    player: int


Sticker = Face | Back | Plate | Corner | DialBase | DialRotor


@dataclass(frozen=True, slots=True)
class PlateCode:
    """What the QR code of a slot plate says."""

    kit: int
    slot: int


def tag_id(sticker: Sticker) -> int:
    match sticker:
        case Face(player, number):
            return (player - 1) * MOST + number - 1
        case Back(player):
            return 144 + player - 1
        case Plate(slot):
            return 156 + slot - 1
        case Corner(corner):
            return 170 + corner - 1
        case DialBase(player):
            return 174 + player - 1
        case DialRotor(player):
            return 186 + player - 1


def _all_stickers() -> list[Sticker]:
    n = range(1, MOST + 1)
    return [
        *(Face(p, k) for p in n for k in n),
        *(Back(p) for p in n),
        *(Plate(s) for s in n),
        *(Corner(c) for c in range(1, 5)),
        *(DialBase(p) for p in n),
        *(DialRotor(p) for p in n),
    ]


BY_TAG: dict[int, Sticker] = {tag_id(s): s for s in _all_stickers()}
"""Every tag id of the kit; an id that is missing here is reserved or foreign."""


def ring_text(face: Face) -> str:
    """The four digits PPNN in the bars round the rim."""
    return f"{face.player:02d}{face.number:02d}"


def face_of_ring(text: str) -> Face | None:
    """The face whose ring says `text`, or None for anything else."""
    if len(text) != 4 or not (text.isascii() and text.isdigit()):
        return None
    player, number = int(text[:2]), int(text[2:])
    return Face(player, number) if 1 <= player <= MOST and 1 <= number <= MOST else None


def plate_text(slot: int, kit: int = DEFAULT_KIT) -> str:
    """`RTkkSssC`; C is the check character of ISO/IEC 7064 MOD 37,36."""
    body = f"RT{kit:02d}S{slot:02d}"
    return body + str(mod_37_36.calc_check_digit(body))


def plate_of_text(text: str) -> PlateCode | None:
    """Kit and slot of a plate's text, or None when it is not one of ours or its check fails."""
    if len(text) != 8 or not text.isascii() or text[:2] != "RT" or text[4] != "S":
        return None
    kit, slot = text[2:4], text[5:7]
    if not (kit.isdigit() and slot.isdigit() and 1 <= int(slot) <= MOST):
        return None
    try:
        mod_37_36.validate(text)
    except ValidationError:
        return None
    return PlateCode(int(kit), int(slot))


# --- sizes in millimetres -------------------------------------------------------------------------

DISC_MM = 32.0
DISC_MM_RANGE = (25.0, 40.0)
DISC_THICKNESS_MM = 3.0
CARD_MM = (80.0, 120.0)
PLATE_MM = (88.0, 30.0)
PLATE_TAG_MM = 20.0
PLATE_TAG_CENTRE_MM = (16.0, 15.0)
"""From the upright plate's top left corner, x right, y down (so is every position here)."""
PLATE_QR_MM = 21.0
PLATE_QR_CENTRE_MM = (71.0, 15.0)
PLATE_CARD_GAP_MM = 3.0
CORNER_TAG_MM = 40.0
CORNER_MARGIN_MM = 5.0
DIAL_BASE_MM = 60.0
DIAL_ROTOR_MM = 30.0
DIAL_TAG_MM = 12.0
DIAL_STEP_DEG = 30.0
"""Clockwise from one number to the next."""
DIAL_BASE_TAG_CENTRE_MM = (-20.0, 0.0)
"""From the dial's axis."""


def ring_radii_mm(disc_mm: float) -> tuple[float, float]:
    """Inner and outer radius of the bars on a face."""
    outer = disc_mm / 2 - 1.0
    return outer - max(2.0, 0.08 * disc_mm), outer


def tag_side_mm(sticker: Sticker, disc_mm: float = DISC_MM) -> float:
    """Black side of the sticker's tag."""
    match sticker:
        case Face():
            return (ring_radii_mm(disc_mm)[0] - 1.2) * math.sqrt(2)
        case Back():
            return min((disc_mm / 2 - 2.0) * math.sqrt(2), 0.62 * disc_mm)
        case Plate():
            return PLATE_TAG_MM
        case Corner():
            return CORNER_TAG_MM
        case DialBase() | DialRotor():
            return DIAL_TAG_MM
