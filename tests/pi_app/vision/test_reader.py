"""Watching a table: a still one is not looked at again and again, a changed one at once."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from hardware.ports import Frame, Grey
from hardware.simulated.scene import Flaws, Hand
from pi_app.vision.reader import LOOK_AGAIN_S, Reader
from tests.pi_app.vision.drawn import OWNED, REVEALED, VOTES, picture

STILL = picture(REVEALED)


def frame(grey: Grey, at: float) -> Frame:
    return Frame(grey, at, 0)


def test_the_same_picture_is_one_look_however_often_it_comes() -> None:
    reader = Reader()
    readings = [reader.look(frame(STILL, 0.1 * k)) for k in range(5)]
    assert [reading.looks for reading in readings] == [1] * 5
    assert [reading.still_since for reading in readings] == [0.0] * 5
    assert readings[-1].taken_at == pytest.approx(0.4)
    assert {d.player: d.number for d in readings[-1].discs} == VOTES


def test_noise_alone_is_no_change() -> None:
    rng = np.random.default_rng(3)
    reader = Reader()
    reader.look(frame(STILL, 0.0))
    noisy = np.clip(STILL + rng.normal(0, 5, STILL.shape), 0, 255).astype(np.uint8)
    assert reader.look(frame(noisy, 0.1)).looks == 1


def test_a_still_table_is_looked_at_again_after_a_while() -> None:
    reader = Reader()
    reader.look(frame(STILL, 0.0))
    assert reader.look(frame(STILL, LOOK_AGAIN_S)).looks == 2


@pytest.mark.parametrize(
    "scene",
    [
        OWNED,
        replace(REVEALED, discs=REVEALED.discs[1:]),
        replace(REVEALED, hands=(Hand(60, 60, 45),)),
        replace(REVEALED, discs=(replace(REVEALED.discs[0], x=REVEALED.discs[0].x + 8), *REVEALED.discs[1:])),
    ],
    ids=["discs come", "a disc goes", "a hand", "a push"],
)
def test_whatever_changes_is_looked_at_at_once(scene) -> None:
    reader = Reader()
    first = reader.look(frame(STILL, 0.0))
    second = reader.look(frame(picture(scene), 0.05))
    assert second.discs != first.discs or second.looks == 2


def test_another_size_of_picture_is_a_change() -> None:
    reader = Reader()
    reader.look(frame(STILL, 0.0))
    assert reader.look(frame(np.full((300, 400), 90, np.uint8), 0.05)).picture.size == (400, 300)


def test_after_a_reset_the_very_same_picture_is_looked_at_anew() -> None:
    reader = Reader()
    reader.look(frame(STILL, 0.0))
    reader.reset()
    reading = reader.look(frame(STILL, 0.1))
    assert (reading.looks, reading.still_since) == (1, 0.1)


def test_a_darker_picture_of_the_same_table_still_reads() -> None:
    reader = Reader()
    reader.look(frame(STILL, 0.0))
    soft = picture(replace(REVEALED, flaws=Flaws(blur_px=1.0)))
    reading = reader.look(frame((soft * 0.6).astype(np.uint8), 0.1))
    assert {d.player: d.number for d in reading.discs} == VOTES
