"""How a match can end and go on, what a correction would change, and who is shown as what at the end."""

from __future__ import annotations

import pytest
from made_up_evening import NAMES, Evening

from pi_app.game.foresee import Foreseen
from pi_app.game.moves import (
    AddPlayer,
    AdjustScore,
    CorrectRound,
    EndMatch,
    NextRound,
    OpenReveal,
    OpenVoting,
    PlayOn,
    RecordOwners,
    RecordVotes,
    Seat,
    StartMatch,
    Undo,
)
from pi_app.game.pieces import Phase
from pi_app.session.views import Answer

SEATS = tuple(Seat(n, NAMES[n - 1]) for n in range(1, 5))
OWN = RecordOwners({1: 1, 2: 2, 3: 3, 4: 4})


def begin(evening: Evening, profile: str = "refresh2021", **overrides: object) -> None:
    rules = {path.replace("__", "."): value for path, value in overrides.items()}
    assert evening.session.do(StartMatch(profile, SEATS, overrides=rules)).ok


def a_round(evening: Evening) -> None:
    """The storyteller's neighbour finds the card; the others fall for each other."""
    teller = evening.session.view().storyteller or 0
    order = [(teller - 1 + n) % 4 + 1 for n in range(4)]
    votes = {order[1]: (teller,), order[2]: (order[3],), order[3]: (order[2],)}
    for move in (OpenVoting(), OpenReveal(), RecordVotes(votes), OWN):
        answer = evening.session.do(move)
        assert answer.ok, answer.problems


def test_the_last_round_is_known_beforehand_by_the_deck(evening: Evening) -> None:
    begin(evening, "classic_us", end__target=None, deck_cards=32)
    assert (evening.session.view().rounds_left, evening.session.board().rounds_left) == (2, 2)
    a_round(evening)
    assert evening.session.view().rounds_left == 1
    evening.session.do(NextRound())
    assert evening.session.view().rounds_left == 1
    a_round(evening)
    assert evening.session.view().rounds_left == 0
    evening.session.do(NextRound())
    view = evening.session.view()
    assert (view.phase, view.reasons, view.rounds_left) == (Phase.OVER, ("deck",), None)


@pytest.mark.parametrize(
    ("profile", "possible"), [("classic_us", True), ("refresh2021", False), ("deckout_ru", True)]
)
def test_somebody_can_say_that_the_deck_is_empty(evening: Evening, profile: str, possible: bool) -> None:
    begin(evening, profile)
    assert not evening.session.view().can_end_by_deck
    a_round(evening)
    assert evening.session.view().can_end_by_deck is possible
    evening.session.do(NextRound(deck_empty=True))
    view = evening.session.view()
    assert view.phase is (Phase.OVER if possible else Phase.CLUE)
    assert view.reasons == (("deck",) if possible else ())


def test_the_table_plays_on_and_it_is_marked(evening: Evening) -> None:
    begin(evening, end__target=3)
    a_round(evening)
    assert not evening.session.view().can_end_by_deck
    evening.session.do(NextRound())
    view = evening.session.view()
    assert (view.phase, view.can_play_on, view.played_on, view.reasons) == (
        Phase.OVER,
        True,
        False,
        ("target",),
    )
    assert evening.session.do(PlayOn()).ok
    view, board = evening.session.view(), evening.session.board()
    assert (view.phase, view.can_play_on, view.played_on, board.played_on) == (Phase.CLUE, False, True, True)
    a_round(evening)
    evening.session.do(NextRound())
    assert evening.session.view().phase is Phase.CLUE
    evening.session.do(EndMatch())
    assert evening.session.view().phase is Phase.OVER


def test_all_leaders_win_and_share_a_rank(evening: Evening) -> None:
    begin(evening, end__target=3)
    a_round(evening)  # 3 for Anna and Bo, 1 each for Clara and Dan
    evening.session.do(NextRound())
    view = evening.session.view()
    assert view.winners == (1, 2)
    assert [player.rank for player in view.players] == [1, 1, 3, 3]


def test_titles_are_shown_at_the_end_only(evening: Evening) -> None:
    begin(evening)
    for _ in range(4):
        a_round(evening)
        assert evening.session.view().titles == evening.session.board().titles == ()
        evening.session.do(NextRound())
    evening.session.do(EndMatch())
    titles = {title.code: title.text for title in evening.session.view().titles}
    assert titles == {}  # everybody did the same: nobody stands out
    evening.session.do(Undo())
    a_round(evening)
    evening.session.do(EndMatch())
    titles = {title.code: title.text for title in evening.session.board().titles}
    assert titles["SHARP_EYE"] == "Sharpest eye: Bo, 2 cards found"
    assert titles["BEST_TELLER"] == "Best storyteller: Anna, 2 times"


def test_what_a_correction_would_change_is_shown_before_it_is_made(evening: Evening) -> None:
    begin(evening)
    a_round(evening)
    before = evening.session.view()
    found = evening.session.what_if(CorrectRound(1, votes={3: (1,), 4: (1,)}))
    assert isinstance(found, Foreseen)
    assert [(c.player, c.before, c.after) for c in found.scores] == [
        (1, 3, 0),
        (2, 3, 2),
        (3, 1, 2),
        (4, 1, 2),
    ]
    assert evening.session.view() == before
    refused = evening.session.what_if(CorrectRound(1, votes={3: (3,)}))
    assert isinstance(refused, Answer)
    assert [(p.code, p.text) for p in refused.problems] == [
        ("OWN_CARD_VOTE", "Clara voted for their own card.")
    ]


def test_undo_goes_back_over_the_end_and_a_restart(evening: Evening) -> None:
    begin(evening, end__target=3)
    a_round(evening)
    evening.session.do(NextRound())
    evening.restart()
    assert evening.session.view().phase is Phase.OVER
    found = evening.session.what_if(Undo())
    assert isinstance(found, Foreseen)
    assert found.reopens
    for _ in range(6):
        assert evening.undo().ok
    assert evening.session.view().phase is Phase.LOBBY
    evening.restart()
    assert not evening.undo().ok


def test_who_joins_late_has_no_points_of_earlier_rounds(evening: Evening) -> None:
    begin(evening)
    a_round(evening)
    assert evening.session.do(AddPlayer(Seat(5, "Anna"), 4)).ok
    view = evening.session.view()
    assert [points.player for points in view.rounds[0].points] == [1, 2, 3, 4]
    assert (view.players[4].score, view.players[4].joined_round, view.players[4].rank) == (4, 2, 1)
    answer = evening.session.do(AdjustScore(5, 0, ""))
    assert {problem.text for problem in answer.problems} == {
        "That would change nothing.",
        "Points by hand need a reason.",
    }
    answer = evening.session.do(AddPlayer(Seat(5, "Anna")))
    assert answer.problems[0].text == "Anna (5) is playing already."


def test_two_of_one_name_are_told_apart_wherever_they_are_shown(evening: Evening) -> None:
    begin(evening)
    evening.session.do(AddPlayer(Seat(7, "Bo")))
    view = evening.session.view()
    assert [player.label for player in view.players] == ["Anna", "Bo (2)", "Clara", "Dan", "Bo (7)"]
    assert [player.name for player in view.players] == ["Anna", "Bo", "Clara", "Dan", "Bo"]
