"""Which rules are played, and which texts say so, on every phone."""

from dataclasses import replace
from html import unescape

import httpx
import pytest

from pi_app.game.custom import customise
from pi_app.game.pieces import Phase, Why
from pi_app.game.profiles import PROFILES, resolve
from pi_app.session.views import Board, PointsView
from pi_app.web.board import public_state
from pi_app.web.server import Scoreboard
from pi_app.words import LANGUAGES
from tests.pi_app.web.evenings import board, scored, until_told


def played(profile: str = "refresh2021", **changed: object) -> Board:
    rules = resolve(customise(profile, changed) if changed else PROFILES[profile], 6)  # type: ignore[arg-type]
    return replace(board(Phase.VOTING, number=2, rounds=(scored(1),)), rules=rules)


def told(shown: Board, path: str) -> dict[str, object]:
    return next(rule for rule in public_state(shown)["rules"] if rule["path"] == path)


def test_before_a_match_no_rules_are_told() -> None:
    assert public_state(board())["rules"] == []


@pytest.mark.parametrize("profile", ["refresh2021", "odyssey2024", "classic_us", "house_penalty"])
def test_every_rule_says_its_value_and_which_text_says_so(profile: str) -> None:
    rules = public_state(played(profile))["rules"]
    assert len(rules) >= 15
    assert all(rule["text"] for rule in rules)
    assert any(rule["sources"] for rule in rules)
    assert all(rule["sure"] is not bool(rule["doubts"]) or not rule["sources"] for rule in rules)


def test_a_bare_value_is_there_for_programs() -> None:
    assert told(played(), "end.target")["value"] == 30
    assert told(played(), "hand_size")["value"] == 6


def test_a_rule_that_the_table_changed_says_so_and_names_no_text() -> None:
    changed = told(played(**{"scoring.bonus_cap": 3}), "scoring.bonus_cap")
    assert (changed["value"], changed["changed"], changed["sources"]) == (3, True, [])


def test_a_reason_for_points_names_the_rule_behind_it() -> None:
    points = PointsView(2, 3, 0, 0, 3, ("So.",), (Why("FOUND", 3, 1), Why("NEWER", 0, 0)))
    shown = replace(played(), rounds=(replace(scored(1), points=(points,)),))
    reasons = public_state(shown)["rounds"][0]["points"]["2"]["reasons"]
    assert [reason["rule"] for reason in reasons] == ["scoring.some", None]
    assert "scoring.some" in {rule["path"] for rule in public_state(shown)["rules"]}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_reader_gets_the_rules_in_the_own_language_with_and_without_scripts(
    scoreboard: Scoreboard, client: httpx.Client, language: str
) -> None:
    until_told(scoreboard, client, played())
    answer = client.get(f"/api/rules?lang={language}")
    said = answer.json()
    assert answer.headers["content-language"] == said["language"] == language
    assert f'href="/rules?lang={language}"' in client.get(f"/?lang={language}").text
    page = unescape(client.get(f"/rules?lang={language}").text)
    assert said["name"] in page
    for rule in said["rules"]:
        assert f'<li id="rule-{rule["path"]}">{rule["text"]}<small>' in page
        assert all(source in page for source in rule["sources"])
    english = client.get("/api/rules?lang=en").json()["rules"]
    assert (said["rules"] == english) is (language == "en")


def test_a_reason_on_the_plain_page_leads_to_its_rule(scoreboard: Scoreboard, client: httpx.Client) -> None:
    points = PointsView(2, 3, 0, 0, 3, ("So.",), (Why("FOUND", 3, 1),))
    until_told(scoreboard, client, replace(played(), rounds=(replace(scored(1), points=(points,)),)))
    assert '<a href="/rules?lang=en#rule-scoring.some">' in client.get("/?lang=en").text


def test_the_rules_have_a_page_that_does_not_come_anew(scoreboard: Scoreboard, client: httpx.Client) -> None:
    for shown, said in ((board(), "No match yet"), (played(), '<li id="rule-end.target">')):
        until_told(scoreboard, client, shown)
        page = client.get("/rules?lang=en").text
        assert said in page
        assert "<script" not in page
        assert 'http-equiv="refresh"' not in page
