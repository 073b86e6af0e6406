"""The table of phases against the rules: every phase with every move."""

from __future__ import annotations

from itertools import product

import pytest

from pi_app.game.match import Match
from pi_app.game.moves import (
    MOVES,
    AddPlayer,
    AdjustScore,
    CorrectRound,
    EndMatch,
    LeavePlayer,
    Move,
    NextRound,
    OpenReveal,
    OpenVoting,
    PlayOn,
    RecordOwners,
    RecordVotes,
    Redo,
    RenamePlayer,
    RestickerPlayer,
    Seat,
    StartMatch,
    SwapSeats,
    Undo,
    VoidRound,
)
from pi_app.game.phases import TABLE, is_legal
from pi_app.game.pieces import IllegalMove, Phase
from pi_app.game.rules import play

START = StartMatch("refresh2021", tuple(Seat(n, f"Player {n}") for n in (1, 2, 3, 4)))
ROUND = (
    OpenVoting(),
    OpenReveal(),
    RecordVotes({2: (1,), 3: (2,), 4: (1,)}),
    RecordOwners({1: 1, 2: 2}),
)
SAMPLES: dict[str, Move] = {
    "StartMatch": START,
    "OpenVoting": OpenVoting(),
    "OpenReveal": OpenReveal(),
    "RecordVotes": RecordVotes({1: (2,), 3: (2,), 4: (1,)}),
    "RecordOwners": ROUND[3],
    "NextRound": NextRound(),
    "PlayOn": PlayOn(),
    "CorrectRound": CorrectRound(1, votes={4: (2,)}),
    "VoidRound": VoidRound(1),
    "AdjustScore": AdjustScore(2, 1, "counted wrong"),
    "AddPlayer": AddPlayer(Seat(5, "Five")),
    "LeavePlayer": LeavePlayer(4),
    "RenamePlayer": RenamePlayer(2, "Two"),
    "RestickerPlayer": RestickerPlayer(2, 9),
    "SwapSeats": SwapSeats(2, 3),
    "EndMatch": EndMatch(),
    "Undo": Undo(),
    "Redo": Redo(),
}
WAY: dict[Phase, tuple[Move, ...]] = {
    Phase.LOBBY: (),
    Phase.CLUE: (START, *ROUND, NextRound()),
    Phase.VOTING: (START, *ROUND, NextRound(), OpenVoting()),
    Phase.REVEAL: (START, *ROUND, NextRound(), OpenVoting(), OpenReveal()),
    Phase.OWNERS: (START, *ROUND, NextRound(), *ROUND[:2], RecordVotes({1: (2,), 3: (2,), 4: (1,)})),
    Phase.SCORES: (START, *ROUND),
    Phase.OVER: (START, *ROUND, AdjustScore(2, 30, "to the end"), NextRound()),
}


def reached(*moves: Move) -> Match:
    match = Match()
    for move in moves:
        match = play(match, move)
    return match


@pytest.mark.parametrize("phase", list(Phase))
def test_the_way_to_each_phase_leads_there(phase: Phase) -> None:
    assert reached(*WAY[phase]).phase is phase


@pytest.mark.parametrize(("phase", "kind"), list(product(Phase, MOVES)))
def test_a_move_is_played_where_the_table_has_it_and_refused_elsewhere(phase: Phase, kind: str) -> None:
    match = reached(*WAY[phase])
    move = SAMPLES[kind]
    if is_legal(phase, MOVES[kind]):
        assert play(match, move).phase in TABLE[phase][MOVES[kind]]
        return
    with pytest.raises(IllegalMove) as refused:
        play(match, move)
    assert [fault.code for fault in refused.value.faults] == ["WRONG_PHASE"]
    assert refused.value.faults[0].detail == f"{kind} in {phase}"


@pytest.mark.parametrize("phase", list(Phase))
def test_a_match_can_always_go_on_or_end(phase: Phase) -> None:
    assert any(target is not phase for targets in TABLE[phase].values() for target in targets)
    if phase not in (Phase.LOBBY, Phase.OVER):
        assert play(reached(*WAY[phase]), EndMatch()).phase is Phase.OVER


def test_the_table_knows_every_move_but_undo_and_redo() -> None:
    known = {kind for moves in TABLE.values() for kind in moves}
    assert known == set(MOVES.values()) - {Undo, Redo}


def test_a_confirm_sent_twice_counts_once() -> None:
    match = reached(*WAY[Phase.SCORES])
    with pytest.raises(IllegalMove):
        play(match, ROUND[3])
    assert len(match.rounds) == 1


