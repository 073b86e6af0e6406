"""Clean pictures -> the codes that zbar reads in them. Nothing else calls zbar."""

from __future__ import annotations

from collections.abc import Sequence
from ctypes import c_char_p, c_void_p, cast, string_at
from dataclasses import dataclass

import numpy as np
from pyzbar import pyzbar, wrapper

from hardware.ports import Grey
from pi_app.vision.seen import Point

_GREY = int.from_bytes(b"Y800", "little")
_TURNS: dict[str | None, int] = {"UP": 0, "RIGHT": 1, "DOWN": 2, "LEFT": 3}


@dataclass(frozen=True, slots=True)
class Symbol:
    """One code: what it says, its middle, and its outline from the upright top left."""

    text: str
    middle: Point
    outline: tuple[Point, ...]


def bars_in(picture: Grey, every: int) -> list[tuple[str, int]]:
    """Text and a row of each Code 128 that lies along the rows. every: rows of which one is looked at."""
    if picture.size == 0:
        return []
    scanner, image = wrapper.zbar_image_scanner_create(), wrapper.zbar_image_create()
    try:
        for kind, setting, value in (
            (0, wrapper.ZBarConfig.CFG_ENABLE, 0),
            (pyzbar.ZBarSymbol.CODE128, wrapper.ZBarConfig.CFG_ENABLE, 1),
            # zbar looks along rows and columns of everything; here each row is a code by itself.
            (0, wrapper.ZBarConfig.CFG_X_DENSITY, 0),
            (0, wrapper.ZBarConfig.CFG_Y_DENSITY, every),
        ):
            wrapper.zbar_image_scanner_set_config(scanner, kind, setting, value)
        pixels = picture.tobytes()
        wrapper.zbar_image_set_format(image, _GREY)
        wrapper.zbar_image_set_size(image, *picture.shape[::-1])
        wrapper.zbar_image_set_data(image, cast(c_char_p(pixels), c_void_p), len(pixels), None)
        wrapper.zbar_scan_image(scanner, image)
        found = []
        symbol = wrapper.zbar_image_first_symbol(image)
        while symbol:
            length = wrapper.zbar_symbol_get_data_length(symbol)
            text = string_at(wrapper.zbar_symbol_get_data(symbol), length).decode("utf-8", errors="replace")
            rows = range(wrapper.zbar_symbol_get_loc_size(symbol))
            found += [(text, row) for row in {wrapper.zbar_symbol_get_loc_y(symbol, k) for k in rows}]
            symbol = wrapper.zbar_symbol_next(symbol)
        return found
    finally:
        wrapper.zbar_image_destroy(image)
        wrapper.zbar_image_scanner_destroy(scanner)


def qr_codes_in(picture: Grey) -> list[Symbol]:
    return _symbols(picture, pyzbar.ZBarSymbol.QRCODE)


def codes_in(picture: Grey) -> list[tuple[str, str, Point]]:
    """Kind, text and middle of every code that other things carry: QR codes, and the bars of goods."""
    kinds = (("QR code", pyzbar.ZBarSymbol.QRCODE), ("barcode", pyzbar.ZBarSymbol.EAN13))
    return [(name, code.text, code.middle) for name, kind in kinds for code in _symbols(picture, kind)]


def _symbols(picture: Grey, kind: pyzbar.ZBarSymbol) -> list[Symbol]:
    if picture.size == 0:
        return []
    found = []
    for symbol in pyzbar.decode(picture, symbols=[kind]):
        text = symbol.data.decode("utf-8", errors="replace")
        rect = symbol.rect
        middle = (rect.left + rect.width / 2, rect.top + rect.height / 2)
        found.append(Symbol(text, middle, _upright(symbol.polygon, symbol.orientation)))
    return found


def _upright(polygon: Sequence[tuple[int, int]], orientation: str | None) -> tuple[Point, ...]:
    """Corners clockwise from the top left of the upright code."""
    points = tuple((float(x), float(y)) for x, y in polygon)
    if len(points) != 4:
        return points
    mx, my = sum(x for x, _ in points) / 4, sum(y for _, y in points) / 4
    around = sorted(points, key=lambda p: np.arctan2(p[1] - my, p[0] - mx))
    turn = _TURNS.get(orientation, 0)
    return (*around[turn:], *around[:turn])
