"""One tag of a dial that was read -> the other one, found by trying every turn round the axis.

A rotor of 30 mm covers the edge of its base's tag by a millimetre, so that tag often has no whole square
to be found by; but where it must lie, and how large it is, the other tag says.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.ports import Grey
from hardware.stickers import (
    DIAL_BASE_TAG_CENTRE_MM,
    DIAL_TAG_MM,
    DICTIONARY_ID,
    MOST,
    TAG_MODULES,
    DialBase,
    DialRotor,
    tag_id,
)

Floats = NDArray[np.float64]

SQUARE = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]]) * DIAL_TAG_MM
AXIS = -np.array(DIAL_BASE_TAG_CENTRE_MM)
"""From the middle of the base's tag, in the base's own frame."""
LEAST_LIKE, LEAST_LIKE_OTHER, LEAST_MARGIN = 0.62, 0.75, 0.12
"""How alike picture and print must be (1: the same): where both tags are of one player, and where not; and
how much less any other player's print is.
"""
_COARSE = np.radians(np.arange(0.0, 360.0, 1.5))
_STRETCHES = (0.98, 1.02, 1.06)
"""White bleeds into black: a tag looks smaller than it is, and so does all that it measures."""
_FINE = np.radians(np.arange(-1.5, 1.51, 0.25))
_SWING = np.radians(np.arange(-12.0, 12.1, 1.0))
"""How a tag may be turned about its own middle, against where it lies round the axis."""
_MOST_SWING = math.radians(10)
_STRAIGHT = np.zeros(1)
_SUBSAMPLES = ((-0.25, -0.25), (0.25, -0.25), (-0.25, 0.25), (0.25, 0.25))
"""Of a module, from its middle."""
_ROUGHLY = ((0.0, 0.0),)


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """A tag of a dial: a point p of its own frame (mm, upright, origin in its middle) lies at
    `middle + matrix @ p` of the picture.
    """

    player: int
    middle: Floats
    matrix: Floats

    @property
    def corners(self) -> Floats:
        return np.asarray(self.middle + SQUARE @ self.matrix.T, np.float64)

    def stretched(self, by: float) -> Part:
        return replace(self, matrix=self.matrix * by)

    def mm(self, points_px: Floats) -> Floats:
        return np.asarray(np.linalg.solve(self.matrix, (points_px - self.middle).T).T, np.float64)


def base_of(grey: Grey, rotor: Part) -> Part | None:
    """The base round the axis of a rotor, or None when none is like any."""
    return _Search(grey, rotor, DialBase, np.zeros(2), -AXIS).best()


def rotor_of(grey: Grey, base: Part) -> Part | None:
    """The rotor on a base's axis, or None when none is like any."""
    return _Search(grey, base, DialRotor, AXIS, np.zeros(2)).best()


@dataclass(frozen=True, slots=True, eq=False)
class _Search:
    """For a tag of this kind. axis: in the frame of the known part. arm: from there to the tag's middle, in
    the tag's own frame.
    """

    grey: Grey
    known: Part
    kind: type[DialBase | DialRotor]
    axis: Floats
    arm: Floats

    def best(self) -> Part | None:
        tries = [replace(self, known=self.known.stretched(by)) for by in _STRETCHES]
        likes = np.stack([each._like(_COARSE, _STRAIGHT, _ROUGHLY) for each in tries])
        stretch, at, player = np.unravel_index(int(likes.argmax()), likes.shape)
        least = LEAST_LIKE if int(player) + 1 == self.known.player else LEAST_LIKE_OTHER
        others = float(np.delete(likes, int(player), axis=2).max())
        return tries[int(stretch)]._near(float(_COARSE[at]), int(player), max(least, others + LEAST_MARGIN))

    def _near(self, turn: float, player: int, least: float) -> Part | None:
        """This player's tag near this turn, if it is at least so alike."""
        turns = turn + _FINE
        likes = self._like(turns, _STRAIGHT)[:, player]
        if likes.max() < least:
            return None
        turn = float(turns[int(likes.argmax())])
        # About its own middle a tag turns by what the axis says; measured anew, it is a second witness.
        swing = float(_SWING[int(self._like(np.array([turn]), _SWING)[:, player].argmax())])
        if abs(swing) > _MOST_SWING:
            return None
        middle = self.known.middle + self.known.matrix @ (self.axis + _turning(turn) @ self.arm)
        return Part(player + 1, middle, self.known.matrix @ _turning(turn + swing))

    def _like(
        self, turns: Floats, swings: Floats, samples: Sequence[tuple[float, float]] = _SUBSAMPLES
    ) -> Floats:
        """How alike each turn and swing is to each player's print: shape (turns * swings, MOST), -1 to 1."""
        prints, weights = _prints(self.kind is DialBase)
        steps = (np.arange(TAG_MODULES) + 0.5) / TAG_MODULES - 0.5
        cells = np.stack(np.meshgrid(steps, steps), axis=-1).reshape(-1, 2) * DIAL_TAG_MM
        shape = (len(turns) * len(swings), len(cells))
        values = np.zeros(shape)
        for within in samples:
            inner = (cells + np.array(within) * DIAL_TAG_MM / TAG_MODULES) @ _spun(swings)
            places = (inner.reshape(-1, 2) + self.arm) @ _spun(turns)
            at = (places.reshape(-1, 2) + self.axis) @ self.known.matrix.T + self.known.middle
            x, y = (at[:, k].reshape(shape).astype(np.float32) for k in (0, 1))
            values += cv2.remap(self.grey, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        values -= (values * weights).sum(axis=1, keepdims=True) / weights.sum()
        length = np.sqrt((values**2 * weights).sum(axis=1, keepdims=True))
        return np.asarray((values * weights) @ prints.T / np.maximum(length, 1e-6), np.float64)


def _spun(angles: Floats) -> Floats:
    """For rows of points: shape (angles, 2, 2)."""
    return np.stack([_turning(float(angle)).T for angle in angles])


def _turning(angle: float) -> Floats:
    """Clockwise, y down."""
    return np.array([[math.cos(angle), -math.sin(angle)], [math.sin(angle), math.cos(angle)]])


@cache
def _prints(of_base: bool) -> tuple[Floats, Floats]:
    """Every player's print, shape (MOST, 64), of unit length; and what counts: not what the rotor covers."""
    dictionary = cv2.aruco.getPredefinedDictionary(DICTIONARY_ID)
    counts = np.ones((TAG_MODULES, TAG_MODULES))
    if of_base:
        counts[:, -1] = 0.0
    weights = counts.ravel()
    drawn = [
        cv2.aruco.generateImageMarker(
            dictionary, tag_id(DialBase(player) if of_base else DialRotor(player)), TAG_MODULES
        ).ravel()
        / 255.0
        for player in range(1, MOST + 1)
    ]
    prints = np.array(drawn)
    prints = prints - (prints * weights).sum(axis=1, keepdims=True) / weights.sum()
    return prints / np.sqrt((prints**2 * weights).sum(axis=1, keepdims=True)), weights
