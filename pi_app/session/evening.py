"""Everything the session knows at one moment, as one frozen value; show and controls read only this."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from pi_app.game.match import Match
from pi_app.game.pieces import Phase, PlayerId
from pi_app.game.profiles import Kernel
from pi_app.session.draft import Draft, Owners, Votes, owners_of, setting_of, votes_of
from pi_app.session.lobby import Lobby
from pi_app.session.round_views import names_of
from pi_app.session.setting import Setting


@dataclass(frozen=True)
class Evening:
    """n: number of the last event. `undoable`, `redoable`: that move would be accepted.

    `left`: LOBBY, and the match that was left last can be taken up again.
    """

    n: int
    match: Match
    lobby: Lobby
    draft: Draft
    undoable: bool = False
    redoable: bool = False
    left: bool = False

    @property
    def names(self) -> Mapping[PlayerId, str]:
        """Of the players; before a match, of those who are to be."""
        return names_of(self.match) or {seat.stickers: seat.name for seat in self.lobby.seats}

    @property
    def phase(self) -> Phase:
        return self.match.phase

    @property
    def red_wanted(self) -> bool:
        """The storyteller's red disc lies on the table, and no camera reads it."""
        profile = self.match.profile
        return self.phase is Phase.REVEAL and profile is not None and profile.kernel is Kernel.PARTY

    @cached_property
    def setting(self) -> Setting:
        return replace(setting_of(self.match, self.draft), device=self.lobby.device)

    @cached_property
    def votes(self) -> Votes:
        return votes_of(self.draft, self.setting)

    @cached_property
    def owners(self) -> Owners:
        return owners_of(self.draft, self.setting, self.match)
