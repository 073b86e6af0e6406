"""A drawn disc that was not read -> what kept it from being read, told from the scene and the picture."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from hardware.ports import Grey
from hardware.simulated.scene import Scene
from hardware.simulated.truth import StickerTruth
from pi_app.vision.find import CELLS, OUTSIDE, RIM, sample_cells

WHOLE = 0.995
DROWNED_AT, DROWNED = 245, 0.1
VEILED, GRAINY, BLURRED, CURLED, WORN = 1.35, 5.0, 0.3, 1.0, 0.5


@dataclass(frozen=True)
class Missed:
    """One disc: its truth, how it lay, and the light of its tag as the picture shows it."""

    scene: Scene
    truth: StickerTruth
    rim: np.ndarray
    white: np.ndarray

    @property
    def curl(self) -> float:
        x, y = self.truth.mm
        return max(d.curl for d in self.scene.discs if abs(d.x - x) + abs(d.y - y) < 1e-6)

    @property
    def contrast(self) -> float:
        return float(np.median(self.white) - np.median(self.rim))


LIMITS: tuple[tuple[str, Callable[[Missed], bool]], ...] = (
    ("covered in part", lambda m: m.truth.whole < WHOLE),
    ("drowned in glare", lambda m: float((m.rim >= DROWNED_AT).mean()) > DROWNED),
    ("veiled by glare", lambda m: float(np.median(m.white)) < VEILED * float(np.median(m.rim))),
    ("too dark for its grain", lambda m: m.contrast < GRAINY * m.scene.flaws.noise),
    (
        "blurred or moved",
        lambda m: m.scene.flaws.blur_px + m.scene.flaws.motion_px / 2 > BLURRED * m.truth.px_per_module,
    ),
    ("curled", lambda m: m.curl > CURLED),
    ("worn", lambda m: m.scene.flaws.wear > WORN),
)
UNEXPLAINED = "nothing of these"


def limit_of(scene: Scene, grey: Grey, truth: StickerTruth) -> str:
    """The first of LIMITS that holds."""
    cells = sample_cells(grey, np.array([truth.corners_px], np.float32), CELLS)[0]
    missed = Missed(scene, truth, cells[RIM], cells[OUTSIDE])
    return next((name for name, holds in LIMITS if holds(missed)), UNEXPLAINED)
