"""A kit goes in, its print sheets come out: PDF pages in exact millimetres, with cut lines and a ruler.

Where each sticker lies is worked out first (`lay_out`), then drawn (`write_pdf`). Positions are
millimetres from the page's top left corner, x right, y down.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import cv2
from PIL import Image
from reportlab import rl_config
from reportlab.lib.pagesizes import A4, LETTER
from reportlab.lib.units import mm
from reportlab.lib.utils import ImageReader
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas

from hardware.artwork import draw, is_disc, size_mm
from hardware.how_to import ALL_KITS, PLAYER_TITLE, STICKING, Text
from hardware.kit import Block, Kit, blocks
from hardware.lettering import Lettering, is_western
from hardware.palette import look_of
from hardware.stickers import Back, DialBase, Face, Sticker

# Pictures as plain bytes: the default text form is a quarter larger and takes twice the time.
rl_config.useA85 = 0

PAPERS: dict[str, tuple[float, float]] = {
    "a4": (A4[0] / mm, A4[1] / mm),
    "letter": (LETTER[0] / mm, LETTER[1] / mm),
}
"""Width and height in mm."""
MARGIN_MM = 10.0
"""No home printer prints nearer to the edge than this."""
GAP_MM = 4.0
"""White between two stickers: quiet for the codes, and room for the scissors."""
BLEED_MM = 0.6
RULER_MM = 100.0
PX_PER_MM = 600 / 25.4
_TOP_MM, _FOOT_MM, _TITLE_MM = 9.0, 16.0, 6.0


@dataclass(frozen=True, slots=True)
class Placed:
    """A sticker on a page; `x_mm`, `y_mm` is its top left corner."""

    sticker: Sticker
    x_mm: float
    y_mm: float


@dataclass(slots=True)
class Page:
    """What one page carries."""

    stickers: list[Placed] = field(default_factory=list)
    titles: list[tuple[float, str]] = field(default_factory=list)


def lay_out(kit: Kit, paper: str, text: Text) -> list[Page]:
    """The pages of stickers, block after block in rows; a row is never torn over two pages."""
    width, height = PAPERS[paper]
    low = height - MARGIN_MM - _FOOT_MM
    pages = [Page()]
    top = MARGIN_MM + _TOP_MM
    for block in blocks(kit):
        title = _title(block, text)
        for n, row in enumerate(_rows(block, kit, width - 2 * MARGIN_MM)):
            tall = max(size_mm(sticker, kit.disc_mm)[1] for sticker in row)
            if top + _TITLE_MM + tall > low:
                pages.append(Page())
                top = MARGIN_MM + _TOP_MM
            if n == 0 or not pages[-1].titles:
                pages[-1].titles.append((top, title))
                top += _TITLE_MM
            x = MARGIN_MM
            for sticker in row:
                pages[-1].stickers.append(Placed(sticker, x, top))
                x += size_mm(sticker, kit.disc_mm)[0] + GAP_MM
            top += tall + GAP_MM
    return pages


def write_pdf(kit: Kit, paper: str, path: Path, text: Text, lettering: Lettering | None = None) -> None:
    """Write all pages, how to print and stick first. OSError when that fails.

    lettering: for what the fonts built into every reader of PDFs do not have.
    """
    pages = lay_out(kit, paper, text)
    pdf = Canvas(str(path), pagesize=[side * mm for side in PAPERS[paper]], invariant=1)
    pdf.setTitle(text("Rabbit Table: print sheets of kit {kit}", kit=kit.number))
    press = _Press(pdf, kit, PAPERS[paper], text, lettering)
    for number, page in enumerate([None, *pages], 1):
        press.frame(number, len(pages) + 1)
        if page is None:
            press.guide()
        else:
            press.print(page)
        pdf.showPage()
    pdf.save()


def _title(block: Block, text: Text) -> str:
    player = block.fields.get("player")
    if not isinstance(player, int):
        return text(block.title)
    look = look_of(player)
    return text(PLAYER_TITLE, player=player, colour=text(look.name), symbol=text(look.symbol))


def _rows(block: Block, kit: Kit, width: float) -> Iterator[list[Sticker]]:
    """The block's stickers in rows; what is left of the last row is filled with spare faces."""
    row: list[Sticker] = []
    free = width
    todo = [sticker for sticker, copies in block.copies.items() for _ in range(copies)]
    for sticker in todo:
        wide = size_mm(sticker, kit.disc_mm)[0]
        if row and wide > free + 1e-6:
            yield row
            row, free = [], width
        row.append(sticker)
        free -= wide + GAP_MM
    for spare in (sticker for sticker in block.copies if isinstance(sticker, Face)):
        if kit.disc_mm > free + 1e-6:
            break
        row.append(spare)
        free -= kit.disc_mm + GAP_MM
    yield row


