"""A cue in, a short sound out, as the bytes of a wav file. All made here, from sines that die away."""

from __future__ import annotations

import wave
from collections.abc import Mapping
from io import BytesIO

import numpy as np
from numpy.typing import NDArray

from pi_app.sound.cues import Cue

RATE = 22_050
LOUDEST, SOFT = 0.6, 0.22
_SOFT = frozenset({Cue.FIELD})
"""What is heard many times in a row."""
_FADE_S = 0.008
_REST_S = 0.05
_OVERTONES = ((1.0, 1.0, 1.0), (2.0, 0.35, 0.6), (4.0, 0.18, 0.3))
"""Of a struck piece of wood: multiple of the pitch, strength, and how long it lasts."""
Note = tuple[float, float, float, float]
"""Begins at (s), rings for (s), pitch in half tones above middle C, pitch where it ends."""

_TUNES: Mapping[Cue, tuple[Note, ...]] = {
    Cue.HOP: ((0.0, 0.16, 4, 12),),
    Cue.FIELD: ((0.0, 0.1, -3, 4),),
    Cue.REVEAL: ((0.0, 0.12, 7, 7), (0.09, 0.12, 9, 9), (0.18, 0.12, 11, 11), (0.27, 0.4, 12, 12)),
    Cue.POINTS: ((0.0, 0.2, 7, 7), (0.12, 0.2, 12, 12), (0.24, 0.45, 16, 16)),
    Cue.ALL_FOUND: ((0.0, 0.2, 16, 16), (0.13, 0.2, 14, 14), (0.26, 0.2, 16, 16), (0.39, 0.5, 12, 12)),
    Cue.NOBODY: ((0.0, 0.3, 7, 7), (0.22, 0.3, 3, 3), (0.44, 0.6, 0, -1)),
    Cue.WIN: (
        *((0.0, 0.25, 0, 0), (0.14, 0.25, 4, 4), (0.28, 0.25, 7, 7), (0.42, 0.35, 12, 12)),
        *((0.66, 0.2, 7, 7), (0.8, 0.9, 12, 12), (0.8, 0.9, 16, 16), (0.8, 0.9, 19, 19)),
    ),
    Cue.PROBLEM: ((0.0, 0.18, -5, -5), (0.2, 0.28, -7, -7)),
}


def wav_of(cue: Cue) -> bytes:
    """A whole wav file: one channel, 16 bits, `RATE` samples a second, at most two seconds."""
    samples = np.round(tune(cue) * 32_767).astype("<i2")
    out = BytesIO()
    with wave.open(out, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(samples.tobytes())
    return out.getvalue()


def tune(cue: Cue) -> NDArray[np.float64]:
    """Samples from -1 to 1; it begins and ends in silence, so that nothing clicks."""
    notes = _TUNES[cue]
    length = round((max(begin + ring for begin, ring, _, _ in notes) + _REST_S) * RATE)
    mixed = np.zeros(length)
    for begin, ring, low, high in notes:
        sound = _struck(ring, low, high)
        at = round(begin * RATE)
        mixed[at : at + len(sound)] += sound
    loudest = SOFT if cue in _SOFT else LOUDEST
    return np.asarray(mixed * (loudest / np.abs(mixed).max()))


def _struck(ring: float, low: float, high: float) -> NDArray[np.float64]:
    time = np.arange(round(ring * RATE)) / RATE
    pitch = 261.63 * 2 ** (np.linspace(low, high, len(time)) / 12)
    turn = 2 * np.pi * np.cumsum(pitch) / RATE
    parts = (
        much * np.sin(turn * times) * np.exp(-5 * time / (ring * lasts)) for times, much, lasts in _OVERTONES
    )
    sound = np.sum(list(parts), axis=0)
    edge = np.minimum(time, time[::-1]) / _FADE_S
    return np.asarray(sound * np.minimum(edge, 1.0))
