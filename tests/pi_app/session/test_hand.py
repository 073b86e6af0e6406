"""What people say by hand in a round: it counts, and UNDO takes it back, the last of it first."""

from __future__ import annotations

from made_up_evening import VOTES

from pi_app.game.pieces import Phase
from pi_app.session.views import Trust


def test_undo_takes_back_what_was_said_by_hand_before_it_takes_back_a_move(evening):
    def votes() -> list:
        return [vote.slots for vote in evening.session.view().votes]

    evening.at_reveal()
    evening.see(*VOTES)
    read = votes()
    evening.session.correct_vote(4, (3,))
    evening.session.correct_vote(3, (4,))
    evening.session.correct_vote(3, (4,))
    assert evening.undo().ok
    assert votes() == [*read[:2], (3,)]
    assert evening.undo().ok
    assert votes() == read
    assert evening.undo().ok
    assert evening.session.view().phase is Phase.VOTING


def test_what_was_said_by_hand_is_there_and_can_be_taken_back_after_the_confirmation_was(evening):
    evening.at_reveal()
    evening.see(*VOTES)
    evening.session.correct_vote(4, (3,))
    assert evening.next().ok
    evening.session.correct_owner(1, 3)
    assert evening.undo().ok
    assert evening.session.view().phase is Phase.OWNERS
    assert evening.session.view().owners[0].player != 3
    assert evening.undo().ok
    assert evening.session.view().votes[2].slots == (3,)
    assert evening.undo().ok
    assert evening.session.view().phase is Phase.REVEAL
    assert evening.session.view().votes[2].trust is not Trust.HAND


def test_a_hint_says_what_can_still_be_done_once_every_card_is_known(evening):
    evening.at_reveal()
    evening.see(*VOTES)
    assert evening.next().ok
    asked = evening.session.view().hint
    for slot, player in ((1, 1), (2, 2), (3, 3), (4, 4)):
        evening.session.correct_owner(slot, player)
    assert (asked, evening.session.view().hint) == (
        "Lay a disc face down on your own card.",
        "Tap a card to correct it.",
    )
