"""The twelve rabbits as SVG symbols, drawn from the players' looks as the touchscreen draws them.

Three ways to tell them apart: colour, symbol, and the number of the disc set.
"""

from __future__ import annotations

from functools import lru_cache

from hardware.palette import LOOKS, PlayerLook, Rgb

_CREAM, _DARK = "#fff6dc", "#121426"
_BOX = "-4 -4 108 142"
"""Of the design's own units, the same as the touchscreen's; room for the lines round it."""
_MARKS = ((29, 92), (71, 92), (25, 108), (75, 108), (50, 48))
_MARK_SIZE = 5.6
_PARTS = (
    '<ellipse cx="36" cy="28" rx="9.5" ry="25" transform="rotate(-10 36 28)"/>'
    '<ellipse cx="64" cy="28" rx="9.5" ry="25" transform="rotate(10 64 28)"/>'
    '<ellipse cx="34" cy="124" rx="12" ry="6.5"/><ellipse cx="66" cy="124" rx="12" ry="6.5"/>'
    '<ellipse cx="50" cy="102" rx="30" ry="27"/><ellipse cx="50" cy="62" rx="27" ry="23"/>'
)
_COAT = (
    # Two lines round it keep every colour visible on the dark garden as on the light one.
    f'<g stroke="{_CREAM}" fill="{_CREAM}" stroke-width="6.8">{_PARTS}</g>'
    f'<g stroke="{_DARK}" fill="currentColor" stroke-width="3.2">{_PARTS}</g>'
    f'<g fill="currentColor">{_PARTS}</g>'
    f'<g fill="{_CREAM}" opacity=".25"><ellipse cx="34" cy="124" rx="12" ry="6.5"/>'
    '<ellipse cx="66" cy="124" rx="12" ry="6.5"/></g>'
    '<ellipse cx="50" cy="102" rx="30" ry="27" fill="currentColor"/>'
    f'<path d="M20 102A30 27 0 0 0 80 102A30 22 0 0 1 20 102" fill="{_DARK}" opacity=".3"/>'
    f'<ellipse cx="50" cy="62" rx="27.6" ry="23.6" fill="currentColor" stroke="{_DARK}" stroke-width="1.2"/>'
    f'<path d="M23 62A27 23 0 0 0 77 62A27 19 0 0 1 23 62" fill="{_DARK}" opacity=".3"/>'
    '<g fill="#ffbebe" opacity=".72">'
    '<ellipse cx="36" cy="29" rx="4.7" ry="18" transform="rotate(-10 36 29)"/>'
    '<ellipse cx="64" cy="29" rx="4.7" ry="18" transform="rotate(10 64 29)"/></g>'
)
_FACE = (
    f'<ellipse cx="50" cy="71" rx="12.5" ry="9" fill="{_CREAM}" opacity=".8"/>'
    '<g fill="#ff8c96" opacity=".75"><ellipse cx="30.5" cy="69.5" rx="4.2" ry="2.8"/>'
    '<ellipse cx="69.5" cy="69.5" rx="4.2" ry="2.8"/></g>'
    f'<g fill="{_CREAM}"><ellipse cx="37" cy="60" rx="4.6" ry="6"/>'
    '<ellipse cx="63" cy="60" rx="4.6" ry="6"/></g>'
    f'<g fill="{_DARK}"><ellipse cx="37" cy="60.4" rx="3.7" ry="5"/>'
    '<ellipse cx="63" cy="60.4" rx="3.7" ry="5"/></g>'
    '<g fill="#fff"><ellipse cx="35.8" cy="58.4" rx="1.4" ry="1.7"/>'
    '<ellipse cx="61.8" cy="58.4" rx="1.4" ry="1.7"/></g>'
    f'<path d="M49.6 71.2Q47 79 44.6 72M50.4 71.2Q53 79 55.4 72" fill="none" stroke="{_DARK}"'
    ' stroke-width="1.4" stroke-linecap="round"/>'
    '<path d="M46.4 66.2h7.2l-3.6 4.4z" fill="#ec6076"/>'
    f'<ellipse cx="50" cy="104" rx="17" ry="16" fill="{_DARK}"/>'
    f'<ellipse cx="50" cy="104" rx="15.4" ry="14.4" fill="{_CREAM}"/>'
)
_CAP = "M27 46L37 26L54 16L74 14L90 24L92 36L82 30L74 31L73 46z"
_BRIM = '<ellipse cx="50" cy="46" rx="26" ry="5.4"/><circle cx="91" cy="38" r="6.4"/>'

