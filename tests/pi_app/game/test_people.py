"""People come and go: in every phase, also the storyteller; the table never gets stuck."""

from __future__ import annotations

import pytest

from pi_app.game.match import Match
from pi_app.game.moves import (
    AddPlayer,
    EndMatch,
    LeavePlayer,
    Move,
    NextRound,
    OpenReveal,
    OpenVoting,
    PlayOn,
    RecordOwners,
    RecordVotes,
    RenamePlayer,
    RestickerPlayer,
    Seat,
    StartMatch,
    SwapSeats,
)
from pi_app.game.notation import write_round
from pi_app.game.pieces import IllegalMove, Phase
from pi_app.game.rules import play


def start(players: int, profile: str = "refresh2021", storyteller: int | None = None) -> StartMatch:
    return StartMatch(profile, tuple(Seat(n, f"Player {n}") for n in range(1, players + 1)), storyteller)


def reached(*moves: Move, match: Match | None = None) -> Match:
    match = match or Match()
    for move in moves:
        match = play(match, move)
    return match


def whole_round(match: Match) -> Match:
    """Everyone votes for the next player's card; cards lie in seat order."""
    assert match.running
    seats = match.running.players
    teller = match.running.storyteller
    slots = dict(enumerate(seats, 1))
    if len(seats) == 3:
        slots |= dict(enumerate((p for p in seats if p != teller), 4))
    votes = {p: (seats.index(p) % len(seats) + 1) % len(seats) + 1 for p in seats if p != teller}
    return reached(
        OpenVoting(),
        OpenReveal(),
        RecordVotes({p: (slot,) for p, slot in votes.items()}),
        RecordOwners(slots),
        match=match,
    )


def faults(match: Match, move: Move) -> list[str]:
    with pytest.raises(IllegalMove) as refused:
        play(match, move)
    return [fault.code for fault in refused.value.faults]


@pytest.mark.parametrize(
    ("profile", "order"), [("refresh2021", [1, 2, 3, 4, 1]), ("fa_targets", [1, 4, 3, 2, 1])]
)
def test_the_storyteller_goes_round_as_the_profile_says(profile: str, order: list[int]) -> None:
    match = reached(start(4, profile))
    told = []
    for _ in order:
        told.append(match.storyteller)
        match = play(whole_round(match), NextRound())
    assert told == order


def test_the_table_may_correct_who_tells_and_the_turn_goes_on_from_there() -> None:
    match = reached(start(4), OpenVoting(storyteller=3))
    assert match.storyteller == 3
    match = reached(OpenReveal(), RecordVotes({1: (3,), 2: (3,), 4: (1,)}), match=match)
    match = reached(RecordOwners({3: 3, 1: 1}), NextRound(), match=match)
    assert match.storyteller == 4
    assert faults(match, OpenVoting(storyteller=7)) == ["STORYTELLER_UNKNOWN"]


@pytest.mark.parametrize("steps", [0, 1, 2, 3, 4])
@pytest.mark.parametrize("leaver", [1, 2, 3, 4, 5])
def test_anyone_may_leave_in_any_phase_and_the_match_goes_on(steps: int, leaver: int) -> None:
    moves = (
        OpenVoting(),
        OpenReveal(),
        RecordVotes({2: (1,), 3: (2,), 4: (1,), 5: (1,)}),
        RecordOwners({1: 1, 2: 2}),
    )
    match = reached(start(5), *moves[:steps], LeavePlayer(leaver))
    assert leaver in match.scores
    gone = match.player(leaver)
    assert gone
    assert not gone.active
    while match.phase is not Phase.SCORES:
        if match.phase is Phase.CLUE:
            match = whole_round(match)
        elif match.phase is Phase.VOTING:
            match = play(match, OpenReveal())
        elif match.phase is Phase.REVEAL:
            match = play(match, RecordVotes({p: (1,) for p in (2, 3, 4, 5) if p != leaver}))
        else:
            match = play(match, RecordOwners({1: 1, 2: 2}))
    match = play(match, NextRound())
    teller_left_early = leaver == 1 and steps < 3
    assert match.storyteller == {True: 3, False: 3 if leaver == 2 else 2}[teller_left_early]
    assert leaver not in (match.running.players if match.running else ())


def test_who_leaves_after_the_votes_are_confirmed_is_still_paid() -> None:
    votes = RecordVotes({2: (1,), 3: (2,), 4: (1,)})
    match = reached(start(4), OpenVoting(), OpenReveal(), votes, LeavePlayer(4), RecordOwners({1: 1, 2: 2}))
    assert match.scores == {1: 3, 2: 4, 3: 0, 4: 3}


def test_who_leaves_while_voting_is_not_waited_for_and_the_card_stays() -> None:
    match = reached(start(5), OpenVoting(), LeavePlayer(5), OpenReveal())
    assert faults(match, RecordVotes({2: (1,), 3: (2,), 4: (1,), 5: (1,)})) == ["UNKNOWN_DISC"]
    match = reached(RecordVotes({2: (1,), 3: (5,), 4: (1,)}), RecordOwners({1: 1, 5: 5}), match=match)
    assert match.scores == {1: 3, 2: 3, 3: 0, 4: 3, 5: 0}
    assert "gone=5" in write_round(match.rounds[0])


def test_when_the_storyteller_leaves_the_round_begins_again_with_the_next() -> None:
    match = reached(start(5), OpenVoting(), OpenReveal(), LeavePlayer(1))
    assert (match.phase, match.storyteller) == (Phase.CLUE, 2)
    assert match.running
    assert (match.running.number, match.running.players) == (1, (2, 3, 4, 5))


