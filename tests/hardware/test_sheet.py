"""The printed sheet, as a printer would see it: every page to pixels, every sticker read back."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np
import pypdfium2  # type: ignore[import-untyped]
import pytest
from pyzbar.pyzbar import ZBarSymbol, decode

from hardware.artwork import size_mm
from hardware.device import Device
from hardware.kit import Kit, blocks
from hardware.sheet import BLEED_MM, GAP_MM, MARGIN_MM, PAPERS, RULER_MM, Page, lay_out, write_pdf
from hardware.stickers import (
    BY_TAG,
    DICTIONARY_ID,
    PLATE_QR_CENTRE_MM,
    PLATE_TAG_CENTRE_MM,
    Back,
    Corner,
    DialBase,
    Face,
    Plate,
    Sticker,
    face_of_ring,
    plate_of_text,
    ring_radii_mm,
)

DPI = 200
SCALE = DPI / 25.4
PRINTED = [
    (Kit(12, Device.TOKENS, 25.0), "a4"),
    (Kit(3, Device.TOKENS, 32.0, 7), "letter"),
    (Kit(4, Device.DIALS, 28.0), "letter"),
    (Kit(5, Device.PLACES, 40.0), "a4"),
]
printed = pytest.mark.parametrize(
    ("kit", "paper"), PRINTED, ids=lambda value: getattr(value, "device", value)
)
Point = tuple[float, float]


def text(message: str, **fields: object) -> str:
    return message.format(**fields)


@dataclass
class Sheet:
    """pages: grey, 200 dpi, the guide first. tags, on each page after it: id and centre in mm."""

    paper_mm: list[Point]
    pages: list[np.ndarray]
    tags: list[list[tuple[int, Point]]]
    layout: list[Page]


SheetOf = Callable[[Kit, str], Sheet]


@pytest.fixture(scope="module")
def sheet_of(tmp_path_factory: pytest.TempPathFactory) -> SheetOf:
    @lru_cache
    def made(kit: Kit, paper: str) -> Sheet:
        path = tmp_path_factory.mktemp("sheet") / "sheets.pdf"
        write_pdf(kit, paper, path, text)
        with pypdfium2.PdfDocument(path) as pdf:
            sizes = [tuple(side / 72 * 25.4 for side in page.get_size()) for page in pdf]
            pages = [page.render(scale=DPI / 72, grayscale=True).to_numpy().squeeze().copy() for page in pdf]
        return Sheet(sizes, pages, [tags_on(page) for page in pages[1:]], lay_out(kit, paper, text))

    return made


def tags_on(page: np.ndarray) -> list[tuple[int, Point]]:
    dictionary = cv2.aruco.getPredefinedDictionary(DICTIONARY_ID)
    parameters = cv2.aruco.DetectorParameters()
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    corners, ids, _ = cv2.aruco.ArucoDetector(dictionary, parameters).detectMarkers(page)
    if ids is None:
        return []
    centres = [(np.reshape(c, (4, 2)).mean(axis=0) + 0.5) / SCALE for c in corners]
    return [(int(tag), (float(x), float(y))) for tag, (x, y) in zip(np.ravel(ids), centres, strict=True)]


def tag_centre_mm(kit: Kit, sticker: Sticker) -> Point:
    width, height = size_mm(sticker, kit.disc_mm)
    match sticker:
        case Plate():
            return PLATE_TAG_CENTRE_MM
        case DialBase():
            return width / 2 - 20, height / 2
        case _:
            return width / 2, height / 2


def ring_at(page: np.ndarray, centre: Point, disc_mm: float) -> str:
    """The rim unrolled clockwise from the middle of its gap, and read."""
    radius = sum(ring_radii_mm(disc_mm)) / 2 * SCALE
    turns = np.arange(61 * 12) / (61 * 12) * 2 * np.pi
    x = (centre[0] * SCALE - 0.5 + radius * np.cos(turns)).astype(np.float32)
    y = (centre[1] * SCALE - 0.5 + radius * np.sin(turns)).astype(np.float32)
    row = cv2.remap(page, x[None], y[None], cv2.INTER_LINEAR)
    strip = np.pad(np.repeat(row, 24, axis=0), ((12, 12), (120, 120)), constant_values=255)
    found = decode(strip, symbols=[ZBarSymbol.CODE128])
    return found[0].data.decode() if found else ""


@printed
def test_every_sticker_on_paper_is_read_back_where_it_was_laid(
    sheet_of: SheetOf, kit: Kit, paper: str
) -> None:
    sheet = sheet_of(kit, paper)
    assert len(sheet.tags) == len(sheet.layout)
    for tags, page in zip(sheet.tags, sheet.layout, strict=True):
        assert len(tags) == len(page.stickers)
        for placed in page.stickers:
            dx, dy = tag_centre_mm(kit, placed.sticker)
            x, y = placed.x_mm + dx, placed.y_mm + dy
            near = [tag for tag, (u, v) in tags if abs(u - x) < 0.1 and abs(v - y) < 0.1]
            assert [BY_TAG[tag] for tag in near] == [placed.sticker]


@printed
def test_every_ring_on_paper_says_what_its_tag_says(sheet_of: SheetOf, kit: Kit, paper: str) -> None:
    sheet = sheet_of(kit, paper)
    faces = 0
    for page, tags in zip(sheet.pages[1:], sheet.tags, strict=True):
        for tag, centre in tags:
            if isinstance(BY_TAG[tag], Face):
                faces += 1
                assert face_of_ring(ring_at(page, centre, kit.disc_mm)) == BY_TAG[tag]
    assert faces >= sum(isinstance(s, Face) for block in blocks(kit) for s in block.copies)


@printed
def test_every_plate_on_paper_says_kit_and_slot(sheet_of: SheetOf, kit: Kit, paper: str) -> None:
    sheet = sheet_of(kit, paper)
    seen = []
    for page, laid in zip(sheet.pages[1:], sheet.layout, strict=True):
        for placed in laid.stickers:
            if not isinstance(placed.sticker, Plate):
                continue
            x, y = placed.x_mm + PLATE_QR_CENTRE_MM[0], placed.y_mm + PLATE_QR_CENTRE_MM[1]
            left, right, top, bottom = (round(mm * SCALE) for mm in (x - 14.5, x + 14.5, y - 14.5, y + 14.5))
            (code,) = decode(np.ascontiguousarray(page[top:bottom, left:right]), symbols=[ZBarSymbol.QRCODE])
            plate = plate_of_text(code.data.decode("ascii"))
            assert plate is not None
            assert (plate.kit, plate.slot) == (kit.number, placed.sticker.slot)
            seen.append(plate.slot)
    assert seen == list(range(1, kit.slots + 1))


@printed
def test_the_ruler_on_every_page_is_100_mm_long(sheet_of: SheetOf, kit: Kit, paper: str) -> None:
    for page in sheet_of(kit, paper).pages:
        band = page[-round((MARGIN_MM + 3.4) * SCALE) : -round((MARGIN_MM + 2.6) * SCALE)]
        dark = np.flatnonzero(band.min(axis=0) < 128)
        lines = np.split(dark, np.flatnonzero(np.diff(dark) > 1) + 1)
        assert max(map(len, lines)) / SCALE == pytest.approx(RULER_MM, abs=0.3)


@printed
def test_pages_have_the_size_of_the_paper(sheet_of: SheetOf, kit: Kit, paper: str) -> None:
    for size in sheet_of(kit, paper).paper_mm:
        assert size == pytest.approx(PAPERS[paper], abs=0.1)


def test_the_papers_are_those_of_the_shops() -> None:
    assert PAPERS["a4"] == pytest.approx((210, 297), abs=0.05)
    assert PAPERS["letter"] == pytest.approx((215.9, 279.4), abs=0.05)


def test_the_cut_line_runs_round_the_stickers_edge(sheet_of: SheetOf) -> None:
    kit, paper = PRINTED[0]
    sheet = sheet_of(kit, paper)
    placed = next(p for p in sheet.layout[0].stickers if isinstance(p.sticker, Plate))
    row = sheet.pages[1][round((placed.y_mm + 2) * SCALE)]
    dark = np.flatnonzero(row < 235)
    assert dark[0] / SCALE == pytest.approx(placed.x_mm, abs=0.15)
    assert any(abs(at / SCALE - placed.x_mm - 88) < 0.15 for at in dark)


ALL_KITS = [Kit(n, device, mm) for n in range(2, 13) for device in Device for mm in (25.0, 32.0, 40.0)]


@pytest.mark.parametrize("paper", PAPERS)
def test_nothing_overlaps_or_leaves_the_printable_paper(paper: str) -> None:
    width, height = PAPERS[paper]
    for kit in ALL_KITS:
        for page in lay_out(kit, paper, text):
            boxes = [(p.x_mm, p.y_mm, *size_mm(p.sticker, kit.disc_mm)) for p in page.stickers]
            for x, y, w, h in boxes:
                assert x >= MARGIN_MM - 1e-6
                assert x + w <= width - MARGIN_MM + 1e-6
                assert y >= MARGIN_MM
                assert y + h <= height - MARGIN_MM
            for n, (x, y, w, h) in enumerate(boxes):
                for x2, y2, w2, h2 in boxes[:n]:
                    apart = max(x - x2 - w2, x2 - x - w, y - y2 - h2, y2 - y - h)
                    assert apart >= GAP_MM - 1e-6
    assert GAP_MM > 2 * BLEED_MM


@pytest.mark.parametrize("paper", PAPERS)
def test_every_sticker_is_laid_as_often_as_the_kit_needs_it_and_spares_are_faces(paper: str) -> None:
    for kit in ALL_KITS:
        laid = Counter(placed.sticker for page in lay_out(kit, paper, text) for placed in page.stickers)
        needed = Counter({s: n for block in blocks(kit) for s, n in block.copies.items()})
        assert needed <= laid
        assert all(isinstance(sticker, Face) for sticker in laid - needed)


@pytest.mark.parametrize(("players", "slots"), [(2, 6), (3, 5), *((n, n) for n in range(4, 13))], ids=str)
def test_a_token_kit_has_a_disc_for_each_card_that_can_lie_on_the_table(players: int, slots: int) -> None:
    needed = Counter({s: n for block in blocks(Kit(players)) for s, n in block.copies.items()})
    for player in range(1, players + 1):
        assert [needed[Face(player, n)] for n in range(1, 13)] == [1] * slots + [0] * (12 - slots)
        assert needed[Back(player)] == slots + 1
    assert sum(isinstance(sticker, Plate) for sticker in needed) == slots
    assert sum(isinstance(sticker, Corner) for sticker in needed) == 4


def test_every_player_is_named_on_the_page_of_their_stickers() -> None:
    pages = lay_out(Kit(12), "a4", text)
    titles = [title for page in pages for _, title in page.titles]
    assert "Player 1: Red, circle" in titles
    assert "Player 12: Lime, clover" in titles
    assert all(page.titles for page in pages)


def test_the_guide_says_how_to_print_and_which_back_goes_on_which_face(tmp_path: Path) -> None:
    write_pdf(Kit(2, Device.PLACES), "a4", tmp_path / "sheets.pdf", text)
    with pypdfium2.PdfDocument(tmp_path / "sheets.pdf") as pdf:
        words = pdf[0].get_textpage().get_text_range()
        first_sheet = pdf[1].get_textpage().get_text_range()
    for phrase in ("100 %", "matt", "a back of the same colour and symbol", "grey lines", "100 mm"):
        assert phrase in words
    assert "{" not in words + first_sheet
    assert "page 2 of" in first_sheet


def test_the_same_kit_gives_the_same_bytes(tmp_path: Path) -> None:
    for name in ("first", "second"):
        write_pdf(Kit(2, Device.PLACES), "a4", tmp_path / name, text)
    assert (tmp_path / "first").read_bytes() == (tmp_path / "second").read_bytes()
