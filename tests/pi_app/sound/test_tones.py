"""Each cue is a real wav file: short, without clicks, never too loud, and unlike the others."""

from __future__ import annotations

import wave
from io import BytesIO

import numpy as np
import pytest

from pi_app.sound.cues import Cue
from pi_app.sound.tones import LOUDEST, RATE, SOFT, wav_of


def samples(cue: Cue) -> np.ndarray:
    with wave.open(BytesIO(wav_of(cue)), "rb") as file:
        assert (file.getnchannels(), file.getsampwidth(), file.getframerate()) == (1, 2, RATE)
        return np.frombuffer(file.readframes(file.getnframes()), "<i2") / 32_767


@pytest.mark.parametrize("cue", Cue)
def test_a_sound_is_short_and_can_be_heard(cue: Cue) -> None:
    heard = samples(cue)
    assert 0.1 <= len(heard) / RATE <= 2.0
    loudest = SOFT if cue is Cue.FIELD else LOUDEST
    assert np.abs(heard).max() == pytest.approx(loudest, abs=0.01)


@pytest.mark.parametrize("cue", Cue)
def test_a_sound_begins_and_ends_in_silence(cue: Cue) -> None:
    heard = samples(cue)
    assert np.abs(heard[:3]).max() < 0.02
    assert np.abs(heard[-100:]).max() < 0.001


def test_every_cue_sounds_different() -> None:
    assert len({wav_of(cue) for cue in Cue}) == len(Cue)
