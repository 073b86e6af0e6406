"""What people vote with. Every kit is printed for one of these, and a table is read for one of these."""

from __future__ import annotations

from enum import StrEnum


class Device(StrEnum):
    """The devices of the boxes."""

    TOKENS = "tokens"  # a disc for each slot number
    DIALS = "dials"  # a dial turned to the number
    PLACES = "places"  # one disc, and where it lies
