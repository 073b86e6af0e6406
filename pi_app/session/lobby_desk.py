"""What people set before a match: seats, storyteller, edition, single rules; rules saved by name.

A request in, another lobby or a refusal out. The session is a LobbyDesk; it owns the evening.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import replace

from hardware.device import Device
from pi_app.game.custom import BadOverride, customise
from pi_app.game.moves import Move, Override, StartMatch
from pi_app.game.pieces import Fault, Phase
from pi_app.session.evening import Evening
from pi_app.session.lobby import (
    Lobby,
    arranged,
    with_name_answered,
    with_name_asked,
    with_profile,
    with_rules,
)
from pi_app.session.offered import NameProposal
from pi_app.session.saved_rules import BadRules, RulesShelf
from pi_app.session.views import Answer, LobbySeat


class LobbyDesk(ABC):
    """The lobby's part of `views.Table`."""

    _evening: Evening
    _shelf: RulesShelf

    @abstractmethod
    def _set(self, lobby: Lobby | None = None) -> None: ...

    @abstractmethod
    def _refuse(self, *faults: Fault) -> Answer: ...

    @abstractmethod
    def set_banner(self, place: str, code: str | None) -> None: ...

    def set_lobby(
        self,
        profile: str | None = None,
        seats: tuple[LobbySeat, ...] | None = None,
        storyteller: int | None = None,
        device: Device | None = None,
    ) -> None:
        """None leaves that part. Another profile begins with the rules of its box, or as it was saved."""
        lobby = self._evening.lobby
        if profile is not None:
            lobby = with_profile(lobby, profile, self._shelf.find(profile))
        if device is not None:
            lobby = replace(lobby, device=device)
        self._set(lobby=arranged(lobby, seats, storyteller))

    def set_rules(self, overrides: Mapping[str, Override]) -> Answer:
        """Exactly these changes to the chosen profile; refused whole if one is not possible."""
        try:
            customise(self._evening.lobby.profile, overrides)
        except BadOverride as error:
            return self._refuse(error.fault)
        self._set(lobby=with_rules(self._evening.lobby, overrides))
        return Answer(True, self._evening.n)

    def said_by_rules(self, move: Move) -> Move:
        """A match begun by rules that were saved says what they are: it must not depend on the file."""
        saved = self._shelf.find(move.profile) if isinstance(move, StartMatch) else None
        if saved is None or not isinstance(move, StartMatch):
            return move
        return replace(move, profile=saved.profile, overrides={**saved.overrides, **move.overrides})

    def save_rules(self, name: str) -> Answer:
        """Keep the lobby's rules under this name, for other evenings too; they are then chosen."""
        lobby = self._evening.lobby
        try:
            saved = self._shelf.save(name, lobby.profile, lobby.overrides)
        except BadRules as error:
            return self._refuse(error.fault)
        self._set(lobby=with_profile(self._with_shelf(lobby), saved.id, saved))
        return Answer(True, self._evening.n)

    def forget_rules(self, profile: str) -> Answer:
        """Saved rules are thrown away, by their id. Matches played with them keep them."""
        try:
            self._shelf.forget(profile)
        except BadRules as error:
            return self._refuse(error.fault)
        self._set(lobby=self._with_shelf(self._evening.lobby))
        return Answer(True, self._evening.n)

    def propose_name(self, proposal: NameProposal) -> None:
        """A phone asks; after the lobby nobody hears it."""
        if self._evening.phase is Phase.LOBBY:
            self._set(lobby=with_name_asked(self._evening.lobby, proposal))

    def answer_proposal(self, proposal: int, accept: bool) -> Answer:
        """The table says yes or no to a phone."""
        lobby = self._evening.lobby
        asked = next((p for p in lobby.proposals if p.id == proposal), None)
        if asked is None or self._evening.phase is not Phase.LOBBY:
            return self._refuse(Fault("STALE"))
        self._set(lobby=with_name_answered(lobby, asked, accept))
        return Answer(True, self._evening.n)

    def _with_shelf(self, lobby: Lobby) -> Lobby:
        self.set_banner("RULES", self._shelf.alarm)
        return lobby.offering(self._shelf.rules)