@pytest.mark.parametrize(
    ("move", "codes"),
    [
        (StartMatch("nothing", START.players), {"UNKNOWN_PROFILE"}),
        (StartMatch("refresh2021", START.players[:2]), {"PLAYER_COUNT_OUT_OF_RANGE"}),
        (StartMatch("refresh2021", (*START.players, Seat(1, "again"))), {"DUPLICATE_PLAYER"}),
        (StartMatch("refresh2021", (*START.players, Seat(0, " "))), {"BAD_PLAYER_ID", "NAME_EMPTY"}),
        (
            StartMatch("refresh2021", (*START.players, Seat(5, "E", 7), Seat(6, "F", 7))),
            {"DUPLICATE_STICKERS"},
        ),
        (StartMatch("refresh2021", (*START.players, Seat(5, "E", 13))), {"STICKERS_OUT_OF_RANGE"}),
        (StartMatch("refresh2021", START.players, storyteller=9), {"STORYTELLER_UNKNOWN"}),
        (StartMatch("refresh2021", START.players, overrides={"scoring.bonus_cap": -1}), {"BAD_OVERRIDE"}),
        (
            StartMatch("fa", (Seat(1, ""),) * 2, storyteller=3),
            {"UNKNOWN_PROFILE", "DUPLICATE_PLAYER", "NAME_EMPTY", "STORYTELLER_UNKNOWN"},
        ),
    ],
)
def test_a_match_that_cannot_be_is_refused_with_every_reason(move: StartMatch, codes: set[str]) -> None:
    with pytest.raises(IllegalMove) as refused:
        play(Match(), move)
    assert {fault.code for fault in refused.value.faults} == codes


def test_players_without_stickers_get_the_set_of_their_number_or_the_lowest_free() -> None:
    match = play(
        Match(), StartMatch("refresh2021", (Seat(40, "A"), Seat(1, "B"), Seat(3, "C", 2), Seat(2, "D")))
    )
    assert [player.stickers for player in match.players] == [3, 1, 2, 4]


@pytest.mark.parametrize(
    ("votes", "faults"),
    [
        ({2: (1,), 3: (1,)}, {("MISSING_VOTE", 4, None)}),
        ({1: (2,), 2: (1,), 3: (1,), 4: (1,)}, {("STORYTELLER_VOTED", 1, None)}),
        ({2: (None,), 3: (1,), 4: (1,)}, {("UNREADABLE_VOTE", 2, None)}),
        ({2: (5,), 3: (1, 2), 7: (1,)}, {
            ("NO_SUCH_SLOT", 2, 5),
            ("TOO_MANY_VOTES", 3, None),
            ("MISSING_VOTE", 4, None),
            ("UNKNOWN_DISC", 7, None),
        }),
    ],
)  # fmt: skip
def test_votes_are_refused_with_every_fault_at_once(
    votes: dict[int, tuple[int | None, ...]], faults: set[tuple[str, int, int | None]]
) -> None:
    with pytest.raises(IllegalMove) as refused:
        play(reached(*WAY[Phase.CLUE][:1], *ROUND[:2]), RecordVotes(votes))
    assert {(fault.code, fault.player, fault.slot) for fault in refused.value.faults} == faults


@pytest.mark.parametrize(
    ("slots", "faults"),
    [
        ({1: 1}, {("SLOT_OWNER_UNKNOWN", None, 2)}),
        ({2: 2}, {("SLOT_OWNER_UNKNOWN", None, 1), ("STORYTELLER_CARD_COUNT", 1, None)}),
        ({1: 1, 2: 3}, {("OWN_CARD_VOTE", 3, 2)}),
        ({1: 1, 2: 2, 3: 2}, {("CARD_COUNT_MISMATCH", 2, None)}),
        ({1: 1, 2: 9}, {("SLOT_OWNER_UNKNOWN", 9, 2)}),
        ({1: 1, 2: 2, 6: 3}, {("NO_SUCH_SLOT", None, 6)}),
        ({1: 1, 2: 2, 3: 3, 4: 4, 5: 2}, {("CARD_COUNT_MISMATCH", 2, None)}),
        ({1: 1, 2: 2, 3: 3, 4: 9}, {("SLOT_OWNER_UNKNOWN", 9, 4), ("CARD_COUNT_MISMATCH", 4, None)}),
    ],
)
def test_owners_are_needed_only_where_they_change_points(
    slots: dict[int, int], faults: set[tuple[str, int | None, int | None]]
) -> None:
    owners = reached(START, *ROUND[:3])
    with pytest.raises(IllegalMove) as refused:
        play(owners, RecordOwners(slots))
    assert {(fault.code, fault.player, fault.slot) for fault in refused.value.faults} == faults


def test_the_last_open_slot_belongs_to_the_only_player_without_a_card() -> None:
    match = play(reached(START, *ROUND[:3]), RecordOwners({1: 1, 2: 2, 3: 4}))
    assert match.rounds[0].slots == {1: 1, 2: 2, 3: 4, 4: 3}


def test_with_three_players_both_cards_of_a_voter_are_barred_and_both_pay() -> None:
    start = StartMatch("refresh2021", START.players[:3])
    votes = (OpenVoting(), OpenReveal(), RecordVotes({2: (4,), 3: (1,)}))
    owners = reached(start, *votes)
    with pytest.raises(IllegalMove) as refused:
        play(owners, RecordOwners({1: 2, 4: 2, 5: 1}))
    assert [(fault.code, fault.player) for fault in refused.value.faults] == [("OWN_CARD_VOTE", 2)]
    match = play(owners, RecordOwners({1: 2, 2: 2, 5: 1}))
    assert match.rounds[0].slots == {1: 2, 2: 2, 3: 3, 4: 3, 5: 1}
    assert match.scores == {1: 0, 2: 3, 3: 3}
