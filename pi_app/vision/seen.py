"""The values that pass between the stages of vision. All frozen, all small, all picklable.

find -> Patch; decode -> Sighting; locate -> Look; steady -> Reading.
Pixels: x right, y down, the centre of the top left pixel is (0, 0). Millimetres: the table's frame,
x right, y down, its origin at the first slot plate seen (or corner 1).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from hardware.stickers import Face, Sticker
from pi_app.vision.turn import Turn

Point = tuple[float, float]
Corners = tuple[Point, Point, Point, Point]
"""Top left, top right, bottom right, bottom left of the upright tag's black square."""


class Source(StrEnum):
    """The kind of print that was read: two kinds that agree are two witnesses."""

    TAG = "tag"
    RING = "ring"
    QR = "qr"


class Side(StrEnum):
    """Which side of a disc is up."""

    FACE = "face"
    BACK = "back"


@dataclass(frozen=True, slots=True)
class Patch:
    """A square of the full picture that is worth decoding.

    quad: about where the corners of the dark square in it are, in any order of turn, clockwise.
    """

    x: int
    y: int
    side: int
    quad: Corners | None = None


@dataclass(frozen=True, slots=True)
class Sighting:
    """One print, decoded once. `corners_px` is None for a ring (its tag has the place)."""

    sticker: Sticker
    source: Source
    centre_px: Point
    corners_px: Corners | None
    px_per_module: float
    kit: int | None = None


@dataclass(frozen=True, slots=True)
class Ignored:
    """Something that looks like a code but is none of ours."""

    what: str
    reason: str
    centre_px: Point


class Flaw(StrEnum):
    """What keeps a picture from being read."""

    MIRRORED = "MIRRORED"
    TOO_DARK = "TOO_DARK"
    OUT_OF_FOCUS = "OUT_OF_FOCUS"
    CODES_TOO_SMALL = "CODES_TOO_SMALL"
    GLARE = "GLARE"
    CORNERS_HIDDEN = "CORNERS_HIDDEN"
    CAMERA_MOVED = "CAMERA_MOVED"
    OTHER_LENS = "OTHER_LENS"
    LENS_MISFIT = "LENS_MISFIT"
    PLATE_TWICE = "PLATE_TWICE"
    OTHER_KIT = "OTHER_KIT"
    FOREIGN_STICKERS = "FOREIGN_STICKERS"
    NOTHING_SEEN = "NOTHING_SEEN"


@dataclass(frozen=True, slots=True)
class FlawSeen:
    """One flaw. at_px: where in the picture; None: everywhere. detail: a figure or name for the sentence."""

    flaw: Flaw
    at_px: Point | None = None
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Crop:
    """A small grey picture of the very spot: rows of `width` bytes, top first."""

    width: int
    height: int
    pixels: bytes


@dataclass(frozen=True, slots=True)
class SlotSeen:
    """A slot plate on the table. `looks`: in how many looks it was seen."""

    slot: int
    centre_px: Point
    centre_mm: Point | None
    sources: frozenset[Source]
    looks: int = 1


@dataclass(frozen=True, slots=True)
class DiscSeen:
    """A voting disc on the table.

    tag, ring: what each witness on the face says; None when it was not read. Both None for a back.
    slot: the slot whose card or plate the disc lies on; None beside all cards or without a map.
    two_places: seen at two spots at once (two discs of the same print, which no kit has).
    fleeting: so far one look alone has seen it, by its tag alone: a single frame is never sure.
    """

    player: int
    side: Side
    tag: Face | None
    ring: Face | None
    slot: int | None
    centre_px: Point
    centre_mm: Point | None
    looks: int = 1
    crop: Crop | None = None
    two_places: bool = False
    fleeting: bool = False

    @property
    def number(self) -> int | None:
        """The number both witnesses say, or the only one; None where they differ, or for a back."""
        numbers = {face.number for face in (self.tag, self.ring) if face is not None}
        return numbers.pop() if len(numbers) == 1 else None

    @property
    def sources(self) -> frozenset[Source]:
        if self.side is Side.BACK:
            return frozenset({Source.TAG})
        said = {Source.TAG: self.tag, Source.RING: self.ring}
        return frozenset(source for source, face in said.items() if face is not None)


@dataclass(frozen=True, slots=True)
class DialSeen:
    """A voting dial, its face up. turn: None where one of its two tags was not read.

    rotor: whose rotor turns on it, where that is not the player's.
    """

    player: int
    turn: Turn | None
    centre_px: Point
    centre_mm: Point | None = None
    rotor: int | None = None
    looks: int = 1
    crop: Crop | None = None


@dataclass(frozen=True, slots=True)
class Picture:
    """How good the picture is. Sharpness and light run from 0 to 1. flaws: the gravest first."""

    size: tuple[int, int]
    px_per_module: float | None
    sharpness: float
    light: float
    mirrored: bool
    flaws: tuple[FlawSeen, ...] = ()


@dataclass(frozen=True, slots=True)
class Look:
    """All that one frame shows."""

    taken_at: float
    slots: tuple[SlotSeen, ...]
    discs: tuple[DiscSeen, ...]
    ignored: tuple[Ignored, ...]
    picture: Picture
    dials: tuple[DialSeen, ...] = ()


@dataclass(frozen=True, slots=True)
class Reading:
    """What the last looks agree on, and since when nothing has moved (`still_since`, None: moving).

    waiting: a hand is in view or something moves, so nothing is kept of this reading.
    """

    taken_at: float
    looks: int
    still_since: float | None
    slots: tuple[SlotSeen, ...]
    discs: tuple[DiscSeen, ...]
    ignored: tuple[Ignored, ...]
    picture: Picture
    dials: tuple[DialSeen, ...] = ()
    waiting: bool = False

    @property
    def players(self) -> frozenset[int]:
        """The sets of which a disc or a dial is on the table."""
        return frozenset(seen.player for seen in self.discs) | {dial.player for dial in self.dials}
