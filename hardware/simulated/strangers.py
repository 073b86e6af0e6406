"""Codes of other things on white labels: what a reader must not take for ours."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import cv2
import numpy as np
import segno
from barcode.codex import Code128
from barcode.ean import EAN13
from barcode.errors import BarcodeError
from numpy.typing import NDArray

from hardware.simulated.art import Art, printed
from hardware.simulated.scene import Code, Stranger
from hardware.stickers import DICTIONARY_ID, TAG_MODULES

Modules = NDArray[np.bool_]
_PX_PER_MODULE = 8
_OTHER_DICTIONARY = cv2.aruco.DICT_4X4_50


@lru_cache(maxsize=64)
def stranger_art(code: Code, text: str, size_mm: float) -> Art:
    """The whole label, `size_mm` wide. Raise ValueError when `text` cannot be put in such a code."""
    try:
        modules, quiet, tall, inverted = _DRAWERS[code](text)
    except (BarcodeError, cv2.error, segno.DataOverflowError) as error:
        raise ValueError(f"{text!r} does not fit in a {code}") from error
    side = np.repeat(np.repeat(modules, _PX_PER_MODULE, axis=1), _PX_PER_MODULE * tall, axis=0)
    edge = quiet * _PX_PER_MODULE
    label = np.pad(np.where(side, 0, 255).astype(np.uint8), edge, constant_values=255)
    grey = printed(np.asarray(255 - label if inverted else label, np.uint8))
    return Art.of(grey, np.full_like(grey, 255), grey.shape[1] / size_mm)


def art_of(stranger: Stranger) -> Art:
    return stranger_art(stranger.code, stranger.text, stranger.size_mm)


Drawn = tuple[Modules, int, int, bool]
"""Modules (True is black), quiet modules round them, modules of height of a row, white on black."""


def _qr(text: str) -> Drawn:
    return np.array(segno.make(text, micro=False).matrix, dtype=bool), 4, 1, False


def _ean13(text: str) -> Drawn:
    return _bars(EAN13(text).build()), 9, 50, False


def _code128(text: str) -> Drawn:
    return _bars(Code128(text).build()), 10, 40, False


def _bars(rows: list[str]) -> Modules:
    return np.array([[bar not in "0 " for bar in rows[0]]], dtype=bool)


def _tag(dictionary: int, side: int, text: str) -> Modules:
    tags = cv2.aruco.getPredefinedDictionary(dictionary)
    return np.asarray(cv2.aruco.generateImageMarker(tags, int(text), side) < 128)


def _reserved_tag(text: str) -> Drawn:
    return _tag(DICTIONARY_ID, TAG_MODULES, text), 1, 1, False


def _other_tag(text: str) -> Drawn:
    return _tag(_OTHER_DICTIONARY, 6, text), 1, 1, False


def _inverted_tag(text: str) -> Drawn:
    return _tag(DICTIONARY_ID, TAG_MODULES, text), 1, 1, True


_DRAWERS: dict[Code, Callable[[str], Drawn]] = {
    Code.QR: _qr,
    Code.EAN13: _ean13,
    Code.CODE128: _code128,
    Code.RESERVED_TAG: _reserved_tag,
    Code.OTHER_TAG: _other_tag,
    Code.INVERTED_TAG: _inverted_tag,
}
