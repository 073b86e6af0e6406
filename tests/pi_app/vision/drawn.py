"""Small drawn tables for the tests of vision, and the looks at them."""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np

from hardware.ports import Frame, Grey
from hardware.simulated.draw import draw
from hardware.simulated.layout import lay_table, owners_scene, reveal_scene
from hardware.simulated.scene import Scene
from hardware.stickers import DICTIONARY_ID
from pi_app.vision.look import Looker
from pi_app.vision.seen import Look

VOTES = {1: 2, 2: 3, 4: 1}
OWNERS = {1: 1, 2: 2, 3: 3, 4: 4}
TABLE = lay_table(4, seed=11, size_px=(1640, 922))
REVEALED = reveal_scene(TABLE, (1, 2, 3, 4), {player: [slot] for player, slot in VOTES.items()})
OWNED = owners_scene(REVEALED, OWNERS)


@lru_cache(maxsize=16)
def picture(scene: Scene) -> Grey:
    return draw(scene)


def look_at(grey: Grey, at: float = 0.0, **looker: object) -> Look:
    return Looker(**looker).look(Frame(grey, at, 0))  # type: ignore[arg-type]


@lru_cache(maxsize=16)
def look(scene: Scene) -> Look:
    return look_at(picture(scene))


def tag_picture(number: int, side: int = 64, dictionary: int = DICTIONARY_ID) -> Grey:
    """One tag with a white margin on grey."""
    drawn = cv2.aruco.generateImageMarker(cv2.aruco.getPredefinedDictionary(dictionary), number, side)
    white = cv2.copyMakeBorder(drawn, 16, 16, 16, 16, cv2.BORDER_CONSTANT, value=(235,))
    around = cv2.copyMakeBorder(white, 200, 200, 200, 200, cv2.BORDER_CONSTANT, value=(120,))
    return np.asarray(cv2.GaussianBlur(around, (0, 0), 0.7), np.uint8)
