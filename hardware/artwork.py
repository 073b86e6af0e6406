"""A sticker goes in, its pixels come out: exactly what is printed, upright, without the cut line.

The drawing does not know how it is read.
"""

from __future__ import annotations

import math

import cv2
import numpy as np
import segno
from barcode.codex import Code128
from numpy.typing import NDArray

from hardware import stickers as kit_of
from hardware.canvas import BLACK, Bgra, Canvas, Cover, Point, disc, glyph, polar
from hardware.palette import SYMBOLS, look_of
from hardware.stickers import Back, Corner, DialBase, DialRotor, Face, Plate, Sticker

CLEAR_MM = 0.8
"""What stays white round the numbers for people."""
RIM_MM = 1.0
_POINTER_MM = (8.6, 12.3)
"""From the rotor's axis; clear of both tags, also where it points at the base's."""
_PLATE_NUMBER_MM = (29.5, 3.0, 55.5, 27.0)


def size_mm(sticker: Sticker, disc_mm: float = kit_of.DISC_MM) -> Point:
    """Width and height of the whole sticker."""
    match sticker:
        case Face() | Back():
            return disc_mm, disc_mm
        case Plate():
            return kit_of.PLATE_MM
        case Corner():
            side = kit_of.CORNER_TAG_MM + 2 * kit_of.CORNER_MARGIN_MM
            return side, side
        case DialBase():
            return kit_of.DIAL_BASE_MM, kit_of.DIAL_BASE_MM
        case DialRotor():
            return kit_of.DIAL_ROTOR_MM, kit_of.DIAL_ROTOR_MM


def is_disc(sticker: Sticker) -> bool:
    return not isinstance(sticker, Plate | Corner)


def draw(
    sticker: Sticker, disc_mm: float = kit_of.DISC_MM, px_per_mm: float = 40, kit: int = kit_of.DEFAULT_KIT
) -> Bgra:
    """The upright sticker: uint8 BGRA, shape (height, width, 4), transparent outside a disc."""
    sheet = Canvas(size_mm(sticker, disc_mm), px_per_mm)
    side = kit_of.tag_side_mm(sticker, disc_mm)
    match sticker:
        case Face():
            _face(sheet, sticker, disc_mm)
        case Back(player):
            _back(sheet, player, side)
        case Plate(slot):
            _plate(sheet, slot, kit)
        case DialBase(player):
            _dial_base(sheet, player)
        case DialRotor():
            _pointer(sheet)
        case Corner():
            pass
    sheet.modules(tag_modules(sticker), _tag_centre(sticker, sheet.middle), side)
    return sheet.cut_round() if is_disc(sticker) else sheet.whole()


def tag_modules(sticker: Sticker) -> NDArray[np.bool_]:
    """The tag's 8 x 8 modules, True is black; as OpenCV draws it."""
    dictionary = cv2.aruco.getPredefinedDictionary(kit_of.DICTIONARY_ID)
    marker = cv2.aruco.generateImageMarker(dictionary, kit_of.tag_id(sticker), kit_of.TAG_MODULES)
    return np.asarray(marker) < 128


def ring_modules(face: Face) -> NDArray[np.bool_]:
    """The 57 modules of the ring's Code 128-C, True is black."""
    (bars,) = Code128(kit_of.ring_text(face)).build()
    return np.array([bar == "1" for bar in bars])


def plate_modules(slot: int, kit: int = kit_of.DEFAULT_KIT) -> NDArray[np.bool_]:
    """The 21 x 21 modules of a plate's QR code, True is black."""
    code = segno.make_qr(kit_of.plate_text(slot, kit), version=1, error="h", boost_error=False)
    return np.array([list(row) for row in code.matrix], dtype=bool)


def _tag_centre(sticker: Sticker, middle: Point) -> Point:
    match sticker:
        case Plate():
            return kit_of.PLATE_TAG_CENTRE_MM
        case DialBase():
            return middle[0] + kit_of.DIAL_BASE_TAG_CENTRE_MM[0], middle[1] + kit_of.DIAL_BASE_TAG_CENTRE_MM[
                1
            ]
        case _:
            return middle


