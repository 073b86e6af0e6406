"""What the kernel says of the display's connectors in; the names of those with a screen on them, out."""

from __future__ import annotations

from pathlib import Path

CARDS = Path("/sys/class/drm")


def connected(cards: Path = CARDS) -> tuple[str, ...]:
    """Such as `HDMI-A-1`; a connector that does not answer has no screen."""
    states = sorted(cards.glob("card*-*/status"))
    return tuple(state.parent.name.partition("-")[2] for state in states if _is_connected(state))


def _is_connected(state: Path) -> bool:
    try:
        return state.read_text(encoding="utf-8").strip() == "connected"
    except OSError:
        return False
