"""What a person says of the running round in, the draft with it out; UNDO takes back the last of it.

Rule: what was said is no move: it is in no book until the round is confirmed.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import replace

from pi_app.game.pieces import Phase, PlayerId, SlotNumber
from pi_app.session.draft import Draft, Hand, with_owner, with_vote
from pi_app.session.evening import Evening


class HandDesk(ABC):
    """The session's part of `views.Table` that takes corrections."""

    _evening: Evening

    @abstractmethod
    def _set(self, *, draft: Draft | None = None) -> None: ...

    def correct_vote(self, player: PlayerId, slots: tuple[SlotNumber, ...]) -> None:
        if self._evening.phase is Phase.REVEAL:
            self._say(with_vote(self._evening.draft.hand, player, slots))

    def correct_owner(self, slot: SlotNumber, player: PlayerId | None) -> None:
        if self._evening.phase is Phase.OWNERS:
            self._say(with_owner(self._evening.draft.hand, slot, player))

    def set_red(self, slot: SlotNumber | None) -> None:
        if self._evening.red_wanted:
            self._say(replace(self._evening.draft.hand, red=slot))

    def _say(self, hand: Hand) -> None:
        draft = self._evening.draft
        if hand != draft.hand:
            self._set(draft=replace(draft, hand=hand, earlier=(*draft.earlier, draft.hand)))

    def _took_back(self) -> bool:
        """Whether there was something said in this phase; the last of it is forgotten."""
        draft = self._evening.draft
        if not draft.earlier:
            return False
        self._set(draft=replace(draft, hand=draft.earlier[-1], earlier=draft.earlier[:-1]))
        return True
