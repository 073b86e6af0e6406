"""Why is it 4? Every rule in plain words, with the texts that say so and what is in doubt."""

from __future__ import annotations

import pytest

from pi_app.game.custom import customise
from pi_app.game.editions import EDITIONS, edition_of
from pi_app.game.pieces import WHYS
from pi_app.game.profiles import PROFILES, Rules, resolve
from pi_app.game.provenance import RULE_OF_WHY, RuleSource, provenance
from pi_app.game.statements import statements

EVERY = [(name, n) for name, profile in PROFILES.items() for n in range(profile.least, profile.most + 1)]


def rule(rules: Rules, path: str) -> RuleSource:
    return next(rule for rule in provenance(rules) if rule.path == path)


def said(found: RuleSource) -> str:
    return found.said.text.format(**found.said.fields)


def test_every_profile_has_a_name_for_people_and_a_sentence() -> None:
    assert set(EDITIONS) == set(PROFILES)
    names = [edition.name for edition in EDITIONS.values()]
    assert len(set(names)) == len(names)
    assert all(edition.special.endswith(".") and len(edition.name) <= 40 for edition in EDITIONS.values())


def test_rules_of_ones_own_have_the_name_the_table_gave_them() -> None:
    edition = edition_of(customise("refresh2021", {"title": "Ours", "scoring.bonus_cap": 2}))
    assert (edition.name, edition.own) == ("Ours", True)
    assert not edition_of(customise("refresh2021", {"scoring.bonus_cap": 2})).own


def test_the_four_points_of_three_players_come_from_the_estonian_text() -> None:
    found = rule(resolve("classic2008_et", 3), "scoring.some")
    assert said(found) == "Some find the storyteller's card: storyteller 4, finders 4 each, others 0."
    assert [source.id for source in found.sources] == ["S002", "P:bookriff", "P:pcreations"]
    assert found.sources[0].title == "Estonian rules text: original edition"
    assert not found.uncertain


def test_the_three_points_of_the_new_edition_are_said_too() -> None:
    found = rule(resolve("refresh2021", 3), "scoring.some")
    assert [(source.id, source.note) for source in found.sources] == [
        ("S004", "explicit: scoring unchanged with 3"),
        ("S000", ""),
    ]


@pytest.mark.parametrize(
    ("profile", "players", "path", "text", "sources", "doubts"),
    [
        ("odyssey2011", 5, "scoring.bonus_cap", "Bonus points in a round: at most 3.", 3, 0),
        ("refresh2021", 5, "scoring.bonus_cap", "There is no limit to the bonus.", 2, 0),
        ("classic2008_et", 5, "scoring.bonus_cap", "There is no limit to the bonus.", 1, 1),
        ("fa_targets", 3, "end.target", "The match ends when somebody has 30 points.", 1, 1),
        ("fa_targets", 6, "end.target", "The match ends when somebody has 40 points.", 1, 0),
        ("fa_targets", 4, "rotation", "The next storyteller sits to the right.", 1, 1),
        ("classic_us", 4, "tie", "With equal points the leaders share the victory.", 1, 1),
        ("house_cap3", 4, "scoring.bonus_cap", "Bonus points in a round: at most 3.", 2, 0),
        ("house_cap3", 4, "rotation", "The next storyteller sits to the left.", 2, 0),
        (
            "deckout_ru",
            6,
            "end.deck_exhausted",
            "The match ends when the deck is empty; with a full box after 8 rounds.",
            1,
            0,
        ),
        (
            "house_penalty",
            4,
            "scoring.all",
            "Everyone finds the storyteller's card: storyteller -3, others 0 each.",
            2,
            2,
        ),
        ("odyssey_party", 6, "scoring.bonus_cap", "Points in a round: at most 5.", 2, 0),
        ("coop2", 2, "deck_cards_added", "Cards from the deck on the table: 4.", 2, 0),
        ("odyssey2024", 4, "votes", "Votes of each player: 2.", 2, 1),
        ("odyssey2011", 8, "votes", "Votes of each player: 1 to 2.", 3, 0),
    ],
)
def test_a_rule_says_what_it_is_and_where_it_is_from(
    profile: str, players: int, path: str, text: str, sources: int, doubts: int
) -> None:
    found = rule(resolve(profile, players), path)
    assert (said(found), len(found.sources), len(found.doubts)) == (text, sources, doubts)
    assert found.uncertain == (doubts > 0)


@pytest.mark.parametrize(("profile", "players"), EVERY)
def test_every_rule_of_every_profile_can_be_said(profile: str, players: int) -> None:
    rules = resolve(profile, players)
    told = statements(rules)
    assert len({statement.path for statement in told}) == len(told)
    assert all("{" not in statement.text.format(**statement.fields) for statement in told)
    assert [found.path for found in provenance(rules)] == [statement.path for statement in told]


@pytest.mark.parametrize("profile", PROFILES)
def test_nothing_that_is_uncertain_is_kept_from_people(profile: str) -> None:
    least, most = PROFILES[profile].least, PROFILES[profile].most
    told = {
        (found.path, doubt)
        for n in range(least, most + 1)
        for found in provenance(resolve(profile, n))
        for doubt in found.doubts
    }
    assert len(told) >= len({doubt for doubt in PROFILES[profile].uncertain if "(" in doubt})


def test_a_rule_that_no_text_states_is_uncertain() -> None:
    found = rule(resolve("deckout_ru", 5), "votes")
    assert (found.sources, found.doubts, found.uncertain) == ((), (), True)


@pytest.mark.parametrize(
    ("overrides", "changed"),
    [
        ({"scoring.bonus_cap": 2}, {"scoring.bonus_cap"}),
        ({"scoring.by_players.3.some.teller": 4}, {"scoring.some"}),
        ({"scoring.by_players.4.some.teller": 4}, set()),
        ({"end.target": 40}, {"end.target"}),
        ({"end.target.3": 40}, {"end.target"}),
        ({"scoring.all.others": 3}, {"scoring.all"}),
        ({"title": "Ours"}, set()),
        ({"tie": ("highest",)}, {"tie"}),
    ],
)
def test_what_the_table_changed_is_the_tables_own(overrides: dict[str, object], changed: set[str]) -> None:
    rules = resolve(customise("refresh2021", overrides), 3)
    told = {found.path for found in provenance(rules) if found.changed}
    assert told == changed
    assert all(not found.uncertain for found in provenance(rules) if found.changed)


def test_every_reason_for_points_leads_to_its_rule() -> None:
    assert set(WHYS) - set(RULE_OF_WHY) == {"ABSENT"}
    paths = {found.path for name, n in EVERY for found in provenance(resolve(name, n))}
    assert set(RULE_OF_WHY.values()) <= paths
