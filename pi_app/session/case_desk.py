"""The votes of an evening as they are confirmed in; what was seen is kept, and what was read wrong is a case.

A correction of something the camera had read is the "this was wrong" tap. The session is a CaseDesk.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from pi_app.game.pieces import Phase
from pi_app.session.evening import Evening
from pi_app.session.evidence import Evidence, case_of
from pi_app.session.playing import Playing
from pi_app.session.round_views import round_number
from pi_app.session.views import Trust, VoteView
from pi_app.vision.seen import Reading


class CaseDesk:
    """The session owns the evening and what it plays."""

    _evening: Evening
    _playing: Playing

    def __init__(self, folder: Path) -> None:
        self._evidence = Evidence(folder)
        self._revealed: Reading | None = None
        self._want_frames: Callable[[Path], None] = lambda _: None

    def on_case(self, want_frames: Callable[[Path], None]) -> None:
        """Call this with every new case folder: the camera's child puts the frames of the reveal there."""
        self._want_frames = want_frames

    def _saw(self, reading: Reading) -> None:
        if self._evening.phase is Phase.REVEAL:
            self._revealed = reading

    def _confirmed(self, before: Evening, at: float) -> None:
        """Votes were just recorded; `before`: the evening in which they were still open."""
        match = self._playing.id
        if match is None or before.match.running is None:
            return
        where = (match, round_number(before.match))
        self._evidence.confirmed(*where, before.votes.views)
        corrected = [(vote, read) for vote in before.votes.views if (read := _misread(vote, before))]
        if corrected:
            profile = before.match.profile.id if before.match.profile else None
            case = case_of(where, before.setting, profile, corrected, self._revealed)
            folder = self._evidence.wrong(case, at)
            if folder is not None:
                self._want_frames(folder)
        self._revealed = None


def _misread(vote: VoteView, evening: Evening) -> tuple[int, ...]:
    """What the camera had read where a person says something else; empty: nothing was, or the same."""
    if vote.trust is not Trust.HAND:
        return ()
    latest = evening.draft.latest.votes.get(vote.player)
    sure = evening.draft.sure_votes.get(vote.player)
    read = next((seen.slots for seen in (latest, sure) if seen is not None and seen.slots), ())
    return () if tuple(read) == tuple(vote.slots) else tuple(read)
