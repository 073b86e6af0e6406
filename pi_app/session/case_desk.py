"""The votes of an evening as they are confirmed in; what was seen is kept, and what was read wrong is a case.

A person may say that a vote was read wrong; a correction of something the camera had read says so too. Each
round has one case at most. The session is a CaseDesk.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from pi_app.game.moves import CorrectRound, Move, RecordVotes
from pi_app.game.pieces import Phase, PlayerId, SlotNumber
from pi_app.session.evening import Evening
from pi_app.session.evidence import Evidence, case_of
from pi_app.session.playing import Playing
from pi_app.session.views import Trust, VoteView
from pi_app.vision.seen import Reading

_Where = tuple[int, int]
"""Match and round."""
Slots = tuple[SlotNumber, ...]
_STILL_LYING = frozenset({Phase.OWNERS, Phase.SCORES, Phase.OVER})
"""The discs of the reveal may still lie there, and no other frames have taken the place of theirs."""


@dataclass(frozen=True, slots=True)
class _Settled:
    """The evening in which votes were open, its last reading, and what people have confirmed since."""

    evening: Evening
    reading: Reading | None
    said: Mapping[PlayerId, Slots]


class CaseDesk:
    """The session owns the evening and what it plays."""

    _evening: Evening
    _playing: Playing
    _wall: Callable[[], float]

    def __init__(self, folder: Path) -> None:
        self._evidence = Evidence(folder)
        self._revealed: Reading | None = None
        self._want_frames: Callable[[Path], None] = lambda _: None
        self._about: _Where | None = None
        self._case: Path | None = None
        self._said_wrong: frozenset[PlayerId] = frozenset()
        self._settled: _Settled | None = None

    def on_case(self, want_frames: Callable[[Path], None]) -> None:
        """Call this with every new case folder: the camera's child puts the frames of the reveal there."""
        self._want_frames = want_frames

    def report_wrong(self, player: PlayerId) -> bool:
        """REVEAL: this vote was read wrong. What is seen now is kept; False where it could not be."""
        evening, where = self._evening, self._where(self._evening)
        if evening.phase is not Phase.REVEAL or where is None:
            return False
        self._turn_to(where)
        self._said_wrong |= {player}
        return self._keep(_Settled(evening, self._revealed, {}))

    def _turn_to(self, where: _Where) -> None:
        """What was said of another round has nothing to do with this one."""
        if self._about != where:
            self._about, self._case, self._said_wrong, self._settled = where, None, frozenset(), None

    def _where(self, evening: Evening) -> _Where | None:
        match = self._playing.id
        running = match is not None and evening.match.running is not None
        return (match, evening.match.round_number) if match is not None and running else None

    def _saw(self, reading: Reading) -> None:
        if self._evening.phase is Phase.REVEAL:
            self._revealed = reading

    def _accepted(self, move: Move, before: Evening) -> None:
        """before: the evening in which the move was asked for."""
        if isinstance(move, RecordVotes):
            self._confirmed(before)
        elif isinstance(move, CorrectRound) and before.phase in _STILL_LYING:
            self._mended(move)

    def _mended(self, move: CorrectRound) -> None:
        """Votes of the running round are corrected after they were confirmed: the frames are still there."""
        if self._settled is None or self._about != (self._playing.id, move.round):
            return
        given = move.votes or {}
        said = {voter: tuple(s for s in slots if s is not None) for voter, slots in given.items()}
        self._settled = replace(self._settled, said={**self._settled.said, **said})
        self._keep(self._settled)

    def _confirmed(self, before: Evening) -> None:
        """Votes were just recorded; `before`: the evening in which they were still open."""
        where = self._where(before)
        if where is None:
            return
        self._evidence.confirmed(*where, before.votes.views)
        self._turn_to(where)
        said = {vote.player: vote.slots for vote in before.votes.views}
        self._settled = _Settled(before, self._revealed, said)
        self._revealed = None
        self._keep(self._settled)

    def _keep(self, known: _Settled) -> bool:
        """The case of this round as it is known now, if there is one."""
        evening, said = known.evening, known.said
        wrong = [
            (replace(vote, slots=_said(vote, said)), read)
            for vote, read in ((vote, _read(vote, evening)) for vote in evening.votes.views)
            if vote.player in self._said_wrong or (read and _said(vote, said) not in ((), read))
        ]
        if not wrong or self._about is None:
            return False
        profile = evening.match.profile.id if evening.match.profile else None
        case = case_of(self._about, evening.setting, profile, wrong, known.reading)
        if self._case is not None:
            return self._evidence.write(self._case, case)
        self._case = self._evidence.wrong(case, self._wall())
        if self._case is None:
            return False
        self._want_frames(self._case)
        return True


def _read(vote: VoteView, evening: Evening) -> Slots:
    """What the camera has read of this vote; empty: nothing."""
    latest = evening.draft.latest.votes.get(vote.player)
    sure = evening.draft.sure_votes.get(vote.player)
    return tuple(next((seen.slots for seen in (latest, sure) if seen is not None and seen.slots), ()))


def _said(vote: VoteView, said: Mapping[PlayerId, Slots]) -> Slots:
    """What a person says; empty: nothing yet, so that what was read stands."""
    by_hand = vote.slots if vote.trust is Trust.HAND else ()
    return tuple(said.get(vote.player, by_hand))
