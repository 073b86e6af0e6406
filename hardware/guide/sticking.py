"""The stickers themselves in; the drawing of how to print, cut and stick them out."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hardware.artwork import draw
from hardware.guide.svg import GREEN, QUIET, RED, Drawing, Point
from hardware.stickers import DISC_MM, PLATE_MM, Back, Face, Plate, Sticker

_PX_PER_MM = 8


def sticking() -> str:
    """A disc's two sides, a plate below its card, and what to keep in mind."""
    drawing = Drawing(900, 560, "Printing and sticking")
    drawing.text((24, 34), "Print at 100 %, matt paper, cut on the line, stick flat", size=20, bold=True)
    _shown(drawing, Face(3, 5), (40, 70), 200, "face: player 3 votes 5")
    _shown(drawing, Back(3), (280, 70), 200, "back: player 3, on every disc")
    _shown(drawing, Plate(5), (520, 92), 340, f"plate: below its card, {PLATE_MM[0]:g} x {PLATE_MM[1]:g} mm")
    drawing.line([(40, 350), (40 + 100 * 3.2, 350)], width=3)
    for end in (40.0, 40 + 100 * 3.2):
        drawing.line([(end, 340), (end, 360)], width=3)
    drawing.text((200, 378), "measure the line on the sheet: it is 100 mm", anchor="middle", size=15)
    good = (
        "matt paper or matt film over it: shiny stickers glare",
        f"discs of {DISC_MM:g} mm; face on one side, back on the other",
        "the white round a code belongs to it: leave it there",
        "prove it: hold the sheet under the camera before you cut",
    )
    bad = ("fit to page, or any other scaling", "a bent or lifted corner", "two discs with one face")
    for place, words in enumerate(good):
        drawing.text((40, 424 + place * 30), f"+ {words}", size=15, colour=GREEN)
    for place, words in enumerate(bad):
        drawing.text((560, 424 + place * 30), f"- {words}", size=15, colour=RED)
    return drawing.svg()


def _shown(drawing: Drawing, sticker: Sticker, corner: Point, width: float, words: str) -> None:
    pixels: NDArray[np.uint8] = draw(sticker, DISC_MM, _PX_PER_MM, 1)
    drawing.picture(corner, width, pixels)
    height = width * pixels.shape[0] / pixels.shape[1]
    drawing.text(
        (corner[0] + width / 2, corner[1] + height + 24), words, size=13, anchor="middle", colour=QUIET
    )
