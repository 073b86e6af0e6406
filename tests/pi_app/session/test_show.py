"""What each audience may see: nothing secret before the reveal, and the same facts everywhere."""

from __future__ import annotations

import pickle
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from made_up_evening import VOTES, Evening
from made_up_readings import back, face, reading

from hardware.ports import LampState
from pi_app.game.moves import AddPlayer, LeavePlayer, RenamePlayer, Seat
from pi_app.game.pieces import Phase
from pi_app.session.controls import NEXT, lamp_for
from pi_app.session.views import Preview, Trust
from pi_app.vision.seen import Crop

SECRET = Crop(2, 2, b"SECRETPICTURE")


def early(number: int):
    """All faces up during voting, on the cards, with their pictures."""
    return tuple(
        replace(
            face(player, number, number), crop=SECRET, centre_px=(number * 11.0, 7.0), centre_mm=(1.0, number)
        )
        for player in (2, 3, 4)
    )


@pytest.mark.parametrize("phase", [Phase.LOBBY, Phase.CLUE, Phase.VOTING])
def test_nothing_that_leaves_the_session_before_the_reveal_depends_on_a_vote(tmp_path, phase):
    """Two evenings that differ only in the votes look exactly alike, byte for byte."""
    told = []
    for number in (1, 4):
        evening = Evening(tmp_path / str(number))
        if phase is not Phase.LOBBY:
            evening.start()
        if phase is Phase.VOTING:
            evening.next()
        assert evening.session.view().phase is phase
        evening.see(*early(number))
        told.append(pickle.dumps((evening.session.view(), evening.session.board())))
        kept = pickle.dumps((evening.session._evening.draft, evening.session._evening.lobby))
        assert b"SECRET" not in kept
        told.append(kept)
    assert told[0] == told[2]
    assert told[1] == told[3]
    assert b"SECRET" not in told[0]


def test_a_face_turned_up_early_is_told_without_its_number(evening):
    evening.start()
    evening.next()
    evening.see(face(2, 3, 3))
    assert evening.problems() == {("FACE_UP_EARLY", 2)}
    evening.next()
    assert evening.session.view().votes[0].slots == ()


def test_there_is_no_preview_during_voting(evening):
    evening.start()
    preview = Preview(SECRET, ())
    evening.session.see(reading(back(2), at=evening.clock.seconds + 1), preview)
    assert evening.session.preview == preview
    evening.next()
    assert evening.session.preview is None
    evening.session.see(reading(back(2), at=evening.clock.seconds + 1), preview)
    assert evening.session.preview is None


@pytest.mark.parametrize("phase", [Phase.REVEAL, Phase.OWNERS])
def test_the_network_sees_no_vote_of_a_round_that_is_not_scored(evening, phase):
    evening.at_reveal()
    evening.see(*VOTES)
    if phase is Phase.OWNERS:
        evening.next()
    board = evening.session.board()
    assert (board.phase, board.rounds, board.voted) == (phase, (), 0)
    assert {p.score for p in board.players} == {0}


def test_the_network_sees_how_many_have_voted_not_who(evening):
    evening.start()
    evening.next()
    evening.see(back(2), back(4), back(1))
    board = evening.session.board()
    assert (board.voted, board.voters) == (2, 3)


def test_the_screen_and_the_network_show_the_same_scoreboard(evening):
    evening.at_owners()
    evening.see(*VOTES, back(1, 1), back(2, 2))
    evening.next()
    view, board = evening.session.view(), evening.session.board()
    assert view.phase is Phase.SCORES
    for fact in ("n", "phase", "round", "storyteller", "profile", "target", "players", "rounds", "winners"):
        assert getattr(view, fact) == getattr(board, fact)
    assert view.rounds[-1].points == view.points
    assert view.rounds[-1].notation.startswith("1: T=Anna 1:Anna* 2:Bo")


def test_equal_points_share_a_rank(evening):
    evening.at_owners()
    evening.see(*VOTES, back(1, 1), back(2, 2))
    evening.next()
    assert {p.name: p.rank for p in evening.session.view().players} == {
        "Bo": 1,
        "Anna": 2,
        "Clara": 2,
        "Dan": 4,
    }


def test_two_players_of_one_name_can_be_told_apart(evening):
    evening.at_reveal()
    evening.session.do(RenamePlayer(3, "Bo"))
    texts = {p.text for p in evening.session.view().problems}
    assert "No vote from Bo (2)." in texts
    assert "No vote from Bo (3)." in texts


