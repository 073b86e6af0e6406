"""Dresses a table for a tier of difficulty: surface, camera, light, flaws, hands, what else lies there.

`evening` fixes what stays for a match; `look` what lives (hands, glare). Same arguments, same scene.
"""

from __future__ import annotations

import math
import random
from dataclasses import dataclass, replace
from enum import StrEnum

import numpy as np

from hardware.simulated.scene import (
    CameraPose,
    Clutter,
    Code,
    Flaws,
    Glare,
    Hand,
    Light,
    Scene,
    Stranger,
    Surface,
    Table,
    Thing,
)
from hardware.simulated.view import View
from hardware.stickers import CARD_MM, PLATE_MM

Span = tuple[float, float]
_REFERENCE_PX = 3264
"""Blur and motion are given for pictures of this width and grow with them."""
_HIGHER = 1.03


class Tier(StrEnum):
    """How hard a table is to read."""

    EASY = "easy"
    TYPICAL = "typical"
    HARD = "hard"
    EXTREME = "extreme"


@dataclass(frozen=True, slots=True)
class _Dress:
    """What a tier draws from; spans are from least to most."""

    tilt: Span
    wide: float
    brightness: Span
    gradient: Span
    warmth: Span
    bands: Span
    glare: tuple[int, int]
    glare_strength: Span
    blur: Span
    motion: Span
    noise: Span
    wear: Span
    curled: float
    hands: tuple[int, int]
    things: tuple[int, int]


_DRESSES: dict[Tier, _Dress] = {
    Tier.EASY: _Dress(
        tilt=(0, 4), wide=0, brightness=(0.85, 1.05), gradient=(0, 0.2), warmth=(0, 0.3), bands=(0, 0),
        glare=(0, 0), glare_strength=(0, 0), blur=(0.5, 0.7), motion=(0, 0), noise=(0.8, 1.6),
        wear=(0, 0.05), curled=0, hands=(0, 0), things=(0, 1),
    ),
    Tier.TYPICAL: _Dress(
        tilt=(0, 10), wide=0, brightness=(0.7, 1.1), gradient=(0.1, 0.45), warmth=(0.1, 0.8),
        bands=(0, 0.06), glare=(0, 1), glare_strength=(0.15, 0.45), blur=(0.6, 0.9), motion=(0, 0.6),
        noise=(1.4, 3), wear=(0.05, 0.35), curled=0.05, hands=(0, 1), things=(1, 3),
    ),
    Tier.HARD: _Dress(
        tilt=(5, 18), wide=0.3, brightness=(0.45, 1.15), gradient=(0.2, 0.6), warmth=(0.3, 1), bands=(0, 0.2),
        glare=(0, 2), glare_strength=(0.4, 0.8), blur=(0.8, 1.25), motion=(0, 1.6), noise=(2.5, 5),
        wear=(0.25, 0.7), curled=0.25, hands=(0, 2), things=(1, 4),
    ),
    Tier.EXTREME: _Dress(
        tilt=(10, 25), wide=0.5, brightness=(0.3, 1.25), gradient=(0.3, 0.75), warmth=(0.3, 1),
        bands=(0, 0.4), glare=(1, 3), glare_strength=(0.6, 1), blur=(1.1, 1.8), motion=(0, 3.2), noise=(4, 9),
        wear=(0.5, 1), curled=0.5, hands=(1, 2), things=(2, 5),
    ),
}  # fmt: skip


def dressed(scene: Scene, tier: Tier, evening: int, look: int = 0) -> Scene:
    """`scene` on a table of this tier; plates and discs stay where they lie, and all are in view."""
    dress = _DRESSES[tier]
    stays = random.Random(f"evening {tier} {evening}")  # noqa: S311 - a table, no secret
    lives = random.Random(f"look {tier} {evening} {look}")  # noqa: S311
    table = Table(stays.choice(list(Surface)), stays.uniform(0.25, 0.55), grain=evening % 2)
    light = Light(
        brightness=stays.uniform(*dress.brightness),
        gradient=stays.uniform(*dress.gradient),
        from_deg=stays.uniform(0, 360),
        warmth=round(stays.uniform(*dress.warmth), 1),
        bands=stays.uniform(*dress.bands),
        softness_mm=stays.uniform(1, 8),
        glare=tuple(_glare(scene, dress, lives) for _ in range(lives.randint(*dress.glare))),
    )
    scale = scene.camera.width_px / _REFERENCE_PX
    flaws = Flaws(
        blur_px=stays.uniform(*dress.blur) * scale,
        motion_px=lives.uniform(*dress.motion) * scale,
        motion_deg=lives.uniform(0, 180),
        noise=stays.uniform(*dress.noise),
        wear=round(stays.uniform(*dress.wear), 2),
    )
    discs = tuple(
        replace(disc, curl=stays.uniform(0.5, 3) if stays.random() < dress.curled else 0.0)
        for disc in scene.discs
    )
    camera = seeing_all(replace(scene, discs=discs, camera=_camera(scene.camera, dress, stays)))
    things = tuple(_thing(scene, stays) for _ in range(stays.randint(*dress.things)))
    return replace(
        scene,
        discs=discs,
        table=table,
        light=light,
        flaws=flaws,
        camera=camera,
        clutter=scene.clutter + things,
        hands=tuple(_hand(scene, lives) for _ in range(lives.randint(*dress.hands))),
    )


