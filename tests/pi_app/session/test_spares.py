"""Discs that lie about since the clue are spares, not votes; a vote is never hidden by them."""

from __future__ import annotations

from dataclasses import replace

import pytest
from made_up_readings import back, reading

from hardware.device import Device
from pi_app.game.pieces import Phase

PILES = (back(1), back(2), back(3), back(4))


@pytest.fixture
def clue(evening):
    """Anna tells; before every player lies a pile of spares, one back on top."""
    evening.start()
    evening.see(*PILES)
    evening.see(*PILES)
    return evening


def voted(evening):
    return evening.session.view().voted


def test_a_pile_that_lay_there_before_is_no_vote(clue):
    clue.next()
    clue.see(*PILES)
    assert (clue.session.view().phase, voted(clue)) == (Phase.VOTING, ())
    clue.see(*PILES, back(3, 1))
    assert voted(clue) == (3,)
    clue.see(*PILES)
    assert voted(clue) == (3,)


def test_a_vote_that_was_laid_before_the_voting_began_counts(clue):
    clue.see(*PILES, back(2, 1))
    clue.next()
    clue.see(*PILES, back(2, 1))
    assert voted(clue) == (2,)


def test_spares_that_were_picked_up_do_not_hide_the_vote(evening):
    evening.start()
    evening.see(back(2), back(2), back(2))
    evening.next()
    evening.see(back(2), back(2), back(2))
    assert voted(evening) == ()
    evening.see()
    evening.see(back(2, 4))
    assert voted(evening) == (2,)


def test_without_a_look_before_the_vote_every_disc_counts(evening):
    evening.start()
    evening.next()
    evening.see(*PILES)
    assert voted(evening) == (2, 3, 4)


def test_a_hand_over_the_piles_teaches_nothing(clue):
    clue.next()
    clue.clock.seconds += 0.1
    clue.session.see(replace(reading(at=clue.clock.seconds), still_since=None))
    clue.see(*PILES)
    assert voted(clue) == ()


def test_the_next_round_begins_to_count_anew(clue):
    clue.next()
    clue.next()
    for player, slot in ((2, 1), (3, 1), (4, 2)):
        clue.session.correct_vote(player, (slot,))
    clue.next()
    clue.session.correct_owner(1, 1)
    clue.session.correct_owner(2, 2)
    clue.next()
    clue.next()
    assert clue.session.view().phase is Phase.CLUE
    clue.see(back(1))
    clue.next()
    clue.see(back(1), back(3))
    assert voted(clue) == (3,)


@pytest.fixture
def dials(evening):
    """Anna tells; every player's dial lies face down since the clue, and the vote has begun."""
    evening.session.set_lobby(device=Device.DIALS)
    evening.start()
    evening.see(*PILES)
    evening.next()
    evening.see(*PILES)
    assert voted(evening) == ()
    return evening


def under_a_hand(evening, *discs, looks):
    evening.clock.seconds += 0.1
    seen = reading(*discs, at=evening.clock.seconds)
    evening.session.see(replace(seen, still_since=None, waiting=True, looks=looks))


def test_a_dial_that_lay_face_down_since_the_clue_votes_once_it_was_taken_up(dials):
    under_a_hand(dials, back(2), back(4), looks=2)
    assert voted(dials) == ()
    dials.see(*PILES)
    assert voted(dials) == (3,)


def test_a_hand_that_reaches_across_a_dial_is_no_vote(dials):
    under_a_hand(dials, back(2), back(4), looks=1)
    dials.see(*PILES)
    assert voted(dials) == ()
