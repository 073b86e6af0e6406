"""Texts of any script, and colours that can be read."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import features

from hardware.palette import LOOKS
from pi_app.screens import theme
from pi_app.screens.garden import garden
from pi_app.screens.icons import ICONS, icon
from pi_app.screens.rabbit_art import Mood, rabbit
from pi_app.screens.runs import has_right_to_left, is_simple
from pi_app.screens.shaped_text import Text, plain


@pytest.mark.parametrize("day", [False, True])
@pytest.mark.parametrize(("what", "text", "ground"), theme.TEXT_ON, ids=[row[0] for row in theme.TEXT_ON])
def test_every_text_has_a_contrast_of_seven(what: str, text: str, ground: str, day: bool) -> None:
    theme.use(day)
    try:
        assert theme.contrast(theme.named(text), theme.named(ground)) >= 7.0
    finally:
        theme.use(day=False)


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("Anna", "Anna"),
        ("a\nb\tc\r\x00d", "a b c  d"),
        ("\u202eesrever\u202c", "esrever"),
        ("\ud800x", "?x"),
        ("می\u200cروم", "می\u200cروم"),
        ("\u2068Søren\u2069", "\u2068Søren\u2069"),
        ("[b]x[/b]", "[b]x[/b]"),
    ],
)
def test_text_becomes_one_safe_line(given: str, shown: str) -> None:
    assert plain(given) == shown


@pytest.mark.parametrize(
    ("text", "simple", "rtl"),
    [
        ("Žanna", True, False),
        ("Анна", True, False),
        ("سارا", False, True),
        ("Anna שרה", False, True),
        ("🐰", False, False),
        ("山田", False, False),
    ],
)
def test_only_scripts_of_the_fonts_go_the_usual_way(text: str, simple: bool, rtl: bool) -> None:
    assert (is_simple(text), has_right_to_left(text)) == (simple, rtl)


@pytest.fixture
def label(open_driver) -> Text:
    """A text of 300 x 60 pixels in a running app."""
    from made_up import clue
    from made_up_table import MadeUpTable

    driver = open_driver(MadeUpTable(clue(3)), (800, 480))
    text = Text(size=(300, 60), size_hint=(None, None))
    text.driver = driver
    return text


def test_a_long_text_gets_smaller_letters_before_it_is_cut(label: Text) -> None:
    sizes = []
    for words in ("Anna", "Anna Magdalena Elisabeth", "W" * 100):
        label.words = words
        label.fit()
        label.texture_update()
        sizes.append((round(label.font_size), label.cut))
        assert label.texture_size[0] <= 300
    assert sizes[0][0] > sizes[1][0] >= sizes[2][0]
    assert [cut for _, cut in sizes] == [False, False, True]


@pytest.mark.parametrize("rows", [1, 2])
def test_a_text_that_is_too_long_ends_in_dots_inside_its_box(rows: int, label: Text) -> None:
    label.rows, label.words = rows, "Anna and " * 60
    label.fit()
    label.texture_update()
    assert label.cut
    assert label.text.startswith("Anna and")
    assert label.text.endswith("…")
    assert len(label._label._cached_lines) == rows


DANISH = "Med tre spillere ændres intet: 3 point. Spillet slutter også, når bunken er tom."


@pytest.mark.parametrize("high", [31.2, 31.6, 32.0, 32.4, 32.995])
def test_no_letter_loses_its_foot(high: float, label: Text) -> None:
    label.rows, label.least, label.words = 2, 0.22, DANISH
    label.size = (300, high)
    label.fit()
    label.texture_update()
    lines = [line.h for line in label._label._cached_lines]
    assert not label.cut
    assert len(lines) == 2
    assert sum(lines) <= label.texture_size[1]


@pytest.mark.skipif(not features.check("raqm"), reason="Pillow without raqm draws letters unjoined")
def test_arabic_letters_are_joined(label: Text) -> None:
    label.words = "ببب"
    label.fit()
    joined = label._label.get_extents("ببب")[0]
    assert joined < 3 * label._label.get_extents("ب")[0]


@pytest.mark.parametrize("mood", Mood)
def test_twelve_rabbits_all_look_different_in_every_mood(mood: Mood) -> None:
    pictures = [np.asarray(rabbit(n, 40, mood), dtype=int) for n in range(1, len(LOOKS) + 1)]
    assert pictures[0].shape == (53, 40, 4)
    for n, one in enumerate(pictures):
        for other in pictures[n + 1 :]:
            assert np.abs(one - other).mean() > 3


def test_the_storyteller_wears_a_nightcap() -> None:
    plain_rabbit, capped = (np.asarray(rabbit(2, 60, Mood.SIT, cap), dtype=int) for cap in (False, True))
    changed = np.abs(plain_rabbit - capped).sum(axis=2) > 60
    assert changed[: len(changed) // 2].sum() > 10 * changed[len(changed) // 2 :].sum()


@pytest.mark.parametrize("name", ICONS)
def test_every_sign_is_drawn_inside_its_square(name: str) -> None:
    alpha = np.asarray(icon(name, 48))[:, :, 3]
    assert 0.08 < (alpha > 128).mean() < 0.8
    assert alpha[0, 0] == alpha[-1, -1] == 0


def test_the_garden_is_dark_where_texts_lie() -> None:
    pixels = np.asarray(garden((400, 240)))
    assert pixels.shape == (240, 400, 3)
    assert pixels[:150].mean() < 60
    assert np.array_equal(pixels, np.asarray(garden((400, 240))))
