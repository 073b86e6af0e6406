"""The lamp behind the Pi's display, as files of the system."""

from pathlib import Path

import pytest

from hardware.pi.backlight import PiBacklight


@pytest.fixture
def lamp(tmp_path: Path) -> Path:
    """A display at 200 of 255."""
    folder = tmp_path / "10-0045"
    folder.mkdir()
    (folder / "brightness").write_text("200\n")
    return folder / "brightness"


def test_a_share_of_what_a_person_had_set(lamp: Path, tmp_path: Path) -> None:
    backlight = PiBacklight(tmp_path)
    assert backlight.show(0.5)
    assert lamp.read_text() == "100"
    assert backlight.show(0.1)
    assert lamp.read_text() == "20"
    assert backlight.show(1.0)
    assert lamp.read_text() == "200"


def test_it_is_never_quite_off(lamp: Path, tmp_path: Path) -> None:
    PiBacklight(tmp_path).show(0.0)
    assert lamp.read_text() == "1"


def test_full_light_changes_nothing_that_was_not_dimmed(lamp: Path, tmp_path: Path) -> None:
    assert PiBacklight(tmp_path).show(1.0)
    assert lamp.read_text() == "200\n"


@pytest.mark.parametrize(("found", "then"), [("20", "153"), ("1", "153"), ("120", "120")])
def test_a_lamp_left_dim_by_a_power_cut_is_made_readable(
    lamp: Path, tmp_path: Path, found: str, then: str
) -> None:
    lamp.with_name("max_brightness").write_text("255\n")
    lamp.write_text(found)
    backlight = PiBacklight(tmp_path)
    backlight.show(1.0)
    assert lamp.read_text() == then


@pytest.mark.parametrize("damage", ["no number", None])
def test_a_lamp_that_cannot_be_set_says_so(lamp: Path, tmp_path: Path, damage: str | None) -> None:
    if damage is None:
        lamp.unlink()
        lamp.mkdir()
    else:
        lamp.write_text(damage)
    assert not PiBacklight(tmp_path).show(0.5)


def test_a_display_without_a_lamp_says_so(tmp_path: Path) -> None:
    assert not PiBacklight(tmp_path / "none").show(0.5)