def _face(sheet: Canvas, face: Face, disc_mm: float) -> None:
    inner, outer = kit_of.ring_radii_mm(disc_mm)
    sheet.paint(sheet.outside(disc_mm / 2 - RIM_MM), look_of(face.player).rgb)
    sheet.paint(_ring(sheet.size_px, sheet.scale, inner, outer, ring_modules(face).tobytes()), BLACK)
    low = kit_of.tag_side_mm(face, disc_mm) / 2 + CLEAR_MM
    height = _height_in_segment(face.number, low, inner - CLEAR_MM)
    for turn in range(4):
        sheet.number(face.number, (0.0, -low - height / 2), height, BLACK, turn * 90.0)


def _height_in_segment(number: int, low: float, reach: float) -> float:
    """Height of the tallest digits that stand on `low` and stay within `reach` of the centre, mm."""
    half_width = glyph(number).width / glyph(number).height / 2
    # (low + h)^2 + (half_width h)^2 = reach^2
    a, b, c = 1 + half_width**2, 2 * low, low**2 - reach**2
    return (-b + math.sqrt(b * b - 4 * a * c)) / (2 * a)


def _back(sheet: Canvas, player: int, side: float) -> None:
    look = look_of(player)
    half = side / 2 + side / kit_of.TAG_MODULES
    sheet.frame(half, look.rgb)
    room = sheet.middle[0] - half
    for turn in range(4):
        sheet.outline(look.outline, (0.0, -half - room * 0.46), room * 0.38, look.ink, turn * 90.0)


def _plate(sheet: Canvas, slot: int, kit: int) -> None:
    sheet.modules(plate_modules(slot, kit), kit_of.PLATE_QR_CENTRE_MM, kit_of.PLATE_QR_MM)
    left, top, right, bottom = _PLATE_NUMBER_MM
    digits = glyph(slot)
    height = min(bottom - top, (right - left) * digits.height / digits.width)
    x, y = (left + right) / 2 - sheet.middle[0], (top + bottom) / 2 - sheet.middle[1]
    sheet.number(slot, (x, y), height, BLACK)


def _dial_base(sheet: Canvas, player: int) -> None:
    sheet.paint(sheet.outside(kit_of.DIAL_BASE_MM / 2 - RIM_MM), look_of(player).rgb)
    # Where the pin goes; the rotor covers it.
    sheet.outline(SYMBOLS["cross"], (0.0, 0.0), 1.5, BLACK)
    for number in range(1, kit_of.MOST + 1):
        turn = (number - 1) * kit_of.DIAL_STEP_DEG
        # 10 stands beyond the base's tag, where little room is left.
        radius, height = (28.2, 1.4) if turn == 270.0 else (22.5, 6.0)
        sheet.number(number, (0.0, -radius), height, BLACK, turn)


def _pointer(sheet: Canvas) -> None:
    low, tip = _POINTER_MM
    sheet.outline(((-0.8, 1.0), (0.0, -1.0), (0.8, 1.0)), (0.0, -(low + tip) / 2), (tip - low) / 2, BLACK)


def _ring(size: tuple[int, int], scale: float, inner: float, outer: float, bars: bytes) -> Cover:
    """Cover of the black bars: module k from (2 + k)/61 to (3 + k)/61 of the turn."""
    modules = np.zeros(kit_of.RING_MODULES, np.float32)
    modules[2:59] = np.frombuffer(bars, np.bool_)
    # One row of samples a pixel wide at the middle of the bars, bent round by interpolation.
    per_module = max(4, round(math.pi * (inner + outer) * scale / kit_of.RING_MODULES))
    row = np.repeat(modules, per_module)[None, :]
    across = polar(size, scale)[1] * row.shape[1] - np.float32(0.5)
    bent = cv2.remap(row, across, np.zeros_like(across), cv2.INTER_LINEAR, borderMode=cv2.BORDER_WRAP)
    return np.asarray(bent * (disc(size, scale, outer) - disc(size, scale, inner)), np.float32)
