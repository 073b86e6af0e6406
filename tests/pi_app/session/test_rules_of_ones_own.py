"""Before the match: editions by name, questions where they differ, rules changed, saved and forgotten."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from made_up_evening import NAMES, Evening

from pi_app.game.moves import EndMatch
from pi_app.game.pieces import Phase
from pi_app.session.saved_rules import BadRules, RulesShelf
from pi_app.session.views import Answer, LobbySeat, LobbyView
from pi_app.words import Words


def lobby(evening: Evening) -> LobbyView:
    shown = evening.session.view().lobby
    assert shown is not None
    return shown


def seat(evening: Evening, players: int) -> None:
    seats = tuple(LobbySeat(n, NAMES[n - 1]) for n in range(1, players + 1))
    evening.session.set_lobby(seats=seats)


def codes(answer: Answer) -> list[str]:
    return [problem.code for problem in answer.problems]


def test_every_edition_has_a_name_and_a_sentence(evening: Evening) -> None:
    shown = lobby(evening).profiles
    assert [view.name for view in shown][:2] == ["Dixit (2021)", "Dixit (2008), European rules"]
    assert all(view.special and not view.changed and not view.saved for view in shown)


def test_a_question_is_asked_until_it_is_answered(evening: Evening) -> None:
    assert lobby(evening).questions == ()
    seat(evening, 3)
    (question,) = lobby(evening).questions
    assert (question.code, question.proposed, question.chosen, question.answered) == (
        "THREE_PLAYERS",
        0,
        0,
        False,
    )
    assert [choice.text for choice in question.choices] == ["3 points", "4 points"]
    evening.session.set_rules({**lobby(evening).overrides, **question.choices[1].overrides})
    assert lobby(evening).questions[0].answered
    assert evening.next().ok
    view = evening.session.view()
    some = next(rule for rule in view.rules if rule.path == "scoring.some")
    assert some.text == "Some find the storyteller's card: storyteller 4, finders 4 each, others 0."
    assert (some.changed, some.sure) == (True, True)
    assert view.profile is not None
    assert view.profile.id == "refresh2021"


def test_why_it_is_four_is_shown_with_the_text_that_says_so(evening: Evening) -> None:
    evening.session.set_lobby(profile="classic2008_et")
    seat(evening, 3)
    some = next(rule for rule in evening.session.view().rules if rule.path == "scoring.some")
    assert "storyteller 4" in some.text
    assert some.sources[0] == "Estonian rules text: original edition"


def test_an_edition_that_is_not_for_so_many_offers_others(evening: Evening) -> None:
    seat(evening, 8)
    evening.session.set_lobby(profile="classic_us")
    (question,) = lobby(evening).questions
    assert question.code == "EDITION"
    assert question.choices[question.proposed or 0].profile in lobby(evening).fitting
    assert [problem.code for problem in evening.session.view().problems] == ["PLAYER_COUNT_OUT_OF_RANGE"]


def test_impossible_rules_are_refused_and_change_nothing(evening: Evening) -> None:
    answer = evening.session.set_rules({"scoring.bonus_cap": -1})
    assert codes(answer) == ["BAD_OVERRIDE"]
    assert lobby(evening).overrides == {}


def test_saved_rules_are_there_the_next_evening(evening: Evening) -> None:
    evening.session.set_rules({"end.target": 12, "tie": ("highest", "shared")})
    assert evening.session.save_rules("  Grandma's   rules ").ok
    assert lobby(evening).profile == "saved:Grandma's rules"
    evening.restart()
    evening.session.set_lobby(profile="saved:Grandma's rules")
    shown = lobby(evening)
    mine = shown.profiles[-1]
    assert (mine.id, mine.name, mine.saved) == ("saved:Grandma's rules", "Grandma's rules", True)
    assert mine.changed == ("The match ends when somebody has 12 points.",)
    seat(evening, 4)
    assert evening.next().ok
    view = evening.session.view()
    assert (view.target, view.profile.name if view.profile else "") == (12, "Grandma's rules")


def test_a_match_does_not_need_the_file_it_was_started_from(evening: Evening) -> None:
    evening.session.set_rules({"end.target": 12})
    evening.session.save_rules("Ours")
    seat(evening, 4)
    assert evening.next().ok
    assert evening.session.forget_rules("saved:Ours").ok
    (evening.folder / "rules.json").unlink()
    evening.restart()
    assert evening.session.view().target == 12
    evening.session.do(EndMatch())
    evening.session.new_match()
    assert lobby(evening).overrides["end.target"] == 12


def test_rules_that_are_forgotten_are_offered_no_more(evening: Evening) -> None:
    evening.session.set_rules({"end.target": 12})
    evening.session.save_rules("Ours")
    assert codes(evening.session.forget_rules("saved:Theirs")) == ["UNKNOWN_PROFILE"]
    assert evening.session.forget_rules("saved:Ours").ok
    assert not any(view.saved for view in lobby(evening).profiles)


def test_another_edition_begins_as_it_is_in_its_box(evening: Evening) -> None:
    evening.session.set_rules({"end.target": 12})
    evening.session.set_lobby(profile="odyssey2011")
    assert (lobby(evening).profile, lobby(evening).overrides) == ("odyssey2011", {})
    evening.session.set_lobby(profile="no such thing")
    assert lobby(evening).profile == "odyssey2011"


@pytest.mark.parametrize("name", ["", "   ", "a\nb\x00", "x" * 61, "\ud800"])
def test_rules_need_a_name_that_can_be_shown(evening: Evening, name: str) -> None:
    assert codes(evening.session.save_rules(name)) == ["RULES_NAME"]
    assert not (evening.folder / "rules.json").exists()


GOOD = {"name": "Ours", "profile": "refresh2021", "overrides": {"end.target": 12}}


@pytest.mark.parametrize(
    ("written", "names"),
    [
        ({"format": 1, "rules": [GOOD]}, ["Ours"]),
        ({"format": 1, "rules": [GOOD, {**GOOD, "name": "Bad", "overrides": {"end.target": "x"}}]}, ["Ours"]),
        ({"format": 1, "rules": [{**GOOD, "profile": "nope"}, 7, None, {}, {**GOOD, "name": 3}]}, []),
        ({"format": 1, "rules": [{**GOOD, "overrides": {"tie": ["highest"]}}]}, ["Ours"]),
        ({"format": 9, "rules": [GOOD]}, []),
        ([], []),
        ("{", []),
    ],
)
def test_what_is_wrong_in_the_file_is_left_out(tmp_path: Path, written: object, names: list[str]) -> None:
    path = tmp_path / "rules.json"
    path.write_text(written if isinstance(written, str) else json.dumps(written))
    assert [saved.name for saved in RulesShelf(path).rules] == names


def test_a_file_that_cannot_be_read_is_kept_aside(tmp_path: Path) -> None:
    path = tmp_path / "rules.json"
    path.write_bytes(b"\xff not json")
    shelf = RulesShelf(path)
    shelf.save("Ours", "refresh2021", {"end.target": 12})
    assert (tmp_path / "rules.json.damaged").read_bytes() == b"\xff not json"
    assert [saved.name for saved in RulesShelf(path).rules] == ["Ours"]


def test_a_file_that_cannot_be_read_is_said_until_new_rules_are_saved(evening: Evening) -> None:
    path = evening.session._shelf._path
    assert banners(evening) == set()
    path.write_bytes(b"\xff not json")
    evening.restart()
    assert banners(evening) == {"RULES_BAD"}
    evening.start()
    evening.session.do(EndMatch())
    evening.session.new_match()
    assert path.read_bytes() == b"\xff not json"
    assert evening.session.save_rules("Ours").ok
    assert banners(evening) == set()


def banners(evening: Evening) -> set[str]:
    return {banner.code for banner in evening.session.view().banners} & {"RULES_BAD"}


def test_why_rules_cannot_be_changed_is_said_in_the_tables_language(evening: Evening) -> None:
    evening.session.set_words(Words("da"))
    answer = evening.session.set_rules({"end.target": 0})
    assert codes(answer) == ["BAD_OVERRIDE"]
    assert answer.problems[0].text == Words("da").text(
        "This rule cannot be changed so: {detail}.",
        detail="end.target skal være et helt tal fra 1 til 999 eller ingenting",
    )


def test_rules_that_cannot_be_written_are_said(tmp_path: Path) -> None:
    shelf = RulesShelf(tmp_path / "no" / "rules.json")
    with pytest.raises(BadRules) as refused:
        shelf.save("Ours", "refresh2021", {})
    assert refused.value.fault.code == "RULES_NOT_SAVED"
    assert shelf.rules == ()


def test_nobody_asks_about_rules_in_the_middle_of_a_match(evening: Evening) -> None:
    evening.start()
    assert evening.session.view().phase is Phase.CLUE
    before = evening.session.view()
    evening.session.set_rules({"end.target": 1})
    assert evening.session.view().rules == before.rules
    assert evening.session.view().target == 30
