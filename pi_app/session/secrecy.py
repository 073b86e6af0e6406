"""A reading in, the same reading out with nothing in it that could tell a vote."""

from __future__ import annotations

from dataclasses import replace

from pi_app.vision.seen import Reading


def without_numbers(reading: Reading) -> Reading:
    """The same reading with nothing that could tell a vote: no number, place, order or picture."""
    hidden = sorted(
        (
            replace(disc, tag=None, ring=None, slot=None, centre_px=(0.0, 0.0), centre_mm=None, crop=None)
            for disc in reading.discs
        ),
        key=lambda disc: (disc.player, disc.side, disc.looks),
    )
    # A plate may be half covered by the disc that votes for it.
    plates = tuple(replace(plate, sources=frozenset()) for plate in reading.slots)
    return replace(reading, slots=plates, discs=tuple(hidden), ignored=())
