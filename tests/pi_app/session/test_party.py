"""Dixit Party at the table: the storyteller's red disc is said with a tap."""

from __future__ import annotations

import pytest

from pi_app.game.moves import CorrectRound, NextRound
from pi_app.game.pieces import Phase
from pi_app.game.profiles import PROFILES


@pytest.fixture
def party(evening):
    evening.start(PROFILES["odyssey_party"].least, "odyssey_party")
    assert evening.next().ok
    assert evening.next().ok
    for place, player in enumerate(evening.session.view().players):
        evening.session.correct_vote(player.id, (1 + place % 2,))
    return evening


def test_the_red_disc_is_asked_for_and_then_the_round_goes_on(party):
    view = party.session.view()
    assert (view.phase, view.red_wanted, view.red) == (Phase.REVEAL, True, None)
    assert "MISSING_RED_TOKEN" in {code for code, _ in party.problems()}
    assert not party.next().ok
    party.session.set_red(1)
    assert party.session.view().red == 1
    assert party.next().ok
    view = party.session.view()
    assert (view.red_wanted, view.red) == (False, 1)


def test_a_red_disc_on_no_card_is_refused(party):
    party.session.set_red(99)
    assert "NO_SUCH_SLOT" in {code for code, _ in party.problems()}
    assert not party.next().ok


def test_the_red_disc_can_be_forgotten_and_is_kept_through_an_undo(party):
    party.session.set_red(1)
    party.session.set_red(None)
    assert party.session.view().red is None
    party.session.set_red(2)
    assert party.next().ok
    while party.session.view().phase is not Phase.REVEAL:
        assert party.undo().ok
    assert party.session.view().red == 2


def test_who_lies_under_the_red_disc_gets_nothing_and_a_new_round_asks_again(party):
    party.session.set_red(1)
    assert party.next().ok
    assert party.session.view().phase is Phase.OWNERS
    assert party.next().ok
    view = party.session.view()
    scored = {vote.player: vote.slots for vote in view.votes}
    points = {p.player: p.total for p in view.points}
    assert view.phase is Phase.SCORES
    assert all(points[player] == 0 for player, slots in scored.items() if slots == (1,))
    assert any(points[player] > 0 for player, slots in scored.items() if slots == (2,))
    assert party.session.do(NextRound()).ok
    assert party.next().ok
    assert party.next().ok
    assert party.session.view().red is None


def test_the_red_disc_of_an_earlier_round_is_shown_and_can_be_corrected(party):
    party.session.set_red(1)
    assert party.next().ok
    assert party.next().ok
    played = party.session.view().rounds[-1]
    assert played.red == 1
    assert "red=1" in played.notation
    assert played.in_play == tuple(range(1, len(party.session.view().players) + 1))
    assert party.session.do(CorrectRound(1, red=2)).ok
    view = party.session.view()
    assert (view.rounds[-1].red, view.red) == (2, 2)
    points = {p.player: p.total for p in view.points}
    assert all(points[p] == 0 for p, slots in view.rounds[-1].votes.items() if slots == (2,))
    assert all(points[p] > 0 for p, slots in view.rounds[-1].votes.items() if slots == (1,))


def test_other_editions_know_no_red_disc(evening):
    evening.at_reveal()
    evening.session.set_red(1)
    assert not evening.session.view().red_wanted
    assert evening.session.view().red is None