def seeing_all(scene: Scene) -> CameraPose:
    """The scene's camera, raised until every plate, card and disc is in the picture."""
    pose = scene.camera
    reach = math.hypot(CARD_MM[0] / 2, CARD_MM[1] + PLATE_MM[1])
    spots = [(plate.x, plate.y - CARD_MM[1] / 2, reach * 0.62) for plate in scene.plates]
    spots += [(disc.x, disc.y, scene.disc_mm / 2 + 2) for disc in scene.discs]
    if not spots:
        return pose
    x = np.array([x + side * reach for x, _, reach in spots for side in (-1, 1) for _ in (0, 1)])
    y = np.array([y + side * reach for _, y, reach in spots for _ in (0, 1) for side in (-1, 1)])
    while pose.height_mm < 4000:
        at = View(pose).project(x, y)
        if at.min() > 0 and (at < (pose.width_px - 1, pose.height_px - 1)).all():
            break
        pose = replace(pose, height_mm=pose.height_mm * _HIGHER)
    return pose


def without_stickers(seed: int, size_px: tuple[int, int] = (2304, 1296)) -> Scene:
    """A table with cards, clutter and foreign codes, and nothing of ours on it."""
    rng = random.Random(f"strangers {seed}")  # noqa: S311
    camera = CameraPose(*size_px, height_mm=rng.uniform(600, 1000), tilt_deg=rng.uniform(0, 20))
    bare = Scene(camera=camera, seed=seed)
    texts = {
        Code.QR: lambda: f"https://example.org/{rng.getrandbits(40)}",
        Code.EAN13: lambda: f"{rng.randrange(10**12):012d}",
        Code.CODE128: lambda: f"{rng.randrange(10**6):06d}",
        Code.RESERVED_TAG: lambda: str(rng.choice([168, 169, *range(198, 250)])),
        Code.OTHER_TAG: lambda: str(rng.randrange(50)),
        Code.INVERTED_TAG: lambda: str(rng.randrange(198)),
    }
    codes = [rng.choice(list(Code)) for _ in range(rng.randint(2, 8))]
    strangers = tuple(
        Stranger(code, texts[code](), *_anywhere(rng, 260, 160), rng.uniform(0, 360), rng.uniform(15, 45))
        for code in codes
    )
    full = replace(bare, strangers=strangers, clutter=tuple(_thing(bare, rng) for _ in range(6)))
    return replace(dressed(full, rng.choice(list(Tier)), seed), camera=camera)


def _camera(pose: CameraPose, dress: _Dress, rng: random.Random) -> CameraPose:
    wide = rng.random() < dress.wide
    return replace(
        pose,
        tilt_deg=rng.uniform(*dress.tilt),
        yaw_deg=rng.uniform(-60, 60),
        turn_deg=rng.uniform(-4, 4),
        view_deg=80.0 if wide else pose.view_deg,
        k1=rng.uniform(-0.09, -0.04) if wide else rng.uniform(-0.02, 0.01),
    )


def _glare(scene: Scene, dress: _Dress, rng: random.Random) -> Glare:
    """Over the cards, where it hurts."""
    x, y = _near_a_plate(scene, rng)
    return Glare(x, y, rng.uniform(15, 60), rng.uniform(*dress.glare_strength))


def _hand(scene: Scene, rng: random.Random) -> Hand:
    """Somebody reaches for a card from the nearest side."""
    x, y = _near_a_plate(scene, rng)
    angle = math.degrees(math.atan2(y, x)) + rng.uniform(-35, 35)
    back = rng.uniform(0, 120)
    turn = math.radians(angle)
    x, y = x + back * math.cos(turn), y + back * math.sin(turn)
    tones = rng.uniform(0.25, 0.85), rng.uniform(0.08, 0.8)
    return Hand(x, y, angle, *tones, reach_mm=rng.uniform(140, 260), sway_mm=rng.uniform(0, 4))


def _thing(scene: Scene, rng: random.Random) -> Clutter:
    """Something beside the cards."""
    thing = rng.choice((Thing.PILE, Thing.PAPER, Thing.PENCIL, Thing.MUG, Thing.DECK))
    size = {Thing.PAPER: (105, 148), Thing.PENCIL: (8, 170), Thing.MUG: (85, 85)}.get(thing, CARD_MM)
    edge = max((abs(plate.x) for plate in scene.plates), default=60.0) + 140
    x, y = rng.choice((-1, 1)) * rng.uniform(edge, edge + 120), rng.uniform(-200, 200)
    turn, (width_mm, height_mm) = rng.uniform(0, 360), size
    return Clutter(thing, x, y, turn, width_mm, height_mm, rng.randrange(5))


def _near_a_plate(scene: Scene, rng: random.Random) -> tuple[float, float]:
    if not scene.plates:
        return _anywhere(rng, 200, 120)
    plate = rng.choice(scene.plates)
    return plate.x + rng.uniform(-60, 60), plate.y + rng.uniform(-130, 30)


def _anywhere(rng: random.Random, wide: float, high: float) -> tuple[float, float]:
    return rng.uniform(-wide, wide), rng.uniform(-high, high)
