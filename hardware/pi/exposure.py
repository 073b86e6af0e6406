"""The light in each frame goes in; controls come out that hold exposure still, without flicker bands.

Held exposure keeps the codes alike from look to look; it is measured anew when the light has changed.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

LONGEST_PERIODS = 3
"""In a dim room noise is worse than the blur of hands: a vote lies still. Two or three periods then."""

SAME_LIGHT = (0.7, 1.4)
"""Hands and cards change the mean brightness by less than this."""
CHANGED_FOR = 3.0
"""Seconds."""


@dataclass(frozen=True, slots=True)
class Exposure:
    """time_us: microseconds; gain: analogue, 1 or more."""

    time_us: int
    gain: float


def without_flicker(chosen: Exposure, mains_hz: int, most_gain: float) -> Exposure:
    """The same brightness with whole half-waves of the mains, where the light allows it.

    One half-wave (10 ms at 50 Hz) while the gain can make up for it, more in dim rooms, less only in
    light so bright that the shortest half-wave would be too much.
    """
    half_wave_us = 1_000_000 / (2 * mains_hz)
    light = chosen.time_us * chosen.gain
    if light < half_wave_us:
        return Exposure(max(1, round(light)), 1.0)
    periods = min(LONGEST_PERIODS, max(1, math.ceil(light / (half_wave_us * most_gain))))
    return Exposure(round(periods * half_wave_us), min(most_gain, light / (periods * half_wave_us)))


def locked_controls(
    metadata: Mapping[str, object], advertised: Mapping[str, object], mains_hz: int
) -> dict[str, object]:
    """Controls that hold exposure and white balance as measured; only those this camera has."""
    wanted: dict[str, object] = {}
    time_us, gain = metadata.get("ExposureTime"), metadata.get("AnalogueGain")
    if isinstance(time_us, int) and isinstance(gain, int | float) and time_us > 0 and gain > 0:
        fixed = without_flicker(Exposure(time_us, float(gain)), mains_hz, _most(advertised, "AnalogueGain"))
        wanted |= {"AeEnable": False, "ExposureTime": fixed.time_us, "AnalogueGain": fixed.gain}
    colours = metadata.get("ColourGains")
    if colours is not None:
        wanted |= {"AwbEnable": False, "ColourGains": colours}
    return {name: value for name, value in wanted.items() if name in advertised}


def _most(advertised: Mapping[str, object], name: str) -> float:
    """The largest value of a control; picamera2 lists (smallest, largest, default)."""
    limits = advertised.get(name)
    if isinstance(limits, tuple | list) and len(limits) > 1 and isinstance(limits[1], int | float):
        return max(1.0, float(limits[1]))
    return 8.0


class HeldLight:
    """Measures for a moment, holds, and measures again once the light has been different for a while."""

    def __init__(self, mains_hz: int, warm_up: float) -> None:
        """mains_hz: 50 or 60. warm_up: seconds until the camera's own choice can be trusted."""
        self._mains_hz = mains_hz
        self._warm_up = warm_up
        self._measuring_since: float | None = None
        self._held: dict[str, object] | None = None
        self._level: float | None = None
        self._changed_since: float | None = None

    def begin(self) -> dict[str, object]:
        """A camera starts (again): the controls to start it with, none until something is held."""
        self._measuring_since = self._changed_since = None
        return dict(self._held or {})

    def after(
        self, level: float, metadata: Mapping[str, object], advertised: Mapping[str, object], now: float
    ) -> dict[str, object]:
        """Controls to set after a frame of mean brightness `level` (0..255) at `now`; mostly none."""
        if self._held is None:
            return self._measure(metadata, advertised, now)
        if self._level is None:
            self._level = max(level, 1.0)
        if SAME_LIGHT[0] <= level / self._level <= SAME_LIGHT[1]:
            self._changed_since = None
            return {}
        if self._changed_since is None:
            self._changed_since = now
        if now - self._changed_since < CHANGED_FOR:
            return {}
        self._held, self._measuring_since = None, now
        measure = {"AeEnable": True, "AwbEnable": True}
        return {name: value for name, value in measure.items() if name in advertised}

    def _measure(
        self, metadata: Mapping[str, object], advertised: Mapping[str, object], now: float
    ) -> dict[str, object]:
        if self._measuring_since is None:
            self._measuring_since = now
        if now - self._measuring_since < self._warm_up:
            return {}
        self._level, self._changed_since = None, None
        self._held = locked_controls(metadata, advertised, self._mains_hz)
        return dict(self._held)
