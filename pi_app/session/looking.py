"""An evening and one reading of the table in; the evening as it is known after that look, out.

Pure. Rule: before the reveal a reading says who has laid a disc, and nothing else of it is kept.
"""

from __future__ import annotations

from dataclasses import replace

from pi_app.game.pieces import Phase
from pi_app.session.draft import with_proposal
from pi_app.session.evening import Evening
from pi_app.session.lobby import with_seen
from pi_app.session.proposal import propose
from pi_app.session.secrecy import without_numbers
from pi_app.vision.seen import Reading
from pi_app.words import Words

_READ_IN = frozenset({Phase.VOTING, Phase.REVEAL, Phase.OWNERS})
_SECRET_IN = frozenset({Phase.LOBBY, Phase.CLUE, Phase.VOTING})


def after_look(evening: Evening, reading: Reading, words: Words) -> Evening:
    """The same evening when this phase has no use for the camera."""
    phase = evening.phase
    if phase in _SECRET_IN:
        reading = without_numbers(reading)
    if phase is Phase.LOBBY:
        return replace(evening, lobby=with_seen(evening.lobby, reading, words))
    if phase not in _READ_IN:
        return evening
    proposal = propose(reading, evening.setting, phase)
    still = reading.still_since is not None
    return replace(evening, draft=with_proposal(evening.draft, proposal, phase, still))
