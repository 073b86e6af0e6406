"""Exposure: held in step with the mains, and measured again when the light has changed."""

import numpy as np
import pytest

from hardware.pi.exposure import CHANGED_FOR, Exposure, HeldLight, locked_controls, without_flicker

ALL_CONTROLS = {
    "AeEnable": (False, True, None),
    "AwbEnable": (False, True, None),
    "ExposureTime": (1, 10**8, 20000),
    "AnalogueGain": (1.0, 16.0, 1.0),
    "ColourGains": (0.0, 32.0, None),
}


@pytest.mark.parametrize(
    ("chosen", "mains_hz", "fixed"),
    [
        (Exposure(33_000, 2.0), 50, Exposure(10_000, 6.6)),
        (Exposure(10_000, 1.0), 50, Exposure(10_000, 1.0)),
        (Exposure(33_000, 2.0), 60, Exposure(8_333, 7.92)),
        (Exposure(4_000, 1.5), 50, Exposure(6_000, 1.0)),
        (Exposure(60_000, 4.0), 50, Exposure(20_000, 12.0)),
        (Exposure(100_000, 16.0), 50, Exposure(30_000, 16.0)),
    ],
    ids=str,
)
def test_exposure_is_held_in_whole_half_waves_of_the_mains(
    chosen: Exposure, mains_hz: int, fixed: Exposure
) -> None:
    held = without_flicker(chosen, mains_hz, most_gain=16.0)
    assert held.time_us == fixed.time_us
    assert held.gain == pytest.approx(fixed.gain, rel=1e-3)


def test_only_controls_that_the_camera_has_are_set() -> None:
    metadata = {"ExposureTime": 20_000, "AnalogueGain": 1.0, "ColourGains": (1.0, 2.0)}
    assert set(locked_controls(metadata, {"AwbEnable": (False, True, None)}, 50)) == {"AwbEnable"}
    assert locked_controls({}, ALL_CONTROLS, 50) == {}


def test_light_is_measured_then_held_and_measured_again_when_it_has_changed_for_a_while() -> None:
    light = HeldLight(mains_hz=50, warm_up=1.5)
    metadata = {"ExposureTime": 20_000, "AnalogueGain": 1.0}
    told: list[tuple[float, set[str]]] = []

    def evening(start: float, end: float, level: float) -> None:
        for now in np.arange(start, end, 0.5):
            if controls := light.after(level, metadata, ALL_CONTROLS, float(now)):
                told.append((float(now), {name for name, value in controls.items() if value is not False}))

    evening(0, 10, 100)
    evening(10, 12, 40)  # a hand: too short to matter
    evening(12, 20, 100)
    evening(20, 30, 40)  # somebody has put out a lamp
    held, measuring = {"ExposureTime", "AnalogueGain"}, {"AeEnable", "AwbEnable"}
    assert told == [(1.5, held), (20 + CHANGED_FOR, measuring), (20 + CHANGED_FOR + 1.5, held)]


def test_what_is_held_is_there_from_the_start_of_a_reopened_camera() -> None:
    light = HeldLight(mains_hz=50, warm_up=0.0)
    assert light.begin() == {}
    held = light.after(100, {"ExposureTime": 20_000, "AnalogueGain": 1.0}, ALL_CONTROLS, 0.0)
    assert held["ExposureTime"] == 10_000
    assert light.begin() == held
    assert light.after(100, {}, ALL_CONTROLS, 50.0) == {}
    assert light.after(30, {}, ALL_CONTROLS, 51.0) == {}
    assert set(light.after(30, {}, ALL_CONTROLS, 51.0 + CHANGED_FOR)) == {"AeEnable", "AwbEnable"}
    assert light.begin() == {}
