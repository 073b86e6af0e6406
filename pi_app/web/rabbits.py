"""The twelve rabbits as SVG symbols, drawn from the players' looks.

Three ways to tell them apart: colour, symbol, and the number of the disc set.
"""

from __future__ import annotations

from hardware.palette import LOOKS, PlayerLook


def sprite() -> str:
    """One hidden SVG with the symbols `rabbit-1` to `rabbit-12`, seen from the front, 64 by 80."""
    symbols = "".join(_rabbit(number, look) for number, look in enumerate(LOOKS, 1))
    return f'<svg class="sprite" width="0" height="0" aria-hidden="true">{symbols}</svg>'


def _rabbit(number: int, look: PlayerLook) -> str:
    fur = f'fill="{look.hex}"'
    ink = "#{:02x}{:02x}{:02x}".format(*look.ink)
    points = " ".join(f"{26 + 9.5 * x:.1f},{62 + 9.5 * y:.1f}" for x, y in look.outline)
    shape = (
        '<ellipse cx="22" cy="19" rx="7" ry="18" transform="rotate(-8 22 19)"/>'
        '<ellipse cx="42" cy="19" rx="7" ry="18" transform="rotate(8 42 19)"/>'
        '<ellipse cx="32" cy="60" rx="21" ry="18"/>'
        '<ellipse cx="18" cy="75" rx="9" ry="4.5"/><ellipse cx="46" cy="75" rx="9" ry="4.5"/>'
        '<circle cx="32" cy="36" r="16"/>'
    )
    return (
        f'<symbol id="rabbit-{number}" data-colour="{look.hex}" viewBox="-3 -3 70 86">'
        # Two-tone outline: visible on the dark garden as on the light one.
        f'<g fill="#fff" stroke="#fff" stroke-width="6" stroke-linejoin="round">{shape}</g>'
        f'<g {fur} stroke="#11131f" stroke-width="2">{shape}</g>'
        f"<g {fur}>{shape}</g>"
        '<g fill="#fff" opacity=".45">'
        '<ellipse cx="22" cy="20" rx="3" ry="12" transform="rotate(-8 22 20)"/>'
        '<ellipse cx="42" cy="20" rx="3" ry="12" transform="rotate(8 42 20)"/></g>'
        '<g fill="#fff"><circle cx="26" cy="34" r="3.6"/><circle cx="38" cy="34" r="3.6"/></g>'
        '<g fill="#11131f"><circle cx="26.6" cy="34.4" r="2.1"/><circle cx="38.6" cy="34.4" r="2.1"/></g>'
        f'<path d="M29.5 40h5l-2.5 3z" fill="{ink}"/>'
        f'<polygon points="{points}" fill="{ink}"/>'
        '<circle cx="52" cy="68" r="13" fill="#fff" stroke="#11131f" stroke-width="2"/>'
        f'<text x="52" y="75" font-size="{19 if number < 10 else 16}" font-weight="700"'
        f' text-anchor="middle" fill="#11131f">{number}</text>'
        "</symbol>"
    )


def rabbit(number: int) -> str:
    """The place where one rabbit shows."""
    return f'<svg class="rabbit" aria-hidden="true"><use href="#rabbit-{number}"/></svg>'
