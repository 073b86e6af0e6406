"""The night garden's colours and the one unit of size; numbers only, no widget.

Every colour of a text reaches a contrast of 7:1 on the colour it is drawn on (`TEXT_ON`, tested).
The unit U is a ninth of the window's short side: about a centimetre on both official displays.
"""

from __future__ import annotations

from collections.abc import Sequence

Colour = tuple[float, float, float, float]


def rgb(text: str, alpha: float = 1.0) -> Colour:
    """`rrggbb` as four numbers 0..1."""
    return (int(text[0:2], 16) / 255, int(text[2:4], 16) / 255, int(text[4:6], 16) / 255, alpha)


SKY_TOP = rgb("0a1030")
SKY_LOW = rgb("27305f")
HILL_FAR = rgb("1b2a52")
HILL_NEAR = rgb("122340")
GRASS = rgb("0c1a2c")
MOON = rgb("fdf0c8")

PANEL = rgb("101a38", 0.96)
PANEL_LIT = rgb("1d2b57", 0.97)
PANEL_LINE = rgb("4a5c99", 0.75)
SHADE = rgb("050818", 0.78)
CREAM = rgb("fff6dc")
MIST = rgb("c9d4f5")
GOLD = rgb("ffd166")
GOLD_DOWN = rgb("f0b93a")
INK = rgb("141a33")
LEAF = rgb("8fe3a0")
ROSE = rgb("ffb3ad")
DIM = rgb("243159", 0.9)
CLEAR = (0.0, 0.0, 0.0, 0.0)

TEXT_ON: tuple[tuple[str, Colour, Colour], ...] = (
    ("text on a panel", CREAM, PANEL),
    ("quiet text on a panel", MIST, PANEL),
    ("text on a lit panel", CREAM, PANEL_LIT),
    ("quiet text on a lit panel", MIST, PANEL_LIT),
    ("a sure vote", LEAF, PANEL),
    ("a conflict", ROSE, PANEL),
    ("a question", GOLD, PANEL),
    ("the NEXT button", INK, GOLD),
    ("the NEXT button held down", INK, GOLD_DOWN),
    ("the resting NEXT button", MIST, DIM),
    ("a heading on the sky", CREAM, SKY_LOW),
)


def unit(size: Sequence[float]) -> float:
    """U in pixels for a window of this width and height."""
    return min(size[0], size[1]) / 9


def _luminance(colour: Colour) -> float:
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in colour[:3]]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: Colour, other: Colour) -> float:
    """The contrast ratio of WCAG 2.2, 1 to 21."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)
