"""The interface's font is made from its package, has every letter we need, and may be missing."""

from __future__ import annotations

import gettext
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

from pi_app.screens import fonts
from pi_app.words import LANGUAGES, LOCALE_DIR

ALPHABETS = {
    "en": "abcdefghijklmnopqrstuvwxyz",
    "ru": "абвгдеёжзийклмнопрстуфхцчшщъыьэюя",
    "et": "abdefghijklmnoprsšzžtuvõäöü",
    "fa": "آابپتثجچحخدذرزژسشصضطظعغفقکگلمنوهیئؤأء۰۱۲۳۴۵۶۷۸۹،؛؟",
    "da": "abcdefghijklmnopqrstuvwxyzæøå",
    "names in Hebrew": "אבגדהוזחטיכלמנסעפצקרשתםןץףך",
}
UNSEEN = set("\n\u200c\u200d\u2066\u2067\u2068\u2069")


@pytest.fixture(scope="module")
def faces(tmp_path_factory) -> fonts.Faces:
    made = fonts.make(tmp_path_factory.mktemp("fonts"))
    assert made is not None
    return made


def test_both_weights_are_fixed_and_differ(faces: fonts.Faces) -> None:
    weights = []
    for file in (faces.regular, faces.bold):
        with TTFont(file) as font:
            assert "fvar" not in font
            weights.append(font["OS/2"].usWeightClass)
    assert weights == [400, 700]


@pytest.mark.parametrize("language", ALPHABETS)
def test_the_font_has_the_letters_of_each_language(faces: fonts.Faces, language: str) -> None:
    alphabet = ALPHABETS[language]
    assert set(alphabet + alphabet.upper().replace("ß", "")) - faces.letters == set()


@pytest.mark.parametrize("language", [one for one in LANGUAGES if one != "en"])
def test_the_font_has_every_character_of_the_catalogue(faces: fonts.Faces, language: str) -> None:
    catalogue = gettext.translation("rabbit-table", LOCALE_DIR, languages=[language])
    said = {c for key, text in catalogue._catalog.items() if key for c in str(text)}
    assert said - faces.letters - UNSEEN == set()


def test_the_licence_lies_beside_the_fonts(faces: fonts.Faces) -> None:
    assert "SIL OPEN FONT LICENSE" in (faces.regular.parent / "OFL.txt").read_text().upper()


def test_a_font_that_was_made_is_found(faces: fonts.Faces) -> None:
    assert fonts.made(faces.regular.parent) == faces


@pytest.mark.parametrize("missing", ["UI-Regular.ttf", "UI-Bold.ttf", "letters.txt"])
def test_half_a_font_is_none(faces: fonts.Faces, tmp_path: Path, missing: str) -> None:
    for file in faces.regular.parent.iterdir():
        if file.name != missing:
            (tmp_path / file.name).write_bytes(file.read_bytes())
    assert fonts.made(tmp_path) is None


def test_without_the_package_there_is_no_font_and_no_error(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr(fonts, "_SOURCE", "no_such_package_of_fonts")
    assert fonts.make(tmp_path / "none") is None
    assert not (tmp_path / "none").exists()


def test_no_font_is_in_our_sources() -> None:
    root = Path(__file__).parents[3]
    sources = [root / name for name in ("pi_app", "hardware", "calibration", "deploy", "docs")]
    kinds = {".ttf", ".otf", ".woff", ".woff2"}
    assert [file for folder in sources for file in folder.rglob("*") if file.suffix in kinds] == []