def test_who_left_is_neither_awaited_nor_asked(evening):
    evening.start(5)
    evening.next()
    evening.session.do(LeavePlayer(3))
    view = evening.session.view()
    assert 3 not in view.awaited
    assert [p.active for p in view.players] == [True, True, False, True, True]
    evening.next()
    assert 3 not in {v.player for v in evening.session.view().votes}


def test_who_joins_during_voting_is_not_asked_this_round(evening):
    evening.start()
    evening.next()
    evening.session.do(AddPlayer(Seat(9, "Late")))
    assert evening.session.view().awaited == (2, 3, 4)


def test_confirmed_votes_stay_visible_at_the_owners(evening):
    evening.at_owners()
    assert {v.player: v.slots for v in evening.session.view().votes} == {2: (1,), 3: (1,), 4: (2,)}


def test_every_phase_has_its_row_in_the_table_of_buttons():
    assert set(NEXT) == set(Phase)


def test_the_lamp_says_what_is_awaited(evening):
    assert lamp_for(evening.session.view()) is LampState.OFF
    evening.at_reveal()
    assert lamp_for(evening.session.view()) is LampState.BLINK
    evening.see(*VOTES)
    assert lamp_for(evening.session.view()) is LampState.ON


@given(st.permutations([*VOTES, back(1, 1), back(2, 2), back(3, 3), back(4, 4)]))
def test_the_order_of_the_discs_never_changes_the_points(tmp_path_factory, discs):
    evening = Evening(tmp_path_factory.mktemp("order"))
    evening.at_reveal()
    evening.see(*discs)
    evening.next()
    evening.see(*discs)
    evening.next()
    assert {p.id: p.score for p in evening.session.view().players} == {1: 3, 2: 4, 3: 3, 4: 0}


TWO_CARDS_EACH = (back(1, 1), back(2, 2), back(2, 3), back(3, 4), back(3, 5))
ONE_EACH = tuple(back(player, player) for player in range(1, 8))


@pytest.mark.parametrize(
    ("players", "profile", "discs", "owners"),
    [
        (3, "refresh2021", (face(2, 1, 1), face(3, 2, 2)), TWO_CARDS_EACH),
        (3, "odyssey2024", tuple(face(p, n, n) for p in (2, 3) for n in (1, 6 - p)), TWO_CARDS_EACH),
        (7, "odyssey2011", tuple(face(p, 1, 1) for p in range(2, 8)), ONE_EACH),
    ],
)
def test_rounds_of_other_editions_are_read_too(evening, players, profile, discs, owners):
    evening.start(players, profile)
    evening.next()
    evening.next()
    slots = len(owners)
    evening.see(*discs, slots=slots)
    assert evening.next().ok
    evening.see(*owners, slots=slots)
    assert evening.next().ok
    assert evening.session.view().phase is Phase.SCORES


@pytest.mark.parametrize(
    ("laid", "shown", "trust", "asked"),
    [
        ((back(2, 1), back(2, 3)), (face(2, 1, 1), face(2, 3, 3)), Trust.SURE, False),
        ((back(2, 1), back(2, 3)), (face(2, 1, 1),), Trust.ASK, True),
        ((back(2, 1),), (face(2, 1, 1),), Trust.SURE, False),
        ((), (face(2, 1, 1),), Trust.SURE, False),
    ],
)
def test_a_second_disc_that_was_laid_and_is_not_read_is_asked_for(evening, laid, shown, trust, asked) -> None:
    others = range(3, 8)
    evening.start(7, "odyssey2011")
    evening.next()
    evening.see(*laid, *(back(player, 1) for player in others), slots=7)
    evening.next()
    evening.see(*shown, *(face(player, 1, 1) for player in others), slots=7)
    (vote,) = [vote for vote in evening.session.view().votes if vote.player == 2]
    assert (vote.slots, vote.trust) == (tuple(disc.number for disc in shown), trust)
    assert (("UNREADABLE_VOTE", 2) in evening.problems()) is asked
    evening.session.correct_vote(2, (1, 3))
    assert evening.next().ok


def test_one_of_the_own_two_cards_is_barred_as_well(evening):
    evening.start(3)
    evening.next()
    evening.next()
    evening.see(face(2, 3, 3), face(3, 1, 1), slots=5)
    assert evening.next().ok
    evening.see(*TWO_CARDS_EACH, slots=5)
    assert ("OWN_CARD_VOTE", 2) in evening.problems()
    assert not evening.next().ok
