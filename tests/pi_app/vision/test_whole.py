"""Whether a table is whole by what was read of it, and what that spares and never costs."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from hardware.ports import Frame, Grey
from hardware.stickers import Back, Corner, Face, Plate, Sticker, tag_id
from pi_app.vision.look import Looker
from pi_app.vision.reader import Reader
from pi_app.vision.whole import is_whole
from tests.pi_app.vision.drawn import OWNED, REVEALED, look_at, picture


def plates(*slots: int) -> list[Sticker]:
    return [Plate(slot) for slot in slots]


def faces(*players: int) -> list[Sticker]:
    return [Face(player, 1) for player in players]


def backs(*players: int) -> list[Sticker]:
    return [Back(player) for player in players]


@pytest.mark.parametrize(
    ("whole", "seen"),
    [
        (False, []),
        (False, plates(1, 2, 3, 4)),
        (True, plates(1, 2, 3, 4) + faces(1, 2, 4)),
        (True, plates(1, 2, 3, 4) + backs(1, 2, 4)),
        (True, plates(1, 2, 3, 4) + backs(1, 2, 3, 4)),
        (False, plates(1, 2, 3, 4) + backs(1, 2)),
        (False, plates(1, 2, 3, 4) + faces(1, 2)),
        # A plate may be hidden: the second last one, the last one.
        (False, plates(1, 2, 4) + faces(1, 2, 4)),
        (False, plates(1, 2, 3) + faces(1, 2, 4)),
        (False, plates(2, 3, 4) + faces(1, 2, 4)),
        # Backs beside faces: some lie about, all are there, or one is missing.
        (True, plates(1, 2, 3, 4) + faces(1, 2, 4) + backs(3)),
        (True, plates(1, 2, 3, 4) + faces(1, 2, 4) + backs(1, 2, 3, 4)),
        (False, plates(1, 2, 3, 4) + faces(1, 2, 4) + backs(1, 2, 3)),
        # One lies face up too early.
        (False, plates(1, 2, 3, 4) + faces(1) + backs(2, 4)),
        # Five slots are five players' or three players'.
        (True, plates(1, 2, 3, 4, 5) + faces(1, 2, 3, 4)),
        (True, plates(1, 2, 3, 4, 5) + faces(1, 2)),
        (False, plates(1, 2, 3, 4, 5) + faces(1, 2, 3)),
        (False, plates(1, 2, 3, 4, 5) + faces(1)),
        (False, [Corner(1), *plates(1, 2), *faces(1, 2)]),
    ],
)
def test_a_table_is_whole_when_nobody_is_missing(whole: bool, seen: list[Sticker]) -> None:
    assert is_whole(tag_id(sticker) for sticker in seen) is whole


def with_a_shadowed_back() -> Grey:
    """A whole table of four players, and one back beside the cards with the edge of a shadow across it."""
    back = next(disc for disc in OWNED.discs if disc.number is None)
    grey = picture(replace(REVEALED, discs=(*REVEALED.discs, back)))
    (seen,) = [disc for disc in look_at(grey).discs if disc.tag is None]
    x, y = (round(at) for at in seen.centre_px)
    shadowed = grey.copy()
    shadowed[y - 60 : y + 60, x : x + 60] = (0.4 * grey[y - 60 : y + 60, x : x + 60]).astype(np.uint8)
    return shadowed


def test_what_a_quick_look_spares_itself_a_thorough_one_finds() -> None:
    frame = Frame(with_a_shadowed_back(), 0.0, 0)
    assert len(Looker().look(frame).discs) == 3
    assert len(Looker().look(frame, thorough=True).discs) == 4
    assert len(Reader().look(frame).discs) == 4


def test_nothing_rests_upon_a_quick_look_while_things_move() -> None:
    pushed = replace(
        REVEALED, discs=(replace(REVEALED.discs[0], x=REVEALED.discs[0].x + 40), *REVEALED.discs[1:])
    )
    reader = Reader()
    reader.look(Frame(picture(REVEALED), 0.0, 0))
    reader.look(Frame(picture(pushed), 0.1, 1))
    moving = reader.look(Frame(with_a_shadowed_back(), 0.2, 2))
    assert (len(moving.discs), moving.still_since) == (3, None)
    resting = reader.look(Frame(with_a_shadowed_back(), 0.3, 3))
    assert len(resting.discs) == 4