_LIDS = (
    f'<symbol id="lids" viewBox="{_BOX}"><g fill="currentColor"><ellipse cx="37" cy="60" rx="5" ry="6.6"/>'
    f'<ellipse cx="63" cy="60" rx="5" ry="6.6"/></g><path d="M32 60q5 5 10 0M58 60q5 5 10 0" fill="none"'
    f' stroke="{_DARK}" stroke-width="2" stroke-linecap="round"/></symbol>'
)


def _points(outline: tuple[tuple[float, float], ...], size: float) -> str:
    return " ".join(f"{size * x:.1f},{size * y:.1f}" for x, y in outline)


def _nightcap() -> str:
    star = _points(LOOKS[3].outline, 3)
    stars = "".join(
        f'<polygon points="{star}" transform="translate({x} {y})"/>'
        for x, y in ((46, 33), (60, 24), (63, 37), (75, 23))
    )
    return (
        f'<symbol id="nightcap" viewBox="{_BOX}"><g stroke-linejoin="round">'
        f'<path d="{_CAP}" fill="{_CREAM}" stroke="{_CREAM}" stroke-width="6.4"/>'
        f'<path d="{_CAP}" fill="#5860be" stroke="{_DARK}" stroke-width="3.2"/></g>'
        f'<g fill="#ffdd78">{stars}</g>'
        f'<g fill="#dee4ff" stroke="{_DARK}" stroke-width="2">{_BRIM}</g></symbol>'
    )


@lru_cache(maxsize=1)
def sprite() -> str:
    """One hidden SVG with the symbols `rabbit-1` to `rabbit-12`; `nightcap` and `lids` fit each of them."""
    symbols = "".join(_rabbit(number, look) for number, look in enumerate(LOOKS, 1))
    shared = f'<g id="coat">{_COAT}</g><g id="face">{_FACE}</g>'
    return (
        '<svg class="sprite" width="0" height="0" aria-hidden="true">'
        f"<defs>{shared}</defs>{_nightcap()}{_LIDS}{symbols}</svg>"
    )


def _rabbit(number: int, look: PlayerLook) -> str:
    marks = "".join(f'<use href="#mark-{number}" x="{x}" y="{y}"/>' for x, y in _MARKS)
    return (
        f'<symbol id="rabbit-{number}" data-colour="{look.hex}" color="{look.hex}" viewBox="{_BOX}">'
        f'<defs><polygon id="mark-{number}" points="{_points(look.outline, _MARK_SIZE)}"/></defs>'
        f'<use href="#coat"/><g fill="{_ink(look)}">{marks}</g><use href="#face"/>'
        f'<text x="50" y="{112 if number < 10 else 111}" font-size="{23 if number < 10 else 20}"'
        f' font-weight="700" text-anchor="middle" fill="{_DARK}">{number}</text></symbol>'
    )


def sleepers() -> str:
    """The rabbits that wait for a match."""
    return "".join(rabbit(number, asleep=True) for number in range(1, 6))


def _ink(look: PlayerLook) -> str:
    """What is printed on the fur: much of black or white, some of its colour."""
    to: Rgb = (255, 255, 255) if look.ink == (255, 255, 255) else (18, 20, 38)
    mixed = (round(a + (b - a) * 0.62) for a, b in zip(look.rgb, to, strict=True))
    return "#{:02x}{:02x}{:02x}".format(*mixed)


def rabbit(number: int, teller: bool = False, asleep: bool = False) -> str:
    """The place where one rabbit shows; who tells the story, or sleeps, wears a nightcap."""
    cap = '<use href="#nightcap"/>' if teller or asleep else ""
    cap += f'<use href="#lids" color="{LOOKS[number - 1].hex}"/>' if asleep else ""
    return f'<svg class="rabbit" aria-hidden="true"><use href="#rabbit-{number}"/>{cap}</svg>'
