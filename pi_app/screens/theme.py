"""The garden's colours by night and by day, and the one unit of size; numbers only, no widget.

Screens read the names of this module when they are built; `use` turns them, and the screens are built anew.

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
INK = rgb("141a33")
LEAF = rgb("8fe3a0")
ROSE = rgb("ffb3ad")
DIM = rgb("243159", 0.9)
SHEET = rgb("101a38", 0.985)
VEIL = rgb("101a38", 0.74)
FIELD = rgb("060b1f", 0.9)
HELD = rgb("34468a")
READY = rgb("16332f", 0.94)
WARN = rgb("3a2f12", 0.95)
ALARM = rgb("331a2a", 0.94)
ALARM_DOWN = rgb("4a2638", 0.96)
# The same by night and by day: what one presses, and cards.
SUN = rgb("ffd166")
SUN_DOWN = rgb("f0b93a")
SUN_LINE = rgb("fff0c0")
PAPER = rgb("fff6dc")
PAPER_FAINT = rgb("c9d4f5")
CLEAR = (0.0, 0.0, 0.0, 0.0)

TEXT_ON: tuple[tuple[str, str, str], ...] = (
    ("text on a panel", "CREAM", "PANEL"),
    ("quiet text on a panel", "MIST", "PANEL"),
    ("text on a lit panel", "CREAM", "PANEL_LIT"),
    ("quiet text on a lit panel", "MIST", "PANEL_LIT"),
    ("a sure vote", "LEAF", "PANEL"),
    ("a conflict", "ROSE", "PANEL"),
    ("a question", "GOLD", "PANEL"),
    ("the NEXT button", "INK", "SUN"),
    ("the NEXT button held down", "INK", "SUN_DOWN"),
    ("the resting NEXT button", "MIST", "DIM"),
    ("a heading on the sky", "CREAM", "SKY_LOW"),
    ("a banner", "CREAM", "WARN"),
    ("a problem", "CREAM", "ALARM"),
    ("who is ready", "LEAF", "READY"),
    ("text on a sheet", "CREAM", "SHEET"),
    ("typed text", "CREAM", "FIELD"),
    ("a key held down", "CREAM", "HELD"),
    ("a number on a card", "INK", "PAPER"),
    ("a number on a faint card", "INK", "PAPER_FAINT"),
)
"""What is written, the name of its colour, the name of the colour it is drawn on."""

_BY_DAY: dict[str, Colour] = {
    "SKY_TOP": rgb("7db9ea"),
    "SKY_LOW": rgb("e8f4e6"),
    "HILL_FAR": rgb("b4d79a"),
    "HILL_NEAR": rgb("8fc277"),
    "GRASS": rgb("5c9a50"),
    "MOON": rgb("fff2b0"),
    "PANEL": rgb("fdfaf0", 0.96),
    "PANEL_LIT": rgb("dfe8fb", 0.97),
    "PANEL_LINE": rgb("8093c0", 0.9),
    "SHADE": rgb("1c2b52", 0.6),
    "CREAM": rgb("141a33"),
    "MIST": rgb("36425f"),
    "GOLD": rgb("664300"),
    "LEAF": rgb("0d5226"),
    "ROSE": rgb("8a1020"),
    "DIM": rgb("d5dcec", 0.95),
    "SHEET": rgb("fbf8ee", 0.99),
    "VEIL": rgb("fdfaf0", 0.82),
    "FIELD": rgb("ffffff", 0.95),
    "HELD": rgb("c3d2f7"),
    "READY": rgb("dff3df", 0.96),
    "WARN": rgb("ffe9b0", 0.97),
    "ALARM": rgb("fbe0e0", 0.97),
    "ALARM_DOWN": rgb("f3c9c9", 0.97),
}
_BY_NIGHT: dict[str, Colour] = {name: globals()[name] for name in _BY_DAY}


def use(day: bool) -> None:
    """Turn to the colours of the day, or of the night."""
    globals().update(_BY_DAY if day else _BY_NIGHT)


def is_day() -> bool:
    return _BY_DAY["PANEL"] == PANEL


def named(name: str) -> Colour:
    """The colour of this name as it is now."""
    found: Colour = globals()[name]
    return found


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
