"""Every code there is has a friendly sentence, and an unknown one does no harm."""

from __future__ import annotations

import pytest

from hardware.pi.pins import SENTENCES as PIN_SENTENCES
from pi_app.game.pieces import FAULTS, WHYS, Fault, Outcome, Why
from pi_app.session.banners import _BANNERS, banner_text
from pi_app.session.book_faults import _CODES
from pi_app.session.sentences import (
    _FAULTS,
    _OUTCOMES,
    _WHYS,
    fault_text,
    outcome_text,
    problem,
    why_text,
)
from pi_app.session.troubles import _FOR_PEOPLE
from pi_app.words import LANGUAGES, Words

WORDS = Words()
NAMES = {2: "Anna {x}"}


def test_every_code_of_the_rules_has_a_sentence():
    assert set(FAULTS) <= set(_FAULTS)
    assert set(WHYS) == set(_WHYS)
    assert {outcome.value for outcome in Outcome} == set(_OUTCOMES)


def test_every_fault_of_devices_and_of_the_book_has_a_banner():
    assert {"NO_POWER_OFF", *_FOR_PEOPLE, *PIN_SENTENCES, *_CODES.values()} <= set(_BANNERS)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_can_be_filled_in_every_language(language):
    words = Words(language)
    for key in _FAULTS:
        code, _, detail = key.partition("/")
        for fault in (Fault(code, detail=detail), Fault(code, 2, 3, detail or "1/2")):
            assert "{player}" not in fault_text(fault, NAMES, words)
            assert "{slot}" not in fault_text(fault, NAMES, words)
    for code in _WHYS:
        assert all(why_text(Why(code, 1, count), words) for count in (0, 1, 5))
    assert all(banner_text(code, words) for code in _BANNERS)


@pytest.mark.parametrize(
    ("fault", "text"),
    [
        (Fault("MISSING_VOTE", 1), "No vote from Anna."),
        (Fault("TOKEN_SLOT_MISMATCH", 1, 4, "3"), "Anna's disc says 3 but lies on card 4."),
        (Fault("UNREADABLE_VOTE", 1, detail="face_down"), "Anna's disc still lies face down. Turn it up."),
        (Fault("NO_SUCH_SLOT", 1, 9, "4"), "Anna voted for card 9, which is not on the table."),
        (Fault("NEVER_HEARD", 1), "That is not possible (NEVER_HEARD)."),
    ],
)
def test_a_fault_in_plain_words(fault, text):
    told = problem(fault, {1: "Anna"}, WORDS)
    assert (told.text, told.code, told.player, told.slot) == (text, fault.code, fault.player, fault.slot)


@pytest.mark.parametrize(
    ("why", "text"),
    [
        (Why("TELLER_SOME", 3, 2), "2 found your card, but not everyone"),
        (Why("ALL_FOUND", 2, 4), "everyone found it"),
        (Why("VOTES_ON_CARD", 1, 1), "1 vote for your card"),
        (Why("VOTES_ON_CARD", 3, 3), "3 votes for your card"),
        (Why("NEVER_HEARD", 3, 3), "never heard"),
    ],
)
def test_a_reason_in_plain_words(why, text):
    assert why_text(why, WORDS) == text


def test_outcomes_and_banners_in_plain_words():
    assert outcome_text("all", WORDS) == "Everybody found the storyteller's card."
    assert banner_text("CAMERA_LOST", WORDS).startswith("The camera is not answering")


@pytest.mark.parametrize(
    ("language", "detail", "shown"),
    [("fa", "3-8", "۳–۸"), ("en", "3-8", "3-8"), ("ru", "3-8", "3-8")],
)
def test_a_range_is_said_in_the_digits_of_the_language(language, detail, shown):
    said = fault_text(Fault("PLAYER_COUNT_OUT_OF_RANGE", detail=detail), {}, Words(language))
    assert shown in said


@pytest.mark.parametrize("name", ["Anna 7", "kit7"])
def test_a_number_within_a_name_stays_as_it_was_typed(name):
    assert Words("fa").figures(name) == name


def test_a_list_of_numbers_is_read_from_the_right_in_persian():
    words = Words("fa")
    said = words.text("Counted again: round {rounds}.", rounds=words.listed(words.number(n) for n in (4, 5)))
    assert "\u2067\u2067۴\u2069، \u2067۵\u2069\u2069" in said
