"""A scripted match played without waiting: drawn frames go straight through the pipeline into a session.

One thread, a clock that only moves when a frame is taken; the same cast always plays the same match.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from hardware.ports import Frame
from hardware.simulated.draw import draw
from hardware.simulated.scene import Scene
from pi_app.demo.people import Cast, People
from pi_app.game.pieces import PlayerId, Round
from pi_app.game.profiles import resolve
from pi_app.game.scoring import score_round
from pi_app.session.book import Book
from pi_app.session.manners import FOR_PROGRAMS, Clocks
from pi_app.session.session import Session
from pi_app.session.views import View
from pi_app.vision.reader import Reader
from pi_app.words import Words

FRAME_S = 0.35
_MOST_FRAMES = 20_000


@dataclass(frozen=True, slots=True)
class Straight:
    """A match that was played: what the screen showed last, what really happened, and the people's tally."""

    view: View
    people: People
    frames: int
    due: dict[PlayerId, int]

    @property
    def totals_right(self) -> bool:
        """Every total is the sum of what the rules pay for what really happened."""
        return {player.id: player.score for player in self.view.players} == self.due


def play_straight(cast: Cast, book_file: Path) -> Straight:
    """Play the match of `cast` to its end into a new book. Raise RuntimeError if it never ends."""
    clock = [0.0]
    scenes = [Scene()]

    def now() -> float:
        return clock[0]

    manners = replace(FOR_PROGRAMS, device=cast.device)
    session = Session(Book(book_file), Words(), Clocks(now, now), manners=manners)
    people = People(session, lambda scene: scenes.__setitem__(0, scene), cast, now)
    reader, here = Reader(), None
    try:
        for number in range(_MOST_FRAMES):
            people.step()
            view = session.view()
            if people.done:
                return Straight(view, people, number, _due(cast, view, people))
            if (view.phase, view.round) != here:
                here = (view.phase, view.round)
                reader.reset()
                people.step()
            clock[0] += FRAME_S
            session.see(reader.look(Frame(draw(scenes[0], number), now(), number)))
    finally:
        session.close()
    raise RuntimeError(f"{cast} never ends")


def _due(cast: Cast, view: View, people: People) -> dict[PlayerId, int]:
    """Points of every player, from the truth of every round."""
    due = {player.id: 0 for player in view.players}
    rules = resolve(cast.profile, len(due))
    for shown, deal in zip(view.rounds, people.played, strict=True):
        played = Round(shown.number, shown.storyteller, tuple(due), deal.votes, deal.owners)
        for player, points in score_round(rules, played).points.items():
            due[player] += points.total
    return due
