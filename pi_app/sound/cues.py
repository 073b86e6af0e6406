"""Two views in, what has happened between them as sounds out. Pure.

Rule: no sound tells a vote before the reveal; that somebody has voted, and how many, may be heard.
"""

from __future__ import annotations

from enum import StrEnum

from pi_app.game.pieces import Phase
from pi_app.session.views import View


class Cue(StrEnum):
    """One short sound."""

    HOP = "hop"  # a seat is taken, a vote is laid
    FIELD = "field"  # a rabbit lands on the next field
    REVEAL = "reveal"  # the votes are turned up
    POINTS = "points"  # rabbits move on
    ALL_FOUND = "all_found"  # too easy: everyone found the card
    NOBODY = "nobody"  # too hard: nobody did
    WIN = "win"
    PROBLEM = "problem"  # something is open that a person must say


_OUTCOMES = {"all": Cue.ALL_FOUND, "none": Cue.NOBODY, "failure": Cue.NOBODY}
_ASKING = frozenset({Phase.REVEAL, Phase.OWNERS})


def cues(before: View, after: View) -> tuple[Cue, ...]:
    """What to play, in order; nothing when time went back, as after an undo."""
    if after.n < before.n or len(after.rounds) < len(before.rounds):
        return ()
    return tuple(cue for heard in (_phase, _people, _problem) for cue in heard(before, after))


def _phase(before: View, after: View) -> tuple[Cue, ...]:
    if after.phase is before.phase:
        return ()
    if after.phase is Phase.OVER:
        return (Cue.WIN,) if after.winners else ()
    if after.phase is Phase.REVEAL and before.phase is Phase.VOTING:
        return (Cue.REVEAL,)
    if after.phase is Phase.SCORES and len(after.rounds) > len(before.rounds):
        return (_OUTCOMES.get(after.rounds[-1].outcome, Cue.POINTS),)
    return ()


def _people(before: View, after: View) -> tuple[Cue, ...]:
    if after.phase is not before.phase:
        return ()
    voted = after.phase is Phase.VOTING and len(after.voted) > len(before.voted)
    seats = [len(view.lobby.seats) if view.lobby else 0 for view in (before, after)]
    return (Cue.HOP,) if voted or seats[1] > seats[0] else ()


def _problem(before: View, after: View) -> tuple[Cue, ...]:
    """Once, when the first question of a phase comes up; not again for each look of the camera."""
    asked = after.phase in _ASKING and bool(after.problems)
    return (Cue.PROBLEM,) if asked and not (before.phase is after.phase and before.problems) else ()
