"""The votes of an evening as they are confirmed in; what was seen is kept, and what was read wrong is a case.

A person may say that a vote was read wrong; a correction of something the camera had read says so too. Each
round has one case at most. The session is a CaseDesk.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from pi_app.game.pieces import Phase, PlayerId
from pi_app.session.evening import Evening
from pi_app.session.evidence import Evidence, case_of
from pi_app.session.playing import Playing
from pi_app.session.round_views import round_number
from pi_app.session.views import Trust, VoteView
from pi_app.vision.seen import Reading

_Where = tuple[int, int]
"""Match and round."""


class CaseDesk:
    """The session owns the evening and what it plays."""

    _evening: Evening
    _playing: Playing
    _wall: Callable[[], float]

    def __init__(self, folder: Path) -> None:
        self._evidence = Evidence(folder)
        self._revealed: Reading | None = None
        self._want_frames: Callable[[Path], None] = lambda _: None
        self._case: tuple[_Where, Path] | None = None
        self._said_wrong: frozenset[PlayerId] = frozenset()

    def on_case(self, want_frames: Callable[[Path], None]) -> None:
        """Call this with every new case folder: the camera's child puts the frames of the reveal there."""
        self._want_frames = want_frames

    def report_wrong(self, player: PlayerId) -> bool:
        """REVEAL: this vote was read wrong. What is seen now is kept; False where it could not be."""
        evening, where = self._evening, self._where(self._evening)
        if evening.phase is not Phase.REVEAL or where is None:
            return False
        if self._case is None or self._case[0] != where:
            self._case, self._said_wrong = None, frozenset()
        self._said_wrong |= {player}
        return self._keep(where, evening, confirmed=False)

    def _where(self, evening: Evening) -> _Where | None:
        match = self._playing.id
        running = match is not None and evening.match.running is not None
        return (match, round_number(evening.match)) if match is not None and running else None

    def _saw(self, reading: Reading) -> None:
        if self._evening.phase is Phase.REVEAL:
            self._revealed = reading

    def _confirmed(self, before: Evening) -> None:
        """Votes were just recorded; `before`: the evening in which they were still open."""
        where = self._where(before)
        if where is None:
            return
        self._evidence.confirmed(*where, before.votes.views)
        if self._case is not None and self._case[0] != where:
            self._case, self._said_wrong = None, frozenset()
        self._keep(where, before, confirmed=True)
        self._revealed, self._case, self._said_wrong = None, None, frozenset()

    def _keep(self, where: _Where, evening: Evening, confirmed: bool) -> bool:
        """The case of this round as it is known now, if there is one. Before it is confirmed, what was read
        is not yet what people say.
        """
        wrong = [
            (vote if confirmed or vote.trust is Trust.HAND else replace(vote, slots=()), read)
            for vote, read in ((vote, _read(vote, evening)) for vote in evening.votes.views)
            if vote.player in self._said_wrong or _corrected(vote, read)
        ]
        if not wrong:
            return False
        profile = evening.match.profile.id if evening.match.profile else None
        case = case_of(where, evening.setting, profile, wrong, self._revealed)
        if self._case is not None:
            return self._evidence.write(self._case[1], case)
        folder = self._evidence.wrong(case, self._wall())
        if folder is None:
            return False
        self._case = (where, folder)
        self._want_frames(folder)
        return True


def _read(vote: VoteView, evening: Evening) -> tuple[int, ...]:
    """What the camera has read of this vote; empty: nothing."""
    latest = evening.draft.latest.votes.get(vote.player)
    sure = evening.draft.sure_votes.get(vote.player)
    return tuple(next((seen.slots for seen in (latest, sure) if seen is not None and seen.slots), ()))


def _corrected(vote: VoteView, read: tuple[int, ...]) -> bool:
    """A person says something else than what had been read."""
    return vote.trust is Trust.HAND and bool(read) and read != tuple(vote.slots)
