"""What happened between two views, as sounds and as sentences."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pi_app.game.pieces import Phase
from pi_app.session.views import Problem, View
from pi_app.sound.cues import Cue, cues
from pi_app.sound.spoken import spoken
from pi_app.words import LANGUAGES, Words

OPEN = (Problem("MISSING_VOTE", "No vote from Bo.", 2),)


def test_the_same_view_is_silent(clue: View) -> None:
    assert cues(clue, clue) == ()


def test_a_vote_that_is_laid_hops_once(clue: View) -> None:
    voting = replace(clue, phase=Phase.VOTING, awaited=(2, 3))
    one, both = replace(voting, voted=(2,)), replace(voting, voted=(2, 3))
    assert [cues(voting, one), cues(one, both), cues(both, one)] == [(Cue.HOP,), (Cue.HOP,), ()]


def test_whose_vote_it_is_cannot_be_heard(clue: View) -> None:
    voting = replace(clue, phase=Phase.VOTING)
    assert cues(voting, replace(voting, voted=(2,))) == cues(voting, replace(voting, voted=(3,)))


@pytest.mark.parametrize(
    ("outcome", "cue"),
    [
        ("all", Cue.ALL_FOUND),
        ("none", Cue.NOBODY),
        ("some", Cue.POINTS),
        ("party", Cue.POINTS),
        ("success", Cue.POINTS),
        ("failure", Cue.NOBODY),
    ],
)
def test_a_scored_round_sounds_like_its_outcome(clue: View, scored, outcome: str, cue: Cue) -> None:
    assert cues(replace(clue, phase=Phase.OWNERS), scored(outcome)) == (cue,)


def test_a_correction_seen_at_the_points_is_not_played_again(scored) -> None:
    assert cues(scored("some"), replace(scored("all"), n=10)) == ()


def test_a_question_knocks_once(clue: View) -> None:
    voting, reveal = (replace(clue, phase=phase) for phase in (Phase.VOTING, Phase.REVEAL))
    asked = replace(reveal, problems=OPEN)
    assert cues(voting, asked) == (Cue.REVEAL, Cue.PROBLEM)
    assert cues(reveal, asked) == (Cue.PROBLEM,)
    assert cues(asked, replace(asked, problems=OPEN * 2)) == ()


def test_winners_are_celebrated_and_a_match_without_them_is_not(scored) -> None:
    before, over = scored("some"), replace(scored("some"), phase=Phase.OVER)
    assert cues(before, replace(over, winners=(2,))) == (Cue.WIN,)
    assert cues(before, over) == ()


def test_an_undo_is_silent(clue: View, scored) -> None:
    back = replace(clue, phase=Phase.OWNERS, n=8)
    assert cues(scored("some"), back) == ()
    assert spoken(scored("some"), back, Words()) == ""


def test_points_are_said_the_leader_first(clue: View, scored) -> None:
    said = spoken(replace(clue, phase=Phase.OWNERS), scored("some"), Words())
    assert said == "Some found the storyteller's card. Bo: 5 points. Cy: 2 points. Anna: 0 points."


def test_the_winner_is_said(scored) -> None:
    over = replace(scored("some"), phase=Phase.OVER, winners=(2,))
    assert spoken(scored("some"), over, Words()).startswith("Bo wins! Bo: 5 points.")


@pytest.mark.parametrize("language", LANGUAGES)
def test_points_are_said_in_the_language_of_the_table(clue: View, scored, language: str) -> None:
    said = spoken(replace(clue, phase=Phase.OWNERS), scored("none"), Words(language))
    assert Words(language).text("Nobody found the storyteller's card.") in said
    assert Words(language).number(5) in said


def test_nothing_is_said_while_votes_are_secret(clue: View) -> None:
    for phase in (Phase.LOBBY, Phase.CLUE, Phase.VOTING, Phase.REVEAL, Phase.OWNERS):
        for then in (Phase.CLUE, Phase.VOTING, Phase.REVEAL, Phase.OWNERS):
            assert spoken(replace(clue, phase=phase), replace(clue, phase=then, voted=(2,)), Words()) == ""
