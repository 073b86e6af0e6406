"""Something that moves or reaches in is waited for; light and noise are not."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from hardware.ports import Frame, Grey
from hardware.simulated.scene import Hand, Scene
from pi_app.vision.find import pyramid
from pi_app.vision.hands import CALM_S, THING_S, Hands
from pi_app.vision.reader import Reader
from tests.pi_app.vision.drawn import REVEALED, TABLE, picture

ALONE = picture(REVEALED)


def small(grey: Grey) -> Grey:
    return pyramid(grey).levels[-1]


def reaching(x: float) -> Scene:
    """An arm from the left edge to `x`."""
    return replace(REVEALED, hands=(Hand(x, 0, 180, reach_mm=400),))


def test_the_first_picture_is_not_waited_for() -> None:
    assert not Hands().see(small(ALONE), 0.0)


def test_noise_and_other_light_are_not_waited_for() -> None:
    rng, hands = np.random.default_rng(5), Hands()
    rows = np.arange(ALONE.shape[0])[:, None]
    for k in range(8):
        light = (0.8 + 0.05 * k) * (1 + 0.12 * np.sin(rows / 90 + k))
        grey = np.clip(ALONE * light + rng.normal(0, 4, ALONE.shape), 0, 255).astype(np.uint8)
        assert not hands.see(small(grey), 0.1 * k)


@pytest.mark.parametrize("at", [0.1, 2.0, 6.0])
def test_a_resting_arm_is_waited_for_until_it_is_gone(at: float) -> None:
    hands = Hands()
    hands.see(small(ALONE), 0.0)
    arm = small(picture(reaching(-40)))
    assert hands.see(arm, 0.05)
    assert hands.see(arm, 0.05 + at)
    assert hands.see(small(ALONE), 0.1 + at)
    assert not hands.see(small(ALONE), 0.2 + at + CALM_S)


def test_what_lies_over_the_edge_for_long_is_no_hand() -> None:
    hands = Hands()
    hands.see(small(ALONE), 0.0)
    arm = small(picture(reaching(-40)))
    assert [hands.see(arm, at) for at in (0.1, 4.0, 0.2 + THING_S)] == [True, True, False]


def test_a_disc_that_was_laid_is_waited_for_only_a_moment() -> None:
    hands = Hands()
    hands.see(small(picture(TABLE)), 0.0)
    assert hands.see(small(ALONE), 0.1)
    assert not hands.see(small(ALONE), 0.2 + CALM_S)


def test_another_size_of_picture_begins_anew() -> None:
    hands = Hands()
    hands.see(small(ALONE), 0.0)
    assert not hands.see(np.full((90, 120), 50, np.uint8), 0.1)


def test_a_reading_is_held_while_an_arm_is_in_view_and_counts_from_when_it_is_gone() -> None:
    reader = Reader()
    shown = [(0.0, REVEALED), (0.2, reaching(-40)), (0.9, reaching(-40)), (1.5, REVEALED), (2.0, REVEALED)]
    readings = [reader.look(Frame(picture(scene), at, 0)) for at, scene in shown]
    assert [reading.waiting for reading in readings] == [False, True, True, True, False]
    assert [reading.still_since is None for reading in readings] == [False, True, True, True, False]
    assert readings[-1].still_since == 1.5
