"""A match that the table leaves in, the lobby with the same people out; and back to that match, as it was.

Rule: a slip of a finger ends no match. The one left last can be taken up again the same evening, as long as
nothing newer is in the book; UNDO does so as long as nobody has changed the lobby. The session is a
LeavingDesk; it owns the evening.
"""

from __future__ import annotations

from abc import ABC, abstractmethod

from hardware.ports import Now
from pi_app.game.moves import Move
from pi_app.game.pieces import Fault, Phase
from pi_app.session.book_faults import BookError
from pi_app.session.draft import Draft
from pi_app.session.evening import Evening
from pi_app.session.evidence import Evidence
from pi_app.session.lobby import Lobby, lobby_after
from pi_app.session.playing import Playing
from pi_app.session.views import Answer

EVENING_SECONDS = 12 * 3600.0
"""A match whose last move is older than that is of another evening."""


class LeavingDesk(ABC):
    """The part of `views.Table` between two matches. `_slipped`: nothing was done since a match was left."""

    _evening: Evening
    _playing: Playing
    _evidence: Evidence
    _wall: Now
    _kept: dict[Phase, Draft]
    _last: tuple[Move, float] | None
    _slipped = False

    @abstractmethod
    def settle(self) -> None: ...

    @abstractmethod
    def set_banner(self, place: str, code: str | None) -> None: ...

    @abstractmethod
    def _refuse(self, *faults: Fault) -> Answer: ...

    @abstractmethod
    def _become(self, lobby: Lobby) -> None: ...

    @abstractmethod
    def _begin_again(self) -> None: ...

    def new_match(self) -> None:
        played = self._playing.id
        try:
            self._playing.put_away()
        except BookError as error:
            self.set_banner("BOOK", error.code)
            return
        if played is not None:
            self._evidence.forget(played)
        self._kept, self._last, self._slipped = {}, None, played is not None
        self._become(lobby_after(self._evening.match, self._evening.lobby))

    def take_up(self) -> Answer:
        self.settle()
        if not self._evening.left:
            return self._refuse(Fault("NOTHING_TO_UNDO"))
        try:
            self._playing.take_up()
        except BookError as error:
            return self._refuse(error.fault)
        self._begin_again()
        return Answer(True, self._evening.n)

    def _left(self) -> bool:
        """There is a match to take up again."""
        try:
            at = self._playing.left_at()
        except BookError:
            return False
        return at is not None and self._wall() - at < EVENING_SECONDS
