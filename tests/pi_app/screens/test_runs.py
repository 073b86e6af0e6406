"""Names in any script: each letter in a font that has it, in the order it is read, or one clear sign."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from pi_app.screens import fonts, runs
from pi_app.screens.runs import UNSHOWN, WIDE_FONT, font_of, is_mixed, showable

HAN, SIGN = "\u738b", "\U0001f430"
system = pytest.mark.skipif(
    len(fonts.for_names()) < 2, reason="the system's fonts for names are not installed"
)


def parts(text: str, right_to_left: bool = False) -> list[str]:
    """The letters as they stand from left to right, run by run."""
    return [run.text for run in runs.runs(text, font_of(text, False), right_to_left)]


@system
@pytest.mark.parametrize("name", ["王小明", "山田さくら", "김민준", "Anna 🐰", "🦊", "Ж 雪→★"])
def test_a_name_in_another_script_is_shown_as_it_is(name: str) -> None:
    assert showable(name) == name
    assert is_mixed(name)


@pytest.mark.parametrize("name", ["Anna", "Žanna", "Анна", "سارا", "Anna שרה", "\u2068Søren\u2069"])
def test_a_name_of_the_five_languages_needs_one_font(name: str) -> None:
    assert showable(name) == name
    assert not is_mixed(name)


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("\U000f1000", UNSHOWN),
        ("\U000f1000\U000f1001", UNSHOWN),
        ("Zoë\U000f1000", f"Zoë{UNSHOWN}"),
        ("\U000f1000\u0301b", f"{UNSHOWN}b"),
    ],
)
def test_what_no_font_has_is_one_clear_sign(name: str, shown: str) -> None:
    assert showable(name) == shown
    assert {run.font for run in runs.runs(UNSHOWN, font_of(UNSHOWN, False), False)} == {WIDE_FONT}


@system
@pytest.mark.parametrize(
    ("text", "right_to_left", "from_the_left"),
    [
        (f"Anna {HAN}", False, ["Anna ", HAN]),
        # A name without a letter from the right keeps its own way on a table that reads from there.
        (f"Anna {HAN}", True, ["Anna ", HAN]),
        (f"سارا {SIGN}", True, [SIGN, "سارا "]),
        (f"سارا {SIGN} نوبت", True, [" نوبت", SIGN, "سارا "]),
        (f"نوبت \u2068Anna {HAN}\u2069 است", True, [" است", "Anna ", HAN, "نوبت "]),
        (f"\u2068Anna {HAN}\u2069", True, ["Anna ", HAN]),
        (f"{HAN}\u0301b", False, [f"{HAN}\u0301", "b"]),
    ],
)
def test_runs_stand_in_the_order_they_are_read(
    text: str, right_to_left: bool, from_the_left: list[str]
) -> None:
    assert parts(text, right_to_left) == from_the_left


@system
def test_the_letters_are_really_drawn(open_driver) -> None:
    from made_up import clue
    from made_up_table import MadeUpTable

    from pi_app.screens.shaped_text import Text

    open_driver(MadeUpTable(clue(3)), (800, 480))

    def drawn(words: str) -> np.ndarray:
        text = Text(size=(300, 60), size_hint=(None, None), words=words)
        text.fit()
        text.texture_update()
        texture = text.texture
        picture = Image.frombytes("RGBA", texture.size, texture.pixels)
        return np.asarray(picture)[..., 3]

    alone, both, empty = drawn("Anna"), drawn(f"Anna {HAN}{SIGN}"), drawn(f"Anna {UNSHOWN}")
    inked = [int((ink.max(axis=0) > 0).sum()) for ink in (alone, both)]
    assert inked[1] > inked[0] + 30
    assert not np.array_equal(both, empty)


def test_a_system_without_such_fonts_is_an_honest_one(tmp_path: Path) -> None:
    assert fonts.for_names(tmp_path) == ()
    (tmp_path / "truetype/wqy").mkdir(parents=True)
    (tmp_path / "truetype/wqy/wqy-microhei.ttc").touch()
    assert [file.name for file in fonts.for_names(tmp_path)] == ["wqy-microhei.ttc"]


@pytest.mark.parametrize(
    ("text", "letters", "expected"),
    [
        ("Anna Maria", 5, "Anna Maria"),
        ("Wilhelmina-Charlotte", 12, "Wilhelmina- Charlotte"),
        ("Wilhelmina-Charlotte", 9, "Wilhelmi- na-Charl- otte"),
        ("Константинопольский", 11, "Константин- опольский"),
        ("山田太郎中村", 4, "山田太郎 中村"),
        ("🐰🐰🐰🐰", 2, "🐰🐰 🐰🐰"),
        ("محمدرضاشجریان", 5, "محمدرضاشجریان"),
        ("ab", 1, "ab"),
        ("a" + "\u0301" * 6, 3, "a" + "\u0301" * 6),
    ],
)
def test_a_word_too_long_for_a_line_goes_on_in_the_next(text: str, letters: int, expected: str) -> None:
    assert runs.broken(text, lambda piece: len(piece) <= letters) == expected
