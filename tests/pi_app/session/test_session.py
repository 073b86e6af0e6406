"""One evening at a table of made-up readings: check, write, become."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from made_up_evening import VOTES, Evening
from made_up_readings import back, face

from pi_app.game.moves import (
    AdjustScore,
    CorrectRound,
    EndMatch,
    LeavePlayer,
    NextRound,
    StartMatch,
    VoidRound,
)
from pi_app.game.pieces import Phase
from pi_app.session.inbox import CameraState, Taken
from pi_app.session.views import LobbySeat, Trust
from pi_app.words import Words

OWNERS = (back(1, 1), back(2, 2), back(3, 3), back(4, 4))


def test_a_match_from_discs_on_the_table_to_points(evening):
    evening.see(back(1), back(2), back(3), face(4, 2, 2))
    seats = evening.session.view().lobby.seats
    assert [(s.stickers, s.seen) for s in seats] == [(1, True), (2, True), (3, True), (4, True)]
    assert evening.next().ok
    assert evening.session.view().phase is Phase.CLUE
    assert evening.next().ok
    evening.see(back(2), back(4))
    view = evening.session.view()
    assert (view.voted, view.awaited) == ((2, 4), (3,))
    assert evening.next().ok
    evening.see(*VOTES)
    view = evening.session.view()
    assert {v.player: (v.slots, v.trust) for v in view.votes} == {
        2: ((1,), Trust.SURE),
        3: ((1,), Trust.SURE),
        4: ((2,), Trust.SURE),
    }
    assert view.next_ready
    assert view.problems == ()
    assert evening.next().ok
    evening.see(*VOTES, *OWNERS)
    view = evening.session.view()
    assert {o.slot: (o.player, o.needed) for o in view.owners} == {
        1: (1, True),
        2: (2, True),
        3: (3, False),
        4: (4, False),
    }
    assert evening.next().ok
    view = evening.session.view()
    assert view.phase is Phase.SCORES
    assert {p.id: p.score for p in view.players} == {1: 3, 2: 4, 3: 3, 4: 0}
    assert view.points[1].why == ("found the storyteller's card", "1 vote for your card")
    assert evening.next().ok
    assert (evening.session.view().round, evening.session.view().storyteller) == (2, 2)


@pytest.mark.parametrize(
    ("discs", "problem"),
    [
        (VOTES[:2], ("MISSING_VOTE", 4)),
        ((*VOTES[:2], face(4, 2, 3)), ("TOKEN_SLOT_MISMATCH", 4)),
        ((*VOTES[:2], face(4, 9, 9)), ("NO_SUCH_SLOT", 4)),
        ((*VOTES, face(1, 3, 3)), ("STORYTELLER_VOTED", 1)),
    ],
)
def test_an_open_question_keeps_the_votes_from_being_confirmed(evening, discs, problem):
    evening.at_reveal()
    evening.see(*discs)
    assert problem in evening.problems()
    assert not evening.session.view().next_ready
    answer = evening.next()
    assert not answer.ok
    assert problem in {(p.code, p.player) for p in answer.problems}
    assert evening.session.view().phase is Phase.REVEAL


def test_the_right_storyteller_is_said_at_the_reveal_and_nobody_votes_again(evening):
    """Bo tells and has laid no disc; Anna was thought to tell."""
    evening.at_reveal()
    lying = (face(1, 3, 3), face(3, 2, 2), face(4, 3, 3))
    evening.see(*lying)
    assert {("STORYTELLER_VOTED", 1), ("MISSING_VOTE", 2)} <= evening.problems()
    assert evening.session.do(CorrectRound(1, storyteller=2)).ok
    evening.see(*lying)
    view = evening.session.view()
    assert {vote.player: vote.slots for vote in view.votes} == {1: (3,), 3: (2,), 4: (3,)}
    assert evening.next().ok
    assert evening.session.view().storyteller == 2


def test_a_lone_witness_needs_a_tap(evening):
    evening.at_reveal()
    lying = (face(2, 1), face(3, 1), face(4, 2, ring=None))
    evening.see(*lying)
    assert evening.problems() == {("UNSURE_VOTE", 4)}
    assert not evening.next().ok
    evening.session.correct_vote(4, (2,))
    assert evening.session.view().votes[2].trust is Trust.HAND
    assert evening.next().ok


def test_everything_can_be_entered_by_hand_without_any_camera(evening):
    evening.at_reveal()
    assert not evening.next().ok
    for player, slot in ((2, 1), (3, 1), (4, 2)):
        evening.session.correct_vote(player, (slot,))
    assert evening.next().ok
    assert {("SLOT_OWNER_UNKNOWN", None)} <= evening.problems()
    evening.session.correct_owner(1, 1)
    evening.session.correct_owner(2, 2)
    assert evening.next().ok
    assert evening.session.view().phase is Phase.SCORES


def test_a_corrected_vote_can_be_forgotten_again(evening):
    evening.at_reveal()
    evening.see(*VOTES)
    evening.session.correct_vote(4, (3,))
    assert evening.session.view().votes[2].slots == (3,)
    evening.session.correct_vote(4, ())
    assert evening.session.view().votes[2].slots == (2,)


def test_a_disc_that_is_hidden_for_a_moment_stays_known(evening):
    evening.at_reveal()
    evening.see(*VOTES)
    evening.see(*VOTES[:2])
    assert evening.session.view().next_ready


def test_two_different_sure_readings_are_a_conflict_not_the_last_one(evening):
    evening.at_reveal()
    evening.see(*VOTES)
    evening.see(*VOTES[:2], face(4, 3, 3))
    vote = evening.session.view().votes[2]
    assert (vote.slots, vote.trust) == ((), Trust.CONFLICT)
    assert evening.problems() == {("WITNESSES_DIFFER", 4)}
    evening.session.correct_vote(4, (3,))
    assert evening.session.view().next_ready


def test_a_vote_on_the_own_card_is_told_with_the_owners(evening):
    evening.at_reveal()
    evening.see(face(2, 1, 1), face(3, 3, 3), face(4, 2, 2))
    evening.next()
    evening.see(*OWNERS)
    assert not evening.session.view().next_ready
    assert ("OWN_CARD_VOTE", 3) in evening.problems()


def test_pictures_from_before_the_phase_do_not_count(evening):
    evening.start()
    evening.next()
    old = evening.clock.seconds
    evening.next()
    evening.clock.seconds, now = old - 0.2, evening.clock.seconds
    evening.see(*VOTES)
    evening.clock.seconds = now
    assert all(vote.trust is Trust.MISSING for vote in evening.session.view().votes)


def test_a_mirrored_picture_proposes_nothing_and_says_so(evening):
    evening.at_reveal()
    evening.see(*VOTES, mirrored=True)
    assert all(vote.trust is Trust.MISSING for vote in evening.session.view().votes)
    assert [b.code for b in evening.session.view().banners] == ["MIRRORED"]
    evening.see(*VOTES)
    assert evening.session.view().banners == ()


def test_nothing_moves_by_itself(evening):
    evening.at_reveal()
    n = evening.session.view().n
    for _ in range(20):
        evening.see(*VOTES, *OWNERS)
    assert (evening.session.view().n, evening.session.view().phase) == (n, Phase.REVEAL)


def test_undo_leads_back_through_every_phase_to_the_lobby(evening):
    evening.at_owners()
    evening.see(*OWNERS)
    evening.next()
    evening.next()
    phases = [evening.session.view().phase]
    while evening.session.view().can_undo:
        assert evening.undo().ok
        phases.append(evening.session.view().phase)
    assert phases == [
        Phase.CLUE,
        Phase.SCORES,
        Phase.OWNERS,
        Phase.REVEAL,
        Phase.VOTING,
        Phase.CLUE,
        Phase.LOBBY,
    ]
    assert evening.session.view().can_redo
    assert [p.code for p in evening.undo().problems] == ["NOTHING_TO_UNDO"]


def test_undo_keeps_what_people_said(evening):
    evening.at_reveal()
    evening.see(*VOTES[:2])
    evening.session.correct_vote(4, (2,))
    evening.next()
    evening.undo()
    votes = {v.player: (v.slots, v.trust) for v in evening.session.view().votes}
    assert votes[4] == ((2,), Trust.HAND)
    assert votes[2][1] is Trust.MISSING


def test_a_round_begun_again_forgets_what_people_said(evening):
    evening.at_reveal()
    evening.session.correct_vote(4, (2,))
    evening.session.do(VoidRound())
    evening.next()
    assert evening.session.view().voted == ()
    evening.next()
    assert {v.trust for v in evening.session.view().votes} == {Trust.MISSING}


@pytest.mark.parametrize("steps", range(6))
def test_a_restart_resumes_the_same_view(evening, steps):
    evening.start()
    for _ in range(steps):
        evening.see(*VOTES, *OWNERS)
        evening.next()
    before, board = evening.session.view(), evening.session.board()
    evening.restart()
    after = evening.session.view()
    assert (after.n, after.phase, after.players, after.rounds) == (
        before.n,
        before.phase,
        before.players,
        before.rounds,
    )
    assert evening.session.board() == board


def test_another_writer_is_noticed_and_followed(evening, tmp_path):
    evening.start()
    other = Evening(tmp_path)
    assert other.next().ok
    answer = evening.next()
    assert [p.code for p in answer.problems] == ["STALE"]
    assert evening.session.view().phase is Phase.VOTING


def test_moves_of_another_program_are_followed(evening, tmp_path):
    other = Evening(tmp_path)
    other.start()
    assert other.next().ok
    evening.session.refresh()
    assert (evening.session.view().phase, evening.session.view().n) == (Phase.VOTING, 2)
    told = evening.told
    evening.session.refresh()
    assert evening.told == told


def test_who_left_in_mid_round_still_owns_a_card(evening):
    evening.start(5)
    evening.next()
    evening.next()
    evening.session.do(LeavePlayer(5))
    evening.see(*VOTES, slots=5)
    assert evening.next().ok
    evening.see(*OWNERS, back(5, 5), slots=5)
    assert {o.slot: o.player for o in evening.session.view().owners}[5] == 5
    assert evening.next().ok


def test_after_the_end_next_leads_to_a_lobby_with_the_same_people(evening):
    evening.start()
    evening.session.do(EndMatch())
    assert evening.session.view().phase is Phase.OVER
    assert evening.next().ok
    view = evening.session.view()
    assert (view.phase, view.n) == (Phase.LOBBY, 0)
    assert [seat.name for seat in view.lobby.seats] == ["Anna", "Bo", "Clara", "Dan"]
    evening.restart()
    assert evening.session.view().phase is Phase.LOBBY
    assert evening.session.board().match is None


def test_the_lobby_is_arranged_by_people(evening):
    evening.see(back(1), back(2))
    evening.session.set_lobby(
        profile="classic_us", seats=tuple(LobbySeat(n, f"P{n}") for n in (5, 6, 7)), storyteller=9
    )
    evening.see(back(1), back(6))
    view = evening.session.view()
    assert [(s.stickers, s.seen) for s in view.lobby.seats] == [(5, False), (6, True), (7, False)]
    assert (view.lobby.storyteller, view.lobby.profile) == (2, "classic_us")
    assert evening.next().ok
    assert evening.session.view().storyteller == 7


def test_too_few_players_are_told_in_the_lobby(evening):
    evening.see(back(1), back(2))
    assert ("PLAYER_COUNT_OUT_OF_RANGE", None) in evening.problems()
    assert not evening.next().ok


def test_a_full_disk_refuses_and_the_same_press_works_later(evening):
    evening.at_reveal()
    evening.see(*VOTES)
    book = evening.session._playing._book
    book._db.execute("PRAGMA query_only = ON")
    answer = evening.next()
    assert [p.code for p in answer.problems] == ["BOOK_READ_ONLY"]
    view = evening.session.view()
    assert (view.phase, view.n, [b.code for b in view.banners]) == (Phase.REVEAL, 3, ["BOOK_READ_ONLY"])
    assert view.votes[0].slots == (1,)
    book._db.execute("PRAGMA query_only = OFF")
    assert evening.next().ok
    assert evening.session.view().banners == ()
    evening.restart()
    assert evening.session.view().phase is Phase.OWNERS


def test_listeners_hear_of_changes_and_only_of_changes(evening):
    evening.at_reveal()
    evening.see(*VOTES)
    evening.session.view()
    told = evening.told
    evening.see(*VOTES)
    assert evening.told == told
    evening.next()
    assert evening.told == told + 1


def test_the_state_of_the_camera_is_a_banner(evening):
    evening.session.receive(Taken(camera=CameraState("CAMERA_LOST", "exit code -6")))
    banner = evening.session.view().banners[0]
    assert banner.code == "CAMERA_LOST"
    assert "exit code" not in banner.text
    evening.session.receive(Taken(camera=CameraState(None)))
    assert evening.session.view().banners == ()


def test_another_language_changes_every_text_and_no_number(evening):
    evening.at_owners()
    evening.session.set_words(Words("fa"))
    assert evening.session.view().language == evening.session.board().language == "fa"
    assert evening.session.view().votes[0].slots == (1,)


def test_a_book_whose_moves_are_impossible_is_set_aside(evening, tmp_path):
    evening.start()
    book = evening.session._playing._book
    book.append(1, 1, 1.0, NextRound())
    evening.restart()
    view = evening.session.view()
    assert (view.phase, [b.code for b in view.banners]) == (Phase.LOBBY, ["BOOK_SET_ASIDE"])
    assert list(tmp_path.glob("book.damaged-*.sqlite"))


steps = st.lists(st.sampled_from(["next", "undo", "see", "hand", "void", "end", "adjust"]), max_size=25)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(steps)
def test_whatever_people_do_a_restart_shows_the_same(tmp_path_factory, steps):
    evening = Evening(tmp_path_factory.mktemp("any"))
    evening.start()
    for step in steps:
        match step:
            case "next":
                evening.next()
            case "undo":
                evening.undo()
            case "see":
                evening.see(*VOTES, *OWNERS)
            case "hand":
                evening.session.correct_vote(2, (3,))
            case "void":
                evening.session.do(VoidRound())
            case "end":
                evening.session.do(EndMatch())
            case "adjust":
                evening.session.do(AdjustScore(1, 2, "why not"))
    board = evening.session.board()
    evening.restart()
    # Who has voted is seen again, not remembered.
    assert (evening.session.board().rounds, evening.session.board().n) == (board.rounds, board.n)
    assert evening.session.board().players == board.players


def test_start_move_for_a_running_match_is_refused(evening):
    evening.start()
    assert not evening.session.do(StartMatch("refresh2021", ())).ok
