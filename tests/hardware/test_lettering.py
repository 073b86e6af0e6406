"""Print sheets in the five languages: letters are there, joined, and on the paper."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pypdfium2  # type: ignore[import-untyped]
import pytest

from hardware.device import Device
from hardware.kit import Kit
from hardware.lettering import Lettering, is_western
from hardware.sheet import MARGIN_MM, PAPERS, write_pdf
from pi_app.words import LANGUAGES, Words

DPI = 100
SCALE = DPI / 25.4
FONTS = Path(find_spec("kivy").origin).parent / "data/fonts"
PLAIN = FONTS / "DejaVuSans.ttf"


def lettering(right_to_left: bool = False) -> Lettering:
    """A font of another package that has Cyrillic and Arabic letters."""
    return Lettering(PLAIN, PLAIN, right_to_left)


@pytest.fixture(scope="module")
def printed(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Path]:
    """Sheets for two, in a language; each is made once."""

    @lru_cache
    def made(language: str, paper: str = "a4", device: Device = Device.TOKENS) -> Path:
        words, path = Words(language), tmp_path_factory.mktemp("sheets") / "sheets.pdf"
        letters = None if language == "en" else lettering(words.right_to_left)
        write_pdf(Kit(2, device), paper, path, words.text, letters)
        return path

    return made


def guide(path: Path) -> np.ndarray:
    """The first page, as dark pixels: (height, width) of bool."""
    with pypdfium2.PdfDocument(path) as pdf:
        return pdf[0].render(scale=DPI / 72, grayscale=True).to_numpy().squeeze() < 160


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("paper", "device"), [("a4", Device.TOKENS), ("letter", Device.DIALS)])
def test_the_guide_stays_on_the_paper(language: str, paper: str, device: Device, printed) -> None:
    dark = guide(printed(language, paper, device))
    across = np.flatnonzero(dark.any(axis=0)) / SCALE
    assert across[0] >= MARGIN_MM - 0.5
    assert across[-1] <= PAPERS[paper][0] - MARGIN_MM + 0.5
    assert dark.sum() > 8000


def test_persian_begins_at_the_right(printed) -> None:
    def starts(language: str) -> tuple[float, float]:
        """Where the lines of the guide begin and end at most, without head and ruler, in mm."""
        lines = guide(printed(language))[round(25 * SCALE) : round(120 * SCALE)]
        across = np.flatnonzero(lines.any(axis=0)) / SCALE
        return across[0], across[-1]

    width = PAPERS["a4"][0]
    english, persian = starts("en"), starts("fa")
    assert english[0] == pytest.approx(MARGIN_MM, abs=1)
    assert persian[1] == pytest.approx(width - MARGIN_MM, abs=1)
    assert persian[0] > MARGIN_MM + 20


def test_letters_of_the_west_stay_text_and_others_are_drawn(printed) -> None:
    for language, found in (("da", True), ("ru", False)):
        with pypdfium2.PdfDocument(printed(language)) as pdf:
            assert (Words(language).text("Print") in pdf[0].get_textpage().get_text_range()) is found


@pytest.mark.parametrize(
    ("text", "western"), [("Søren, Žanna – 100 %", True), ("Анна", False), ("سارا", False), ("", True)]
)
def test_what_every_reader_of_pdfs_can_show(text: str, western: bool) -> None:
    assert is_western(text) is western


def test_persian_letters_are_joined_and_run_from_the_right() -> None:
    letters = lettering(right_to_left=True)
    assert letters.can_join
    word = "سلام"
    apart = sum(letters.width(one, 20) for one in word)
    assert letters.width(word, 20) < 0.95 * apart


def test_a_letter_is_as_large_on_paper_as_in_a_built_in_font() -> None:
    letters = lettering()
    ink, below = letters.ink("Печать", 12)
    assert ink.width / 600 * 72 == pytest.approx(letters.width("Печать", 12), abs=0.2)
    assert 0 < below < 6
    assert letters.width("Печать", 24) == pytest.approx(2 * letters.width("Печать", 12), rel=0.02)