class _Press:
    """Puts ink on the pages of one PDF."""

    def __init__(
        self,
        pdf: Canvas,
        kit: Kit,
        paper: tuple[float, float],
        text: Text,
        lettering: Lettering | None,
    ) -> None:
        self._pdf = pdf
        self._kit = kit
        self._width, self._height = paper
        self.text = text
        self._lettering = lettering
        self._pictures: dict[Sticker, ImageReader] = {}

    def frame(self, page: int, pages: int) -> None:
        """Headline and check ruler, the same on every page."""
        head = self.text(
            "Rabbit Table kit {kit} for {players} players, page {page} of {pages}",
            kit=self._kit.number,
            players=self._kit.players,
            page=page,
            pages=pages,
        )
        self._say(MARGIN_MM, MARGIN_MM + 4, head, 10, bold=True)
        low = MARGIN_MM + 3.0
        self._pdf.setStrokeGray(0)
        self._pdf.setLineWidth(0.2 * mm)
        self._pdf.line(MARGIN_MM * mm, low * mm, (MARGIN_MM + RULER_MM) * mm, low * mm)
        for step in range(11):
            x = (MARGIN_MM + step * RULER_MM / 10) * mm
            self._pdf.line(x, low * mm, x, (low + (4 if step % 5 == 0 else 2.5)) * mm)
        note = self.text("This line must be 100 mm long. Print at 100 %.")
        self._say(MARGIN_MM + RULER_MM + 4, self._height - low, note, 9)

    def guide(self) -> None:
        """How to print, cut and stick."""
        y = MARGIN_MM + _TOP_MM + 8
        for heading, lines in (*ALL_KITS, *STICKING[self._kit.device]):
            self._say(MARGIN_MM, y, self.text(heading), 13, bold=True)
            y += 7
            for line in lines:
                filled = self.text(line, discs=self._kit.slots, marks=self._kit.own_cards)
                self._say(MARGIN_MM + 4, y, filled, 10.5)
                y += 5.6
            y += 4

    def print(self, page: Page) -> None:
        for y, title in page.titles:
            self._say(MARGIN_MM, y + 3.6, title, 10)
        for placed in page.stickers:
            self._stick(placed)

    def _stick(self, placed: Placed) -> None:
        sticker, pdf = placed.sticker, self._pdf
        wide, tall = size_mm(sticker, self._kit.disc_mm)
        left, low = placed.x_mm, self._height - placed.y_mm - tall
        middle = (left + wide / 2) * mm, (low + tall / 2) * mm
        pdf.saveState()
        if isinstance(sticker, Face | Back | DialBase):
            # Colour a little beyond the cut line forgives unsteady scissors.
            pdf.setFillColorRGB(*(channel / 255 for channel in look_of(sticker.player).rgb))
            pdf.circle(*middle, (wide / 2 + BLEED_MM) * mm, stroke=0, fill=1)
        outline = pdf.beginPath()
        if is_disc(sticker):
            outline.circle(*middle, wide / 2 * mm)
        else:
            outline.rect(left * mm, low * mm, wide * mm, tall * mm)
        pdf.clipPath(outline, stroke=0, fill=0)
        pdf.drawImage(self._picture(sticker), left * mm, low * mm, wide * mm, tall * mm)
        pdf.restoreState()
        pdf.setStrokeGray(0.45)
        pdf.setLineWidth(0.1 * mm)
        pdf.drawPath(outline, stroke=1, fill=0)

    def _picture(self, sticker: Sticker) -> ImageReader:
        """The very same object for every copy: the file then holds its pixels once."""
        if sticker not in self._pictures:
            pixels = draw(sticker, self._kit.disc_mm, PX_PER_MM, self._kit.number)[..., :3]
            coloured = isinstance(sticker, Face | Back | DialBase)
            code = cv2.COLOR_BGR2RGB if coloured else cv2.COLOR_BGR2GRAY
            self._pictures[sticker] = ImageReader(Image.fromarray(cv2.cvtColor(pixels, code)))
        return self._pictures[sticker]

    def _say(self, x: float, y: float, line: str, points: float, *, bold: bool = False) -> None:
        """From the left margin on, or up to the right one; in smaller letters where the line is long."""
        letters = None if is_western(line) else self._lettering
        name = "Helvetica-Bold" if bold else "Helvetica"
        wide = letters.width(line, points, bold) if letters else stringWidth(line, name, points)
        room = (self._width - MARGIN_MM - x) * mm
        if wide > room:
            points, wide = points * room / wide, room
        to_the_right = self._lettering is not None and self._lettering.right_to_left
        left = (self._width - MARGIN_MM) * mm - wide if to_the_right else x * mm
        low = (self._height - y) * mm
        if letters is None:
            self._pdf.setFillGray(0)
            self._pdf.setFont(name, points)
            self._pdf.drawString(left, low, line)
        else:
            ink, below = letters.ink(line, points, bold)
            high = ink.height * wide / ink.width
            self._pdf.drawImage(ImageReader(ink), left, low - below, wide, high)
