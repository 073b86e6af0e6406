"""A reading in, the same reading out with nothing in it that could tell a vote."""

from __future__ import annotations

from dataclasses import replace

from pi_app.vision.seen import Reading


def without_numbers(reading: Reading) -> Reading:
    """The same reading with nothing that could tell a vote: no number, no place, no picture."""
    hidden = tuple(
        replace(disc, tag=None, ring=None, slot=None, centre_px=(0.0, 0.0), centre_mm=None, crop=None)
        for disc in reading.discs
    )
    return replace(reading, discs=hidden, ignored=())
