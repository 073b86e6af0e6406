"""Four catalogues that say everything the program says, with the same fields, the right plurals and words."""

from __future__ import annotations

import importlib.util
import json
import re
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po

from pi_app.words import LANGUAGES, LOCALE_DIR, Words

ROOT = Path(__file__).parents[3]
OTHERS = tuple(language for language in LANGUAGES if language != "en")
PLURALS = {"ru": (1, 2, 5), "et": (1, 2), "fa": (1, 2), "da": (1, 2)}
"""A number for each plural form, in the catalogue's order."""


def _tool():
    spec = importlib.util.spec_from_file_location("catalogues", ROOT / "deploy/catalogues.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


catalogues = _tool()
TEMPLATE = catalogues.template()


def ids(catalogue: Catalog) -> set[str | tuple[str, str]]:
    return {message.id for message in catalogue if message.id}


def said(message: Message) -> tuple[str, ...]:
    return tuple(message.string) if message.pluralizable else (message.string,)


def texts_of(catalogue: Catalog) -> list[str]:
    """All that is said in this language, every plural form."""
    return [text for message in catalogue if message.id for text in said(message)]


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


@pytest.fixture(scope="module", params=OTHERS)
def catalogue(request) -> Catalog:
    return catalogues.read(request.param)


def test_the_template_has_every_text_of_the_code() -> None:
    with (LOCALE_DIR / "rabbit-table.pot").open("rb") as opened:
        assert ids(read_po(opened)) == ids(TEMPLATE), "run deploy/messages"


def test_every_text_is_translated(catalogue: Catalog) -> None:
    assert ids(catalogue) == ids(TEMPLATE)
    assert [m.id for m in catalogue if m.id and (m.fuzzy or not all(said(m)))] == []


def test_every_plural_form_is_there(catalogue: Catalog) -> None:
    wanted = len(PLURALS[str(catalogue.locale)])
    assert catalogue.num_plurals == wanted
    assert {len(said(m)) for m in catalogue if m.id and m.pluralizable} == {wanted}


def test_a_translation_has_the_fields_of_its_text(catalogue: Catalog) -> None:
    wrong = []
    for message in catalogue:
        if not message.id or not all(said(message)):
            continue
        if message.pluralizable:
            # "One rabbit" may leave its number out; no form may ask for what is not given.
            known = fields(message.id[0]) | fields(message.id[1])
            needed = known - {"n"}
            wrong += [f for f in said(message) if not needed <= fields(f) <= known]
        elif fields(message.id) != fields(message.string):
            wrong.append(message.string)
    assert wrong == []


def test_no_form_loses_its_number(catalogue: Catalog) -> None:
    """Only the form of one alone may leave it out, and only where the English does."""
    lost = []
    for message in catalogue:
        if not message.id or not message.pluralizable:
            continue
        counted = ["n" in fields(text) for text in message.id]
        lost += [f for k, f in enumerate(said(message)) if counted[min(k, 1)] and "n" not in fields(f)]
    assert lost == []


@pytest.mark.parametrize("language", OTHERS)
def test_the_program_reads_the_newest_translation(language: str) -> None:
    words, stale = Words(language), []
    for message in catalogues.read(language):
        if not message.id or not all(said(message)):
            continue
        if message.pluralizable:
            told = [words._catalogue.ngettext(*message.id, n) for n in PLURALS[language]]
        else:
            told = [words._catalogue.gettext(message.id)]
        if tuple(told) != said(message):
            stale.append(message.id)
    assert stale == [], "run deploy/messages"


@pytest.mark.parametrize(
    ("language", "n", "shown"),
    [
        *(("en", n, s) for n, s in ((0, "0 players"), (1, "1 player"), (2, "2 players"))),
        *(("ru", n, s) for n, s in ((0, "0 игроков"), (1, "1 игрок"), (2, "2 игрока"), (5, "5 игроков"))),
        *(
            ("ru", n, s)
            for n, s in ((11, "11 игроков"), (21, "21 игрок"), (22, "22 игрока"), (-1, "-1 игрок"))
        ),
        *(("et", n, s) for n, s in ((1, "1 mängija"), (2, "2 mängijat"), (11, "11 mängijat"))),
        *(("da", n, s) for n, s in ((0, "0 spillere"), (1, "1 spiller"), (21, "21 spillere"))),
        *(("fa", n, s) for n, s in ((1, "۱ بازیکن"), (12, "۱۲ بازیکن"))),
    ],
)
def test_numbers_and_their_plurals(language: str, n: int, shown: str) -> None:
    assert Words(language).count("{n} player", "{n} players", n) == shown


GLOSSARY = {
    "ru": ("рассказчик", "ассоциаци", "голос", "жетон", "колод", "очк", "победител"),
    "et": ("jutuvestja", "lause", "hääl", "märgid", "hunnik", "punkt", "võit"),
    "fa": ("داستان\u200cگو", "توصیف", "رای", "توکن", "کارت", "امتیاز", "برنده"),
    "da": ("fortæller", "ledetråd", "stemme", "brik", "bunke", "point", "vinder"),
}
TERMS = (
    "The storyteller votes too.",
    "Whoever has a clue first begins.",
    "Confirm votes",
    "Other discs",
    "The deck is empty",
    "The match ends when somebody has {n} points.",
    "{player} wins!",
)


@pytest.mark.parametrize("language", OTHERS)
def test_the_words_of_the_glossary_are_used(language: str) -> None:
    told = [Words(language)._catalogue.gettext(term).lower() for term in TERMS]
    expected = GLOSSARY[language]
    if language == "ru":
        expected = (*expected[:-1], "победа")
    assert [word for word, text in zip(expected, told, strict=True) if word not in text] == []


BANNED = {
    # One word per thing: these are the glossary's other words for the same things, and slips of spelling.
    "ru": r"\b(раунд|балл\w*|фишк\w+|загадк\w+|токен\w*)\b",
    "et": r"\b(jutustaja\w*|punktirib\w*|ring\w+|loosihunnik\w*|žetoon\w*)\b",
    "fa": r"[يك]|\bمی |\bنمی | ها\b| های\b|داستان گو|داستانگو|راي|[٠-٩]",
    "da": r"\b(historiefortæller\w*|omgang\w*|token\w*|jeton\w*)\b",
}


def test_one_word_per_thing(catalogue: Catalog) -> None:
    banned = re.compile(BANNED[str(catalogue.locale)], re.IGNORECASE)
    assert [text for text in texts_of(catalogue) if banned.search(text)] == []


@pytest.mark.parametrize("language", OTHERS)
def test_the_page_on_a_phone_uses_the_same_words(language: str) -> None:
    phrases = json.loads((ROOT / "pi_app/web/phrases.json").read_text(encoding="utf-8"))
    told = [phrase[language] for phrase in phrases.values()]
    texts = [form for text in told for form in ([text] if isinstance(text, str) else text.values())]
    banned = re.compile(BANNED[language], re.IGNORECASE)
    assert len(texts) > 50
    assert [text for text in texts if banned.search(text)] == []


MARKS = {
    # Marks of other languages; the quotation marks of a line that a program reads stay as they are.
    "ru": r"[„“”‘’]| – ",
    "et": r"[«»]",
    "fa": r"[,;?%„“”]|أ[^ی]",
    "da": r"[«»„“]",
}


def test_marks_are_those_of_the_language(catalogue: Catalog) -> None:
    foreign = re.compile(MARKS[str(catalogue.locale)])
    texts = texts_of(catalogue)
    quoted = [text for text in texts if '"' in text and "adjust" not in text]
    assert quoted + [text for text in texts if foreign.search(text)] == []


def test_a_mirrored_arrow_or_markup_is_in_no_text(catalogue: Catalog) -> None:
    """The interface's fonts have no arrows, and labels know no markup."""
    assert [text for text in texts_of(catalogue) if re.search(r"[←→⇒]|\[/?b\]", text)] == []


def test_names_do_not_turn_a_persian_sentence_round() -> None:
    text = Words("fa").text("{player} wins!", player="Søren")
    assert text == "\u2068Søren\u2069 برنده شد!"


def test_texts_in_code_and_tables_are_found() -> None:
    code = """
words.text("plain {n}")
words.count("one", "many", 3)
words.text("a" if x else "b")
names.count(p)
_FAULTS = {"X": "of a table"}
_WHYS: dict[str, tuple[str, str]] = {"Y": ("singular", "plural")}
message = "held" if x else "up"
Step("label", "hint", lambda: None)
for code, text in ((1, "first"), (2, "second")): pass
"""
    assert set(catalogues.messages_in(code)) == {
        *("plain {n}", ("one", "many"), "a", "b", "of a table", ("singular", "plural")),
        *("held", "up", "label", "hint", "first", "second"),
    }


@pytest.mark.parametrize(
    ("language", "shown"),
    [
        ("da", "Bo, \u2068سارا\u2069"),
        ("fa", "\u2067\u2068Bo\u2069، \u2068سارا\u2069\u2069"),
    ],
)
def test_names_are_listed_with_the_comma_of_the_language(language: str, shown: str) -> None:
    assert Words(language).listed(("Bo", "سارا")) == shown


@pytest.mark.parametrize(("language", "shown"), [("da", "a; b"), ("fa", "a؛ b")])
def test_sentences_are_parted_with_the_semicolon_of_the_language(language: str, shown: str) -> None:
    assert Words(language).parted(("a", "b")) == shown


def test_a_persian_name_does_not_pull_a_number_to_itself() -> None:
    text = Words("da").count(
        "Sharpest eye: {who}, {n} card found", "Sharpest eye: {who}, {n} cards found", 2, who="سارا"
    )
    assert text == "Skarpeste øje: \u2068سارا\u2069, 2 kort fundet"
