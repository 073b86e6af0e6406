"""The benchmark of accuracy: its intervals, what it counts, and that a tier's limits are named."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from hardware.simulated.draw import draw
from hardware.simulated.scene import Flaws, Glare, Light, Scene
from hardware.simulated.truth import truth
from hardware.stickers import Face
from tests.benchmarks.accuracy import at_most, between, measured, table
from tests.benchmarks.limits import limit_of
from tests.benchmarks.reading import drawn_round


@pytest.mark.parametrize(
    ("right", "of", "low", "high"), [(99, 100, 94.55, 99.82), (0, 0, 0, 100), (50, 50, 92.87, 100)]
)
def test_intervals_are_those_of_wilson(right: int, of: int, low: float, high: float) -> None:
    assert between(right, of) == pytest.approx((low, high), abs=0.01)


def test_none_wrong_of_thirty_thousand_is_at_most_one_in_ten_thousand() -> None:
    assert at_most(0, 30_000) == pytest.approx(0.00999, abs=0.0001)
    assert at_most(3, 30_000) > 0.01


def test_a_typical_round_is_counted_and_nothing_in_it_is_wrong() -> None:
    tally = measured(("typical", 740_000, 1640, True))
    counts = tally.counts
    assert counts["discs"] >= counts["tag"] >= counts["both"] > 0
    assert counts["votes"] == counts["living_votes"] > 0
    assert (counts["wrong"], counts["false"], tally.notes) == (0, 0, [])
    assert "votes proposed after 5 living looks" in table({"typical": tally})


def bare() -> Scene:
    """A plain table of unworn discs that lie flat."""
    scene = drawn_round(740_001, (1640, 922)).bare
    return replace(scene, discs=tuple(replace(disc, curl=0.0) for disc in scene.discs))


@pytest.mark.parametrize(
    ("changes", "limit"),
    [
        ({"light": Light(brightness=0.05)}, "too dark for its grain"),
        ({"flaws": Flaws(blur_px=1.3, noise=1.0)}, "blurred or moved"),
        ({"flaws": Flaws(wear=0.9, blur_px=0.5)}, "worn"),
        ({"light": Light(glare=(Glare(0, 0, 900, 1.0),))}, "drowned in glare"),
    ],
    ids=["dark", "blurred", "worn", "glare"],
)
def test_what_kept_a_disc_from_being_read_is_named(changes: dict, limit: str) -> None:
    scene = replace(bare(), **changes)
    if limit == "too dark for its grain":
        scene = replace(scene, flaws=Flaws(noise=6.0))
    faces = [sticker for sticker in truth(scene) if isinstance(sticker.sticker, Face)]
    grey = np.asarray(draw(scene), np.uint8)
    assert limit in {limit_of(scene, grey, sticker) for sticker in faces if sticker.whole > 0.995}


def test_a_disc_under_another_is_covered_in_part() -> None:
    scene = bare()
    under = next(disc for disc in scene.discs if disc.number is not None)
    scene = replace(scene, discs=(*scene.discs, replace(under, x=under.x + 20, level=1)))
    seen = next(s for s in truth(scene) if s.sticker == Face(under.player, under.number or 0))
    assert seen.whole < 0.9
    assert limit_of(scene, draw(scene), seen) == "covered in part"
