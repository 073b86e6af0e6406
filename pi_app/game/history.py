"""Events in, the match out: a fold, with Undo and Redo of any number of moves.

Each step keeps the match before it, so that Undo restores exactly that and costs nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from pi_app.game.match import Match
from pi_app.game.moves import Event, Move, Redo, Undo
from pi_app.game.pieces import Fault, IllegalMove
from pi_app.game.rules import play


@dataclass(frozen=True, slots=True, eq=False)
class History:
    """Where a match is, and the way there. `undone`: moves taken back, the last one at the end."""

    match: Match = field(default_factory=Match)
    move: Move | None = None
    before: History | None = field(default=None, repr=False)
    undone: tuple[Move, ...] = ()

    @property
    def can_undo(self) -> bool:
        return self.before is not None

    @property
    def can_redo(self) -> bool:
        return bool(self.undone)


def advance(history: History, move: Move) -> History:
    """One move further. Raise IllegalMove with every reason; the history given stays as it is."""
    if isinstance(move, Undo):
        if history.before is None or history.move is None:
            raise IllegalMove(Fault("NOTHING_TO_UNDO"))
        back = history.before
        return History(back.match, back.move, back.before, (*history.undone, history.move))
    if isinstance(move, Redo):
        if not history.undone:
            raise IllegalMove(Fault("NOTHING_TO_REDO"))
        again = history.undone[-1]
        return History(play(history.match, again), again, history, history.undone[:-1])
    return History(play(history.match, move), move, history)


def replayed(events: Iterable[Event], history: History | None = None) -> History:
    """The history after all these events, in their order."""
    reached = history if history is not None else History()
    for event in events:
        reached = advance(reached, event.move)
    return reached


def fold(events: Iterable[Event]) -> Match:
    """The match after all these events; the same as `replayed`, but keeps nothing for Undo."""
    match = Match()
    for move in standing(events):
        match = play(match, move)
    return match


def standing(events: Iterable[Event]) -> list[Move]:
    """The moves that are not taken back, in their order."""
    done: list[Move] = []
    undone: list[Move] = []
    for event in events:
        if isinstance(event.move, Undo):
            if not done:
                raise IllegalMove(Fault("NOTHING_TO_UNDO"))
            undone.append(done.pop())
        elif isinstance(event.move, Redo):
            if not undone:
                raise IllegalMove(Fault("NOTHING_TO_REDO"))
            done.append(undone.pop())
        else:
            done.append(event.move)
            undone.clear()
    return done