def test_with_too_few_left_the_table_waits_for_somebody_or_ends() -> None:
    match = reached(start(3), OpenVoting(), LeavePlayer(3))
    assert match.phase is Phase.CLUE
    assert faults(match, OpenVoting()) == ["PLAYER_COUNT_OUT_OF_RANGE"]
    assert play(match, EndMatch()).over
    back = play(match, AddPlayer(Seat(7, "New", 3)))
    assert play(back, OpenVoting()).phase is Phase.VOTING


def test_when_the_last_player_leaves_it_is_over() -> None:
    match = reached(start(3), LeavePlayer(1), LeavePlayer(2), LeavePlayer(3))
    assert match.over
    assert match.reasons == ("stopped",)
    assert faults(match, PlayOn()) == ["PLAYER_COUNT_OUT_OF_RANGE"]


@pytest.mark.parametrize("steps", [0, 1, 2])
def test_who_joins_in_mid_round_plays_from_the_next_with_the_agreed_points(steps: int) -> None:
    match = play(whole_round(reached(start(4))), NextRound())
    join = AddPlayer(Seat(9, "Nina"), score=5)
    match = reached(*(OpenVoting(), OpenReveal())[:steps], join, match=match)
    newcomer = match.player(9)
    assert newcomer
    assert (newcomer.joined_round, newcomer.start_score, match.scores[9]) == (3, 5, 5)
    assert match.running
    assert 9 not in match.running.players
    if steps == 0:
        match = whole_round(match)
    elif steps == 1:
        match = play(match, OpenReveal())
    if match.phase is Phase.REVEAL:
        match = reached(RecordVotes({1: (2,), 3: (2,), 4: (1,)}), RecordOwners({1: 1, 2: 2}), match=match)
    assert 9 not in match.rounds[1].players
    match = play(match, NextRound())
    assert match.running
    assert match.running.players == (1, 2, 3, 4, 9)


def test_a_newcomer_takes_the_seat_that_is_asked_for() -> None:
    match = reached(start(4), AddPlayer(Seat(9, "Nina"), seat=2))
    assert [player.id for player in match.players] == [1, 9, 2, 3, 4]
    match = play(whole_round(match), NextRound())
    assert match.storyteller == 9
    assert faults(match, AddPlayer(Seat(8, "Ole"), seat=7)) == ["SEAT_OUT_OF_RANGE"]


def test_who_comes_back_has_the_old_points_and_the_old_seat() -> None:
    match = play(whole_round(reached(start(5))), LeavePlayer(3))
    before = match.scores[3]
    match = play(match, NextRound())
    assert faults(match, AddPlayer(Seat(3, "Back"), score=9)) == ["RETURN_KEEPS_SCORE"]
    match = reached(AddPlayer(Seat(3, "Back")), match=match)
    assert [player.id for player in match.players] == [1, 2, 3, 4, 5]
    assert match.scores[3] == before
    assert faults(match, AddPlayer(Seat(3, "Twice"))) == ["ALREADY_PLAYING"]


@pytest.mark.parametrize(
    ("move", "codes"),
    [
        (AddPlayer(Seat(9, "Nina", 2)), ["DUPLICATE_STICKERS"]),
        (AddPlayer(Seat(9, "Nina", 20)), ["STICKERS_OUT_OF_RANGE"]),
        (AddPlayer(Seat(9, "")), ["NAME_EMPTY"]),
        (LeavePlayer(9), ["UNKNOWN_PLAYER"]),
        (RenamePlayer(2, " "), ["NAME_EMPTY"]),
        (RenamePlayer(9, "Nina"), ["UNKNOWN_PLAYER"]),
        (RestickerPlayer(2, 3), ["DUPLICATE_STICKERS"]),
        (RestickerPlayer(2, 0), ["STICKERS_OUT_OF_RANGE"]),
        (SwapSeats(2, 2), ["NOTHING_CHANGED"]),
        (SwapSeats(2, 9), ["UNKNOWN_PLAYER"]),
    ],
)
def test_what_cannot_be_done_with_people_is_refused(move: Move, codes: list[str]) -> None:
    assert faults(reached(start(4)), move) == codes


def test_a_full_table_takes_nobody_more() -> None:
    assert faults(reached(start(8)), AddPlayer(Seat(9, "Nina"))) == ["PLAYER_COUNT_OUT_OF_RANGE"]


def test_a_player_is_an_identity_and_two_may_have_one_name() -> None:
    match = reached(start(4), RenamePlayer(2, "Anna"), RenamePlayer(3, "Anna"), RestickerPlayer(3, 11))
    assert [(player.name, player.stickers) for player in match.players][1:3] == [("Anna", 2), ("Anna", 11)]


def test_stickers_of_somebody_who_left_are_free() -> None:
    match = reached(start(4), LeavePlayer(4), AddPlayer(Seat(9, "Nina", 4)))
    assert faults(match, AddPlayer(Seat(4, "Back", 4))) == ["DUPLICATE_STICKERS"]
    back = play(match, AddPlayer(Seat(4, "Back"))).player(4)
    assert back
    assert back.stickers == 5


def test_the_order_of_storytellers_follows_swapped_seats() -> None:
    match = reached(start(4), SwapSeats(2, 4))
    assert match.running
    assert match.running.players == (1, 4, 3, 2)
    assert play(whole_round(match), NextRound()).storyteller == 4
