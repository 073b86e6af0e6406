"""What the print sheets tell the person who prints, cuts and sticks: texts only, in English.

`Text` puts them into the language of the table.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from hardware.device import Device

Section = tuple[str, tuple[str, ...]]


class Text(Protocol):
    """Gives a message in the person's language, its {fields} filled in."""

    def __call__(self, message: str, **fields: object) -> str: ...


PLAYER_TITLE = "Player {player}: {colour}, {symbol}"

ALL_KITS: tuple[Section, ...] = (
    (
        "Print",
        (
            'Print every page at 100 % ("Actual size"). Do not let the printer fit or scale the page.',
            "Lay a ruler on the line at the foot of a page: it must be 100 mm long. If not, print again.",
            "Use matt white paper or matt sticker paper. Glossy paper and lamination mirror the lamp.",
            "Black must be black: choose normal or best quality, no toner saving.",
        ),
    ),
    (
        "Cut",
        (
            "Cut along the thin grey lines. Colour runs a little over them, so a small slip does not show.",
            "Do not cut into the black bars or squares, and keep the white round them.",
            "A sticker is spoiled? Use a spare of the row, or print that page again.",
        ),
    ),
)

PLATES: Section = (
    "Plates and corners",
    (
        "Lay one numbered plate along the lower edge of each card, with a finger's breadth between.",
        "Plates may be glued on card or thin wood. Nothing may cover their two codes.",
        "The four corner stickers are optional. They show at once when somebody bumps the camera.",
    ),
)

_MARK_OWN = "Discs to mark your own cards with, for each player: {marks}. Glue a back on a plain disc."

STICKING: Mapping[Device, tuple[Section, ...]] = {
    Device.TOKENS: (
        (
            "Stick",
            (
                "Each player gets {discs} discs of one colour.",
                "On one side of a disc: a face, the side with a ring of bars and a number, 1 to {discs}.",
                "On the other side: a back of the same colour and symbol. All backs of a player are alike.",
                "Never mix colours on one disc. Discs about 3 mm thick are easy to turn over.",
            ),
        ),
        PLATES,
    ),
    Device.DIALS: (
        (
            "Stick",
            (
                "Glue the large disc with the numbers on a base, the small one with the pointer on a wheel.",
                "Pin the wheel on the middle of the base, so that it turns. The pointer shows the number.",
                "Glue a back of the same colour and symbol on the underside of the base.",
                _MARK_OWN,
            ),
        ),
        PLATES,
    ),
    Device.PLACES: (
        (
            "Stick",
            (
                "Each player gets one voting disc: the face with the player's own number on one side,",
                "a back of the same colour and symbol on the other. Where the disc lies is the vote.",
                _MARK_OWN,
            ),
        ),
        PLATES,
    ),
}
