"""Dressed tables: all in view, the same again, alive from look to look."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from hardware.simulated.draw import draw
from hardware.simulated.layout import lay_table, owners_scene, reveal_scene
from hardware.simulated.scene import Scene
from hardware.simulated.tiers import Tier, dressed, without_stickers
from hardware.simulated.truth import truth

PLAYERS = list(range(1, 7))
TABLE = owners_scene(
    reveal_scene(lay_table(6, seed=2, size_px=(1152, 648)), PLAYERS, {p: [p % 6 + 1] for p in PLAYERS[1:]}),
    {p: p for p in PLAYERS},
)
EVENINGS = range(25)


@pytest.mark.parametrize("tier", Tier)
def test_every_sticker_of_a_dressed_table_is_in_the_picture(tier: Tier) -> None:
    for evening in EVENINGS:
        scene = replace(dressed(TABLE, tier, evening), hands=())
        assert all(sticker.visible == 1.0 for sticker in truth(scene))


@pytest.mark.parametrize("tier", Tier)
def test_plates_and_discs_stay_where_they_lie(tier: Tier) -> None:
    scene = dressed(TABLE, tier, 3)
    assert scene.plates == TABLE.plates
    assert [replace(disc, curl=0.0) for disc in scene.discs] == list(TABLE.discs)


@pytest.mark.parametrize("tier", Tier)
def test_the_same_evening_and_look_give_the_same_scene(tier: Tier) -> None:
    assert dressed(TABLE, tier, 5, 2) == dressed(TABLE, tier, 5, 2)


def test_from_look_to_look_hands_and_glare_move_and_the_table_stays() -> None:
    first, second = (dressed(TABLE, Tier.EXTREME, 1, look) for look in (0, 1))
    assert first.hands != second.hands
    assert first.light.glare != second.light.glare
    assert (first.camera, first.table, first.clutter) == (second.camera, second.table, second.clutter)
    assert not np.array_equal(draw(first), draw(second))


def test_each_tier_is_harder_than_the_one_before() -> None:
    def mean(tier: Tier, of: str) -> float:
        return float(np.mean([getattr(dressed(TABLE, tier, evening).flaws, of) for evening in EVENINGS]))

    for flaw in ("blur_px", "noise", "wear"):
        values = [mean(tier, flaw) for tier in Tier]
        assert values == sorted(values)
        assert values[0] < values[-1]


@pytest.mark.parametrize("seed", range(6))
def test_a_table_of_strangers_has_none_of_our_stickers_and_can_be_drawn(seed: int) -> None:
    scene = without_stickers(seed, (640, 360))
    assert truth(scene) == ()
    assert scene.strangers
    assert scene == without_stickers(seed, (640, 360))
    assert draw(scene).shape == (360, 640)


def test_an_empty_table_can_be_dressed_too() -> None:
    assert draw(dressed(Scene(camera=TABLE.camera), Tier.HARD, 0)).shape == (648, 1152)
