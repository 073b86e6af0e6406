"""How far a dial's rotor is turned, measured twice, in; the number it shows, or between which two, out."""

from __future__ import annotations

from dataclasses import dataclass

from hardware.stickers import DIAL_STEP_DEG, MOST

SURE_DEG = 9.0
"""A rotor that is no farther from the middle of a step shows its number."""
REFUSED_DEG = 12.0
"""Farther than this it is as good as between two numbers: readings have been wrong by 11 degrees."""


@dataclass(frozen=True, slots=True)
class Turn:
    """Degrees clockwise from number 1, from 0 to 360.

    tag_deg: the rotor's tag against the base's tag. line_deg: against the line through both tags.
    """

    tag_deg: float
    line_deg: float

    @property
    def numbers(self) -> tuple[int, int]:
        """What each measure says, in whole steps."""
        return _nearest(self.tag_deg)[0], _nearest(self.line_deg)[0]

    @property
    def number(self) -> int | None:
        """The number both measures say; None near the border between two numbers."""
        by_tag, by_line = self.numbers
        return by_tag if by_tag == by_line and self.off_deg <= REFUSED_DEG else None

    @property
    def off_deg(self) -> float:
        """How far the rotor is from the middle of the nearest step, by the measure that says more."""
        return max(_nearest(self.tag_deg)[1], _nearest(self.line_deg)[1])

    @property
    def sure(self) -> bool:
        return self.number is not None and self.off_deg <= SURE_DEG

    @property
    def between(self) -> tuple[int, int]:
        """The numbers on either side."""
        below = int(self.tag_deg // DIAL_STEP_DEG) % MOST
        return below + 1, (below + 1) % MOST + 1


def _nearest(deg: float) -> tuple[int, float]:
    """The number whose step is nearest, and how far away its middle is."""
    step = round(deg / DIAL_STEP_DEG)
    return step % MOST + 1, abs(deg - step * DIAL_STEP_DEG)
