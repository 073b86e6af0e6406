"""A session with a book of its own and clocks that a test turns by hand."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from made_up_readings import face, reading

from hardware.ports import Button
from pi_app.game.moves import Seat, StartMatch
from pi_app.session.book import Book
from pi_app.session.manners import Clocks
from pi_app.session.session import Session
from pi_app.session.views import Answer
from pi_app.vision.seen import DiscSeen
from pi_app.words import Words

NAMES = ("Anna", "Bo", "Clara", "Dan", "Eve", "Finn", "Gus", "Hal")


class Clock:
    def __init__(self) -> None:
        self.seconds = 1000.0

    def __call__(self) -> float:
        return self.seconds


class Evening:
    """What happens at one table, in short words."""

    def __init__(self, folder: Path) -> None:
        self.clock = Clock()
        self.folder = folder
        self.session = self._open()
        self.told = 0

    def _open(self) -> Session:
        book = Book(self.folder / "book.sqlite")
        session = Session(book, Words(), Clocks(self.clock, lambda: 5.0))
        session.on_change(self._tell)
        return session

    def _tell(self) -> None:
        self.told += 1

    def restart(self) -> None:
        self.session.close()
        self.session = self._open()

    def next(self, wait: float = 2.0) -> Answer:
        self.clock.seconds += wait
        return self.session.press(Button.NEXT)

    def undo(self, wait: float = 2.0) -> Answer:
        self.clock.seconds += wait
        return self.session.press(Button.UNDO)

    def see(self, *discs: DiscSeen, slots: int | tuple[int, ...] = 4, mirrored: bool = False) -> None:
        self.clock.seconds += 0.1
        seen = reading(*discs, slots=slots, at=self.clock.seconds)
        self.session.see(replace(seen, picture=replace(seen.picture, mirrored=mirrored)))

    def start(self, players: int = 4, profile: str = "refresh2021") -> None:
        seats = tuple(Seat(n, NAMES[n - 1]) for n in range(1, players + 1))
        assert self.session.do(StartMatch(profile, seats)).ok

    def at_reveal(self) -> None:
        """Anna tells; four players."""
        self.start()
        assert self.next().ok
        assert self.next().ok

    def at_owners(self) -> None:
        """All three votes read from the cards: Bo and Clara for 1, Dan for 2."""
        self.at_reveal()
        self.see(*VOTES)
        assert self.next().ok

    def problems(self) -> set[tuple[str, int | None]]:
        return {(p.code, p.player) for p in self.session.view().problems}


VOTES = (face(2, 1, 1), face(3, 1, 1), face(4, 2, 2))
