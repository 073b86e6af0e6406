"""`rabbit-table kit`: what lies in the folder afterwards, and what is refused."""

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from hardware.stickers import (
    BY_TAG,
    Back,
    Corner,
    DialBase,
    DialRotor,
    Face,
    Plate,
    Sticker,
    plate_of_text,
    tag_id,
)
from pi_app.__main__ import main


def call(*words: str, config: Path = Path("/dev/null")) -> int:
    return main(["kit", *words, "--config", str(config)])


@pytest.fixture(scope="module", params=["tokens", "dials", "places"])
def folder(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp(request.param) / "new" / "kit"
    assert call("--players", "3", "--device", request.param, "--disc-mm", "26.5", "--out", str(out)) == 0
    return out


def manifest(folder: Path) -> Any:
    return json.loads((folder / "kit.json").read_text(encoding="utf-8"))


def test_the_manifest_says_what_the_kit_is(folder: Path) -> None:
    head = {key: value for key, value in manifest(folder).items() if key != "stickers"}
    device = folder.parent.parent.name.rstrip("0123456789")
    assert head == {"format": 1, "kit": 1, "device": device, "disc_mm": 26.5, "players": 3}


KEYS: dict[str, set[str]] = {
    "face": {"player", "number", "text"},
    "back": {"player"},
    "slot": {"slot", "text"},
    "corner": {"corner"},
    "dial_base": {"player"},
    "dial_rotor": {"player"},
}


def test_every_entry_has_the_keys_of_its_kind_and_no_others(folder: Path) -> None:
    common = {"file", "kind", "width_mm", "height_mm", "shape", "tag_id", "copies"}
    for entry in manifest(folder)["stickers"]:
        assert set(entry) == common | KEYS[entry["kind"]]


def test_every_entry_is_the_sticker_of_its_tag(folder: Path) -> None:
    entries = manifest(folder)["stickers"]
    assert len({entry["tag_id"] for entry in entries}) == len(entries)
    for entry in entries:
        sticker = BY_TAG[entry["tag_id"]]
        kind, text = entry["kind"], entry.get("text")
        match sticker:
            case Face(player, number):
                assert (kind, text) == ("face", f"{player:02d}{number:02d}")
                assert (entry["player"], entry["number"], entry["shape"]) == (player, number, "disc")
            case Back(player):
                assert (kind, entry["player"], entry["width_mm"], entry["shape"]) == (
                    "back",
                    player,
                    26.5,
                    "disc",
                )
            case Plate(slot):
                plate = plate_of_text(text)
                assert plate is not None
                assert (kind, plate.slot, plate.kit, entry["slot"]) == ("slot", slot, 1, slot)
                assert (entry["width_mm"], entry["height_mm"], entry["shape"]) == (88, 30, "rect")
            case Corner(corner):
                assert (kind, entry["corner"], entry["width_mm"], entry["shape"]) == (
                    "corner",
                    corner,
                    50,
                    "rect",
                )
            case DialBase(player):
                assert (kind, entry["player"], entry["width_mm"], entry["shape"]) == (
                    "dial_base",
                    player,
                    60,
                    "disc",
                )
            case DialRotor(player):
                assert (kind, entry["player"], entry["width_mm"], entry["shape"]) == (
                    "dial_rotor",
                    player,
                    30,
                    "disc",
                )


def test_every_picture_has_forty_pixels_a_millimetre_and_only_discs_are_cut_out(folder: Path) -> None:
    entries = manifest(folder)["stickers"]
    assert {entry["file"] for entry in entries} == {path.name for path in folder.glob("*.png")}
    for entry in entries:
        picture = cv2.imread(str(folder / entry["file"]), cv2.IMREAD_UNCHANGED)
        assert picture is not None
        assert picture.shape[:2] == (round(entry["height_mm"] * 40), round(entry["width_mm"] * 40))
        opaque = picture[..., 3] if picture.shape[2] == 4 else np.full(picture.shape[:2], 255)
        assert (opaque[0, 0] == 0) == (entry["shape"] == "disc")
        assert opaque[picture.shape[0] // 2, picture.shape[1] // 2] == 255


def test_a_device_has_the_stickers_that_it_votes_with(folder: Path) -> None:
    tags = [entry["tag_id"] for entry in manifest(folder)["stickers"]]
    device = manifest(folder)["device"]
    votes_with: dict[str, list[Sticker]] = {
        "tokens": [Face(p, n) for p in (1, 2, 3) for n in range(1, 6)],
        "dials": [*(DialBase(p) for p in (1, 2, 3)), *(DialRotor(p) for p in (1, 2, 3))],
        "places": [Face(p, p) for p in (1, 2, 3)],
    }
    rest: list[Sticker] = [
        *(Back(p) for p in (1, 2, 3)),
        *(Plate(s) for s in range(1, 6)),
        *(Corner(c) for c in range(1, 5)),
    ]
    assert sorted(tags) == sorted(tag_id(sticker) for sticker in [*votes_with[device], *rest])


def test_there_is_a_pdf(folder: Path) -> None:
    assert (folder / "sheets.pdf").read_bytes().startswith(b"%PDF-")


@pytest.mark.parametrize(
    "words",
    [
        ["--players", "13"],
        ["--players", "1"],
        ["--players", "-4"],
        ["--disc-mm", "10"],
        ["--disc-mm", "24.9"],
        ["--disc-mm", "40.1"],
        ["--disc-mm", "nan"],
        ["--disc-mm", "inf"],
        ["--kit", "100"],
        ["--kit", "0"],
        ["--kit", "-1"],
    ],
    ids=" ".join,
)
def test_a_kit_that_cannot_be_is_refused_in_one_sentence(
    words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "kit"
    assert call(*words, "--out", str(out)) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.endswith(".\n")
    assert said.err.count("\n") == 1
    assert not out.exists()


@pytest.mark.parametrize("beyond", ["", "below"])
def test_a_folder_that_cannot_be_written_is_named_in_one_sentence(
    beyond: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    blocker = tmp_path / "a file"
    blocker.write_text("mine")
    assert call("--players", "2", "--out", str(blocker / beyond)) == 2
    said = capsys.readouterr()
    assert "a file" in said.err
    assert said.err.count("\n") == 1
    assert blocker.read_text() == "mine"


def test_small_discs_are_warned_about_and_printed_all_the_same(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert call("--players", "2", "--device", "places", "--disc-mm", "25", "--out", str(tmp_path)) == 0
    said = capsys.readouterr()
    assert "28 mm" in said.err
    assert said.out.split() == [str(tmp_path / "sheets.pdf"), str(tmp_path / "kit.json")]


def test_the_settings_give_kit_number_and_disc_and_language_where_no_option_does(tmp_path: Path) -> None:
    config = tmp_path / "settings.toml"
    config.write_text('kit = 7\ndisc_mm = 28.5\nlanguage = "fa"\n')
    out = tmp_path / "kit"
    assert call("--players", "2", "--device", "places", "--out", str(out), config=config) == 0
    plates = [plate_of_text(e["text"]) for e in manifest(out)["stickers"] if e["kind"] == "slot"]
    assert {plate.kit for plate in plates if plate} == {7}
    assert (manifest(out)["kit"], manifest(out)["disc_mm"]) == (7, 28.5)


def test_writing_a_kit_twice_gives_the_same_files(tmp_path: Path) -> None:
    words = ["--players", "2", "--device", "places", "--out", str(tmp_path)]
    assert call(*words) == 0
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert call(*words) == 0
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before
