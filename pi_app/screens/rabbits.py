"""The rabbits on their winding track: fields by player go in, pictures move.

A field of 4.5 is half-way through a hop. Rabbits on one field stand side by side; a hop over others
goes higher. Per frame only the rabbits that moved are touched.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, field
from math import floor, pi, sin
from typing import Any

from kivy.graphics import Color, InstructionGroup, Rectangle
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty
from kivy.uix.widget import Widget

from pi_app.game.pieces import PlayerId
from pi_app.screens import paint, track
from pi_app.screens.path import Way
from pi_app.screens.rabbit_art import HIGH, WIDE, Mood
from pi_app.screens.track import ALONE, Share
from pi_app.session.views import PlayerView


@dataclass(slots=True)
class _Runner:
    """One rabbit on the display. `aside`: where it stands on its field and how large, eased."""

    player: PlayerView
    drawing: Any
    shadow: Any
    at: float = 0.0
    aside: Share = ALONE
    mood: Mood = Mood.SIT
    glad: bool = False
    textures: dict[Mood, Any] = field(default_factory=dict)


class RabbitTrack(Widget):
    """Call `show` when players or the target change, `move` as often as fields change."""

    u = NumericProperty(53.0)
    mirrored = BooleanProperty(False)
    words = ObjectProperty(None, allownone=True)

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        self._target: int | None = None
        self._players: tuple[PlayerView, ...] = ()
        self._fields: tuple[tuple[float, float], ...] = ()
        self._runners: dict[PlayerId, _Runner] = {}
        self._at: dict[PlayerId, float] = {}
        self._laid_for: tuple[object, ...] = ()
        self.bind(size=self._lay, pos=self._lay, u=self._lay, mirrored=self._lay, words=self._lay)

    def show(self, players: Sequence[PlayerView], target: int | None, at: Mapping[PlayerId, float]) -> None:
        """Everything anew: who runs, how far the track goes, where each one is."""
        self._players, self._target, self._at = tuple(players), target, dict(at)
        self._lay()

    def move(
        self, at: Mapping[PlayerId, float], seconds: float = 1.0, glad: Set[PlayerId] = frozenset()
    ) -> None:
        """Put the rabbits on these fields; `seconds` since the last call eases their places on a field.

        glad: who cheers instead of sitting.
        """
        self._at = dict(at)
        places = self._places()
        ease = min(1.0, seconds * 9)
        for player, runner in self._runners.items():
            here, aside = self._at.get(player, 0.0), places[player]
            if here == runner.at and runner.aside == aside and runner.glad == (player in glad):
                continue
            runner.glad = player in glad
            runner.aside = _eased(runner.aside, aside, ease)
            runner.at = here
            self._draw(runner)

    def spot(self, player: PlayerId) -> tuple[float, float]:
        """Where this rabbit's feet are, in window coordinates."""
        drawing = self._runners[player].drawing
        return (drawing.pos[0] + drawing.size[0] / 2, drawing.pos[1])

    def _lay(self, *_: object) -> None:
        if not self._players or self.width < 20 or self.height < 20:
            return
        last = track.last_field(self._target, [p.score for p in self._players])
        # Room for the ears in the uppermost lane, and for half a stone at either side.
        rise, side = self.u * 0.7, self.u * 0.3
        flat = track.winding(last, self.width - 2 * side, self.height - rise)
        self._wide = min(track.room(flat) * 0.86, self.u * 1.25)
        if self.mirrored:
            flat = tuple((self.width - 2 * side - x, y) for x, y in flat)
        self._fields = tuple((self.x + side + x, self.y + y) for x, y in flat)
        key = (
            last,
            self._number(1234567890),
            self.mirrored,
            self._target,
            tuple(self.pos),
            tuple(self.size),
            self._players,
        )
        if key != self._laid_for:
            self._laid_for = key
            self._draw_track()
            self._seat_rabbits()
        places = self._places()
        for player, runner in self._runners.items():
            runner.at, runner.aside = self._at.get(player, 0.0), places[player]
            self._draw(runner)

    def _draw_track(self) -> None:
        self.canvas.clear()
        wide = round(self._wide)
        goal = next((n for n in range(len(self._fields)) if track.kind_of(n, self._target) == "goal"), None)
        # The grass is broader than its stones, and may grow over the widget's edge.
        over = round(wide * 0.25)
        here = tuple((x - self.x + over, y - self.y + over) for x, y in self._fields)
        size = (int(self.width) + 2 * over, int(self.height) + 2 * over)
        path = paint.path_texture(Way(size, here, self._wide, goal))
        with self.canvas:
            Color(1, 1, 1, 1)
            Rectangle(texture=path, pos=(self.x - over, self.y - over), size=path.size)
            for n, (x, y) in enumerate(self._fields):
                kind = track.kind_of(n, self._target)
                Color(1, 1, 1, 1)
                stone = paint.stone(kind, wide, self._number(n) if n % 5 == 0 or kind == "goal" else "")
                Rectangle(texture=stone, pos=(x - stone.width / 2, y - stone.height / 2), size=stone.size)

    def _number(self, n: int) -> str:
        """In the digits of the table's language."""
        return self.words.number(n) if self.words is not None else str(n)

    def _seat_rabbits(self) -> None:
        self._runners = {}
        wide = self._rabbit_wide()
        # Who stands lower on the display is drawn later, in front.
        for player in self._players:
            group = InstructionGroup()
            group.add(Color(0, 0, 0, 0.35))
            shadow = Rectangle(texture=paint.dot(wide))
            group.add(shadow)
            group.add(Color(1, 1, 1, 1 if player.active else 0.45))
            drawing = Rectangle()
            group.add(drawing)
            self.canvas.add(group)
            runner = _Runner(player, drawing, shadow)
            for mood in (Mood.SIT, Mood.LEAP, Mood.GLAD):
                runner.textures[mood] = paint.rabbit_texture(player.stickers, wide, mood, player.storyteller)
            drawing.texture = runner.textures[Mood.SIT]
            self._runners[player.id] = runner

    def _rabbit_wide(self) -> int:
        crowd = 1.18 if len(self._players) <= 6 else 1.0
        return int(max(12, round(min(self._wide, self.u) * crowd)))

    def _places(self) -> dict[PlayerId, Share]:
        """Side by side on a shared field; alone in the middle; nobody else while in the air."""
        on: dict[int, list[PlayerId]] = {}
        for player in self._runners:
            at = self._at.get(player, 0.0)
            if at == floor(at):
                on.setdefault(int(at), []).append(player)
        places = dict.fromkeys(self._runners, ALONE)
        for sharing in on.values():
            places.update(zip(sharing, track.shares(len(sharing)), strict=True))
        return places

    def _draw(self, runner: _Runner) -> None:
        low = floor(runner.at)
        share = runner.at - low
        (ax, ay), (bx, by) = self._field(low), self._field(low + 1)
        x = ax + (bx - ax) * share + runner.aside.x * self._wide
        y = ay + (by - ay) * share + runner.aside.y * self._wide
        crowd = any(r is not runner and r.at in (low, low + 1) for r in self._runners.values())
        lift = sin(pi * share) * self._wide * (0.85 if crowd else 0.55)
        mood = Mood.LEAP if share else (Mood.GLAD if runner.glad else Mood.SIT)
        if mood is not runner.mood:
            runner.mood, runner.drawing.texture = mood, runner.textures[mood]
        wide = self._rabbit_wide() * runner.aside.size
        high = wide * HIGH / WIDE
        runner.drawing.size = (wide, high)
        runner.drawing.pos = (x - wide / 2, y + lift - high * 0.12)
        runner.shadow.size = (wide * 0.9, wide * 0.34)
        runner.shadow.pos = (x - wide * 0.45, y - high * 0.12 - wide * 0.08)

    def _field(self, n: int) -> tuple[float, float]:
        """Below the start, where a penalty may lead, rabbits wait at the start."""
        return self._fields[max(0, min(n, len(self._fields) - 1))]


def _eased(now: Share, to: Share, ease: float) -> Share:
    """A step from `now` to `to`; the last little bit at once."""
    x, y, size = (a + (b - a) * ease for a, b in ((now.x, to.x), (now.y, to.y), (now.size, to.size)))
    near = max(abs(x - to.x), abs(y - to.y), abs(size - to.size)) < 0.01
    return to if near else Share(x, y, size)
