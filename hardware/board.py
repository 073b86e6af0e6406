"""The ChArUco board a lens is measured with: its geometry, its picture, its page.

7 x 10 squares of 25 mm: fits A4 and letter. Its tags are of another dictionary than the kit's, so that a
board left on the table is read as nothing.
"""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image
from reportlab.lib.units import mm
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

from hardware.sheet import PAPERS

SQUARES = (7, 10)
SQUARE_MM = 25.0
MARKER_MM = 18.0
DICTIONARY_ID: int = cv2.aruco.DICT_5X5_50
_PX_PER_MM = 12
_POINTS = 9.0


def board(square_mm: float = SQUARE_MM) -> cv2.aruco.CharucoBoard:
    """OpenCV's board; lengths in mm as printed."""
    dictionary = cv2.aruco.getPredefinedDictionary(DICTIONARY_ID)
    return cv2.aruco.CharucoBoard(SQUARES, square_mm, square_mm * MARKER_MM / SQUARE_MM, dictionary)


def board_picture(px_per_mm: int = _PX_PER_MM) -> NDArray[np.uint8]:
    """The squares alone, no margin: uint8, shape (250, 175) times `px_per_mm`."""
    width, height = (round(count * SQUARE_MM * px_per_mm) for count in SQUARES)
    return np.asarray(board().generateImage((width, height)), np.uint8)


def write_board(path: Path, paper: str, lines: tuple[str, ...]) -> None:
    """One PDF page of exact millimetres, `lines` of text below the board. Raise OSError."""
    width, height = PAPERS[paper]
    wide, high = (count * SQUARE_MM for count in SQUARES)
    pdf = Canvas(str(path), pagesize=(width * mm, height * mm), invariant=1)
    pdf.setTitle("Rabbit Table")
    picture = ImageReader(Image.fromarray(board_picture()))
    room = height - high
    low = room * 0.6
    pdf.drawImage(picture, (width - wide) / 2 * mm, low * mm, wide * mm, high * mm)
    pdf.setFont("Helvetica", _POINTS)
    for number, line in enumerate(lines, 1):
        pdf.drawString((width - wide) / 2 * mm, (low - 4.2 * number) * mm, line)
    pdf.showPage()
    pdf.save()
