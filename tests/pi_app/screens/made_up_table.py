"""A table made up for the screens: shows the view it is given, records what the screens ask of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from hardware.device import Device
from hardware.ports import Button
from pi_app.game.foresee import Foreseen
from pi_app.game.moves import Move, Override
from pi_app.session.views import Answer, BackupView, LobbySeat, Problem, Seeing, Trust, View
from pi_app.words import Words


@dataclass
class MadeUpTable:
    """Shows whatever view is set; records every call. `after_press`: the view that a press leads to."""

    shown: View
    foreseen: Foreseen | None = None
    seen: Seeing | None = None
    overhear: Callable[[Button], None] | None = None
    after_press: View | None = None
    refuse: tuple[Problem, ...] = ()
    copies: tuple[BackupView, ...] = ()
    calls: list[tuple[object, ...]] = field(default_factory=list)

    def view(self) -> View:
        return self.shown

    def press(self, button: Button) -> Answer:
        self.calls.append(("press", button))
        if self.after_press is not None:
            self.shown, self.after_press = self.after_press, None
        return Answer(not self.refuse, self.shown.n, self.refuse)

    def do(self, move: Move, expect_n: int | None = None) -> Answer:
        self.calls.append(("do", move, expect_n))
        return Answer(not self.refuse, self.shown.n, self.refuse)

    def set_lobby(
        self,
        profile: str | None = None,
        seats: tuple[LobbySeat, ...] | None = None,
        storyteller: int | None = None,
        device: Device | None = None,
    ) -> None:
        self.calls.append(("set_lobby", profile, seats, storyteller))
        now = self.shown.lobby
        assert now is not None
        new = replace(
            now,
            profile=profile or now.profile,
            seats=now.seats if seats is None else seats,
            storyteller=now.storyteller if storyteller is None else storyteller,
            device=device or now.device,
        )
        self.shown = replace(self.shown, lobby=new)

    def correct_vote(self, player: int, slots: tuple[int, ...]) -> None:
        self.calls.append(("correct_vote", player, slots))
        votes = tuple(
            replace(v, slots=slots, trust=Trust.HAND if slots else Trust.MISSING) if v.player == player else v
            for v in self.shown.votes
        )
        self.shown = replace(self.shown, votes=votes)

    def report_wrong(self, player: int) -> bool:
        self.calls.append(("report_wrong", player))
        return not self.refuse

    def correct_owner(self, slot: int, player: int | None) -> None:
        self.calls.append(("correct_owner", slot, player))

    def what_if(self, move: Move) -> Foreseen | Answer:
        self.calls.append(("what_if", move))
        if self.refuse:
            return Answer(False, self.shown.n, self.refuse)
        return self.foreseen or Foreseen()

    def set_rules(self, overrides: Mapping[str, Override]) -> Answer:
        self.calls.append(("set_rules", dict(overrides)))
        now = self.shown.lobby
        assert now is not None
        self.shown = replace(self.shown, lobby=replace(now, overrides=dict(overrides)))
        return Answer(not self.refuse, self.shown.n, self.refuse)

    def save_rules(self, name: str) -> Answer:
        self.calls.append(("save_rules", name))
        return Answer(True, self.shown.n)

    def forget_rules(self, profile: str) -> Answer:
        self.calls.append(("forget_rules", profile))
        return Answer(True, self.shown.n)

    def answer_proposal(self, proposal: int, accept: bool) -> Answer:
        self.calls.append(("answer_proposal", proposal, accept))
        now = self.shown.lobby
        assert now is not None
        left = tuple(one for one in now.proposals if one.id != proposal)
        self.shown = replace(self.shown, lobby=replace(now, proposals=left))
        return Answer(True, self.shown.n)

    def set_red(self, slot: int | None) -> None:
        self.calls.append(("set_red", slot))
        self.shown = replace(self.shown, red=slot)

    def set_words(self, words: Words) -> None:
        self.calls.append(("set_words", words.language))
        self.shown = replace(self.shown, language=words.language)

    def look_closer(self, on: bool) -> None:
        self.calls.append(("look_closer", on))

    def seeing(self) -> Seeing | None:
        return self.seen

    def listen(self, overhear: Callable[[Button], None] | None) -> None:
        self.overhear = overhear

    def backups(self) -> tuple[BackupView, ...]:
        return self.copies

    def bring_back(self, backup: str) -> Answer:
        self.calls.append(("bring_back", backup))
        return Answer(not self.refuse, self.shown.n, self.refuse)

    def new_match(self) -> None:
        self.calls.append(("new_match",))

    def take_up(self) -> Answer:
        self.calls.append(("take_up",))
        return Answer(not self.refuse, self.shown.n, self.refuse)
