"""A reading in, the same reading out with nothing in it that could tell a vote; and when that must be.

Rule: votes are secret in every phase that is not named as open here.
"""

from __future__ import annotations

from dataclasses import replace

from pi_app.game.pieces import Phase
from pi_app.vision.seen import Flaw, FlawSeen, Reading

OPEN_PHASES = frozenset({Phase.REVEAL, Phase.OWNERS, Phase.SCORES, Phase.OVER})
SECRET_PHASES = frozenset(Phase) - OPEN_PHASES
_PLAIN = frozenset(
    {Flaw.CODES_TOO_SMALL, Flaw.CORNERS_HIDDEN, Flaw.PLATE_TWICE, Flaw.OTHER_KIT, Flaw.OTHER_LENS}
)
"""Flaws whose detail tells nothing of a disc."""


def without_numbers(reading: Reading, match: bool = True) -> Reading:
    """The same reading with nothing that could tell a vote: no number, place, order or picture.

    match: one is running. Before it nobody votes, and what is wrong with the picture is told whole.
    """
    hidden = sorted(
        (
            replace(disc, tag=None, ring=None, slot=None, centre_px=(0.0, 0.0), centre_mm=None, crop=None)
            for disc in reading.discs
        ),
        key=lambda disc: (disc.player, disc.side, disc.looks),
    )
    # A plate may be half covered by the disc that votes for it.
    plates = tuple(replace(plate, sources=frozenset()) for plate in reading.slots)
    dials = sorted(
        (replace(dial, turn=None, centre_px=(0.0, 0.0), centre_mm=None, crop=None) for dial in reading.dials),
        key=lambda dial: (dial.player, dial.looks),
    )
    picture = replace(reading.picture, flaws=_untold(reading)) if match else reading.picture
    return replace(
        reading, slots=plates, discs=tuple(hidden), ignored=(), dials=tuple(dials), picture=picture
    )


def without_crops(reading: Reading) -> Reading:
    """The same reading, small enough to be written down."""
    return replace(
        reading,
        discs=tuple(replace(disc, crop=None) for disc in reading.discs),
        dials=tuple(replace(dial, crop=None) for dial in reading.dials),
    )


def _untold(reading: Reading) -> tuple[FlawSeen, ...]:
    """What looks like a stranger may be a disc that was read badly: that there is one is enough."""
    bare = (
        FlawSeen(seen.flaw, detail=seen.detail if seen.flaw in _PLAIN else "")
        for seen in reading.picture.flaws
    )
    return tuple(dict.fromkeys(bare))
