"""The guides say what the program does: pictures, figures, commands, links."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from staged import DEPLOY

from calibration.check import LEAST_PX_PER_MODULE
from calibration.optics import MODULES, Mounted, table
from hardware.guide.wiring import HEADER, ground_pin, header_pin, parts, wiring
from pi_app.__main__ import main
from pi_app.command_line import COMMANDS
from pi_app.commands import guides
from pi_app.doctor.checks import CHECKS
from pi_app.settings import Pins

GUIDES = sorted(DEPLOY.glob("*.md"))
SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("name", guides.drawings(Pins()))
def test_each_picture_is_what_the_program_draws(name: str) -> None:
    assert (DEPLOY / "pictures" / name).read_text(encoding="utf-8") == guides.drawings(Pins())[name]


def test_the_figures_of_the_mounting_guide_are_computed() -> None:
    assert table() in (DEPLOY / "mounting.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("guide", GUIDES, ids=lambda path: path.name)
def test_every_link_of_a_guide_leads_somewhere(guide: Path) -> None:
    links = re.findall(r"\]\(([^)#]+)\)", guide.read_text(encoding="utf-8"))
    assert [link for link in links if "://" not in link and not (guide.parent / link).exists()] == []


@pytest.mark.parametrize("guide", GUIDES, ids=lambda path: path.name)
def test_every_command_that_a_guide_names_exists(guide: Path) -> None:
    text = guide.read_text(encoding="utf-8")
    named = set(re.findall(r"`(?:sudo )?rabbit-table ([\w-]+)", text)) | set(
        re.findall(r"^rabbit-table ([\w-]+)", text, re.MULTILINE)
    )
    assert named <= set(COMMANDS)
    for checks in re.findall(r"`rabbit-table doctor ([\w ]+)`", text):
        assert set(checks.split()) <= set(CHECKS)


def test_all_guides_are_there() -> None:
    assert {"install", "mounting", "light", "wiring", "printing", "hotspot", "backup"} <= {
        guide.stem for guide in GUIDES
    }


@pytest.mark.parametrize(
    ("module", "height_cm", "field", "px_per_mm"),
    [
        ("Camera Module 3", 60, (779, 449), 5.8),
        ("Camera Module 3 Wide", 80, (1976, 1059), 2.3),
        ("HQ Camera with 6 mm lens", 100, (1048, 786), 3.9),
        ("Camera Module 2", 120, (1448, 1089), 2.3),
    ],
)
def test_fields_of_view(module: str, height_cm: float, field: tuple[int, int], px_per_mm: float) -> None:
    """Worked out by hand from the data sheets: 2 h tan(angle / 2)."""
    mounted = Mounted(next(each for each in MODULES if each.name == module), height_cm * 10)
    assert tuple(round(mm) for mm in mounted.field_mm) == field
    assert mounted.px_per_mm == pytest.approx(px_per_mm, abs=0.05)


def test_what_is_recommended_can_be_read_with_room_to_spare() -> None:
    bold = re.findall(r"\*\*([\d.]+)\*\*", table())
    bracketed = re.findall(r"\(([\d.]+)\) \|", table())
    assert bold
    assert min(map(float, bold)) >= 2 * LEAST_PX_PER_MODULE
    assert bracketed
    assert max(map(float, bracketed)) <= LEAST_PX_PER_MODULE


@pytest.mark.parametrize(
    ("gpio", "pin"), [(2, 3), (3, 5), (17, 11), (27, 13), (22, 15), (18, 12), (26, 37), (21, 40)]
)
def test_gpios_are_at_the_pins_of_the_header(gpio: int, pin: int) -> None:
    assert header_pin(gpio) == pin


def test_the_header_has_forty_pins_with_eight_grounds() -> None:
    assert len(HEADER) == 40
    grounds = [number for number, name in enumerate(HEADER, 1) if name == "GND"]
    assert grounds == [6, 9, 14, 20, 25, 30, 34, 39]
    assert sorted(int(name) for name in HEADER if name.isdigit()) == list(range(28))


@pytest.mark.parametrize("left", [True, False])
@pytest.mark.parametrize("above", range(1, 41))
def test_a_ground_pin_is_a_ground_on_its_side(left: bool, above: int) -> None:
    pin = ground_pin(left, above)
    assert HEADER[pin - 1] == "GND"
    assert (pin % 2 == 1) == left


@pytest.mark.parametrize("pins", [(17, 27, 22), (18, 5, 25), (3, -1, -1), (21, 26, 20), (-1, -1, -1)])
def test_the_wiring_names_every_pin_that_is_wired(pins: tuple[int, int, int]) -> None:
    said = [node.text or "" for node in ElementTree.fromstring(wiring(*pins)).iter(f"{SVG}text")]
    for gpio in pins:
        if gpio >= 0:
            assert f"GPIO {gpio}, pin {header_pin(gpio)}" in said
    assert len([words for words in said if words.startswith("GPIO")]) == len(parts(*pins))


def test_the_wiring_guide_names_the_default_pins() -> None:
    text = (DEPLOY / "wiring.md").read_text(encoding="utf-8")
    for gpio in (Pins().next, Pins().undo, Pins().lamp):
        assert re.search(rf"\| {gpio} \| {header_pin(gpio)}\b", text)


def test_the_pictures_are_drawn_with_the_pins_of_the_settings(tmp_path: Path) -> None:
    config = tmp_path / "settings.toml"
    config.write_text("[pins]\nnext = 5\n")
    assert main(["guides", "--out", str(tmp_path / "new" / "g"), "--config", str(config)]) == 0
    assert "GPIO 5, pin 29" in (tmp_path / "new" / "g" / "wiring.svg").read_text(encoding="utf-8")


def test_a_folder_that_cannot_be_written_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["guides", "--out", "/proc/no/g"]) == 2
    assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["--cm", "65", "75", "--disc-mm", "30"], 0),
        (["--cm", "5"], 2),
        (["--disc-mm", "60"], 2),
        (["--cm", "nan"], 2),
    ],
)
def test_heights_of_ones_own(words: list[str], code: int, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["heights", *words]) == code
    said = capsys.readouterr()
    assert ("| 65 cm |" in said.out) == (code == 0)
    assert bool(said.err) == (code == 2)
