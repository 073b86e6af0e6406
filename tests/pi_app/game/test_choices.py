"""What is asked before the first round: only what changes points for this number of players."""

from __future__ import annotations

import pytest

from pi_app.game.choices import Question, choices, fitting
from pi_app.game.custom import customise
from pi_app.game.pieces import Outcome
from pi_app.game.profiles import PROFILES, resolve


def asked(profile: str, players: int, overrides: dict[str, object] | None = None) -> dict[str, Question]:
    return {question.code: question for question in choices(profile, players, overrides)}


@pytest.mark.parametrize(
    ("profile", "players", "codes"),
    [
        ("refresh2021", 3, ["THREE_PLAYERS"]),
        ("refresh2021", 4, []),
        ("refresh2021", 5, []),
        ("refresh2021", 6, ["BONUS_CAP"]),
        ("refresh2021", 9, ["EDITION"]),
        ("refresh2021", 2, ["EDITION"]),
        ("refresh2021", 13, []),
        ("refresh2021", 1, []),
        ("classic2008_et", 3, ["THREE_PLAYERS"]),
        ("odyssey2011", 3, ["PEGS_OR_DIALS", "THREE_PLAYERS"]),
        ("odyssey2011", 8, ["PEGS_OR_DIALS", "BONUS_CAP"]),
        ("odyssey2024", 3, ["PEGS_OR_DIALS"]),
        ("odyssey2024", 12, ["PEGS_OR_DIALS"]),
        ("odyssey_party", 8, []),
        ("coop2", 2, []),
        ("coop2", 3, ["EDITION"]),
        ("house_teller_votes", 3, []),
    ],
)
def test_only_what_matters_is_asked(profile: str, players: int, codes: list[str]) -> None:
    assert list(asked(profile, players)) == codes


@pytest.mark.parametrize(
    ("profile", "proposed"), [("refresh2021", "3"), ("classic_us", "3"), ("classic2008_et", "4")]
)
def test_the_answer_of_the_box_is_proposed(profile: str, proposed: str) -> None:
    question = asked(profile, 3)["THREE_PLAYERS"]
    assert question.proposed == question.chosen
    assert question.choices[question.proposed or 0].code == proposed
    assert not question.answered


def test_answering_gives_changes_that_the_rules_take() -> None:
    question = asked("refresh2021", 3)["THREE_PLAYERS"]
    four = next(choice for choice in question.choices if choice.code == "4")
    payout = resolve(customise("refresh2021", four.overrides), 3).payouts[Outcome.SOME]
    assert (payout.teller, payout.finder, payout.other) == (4, 4, 0)
    again = asked("refresh2021", 3, dict(four.overrides))["THREE_PLAYERS"]
    assert (again.proposed, again.chosen, again.answered) == (0, 1, True)


def test_saying_what_the_box_says_anyway_is_an_answer_too() -> None:
    question = asked("odyssey2011", 8)["BONUS_CAP"]
    assert question.choices[question.proposed or 0].code == "3"
    again = asked("odyssey2011", 8, dict(question.choices[1].overrides))["BONUS_CAP"]
    assert (again.chosen, again.answered) == (1, True)


def test_a_limit_of_ones_own_is_none_of_the_answers() -> None:
    question = asked("refresh2021", 7, {"scoring.bonus_cap": 2})["BONUS_CAP"]
    assert (question.proposed, question.chosen, question.answered) == (0, None, True)


@pytest.mark.parametrize(
    ("profile", "players", "proposed"),
    [("refresh2021", 9, "odyssey2011"), ("refresh2021", 2, "coop2"), ("odyssey_party", 4, "refresh2021")],
)
def test_an_edition_that_does_not_fit_offers_those_that_do(profile: str, players: int, proposed: str) -> None:
    question = asked(profile, players)["EDITION"]
    assert [choice.profile for choice in question.choices] == list(fitting(players))
    assert question.choices[question.proposed or 0].profile == proposed
    assert question.chosen is None


@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize("players", range(1, 14))
def test_every_answer_can_be_given(profile: str, players: int) -> None:
    for question in choices(profile, players):
        for choice in question.choices:
            assert choice.text.format(**choice.fields)
            assert customise(choice.profile, choice.overrides).id == choice.profile
