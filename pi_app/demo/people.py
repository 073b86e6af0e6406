"""Scripted people round the simulated table: the view they see goes in, scenes and presses come out.

They lay discs as the phase asks; with hands they also press NEXT, and tap in by hand what the camera
could not be sure of. They know the truth, so they count every sure reading that is wrong. The truth of a
round follows from the seed and its number alone: they go on with a match wherever it was left.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from hardware.device import Device
from hardware.ports import Button, Now
from hardware.simulated.dials import dials_down, dials_up, lay_dial_table
from hardware.simulated.layout import lay_table, owners_scene, reveal_scene, voting_scene
from hardware.simulated.scene import Scene
from pi_app.demo.deal import Deal, deal
from pi_app.game.moves import EndMatch, VoidRound
from pi_app.game.pieces import Phase, PlayerId
from pi_app.game.profiles import resolve
from pi_app.session.views import LobbySeat, Table, Trust, View

NAMES = (
    "Anna", "Jüri", "Søren", "سارا", "Мария", "Bo", "Clara", "Kaja", "Reza", "Olga", "Emma", "David",
)  # fmt: skip
_STORY_PACES = 7
"""On a display the points are told and the rabbits hop; they are looked at for so many paces."""
_LAYOUTS_ON_CARDS = 0.7
"""How often the discs are laid on the cards, instead of before the players."""


@dataclass(frozen=True, slots=True)
class Cast:
    """Who plays what. rounds None: to the end. hands: they press the buttons themselves.

    pace: seconds between two things they do. patience: how long they wait for the camera before they
    enter something by hand. device: what they vote with.
    """

    players: int = 5
    profile: str = "refresh2021"
    seed: int = 1
    rounds: int | None = None
    hands: bool = True
    pace: float = 0.0
    patience: float = 4.0
    device: Device = Device.TOKENS


@dataclass(slots=True)
class Tally:
    """What was read by the camera, entered by hand, and read wrong while it was called sure."""

    sure: int = 0
    by_hand: int = 0
    wrong: int = 0
    notes: list[str] = field(default_factory=list)


class People:
    """Call `step` again and again on the main thread; it never waits."""

    def __init__(self, table: Table, show: Callable[[Scene], None], cast: Cast, now: Now) -> None:
        self._table, self._show, self._cast, self._now = table, show, cast, now
        self._rng = random.Random()  # noqa: S311 - a game, no secret
        self._here: tuple[Phase, int] | None = None
        self._since = now()
        self._laid = -1
        self._deal = Deal({}, {})
        self._dealt = (0, Phase.LOBBY)
        """The round that the deal is of, and the phase in which they came to it."""
        self._scene = self._bare = Scene()
        self.played: list[Deal] = []
        self.tally = Tally()
        self.done = False

    def step(self) -> None:
        view = self._table.view()
        here = (view.phase, view.round)
        if here != self._here:
            self._here, self._since, self._laid = here, self._now(), -1
            self._arrive(view)
        waited = self._now() - self._since
        if view.phase is Phase.VOTING:
            self._lay_votes(view, waited)
        if self._cast.hands and waited >= self._cast.pace:
            _HANDS[view.phase](self, view, waited)

    # --- discs ---------------------------------------------------------------------------------

    def _arrive(self, view: View) -> None:
        """Lay the table for a phase that has just begun."""
        seats = [player.stickers for player in view.players if player.active]
        if view.phase is Phase.CLUE or view.round != self._dealt[0]:
            self._deal_round(view)
        if view.phase is Phase.LOBBY:
            everyone = range(1, self._cast.players + 1)
            table = lay_table(3, seed=self._cast.seed)
            self._put(voting_scene(table, everyone, dict.fromkeys(everyone, 1)))
        elif view.phase is Phase.CLUE:
            self._put(self._bare)
        elif view.phase is Phase.REVEAL and self._deal.votes:
            votes = {self._stickers(view, p): slots for p, slots in self._deal.votes.items()}
            self._put(self._revealed(view, seats, votes))
        elif view.phase is Phase.OWNERS and self._deal.owners:
            owners = {slot: self._stickers(view, p) for slot, p in self._deal.owners.items()}
            self._put(owners_scene(self._scene, owners))
        elif view.phase in (Phase.SCORES, Phase.OVER):
            if view.phase is Phase.SCORES:
                self.played.append(self._deal)
            self._put(replace(self._scene, discs=(), dials=()))

    def _deal_round(self, view: View) -> None:
        """What happens in the round of `view`, and the table without discs."""
        if view.storyteller is None or view.profile is None:
            return
        self._rng = random.Random(f"people {self._cast.seed} {view.round}")  # noqa: S311
        players = [player.id for player in view.players if player.active]
        rules = resolve(view.profile.id, len(players))
        self._deal = deal(rules, players, view.storyteller, self._rng)
        self._dealt = (view.round, view.phase)
        lay = lay_dial_table if self._cast.device is Device.DIALS else lay_table
        self._scene = self._bare = lay(rules.slots, seed=self._cast.seed, round_number=view.round)

    def _lay_votes(self, view: View, waited: float) -> None:
        """One voter after the other lays the discs face down."""
        voters = list(self._deal.votes)
        pace = self._cast.pace
        laid = len(voters) if pace == 0 else min(len(voters), int(waited / pace))
        if laid == self._laid or not voters:
            return
        self._laid = laid
        seats = [player.stickers for player in view.players if player.active]
        discs = {self._stickers(view, p): len(self._deal.votes[p]) for p in voters[:laid]}
        lay_down = dials_down if self._cast.device is Device.DIALS else voting_scene
        self._put(lay_down(self._bare, seats, discs))

    def _revealed(self, view: View, seats: list[int], votes: dict[int, tuple[int, ...]]) -> Scene:
        if self._cast.device is Device.DIALS:
            return dials_up(self._bare, seats, votes)
        on_cards = self._rng.random() < _LAYOUTS_ON_CARDS or view.votes_each[1] > 1
        if self._cast.device is Device.PLACES:
            scene = reveal_scene(self._bare, seats, votes)
            return replace(scene, discs=tuple(replace(disc, number=disc.player) for disc in scene.discs))
        return reveal_scene(self._bare, seats, votes, on_cards)

    def _put(self, scene: Scene) -> None:
        self._scene = scene
        self._show(scene)

    def _stickers(self, view: View, player: PlayerId) -> int:
        return next(p.stickers for p in view.players if p.id == player)

    # --- hands ---------------------------------------------------------------------------------

    def _start(self, _view: View, _waited: float) -> None:
        seats = tuple(LobbySeat(n + 1, NAMES[n]) for n in range(self._cast.players))
        self._table.set_lobby(self._cast.profile, seats, 0)
        answer = self._table.press(Button.NEXT)
        if not answer.ok and not self.done:
            self.tally.notes += [problem.text for problem in answer.problems]
            self.done = any(p.code not in ("TOO_SOON", "SAVING") for p in answer.problems)

    def _next(self, view: View, _waited: float = 0.0) -> bool:
        return view.next_ready and self._table.press(Button.NEXT).ok

    def _reveal(self, view: View, waited: float) -> None:
        if not view.awaited or waited > self._cast.patience + self._cast.pace * len(view.players):
            self._next(view)

    def _confirm_votes(self, view: View, waited: float) -> None:
        if not view.next_ready and waited > self._cast.patience:
            for vote in view.votes:
                if vote.trust not in (Trust.SURE, Trust.HAND):
                    self._table.correct_vote(vote.player, self._deal.votes[vote.player])
            view = self._table.view()
        if self._next(view):
            for vote in view.votes:
                self._count(vote.trust, vote.slots == self._deal.votes.get(vote.player), f"{vote}")

    def _confirm_owners(self, view: View, waited: float) -> None:
        came_late = self._dealt == (view.round, Phase.OWNERS)
        if came_late and {vote.player: vote.slots for vote in view.votes} != self._deal.votes:
            # Other people have voted: whose cards they voted for is not known.
            self._table.do(VoidRound())
            return
        if not view.next_ready and waited > self._cast.patience:
            for owner in view.owners:
                told = self._deal.owners[owner.slot] == view.storyteller
                if (owner.needed or told) and owner.trust not in (Trust.SURE, Trust.HAND):
                    self._table.correct_owner(owner.slot, self._deal.owners[owner.slot])
            view = self._table.view()
        if self._next(view):
            for owner in view.owners:
                if owner.player is not None and owner.trust in (Trust.SURE, Trust.HAND):
                    self._count(owner.trust, owner.player == self._deal.owners[owner.slot], f"{owner}")

    def _count(self, trust: Trust, right: bool, what: str) -> None:
        if trust is Trust.HAND:
            self.tally.by_hand += 1
        else:
            self.tally.sure += 1
            if not right:
                self.tally.wrong += 1
                self.tally.notes.append(f"read wrong: {what}")

    def _after_scores(self, view: View, waited: float) -> None:
        if waited < self._cast.pace * _STORY_PACES:
            return
        if self._cast.rounds is not None and view.round >= self._cast.rounds:
            self._table.do(EndMatch())
        else:
            self._next(view)

    def _finish(self, _view: View, _waited: float) -> None:
        self.done = True


_HANDS: dict[Phase, Callable[[People, View, float], object]] = {
    Phase.LOBBY: People._start,
    Phase.CLUE: People._next,
    Phase.VOTING: People._reveal,
    Phase.REVEAL: People._confirm_votes,
    Phase.OWNERS: People._confirm_owners,
    Phase.SCORES: People._after_scores,
    Phase.OVER: People._finish,
}
