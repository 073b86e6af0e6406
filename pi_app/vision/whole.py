"""Numbers of the tags read -> whether the table of a round is whole: no plate and no disc is missing.

Where it is, searching and trying once more costs as much as reading did and seldom finds anything.
"""

from __future__ import annotations

from collections.abc import Iterable

from hardware.stickers import BY_TAG, Back, Face, Plate

LEAST_SLOTS = 3
TWO_CARDS_EACH = 5
"""So many slots may also be three players': the storyteller lays one card, the others two each."""


def is_whole(tags: Iterable[int]) -> bool:
    """Plates without a gap, and a face of everybody but the storyteller, or a back.

    Of the backs that say whose card it is, beside faces, either few lie there or all.
    """
    seen = [BY_TAG[tag] for tag in tags if tag in BY_TAG]
    slots = {sticker.slot for sticker in seen if isinstance(sticker, Plate)}
    faces = {sticker.player for sticker in seen if isinstance(sticker, Face)}
    backs = {sticker.player for sticker in seen if isinstance(sticker, Back)}
    count = len(slots)
    if count < LEAST_SLOTS or count < max(slots):
        return False
    players = (count, 3) if count == TWO_CARDS_EACH else (count,)
    if not faces:
        return any(len(backs) in (all_of_them - 1, all_of_them) for all_of_them in players)
    return any(
        len(faces) == all_of_them - 1 and not all_of_them / 2 < len(backs) < all_of_them
        for all_of_them in players
    )
