"""A copy of the book that a person chose in; its matches on the table, or why not, out.

The session is a RestoreDesk; it owns the evening.
"""

from __future__ import annotations

from abc import ABC, abstractmethod

from pi_app.game.pieces import Fault
from pi_app.session.book_faults import BookError
from pi_app.session.evening import Evening
from pi_app.session.evidence import Evidence
from pi_app.session.playing import Playing
from pi_app.session.rescue import rescue
from pi_app.session.restoring import BackupView, backups_of, file_of
from pi_app.session.views import Answer


class RestoreDesk(ABC):
    """The backups' part of `views.Table`."""

    _evening: Evening
    _playing: Playing
    _evidence: Evidence

    @abstractmethod
    def settle(self) -> None: ...

    @abstractmethod
    def _refuse(self, *faults: Fault) -> Answer: ...

    @abstractmethod
    def _begin_again(self) -> None: ...

    def backups(self) -> tuple[BackupView, ...]:
        return backups_of(self._playing.path)

    def bring_back(self, backup: str) -> Answer:
        self.settle()
        file = file_of(self._playing.path, backup)
        matches = rescue(file) if file is not None else ()
        if not matches:
            return self._refuse(Fault("BOOK_DAMAGED", detail=backup))
        played = self._playing.id
        try:
            self._playing.bring_back(matches)
            if played is not None:
                # A match of the other book may have the same number.
                self._evidence.forget(played)
        except BookError as error:
            return self._refuse(error.fault)
        finally:
            self._begin_again()
        return Answer(True, self._evening.n)
