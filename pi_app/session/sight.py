"""How the camera sees the table, as frozen values for its own screen; never there during the vote."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from hardware.ports import Button
from hardware.stickers import Sticker
from pi_app.game.pieces import SlotNumber
from pi_app.vision.seen import Crop, Point, Source


@dataclass(frozen=True, slots=True)
class Preview:
    """A small grey picture of the whole table and what was found in it; never there during voting.

    read: stickers and by which of their codes, where that tells no vote.
    """

    picture: Crop
    outlines: tuple[tuple[Point, ...], ...]  # in pixels of `picture`
    read: frozenset[tuple[Sticker, Source]] = frozenset()


@dataclass(frozen=True, slots=True)
class FlawShown:
    """What keeps the picture from being read, and what helps, in one text for people.

    at: where, in shares of the picture's width and height; None: everywhere, or it is not to be said.
    """

    code: str
    text: str
    at: Point | None = None


@dataclass(frozen=True, slots=True)
class Seeing:
    """sharpness, light: 0..1. px_per_module: how large the codes are, None: none was read.

    plates, discs: numbers of the slot plates and disc sets that are read; strays: codes that are not ours.
    plates_at: each plate's middle in the preview, in shares of its width and height.
    flaws: what is wrong with the picture, the gravest first.
    """

    preview: Preview | None
    sharpness: float
    light: float
    px_per_module: float | None
    mirrored: bool
    plates: tuple[int, ...]
    discs: tuple[int, ...]
    strays: int
    plates_at: Mapping[SlotNumber, Point] = field(default_factory=dict)
    flaws: tuple[FlawShown, ...] = ()


class Sight(Protocol):
    """The camera's and the buttons' part of `views.Table`."""

    def look_closer(self, on: bool) -> None:
        """Ask the camera for its picture, or no longer; during the vote there is none."""

    def seeing(self) -> Seeing | None:
        """How well the table is seen, while somebody looks closer."""

    def listen(self, overhear: Callable[[Button], None] | None) -> None:
        """Physical presses go to `overhear` and do nothing else; None: they play again."""
