"""Where the plates lie, look after look, goes in; which are in their places comes out, over the picture.

Rule: a plate is in its place when it has been read at one spot for a while. One that was moved, or covered
for longer than a hand takes, is not.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import dist

from kivy.clock import Clock
from kivy.properties import StringProperty

from hardware.kit import Kit
from pi_app.game.pieces import SlotNumber
from pi_app.screens.acts import ActTile
from pi_app.screens.camera import LivePicture
from pi_app.screens.page import Desk
from pi_app.screens.proof import ProofTile
from pi_app.screens.tiles import Box, Card, Text, load_kv
from pi_app.screens.watching import WatchingSheet

SETTLED_S, GONE_S = 1.2, 2.5
_SAME_SPOT = 0.03
"""Of the picture: less is a plate that was merely touched."""
Point = tuple[float, float]


class Laid:
    """Feed it each look; times in seconds."""

    def __init__(self) -> None:
        self._spots: dict[SlotNumber, tuple[Point, float, float]] = {}
        """Where each plate lies, since when, and when it was seen last."""

    def see(self, plates: Mapping[SlotNumber, Point], now: float) -> None:
        for slot, at in plates.items():
            spot, since, _ = self._spots.get(slot, (at, now, now))
            if dist(spot, at) > _SAME_SPOT:
                spot, since = at, now
            self._spots[slot] = (spot, since, now)
        self._spots = {slot: spot for slot, spot in self._spots.items() if now - spot[2] <= GONE_S}

    def share(self, slot: SlotNumber) -> float:
        """0: not there, 1: in its place, in between: it has only just been laid."""
        if slot not in self._spots:
            return 0.0
        _, since, last = self._spots[slot]
        return 1.0 if last - since >= SETTLED_S else 0.5

    def spots(self) -> dict[SlotNumber, Point]:
        return {slot: at for slot, (at, _, _) in self._spots.items()}


class PlateMark(Card):
    """The number of a plate over the very spot where it was read."""

    words = StringProperty("")


class LayingSheet(WatchingSheet):
    """The live picture with a number on each plate; below it, what is still missing."""

    def __init__(self, desk: Desk, title: str, players: int, further: ActTile) -> None:
        super().__init__(desk, title)
        self.ids.body.orientation = "horizontal" if desk.wide else "vertical"
        self.picture, side = LivePicture(), LayingSide()
        self.tiles = {n: ProofTile(words=desk.words.number(n)) for n in range(1, Kit(players).slots + 1)}
        for tile in self.tiles.values():
            side.ids.plates.add_widget(tile)
        self._advice: Text = side.ids.advice
        self._marks: dict[SlotNumber, PlateMark] = {}
        self._laid = Laid()
        side.add_widget(further)
        self.ids.body.add_widget(self.picture)
        self.ids.body.add_widget(side)
        self.begin()

    def look(self) -> None:
        """Show the newest look."""
        words, seen = self.desk.words, self.desk.table.seeing()
        if seen is not None:
            self.picture.show(seen.preview)
        self._laid.see(seen.plates_at if seen else {}, Clock.get_time())
        for slot, tile in self.tiles.items():
            tile.share = self._laid.share(slot)
        missing = [words.number(slot) for slot, tile in self.tiles.items() if not tile.share]
        self._advice.words = (
            words.text(
                "Lay the plates in a row, as the cards will lie. Missing: {plates}.",
                plates=words.listed(missing),
            )
            if missing
            else words.text("All plates are read in their places.")
        )
        self._put_marks()

    def _put_marks(self) -> None:
        spots = self._laid.spots()
        for slot in self._marks.keys() - spots.keys():
            self.picture.remove_widget(self._marks.pop(slot))
        x, y, wide, high = self.picture.spread()
        for slot, (across, down) in spots.items():
            if slot not in self._marks:
                self._marks[slot] = PlateMark(words=self.desk.words.number(slot))
                self.picture.add_widget(self._marks[slot])
            self._marks[slot].center = (x + across * wide, y + (1 - down) * high)


class LayingSide(Box):
    """The plates, and what to do."""


load_kv(__file__)
