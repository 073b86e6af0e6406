"""One state of a simulated table as a value: what lies where, under which camera and light.

Millimetres, x right and y down as the players' camera sees it, origin in the middle of the table;
angles in degrees, clockwise in the picture. Values out of their limits are refused when read.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Annotated

import msgspec

from hardware.stickers import DEFAULT_KIT, DISC_MM

OneToTwelve = Annotated[int, msgspec.Meta(ge=1, le=12)]
Share = Annotated[float, msgspec.Meta(ge=0, le=1)]
Millimetres = Annotated[float, msgspec.Meta(gt=1, le=2000)]
Pixels = Annotated[int, msgspec.Meta(ge=16, le=8192)]


class Surface(StrEnum):
    """What the table is made of."""

    WOOD = "wood"
    FELT = "felt"
    PLAIN = "plain"
    TARTAN = "tartan"
    STRIPES = "stripes"
    CHECKER = "checker"


class Thing(StrEnum):
    """What else lies on tables."""

    BOARD = "board"
    DECK = "deck"
    PILE = "pile"
    PAPER = "paper"
    PENCIL = "pencil"
    MUG = "mug"
    LENS_BOARD = "lens board"


class Code(StrEnum):
    """Kinds of codes that are not of this kit."""

    QR = "qr"
    EAN13 = "ean13"
    CODE128 = "code128"
    RESERVED_TAG = "reserved tag"
    OTHER_TAG = "other tag"
    INVERTED_TAG = "inverted tag"


class Fault(StrEnum):
    """What a simulated camera can suffer from."""

    HANG = "hang"  # read never comes back
    CLOSE_HANGS = "close hangs"  # nor does close
    LOST = "lost"  # the cable was pulled
    STALE = "stale"  # frames were taken long before they were asked for
    BLACK = "black"
    MIRRORED = "mirrored"
    CRASH = "crash"  # the process that reads it dies


@dataclass(frozen=True, slots=True)
class PlatePlaced:
    """A slot plate (its centre) and the card above it; `card` seeds the card's picture, None: no card."""

    slot: OneToTwelve
    x: float
    y: float
    angle: float = 0.0
    card: int | None = 0
    kit: int = DEFAULT_KIT


@dataclass(frozen=True, slots=True)
class DiscPlaced:
    """A voting disc; `number` None: its back is up. `level`: how many discs it lies on.

    wear None: as worn as the scene's flaws say. curl: millimetres its sticker's edge stands up.
    """

    player: OneToTwelve
    number: OneToTwelve | None
    x: float
    y: float
    angle: float = 0.0
    level: int = 0
    wear: Share | None = None
    curl: float = 0.0


@dataclass(frozen=True, slots=True)
class CornerPlaced:
    """A corner mark, 1 top left to 4 bottom left."""

    corner: Annotated[int, msgspec.Meta(ge=1, le=4)]
    x: float
    y: float
    angle: float = 0.0


@dataclass(frozen=True, slots=True)
class DialPlaced:
    """A dial (its axis). `number` may lie between two numbers: a rotor not quite turned."""

    player: OneToTwelve
    number: float
    x: float
    y: float
    angle: float = 0.0


@dataclass(frozen=True, slots=True)
class Stranger:
    """A code that is none of ours. `text`: what it says, or the tag's number. `size_mm`: its width."""

    code: Code
    text: str
    x: float
    y: float
    angle: float = 0.0
    size_mm: Millimetres = 30.0


@dataclass(frozen=True, slots=True)
class Clutter:
    """A thing that is no sticker; `look` seeds its picture. A mug's `height_mm` is ignored."""

    thing: Thing
    x: float
    y: float
    angle: float = 0.0
    width_mm: Millimetres = 80.0
    height_mm: Millimetres = 120.0
    look: int = 0


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand: its longest fingertip at x, y, the arm coming in from `angle` (0: from the right).

    skin, sleeve: brightness of its surface. sway_mm: how far it moves from frame to frame.
    reach_mm: how much of the arm is bare before the sleeve begins.
    """

    x: float
    y: float
    angle: float
    skin: Share = 0.6
    sleeve: Share = 0.2
    reach_mm: float = 190.0
    sway_mm: float = 0.0


@dataclass(frozen=True, slots=True)
class Table:
    """The table top: what it is made of, how bright, its size; `grain` seeds its pattern."""

    surface: Surface = Surface.WOOD
    tone: Share = 0.45
    width_mm: float = 1200.0
    height_mm: float = 700.0
    grain: int = 0


@dataclass(frozen=True, slots=True)
class CameraPose:
    """Where the camera hangs and what its lens is like.

    tilt_deg: from straight down, the camera standing off towards `yaw_deg` (0: towards the picture's
    lower edge) and aiming at aim_x, aim_y on the table. turn_deg: about its own axis.
    view_deg: horizontal field of view (66: Camera Module 3; 102: its wide sister).
    k1, k2: radial distortion as OpenCV defines it.
    """

    width_px: Pixels = 2304
    height_px: Pixels = 1296
    height_mm: Annotated[float, msgspec.Meta(ge=100, le=5000)] = 800.0
    tilt_deg: Annotated[float, msgspec.Meta(ge=0, le=60)] = 0.0
    yaw_deg: float = 0.0
    turn_deg: float = 0.0
    aim_x: float = 0.0
    aim_y: float = 0.0
    view_deg: Annotated[float, msgspec.Meta(ge=10, le=130)] = 66.0
    k1: float = 0.0
    k2: float = 0.0


@dataclass(frozen=True, slots=True)
class Glare:
    """A lamp mirrored in a glossy surface; at strength 1 its middle is white."""

    x: float
    y: float
    radius_mm: float = 40.0
    strength: Share = 0.8


@dataclass(frozen=True, slots=True)
class Light:
    """brightness 1: white paper is nearly white. gradient: the loss from one side to the other.

    from_deg: where the light comes from (0: from the right). warmth: 0 daylight, 1 a bulb.
    bands: depth of the stripes that mains flicker leaves. softness_mm: width of a shadow's edge.
    """

    brightness: Annotated[float, msgspec.Meta(ge=0, le=2)] = 1.0
    gradient: Share = 0.15
    from_deg: float = 230.0
    warmth: Share = 0.3
    bands: Share = 0.0
    softness_mm: float = 4.0
    glare: tuple[Glare, ...] = ()


@dataclass(frozen=True, slots=True)
class Flaws:
    """What lens, sensor, motion and use do. Blur and motion in pixels, noise in grey levels."""

    blur_px: Annotated[float, msgspec.Meta(ge=0, le=30)] = 0.6
    motion_px: Annotated[float, msgspec.Meta(ge=0, le=200)] = 0.0
    motion_deg: float = 0.0
    noise: Annotated[float, msgspec.Meta(ge=0, le=80)] = 2.0
    wear: Share = 0.0


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything. Discs are laid in order: a later one lies over an earlier one."""

    plates: tuple[PlatePlaced, ...] = ()
    discs: tuple[DiscPlaced, ...] = ()
    disc_mm: Annotated[float, msgspec.Meta(ge=10, le=80)] = DISC_MM
    corners: tuple[CornerPlaced, ...] = ()
    dials: tuple[DialPlaced, ...] = ()
    strangers: tuple[Stranger, ...] = ()
    clutter: tuple[Clutter, ...] = ()
    hands: tuple[Hand, ...] = ()
    table: Table = field(default_factory=Table)
    camera: CameraPose = field(default_factory=CameraPose)
    light: Light = field(default_factory=Light)
    flaws: Flaws = field(default_factory=Flaws)
    faults: tuple[Fault, ...] = ()
    seed: int = 0
