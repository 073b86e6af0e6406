"""The page's own words in five languages."""

import json
import re
from pathlib import Path

import pytest
from babel import Locale
from babel.plural import PluralRule

from pi_app.game.pieces import Outcome, Phase
from pi_app.web import phrases as module
from pi_app.web.phrases import Phrases, choose, phrases, plural
from pi_app.words import LANGUAGES

FIELD = re.compile(r"\{\w+\}")


def forms(phrase: module.Phrase) -> list[str]:
    return [phrase] if isinstance(phrase, str) else list(phrase.values())


def test_every_phrase_is_there_in_every_language() -> None:
    table = json.loads((Path(module.__file__).parent / "phrases.json").read_text(encoding="utf-8"))
    assert [key for key, texts in table.items() if set(texts) != set(LANGUAGES)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_translation_has_the_fields_of_the_english_phrase(language: str) -> None:
    for key, phrase in phrases(language).items():
        wanted = {field for form in forms(phrases("en")[key]) for field in FIELD.findall(form)}
        assert {field for form in forms(phrase) for field in FIELD.findall(form)} == wanted, key


@pytest.mark.parametrize("language", LANGUAGES)
def test_plural_forms_are_those_of_cldr(language: str) -> None:
    rule: PluralRule = Locale.parse(language).plural_form
    assert [plural(language, n) for n in range(130)] == [rule(n) for n in range(130)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_counted_phrase_has_every_form_of_its_language(language: str) -> None:
    tags = set(Locale.parse(language).plural_form.tags) | {"other"}
    counted = [phrase for phrase in phrases(language).values() if isinstance(phrase, dict)]
    assert counted
    assert all(set(phrase) == tags for phrase in counted)


@pytest.mark.parametrize("phase", list(Phase))
def test_every_phase_has_a_line(phase: Phase) -> None:
    assert Phrases("en").knows(f"phase.{phase.value}")


@pytest.mark.parametrize(
    ("language", "n", "line"),
    [
        ("en", 1, "1 of 6 has voted"),
        ("en", 5, "5 of 6 have voted"),
        ("ru", 1, "Проголосовал 1 из 6"),
        ("ru", 2, "Проголосовали 2 из 6"),
        ("ru", 5, "Проголосовало 5 из 6"),
        ("et", 5, "Hääletanud on 5 mängijat 6-st"),
        ("fa", 5, "۵ نفر از ۶ نفر رای داده\u200cاند"),
        ("da", 5, "5 af 6 har stemt"),
    ],
)
def test_the_voting_line_counts_in_every_language(language: str, n: int, line: str) -> None:
    assert Phrases(language).text("phase.VOTING", n=n, voters=6) == line


@pytest.mark.parametrize(
    ("wanted", "accepted", "table", "chosen"),
    [
        ("ru", "da,en;q=0.5", "et", "ru"),
        (None, "da-DK,da;q=0.9,en;q=0.5", "et", "da"),
        (None, "fr-FR, et;q=0.3", "ru", "et"),
        (None, "", "ru", "ru"),
        ("xx", "*", "fa", "fa"),
        ("../../x", "", "tlh", "en"),
    ],
)
def test_the_viewer_chooses_then_the_browser_then_the_table(
    wanted: str | None, accepted: str, table: str, chosen: str
) -> None:
    assert choose(wanted, accepted, table) == chosen


def test_every_reason_and_outcome_of_the_game_has_its_words() -> None:
    scoring = Path(module.__file__).parents[1] / "game" / "scoring.py"
    codes = set(re.findall(r'Why\(\s*"([A-Z_]+)"', scoring.read_text(encoding="utf-8")))
    assert {f"why.{code}" for code in codes} <= set(phrases("en"))
    assert {f"outcome.{outcome.value}" for outcome in Outcome} <= set(phrases("en"))


@pytest.mark.parametrize(("language", "line"), [("en", "Bo, Cy share"), ("fa", "Bo، Cy")])
def test_names_are_parted_by_the_comma_of_the_language(language: str, line: str) -> None:
    say = Phrases(language)
    told = say.text("winners", n=2, names=say.listed(("Bo", "Cy")))
    assert line in told.replace("\u2068", "").replace("\u2069", "")
