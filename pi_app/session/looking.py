"""An evening and one reading of the table in; the evening as it is known after that look, out.

Pure. Rule: before the reveal a reading says who has laid a disc, and nothing else of it is kept.
"""

from __future__ import annotations

from dataclasses import replace

from hardware.device import Device
from pi_app.game.pieces import Phase, PlayerId
from pi_app.session.draft import with_proposal, with_spares
from pi_app.session.evening import Evening
from pi_app.session.lobby import with_seen
from pi_app.session.proposal import propose
from pi_app.session.secrecy import SECRET_PHASES, without_numbers
from pi_app.vision.seen import Flaw, FlawSeen, Picture, Reading
from pi_app.words import Words

_READ_IN = frozenset({Phase.VOTING, Phase.REVEAL, Phase.OWNERS})
_DARK = 0.06
"""Of the light of white paper: a covered lens; a candle on the table is ten times that."""
_SAID = {Flaw.CAMERA_MOVED: "CAMERA_MOVED", Flaw.LENS_MISFIT: "LENS_MISFIT"}
"""Flaws that are said on every screen, the gravest first."""
HANDLED_LOOKS = 2
"""In so many looks together a dial that was taken up is not seen."""


def trouble_with(picture: Picture) -> str | None:
    """Code of the banner for a picture in which nothing can be read, or not as before."""
    if picture.mirrored:
        return "MIRRORED"
    if picture.light < _DARK:
        return "DARK"
    flaws = {seen.flaw for seen in picture.flaws}
    if said := next((code for flaw, code in _SAID.items() if flaw in flaws), None):
        return said
    # Of another camera is said when the camera is opened; its size is known from the first frame on.
    other_size = FlawSeen(Flaw.OTHER_LENS, detail="OTHER_SIZE")
    return "OTHER_SIZE" if other_size in picture.flaws else None


def after_look(evening: Evening, reading: Reading, words: Words) -> Evening:
    """The same evening when this phase has no use for the camera."""
    phase = evening.phase
    if phase in SECRET_PHASES:
        reading = without_numbers(reading)
    if phase is Phase.LOBBY:
        return replace(evening, lobby=with_seen(evening.lobby, reading, words))
    still = reading.still_since is not None
    if _tells_spares(evening, reading):
        evening = replace(evening, draft=with_spares(evening.draft, _lying(evening, reading)))
    if phase not in _READ_IN:
        return evening
    proposal = propose(reading, evening.setting, phase)
    draft = with_proposal(evening.draft, proposal, phase, still)
    return replace(evening, draft=replace(draft, waiting=reading.waiting))


def _tells_spares(evening: Evening, reading: Reading) -> bool:
    """Whether what lies there now may be what lay there before the vote."""
    still = reading.still_since is not None
    if evening.phase is not Phase.VOTING:
        return evening.phase is Phase.CLUE and still
    # Who begins to look in the middle of the vote cannot know what was there before.
    if evening.draft.spares is None:
        return False
    # A dial may lie face down since the clue: to be set it is taken up, with a hand in view all the while.
    # Looks at rest reach back over more than a second, so a hand that only reaches across takes up none.
    return still or (evening.setting.device is Device.DIALS and reading.looks >= HANDLED_LOOKS)


def _lying(evening: Evening, reading: Reading) -> dict[PlayerId, int]:
    """How many discs of each player lie on the table, whatever their side."""
    seats = {stickers: player for player, stickers in (evening.setting.players or {}).items()}
    return {player: sum(d.player == stickers for d in reading.discs) for stickers, player in seats.items()}
