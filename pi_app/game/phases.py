"""The one table: which move is legal in which phase, and to which phases it may lead.

What needs more than the phase is refused in `rules.py` and beside it. Undo and Redo belong to `history.py`.
"""

from __future__ import annotations

from collections.abc import Mapping

from pi_app.game.moves import (
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
    RenamePlayer,
    RestickerPlayer,
    StartMatch,
    SwapSeats,
    VoidRound,
)
from pi_app.game.pieces import Fault, IllegalMove, Phase

_LOBBY, _CLUE, _VOTING, _REVEAL = Phase.LOBBY, Phase.CLUE, Phase.VOTING, Phase.REVEAL
_OWNERS, _SCORES, _OVER = Phase.OWNERS, Phase.SCORES, Phase.OVER
Moves = Mapping[type[Move], tuple[Phase, ...]]


def _any_time(here: Phase, restart: bool = False, reopen: bool = False) -> Moves:
    """The moves of every phase of a match. The first phase of each row is where it usually stays.

    `restart`: the running round may begin again. `reopen`: a correction may undo the end.
    """
    stay = (here,)
    changed = (here, _SCORES) if reopen else stay
    return {
        AddPlayer: stay,
        LeavePlayer: (here, _CLUE, _OVER) if restart else tuple(dict.fromkeys((here, _OVER))),
        RenamePlayer: stay,
        RestickerPlayer: stay,
        SwapSeats: stay,
        AdjustScore: changed,
        CorrectRound: changed,
        VoidRound: changed if reopen else tuple(dict.fromkeys((here, _CLUE))),
    }


TABLE: Mapping[Phase, Moves] = {
    _LOBBY: {StartMatch: (_CLUE,)},
    _CLUE: {OpenVoting: (_VOTING,), EndMatch: (_OVER,), **_any_time(_CLUE)},
    _VOTING: {OpenReveal: (_REVEAL,), EndMatch: (_OVER,), **_any_time(_VOTING, restart=True)},
    _REVEAL: {RecordVotes: (_OWNERS,), EndMatch: (_OVER,), **_any_time(_REVEAL, restart=True)},
    _OWNERS: {RecordOwners: (_SCORES,), EndMatch: (_OVER,), **_any_time(_OWNERS)},
    _SCORES: {NextRound: (_CLUE, _OVER), EndMatch: (_OVER,), **_any_time(_SCORES)},
    _OVER: {PlayOn: (_CLUE,), **_any_time(_OVER, reopen=True)},
}


def is_legal(phase: Phase, kind: type) -> bool:
    """A move of this kind may be asked for in this phase."""
    return kind in TABLE[phase]


def require_legal(phase: Phase, move: Move) -> None:
    """Raise IllegalMove with WRONG_PHASE for a move that has no place in this phase."""
    if not is_legal(phase, type(move)):
        raise IllegalMove(Fault("WRONG_PHASE", detail=f"{type(move).__name__} in {phase}"))
