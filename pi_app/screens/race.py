"""The whole race once more, round by round: a finished match's view goes in, rabbits hop. A tap ends it."""

from __future__ import annotations

from typing import Any

from kivy.clock import Clock
from kivy.properties import StringProperty

from pi_app.screens.page import Desk, Sheet
from pi_app.screens.rabbits import RabbitTrack
from pi_app.screens.story import landed, raced
from pi_app.screens.tiles import Card, load_kv
from pi_app.session.views import View


class RaceLine(Card):
    """Which round is being run."""

    words = StringProperty("")


class RaceSheet(Sheet):
    """On a calm table the rabbits go from round to round without hopping."""

    def __init__(self, desk: Desk, view: View) -> None:
        super().__init__(desk, desk.words.text("The race again"))
        self._race, self._view = raced(view.rounds, view.players), view
        self.ids.body.orientation = "vertical"
        self.track, self._line = RabbitTrack(), RaceLine()
        self.ids.body.add_widget(self.track)
        self.ids.body.add_widget(self._line)
        self.track.show(view.players, view.target, self._race.at(0.0))
        self._began, self._at = Clock.get_time(), self._race.at(0.0)

    def step(self, seconds: float) -> None:
        now = Clock.get_time() - self._began
        done = self._race.round(now)
        if now > self._race.ends + 1.0:
            return
        calm = {player: float(at) for player, at in self._race.fields[done].items()}
        at = calm if self.desk.calm else self._race.at(now)
        if landed(self._at, at) and not self.desk.calm:
            self.desk.hop()
        self._at = at
        self.track.move(at, seconds, frozenset(self._view.winners) if now >= self._race.ends else frozenset())
        shown = min(done + 1, len(self._view.rounds))
        self._line.words = self.desk.words.text("Round {n}", n=shown)

    def on_touch_down(self, _touch: Any) -> bool:
        self.desk.close_sheet()
        return True


load_kv(__file__)
