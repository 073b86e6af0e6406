"""`rabbit-table read` as outside programs see it: what goes in, what comes out, and the exit code."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.lens import Lens
from calibration.store import Calibration, save
from hardware.simulated.layout import lay_table, reveal_scene
from hardware.simulated.scene import Code, Stranger
from pi_app.__main__ import main
from tests.pi_app.vision.drawn import REVEALED, TABLE, picture

PHOTOS = Path(__file__).parents[2] / "photos"
REVEAL = PHOTOS / "typical_s202_reveal.jpg"
OWNERS = PHOTOS / "typical_s203_owners.jpg"
VOTING = PHOTOS / "typical_s204_voting.jpg"
IN_FRONT = PHOTOS / "typical_s204_reveal.jpg"
URL = "https://example.com/menu"
TABLE_WITH_A_STRANGER = replace(REVEALED, strangers=(Stranger(Code.QR, URL, 200, 120, 15, 36),))


def read(capsys: pytest.CaptureFixture[str], *args: object) -> tuple[int, dict, str]:
    code = main(["read", *(str(arg) for arg in args)])
    out, err = capsys.readouterr()
    return code, json.loads(out) if out else {}, err


def truth(picture: Path) -> dict:
    return json.loads(picture.with_suffix(".truth.json").read_text(encoding="utf-8"))


def test_the_answer_has_the_fields_of_the_contract(capsys: pytest.CaptureFixture[str]) -> None:
    code, answer, err = read(capsys, "--phase", "reveal", "--players", 6, "--storyteller", 6, REVEAL)
    assert (code, err) == (0, "")
    assert list(answer) == [
        "format", "looks", "size", "slots", "discs", "voted", "votes", "owners",
        "problems", "ignored", "picture",
    ]  # fmt: skip
    assert (answer["format"], answer["looks"], answer["size"]) == (1, 1, [3264, 1836])
    assert set(answer["slots"][0]) == {"slot", "centre_px", "centre_mm", "sources", "looks"}
    assert set(answer["discs"][0]) == {
        "player", "side", "number", "slot", "centre_px", "centre_mm", "sources", "looks",
    }  # fmt: skip
    assert answer["votes"]["1"] == {
        "slots": [5],
        "sure": True,
        "witnesses": {"tag": [5], "ring": [5], "place": [5]},
    }
    assert set(answer["picture"]) == {
        "px_per_module", "sharpness", "light", "mirrored", "flaws", "lens", "map_error_mm",
    }  # fmt: skip
    assert answer["picture"]["lens"] == {"measured": False, "camera": None, "refused": None}
    assert 0 < answer["picture"]["map_error_mm"] < 0.5
    assert (answer["owners"], answer["problems"]) == ({}, [])


@pytest.mark.parametrize("named", [True, False])
def test_votes_are_those_of_the_truth(capsys: pytest.CaptureFixture[str], named: bool) -> None:
    options = ("--players", 6, "--storyteller", 6) if named else ()
    _, answer, _ = read(capsys, "--phase", "reveal", *options, REVEAL)
    assert {p: vote["slots"] for p, vote in answer["votes"].items()} == {
        player: [slot] for player, slot in truth(REVEAL)["votes"].items()
    }
    assert answer["voted"] == truth(REVEAL)["voted"]


@pytest.mark.parametrize("named", [True, False])
def test_owners_are_those_of_the_truth(capsys: pytest.CaptureFixture[str], named: bool) -> None:
    options = ("--players", 3, "--storyteller", 3) if named else ()
    code, answer, _ = read(capsys, "--phase", "owners", *options, OWNERS)
    assert code == 0
    assert {slot: owner["player"] for slot, owner in answer["owners"].items()} == truth(OWNERS)["owners"]
    assert all(owner["sure"] for owner in answer["owners"].values())


def test_during_voting_no_number_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    """Faces lie there, as at the reveal: even then nothing may tell a vote."""
    code, answer, _ = read(capsys, "--phase", "voting", "--players", 6, "--storyteller", 6, REVEAL)
    assert code == 3
    assert (answer["votes"], answer["owners"]) == ({}, {})
    assert {(disc["number"], disc["slot"]) for disc in answer["discs"]} == {(None, None)}
    placed = [disc["player"] for disc in answer["discs"] if disc["centre_px"] or disc["centre_mm"]]
    _, revealed, _ = read(capsys, "--phase", "reveal", "--players", 6, "--storyteller", 6, REVEAL)
    assert placed == [disc["player"] for disc in revealed["discs"] if disc["slot"] is None]
    assert {problem["code"] for problem in answer["problems"]} == {"FACE_UP_EARLY"}
    assert answer["voted"] == [1, 2, 3, 4, 5]


def test_who_has_voted_is_seen_from_the_backs(capsys: pytest.CaptureFixture[str]) -> None:
    _, answer, _ = read(capsys, "--phase", "voting", "--players", 5, "--storyteller", 2, VOTING)
    assert all(disc["centre_px"] and disc["centre_mm"] and disc["slot"] is None for disc in answer["discs"])
    assert answer["voted"] == truth(VOTING)["voted"]


def test_a_vote_under_a_hand_is_missing_and_named(capsys: pytest.CaptureFixture[str]) -> None:
    code, answer, _ = read(capsys, "--phase", "reveal", "--players", 5, "--storyteller", 2, IN_FRONT)
    assert code == 3
    assert [(p["code"], p.get("player")) for p in answer["problems"]] == [("MISSING_VOTE", 4)]
    right = {player: [slot] for player, slot in truth(IN_FRONT)["votes"].items() if player != "4"}
    assert {p: vote["slots"] for p, vote in answer["votes"].items()} == right


def test_a_folder_is_read_in_name_order_as_looks_at_one_table(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    for name in ("b.jpg", "a.jpg"):
        shutil.copy(REVEAL, tmp_path / name)
    (tmp_path / "notes.txt").write_text("no picture")
    code, answer, _ = read(capsys, "--phase", "reveal", tmp_path)
    assert (code, answer["looks"]) == (0, 2)
    assert {disc["looks"] for disc in answer["discs"]} == {2}


def test_without_a_phase_everything_that_is_seen_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    _, answer, _ = read(capsys, OWNERS)
    assert {p: vote["slots"][0] for p, vote in answer["votes"].items()} == truth(OWNERS)["votes"]
    assert {s: owner["player"] for s, owner in answer["owners"].items()} == truth(OWNERS)["owners"]


def test_a_mirrored_picture_gives_no_vote_and_says_so(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    picture = cv2.imread(str(REVEAL), cv2.IMREAD_GRAYSCALE)
    cv2.imwrite(str(tmp_path / "m.jpg"), picture[:, ::-1])
    code, answer, _ = read(capsys, "--phase", "reveal", tmp_path / "m.jpg")
    assert (code, answer["votes"], answer["discs"], answer["slots"]) == (3, {}, [], [])
    assert answer["picture"]["mirrored"]
    assert answer["problems"][0]["code"] == "MIRRORED"
    assert answer["problems"][0]["player"] is None


def test_an_empty_table_says_that_nothing_is_seen(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "grey.png"), np.full((300, 400), 120, np.uint8))
    code, answer, _ = read(capsys, tmp_path / "grey.png")
    assert code == 3
    assert "NOTHING_SEEN" in [problem["code"] for problem in answer["problems"]]


@pytest.mark.parametrize(
    "args",
    [
        ["nowhere.jpg"],
        ["--players", "0", str(REVEAL)],
        ["--players", "two", str(REVEAL)],
        ["--players", "13", str(REVEAL)],
        ["--players", "1,1", str(REVEAL)],
        ["--players", "3", "--storyteller", "4", str(REVEAL)],
        ["--profile", "nobody", str(REVEAL)],
        ["--calibration", "nowhere.json", str(REVEAL)],
        [str(REVEAL.with_suffix(".truth.json"))],
    ],
    ids=lambda args: " ".join(Path(arg).name for arg in args),
)
def test_wrong_usage_is_one_sentence_and_code_2(capsys: pytest.CaptureFixture[str], args: list[str]) -> None:
    code, answer, err = read(capsys, *args)
    assert (code, answer) == (2, {})
    assert len(err.strip().splitlines()) == 1


def test_an_empty_folder_is_no_picture(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert read(capsys, tmp_path)[0] == 2


def test_one_picture_that_cannot_be_used_is_named_and_the_others_are_answered(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    shutil.copy(REVEAL, tmp_path / "1.jpg")
    shutil.copy(REVEAL, tmp_path / "2.jpg")
    (tmp_path / "3.jpg").write_bytes(REVEAL.read_bytes()[:4000])
    cv2.imwrite(str(tmp_path / "4.png"), np.full((300, 400), 120, np.uint8))
    code, answer, err = read(capsys, "--phase", "reveal", "--players", 6, "--storyteller", 6, tmp_path)
    assert (code, answer["looks"]) == (3, 2)
    assert {p: v["slots"] for p, v in answer["votes"].items()} == {
        player: [slot] for player, slot in truth(REVEAL)["votes"].items()
    }
    said = [(p["code"], p["picture"]) for p in answer["problems"]]
    assert said == [("BAD_PICTURE", "3.jpg"), ("OTHER_SIZE", "4.png")]
    assert [line.split()[0] for line in err.splitlines()] == ["3.jpg", "4.png"]


def test_discs_that_are_too_small_to_be_read_are_no_empty_table(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    table = reveal_scene(lay_table(6, seed=5), (1, 2, 3), {1: [2], 2: [3], 3: [1]})
    far = cv2.resize(picture(table), None, fx=0.35, fy=0.35, interpolation=cv2.INTER_AREA)
    cv2.imwrite(str(tmp_path / "far.png"), far)
    code, answer, _ = read(capsys, tmp_path)
    assert (code, answer["discs"]) == (3, [])
    assert answer["slots"]
    assert [problem["code"] for problem in answer["problems"]] == ["CODES_TOO_SMALL"]


def test_a_stranger_is_told_with_its_place_on_a_table_that_can_be_read(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    cv2.imwrite(str(tmp_path / "table.png"), picture(TABLE_WITH_A_STRANGER))
    code, answer, _ = read(capsys, "--phase", "reveal", "--players", 4, "--storyteller", 3, tmp_path)
    assert (code, answer["problems"]) == (0, [])
    assert [thing["what"] for thing in answer["ignored"]] == ["QR code https://example.com/menu"]
    (flaw,) = answer["picture"]["flaws"]
    assert flaw["code"] == "FOREIGN_STICKERS"
    assert flaw["centre_px"] == answer["ignored"][0]["centre_px"]
    assert "https://example.com/menu" in flaw["text"]


@pytest.mark.parametrize("keep", [0, 10, 4000])
def test_a_broken_picture_is_refused(capsys: pytest.CaptureFixture[str], tmp_path: Path, keep: int) -> None:
    (tmp_path / "broken.jpg").write_bytes(REVEAL.read_bytes()[:keep])
    code, _, err = read(capsys, tmp_path / "broken.jpg")
    assert code == 2
    assert len(err.strip().splitlines()) == 1


@pytest.mark.parametrize(("size", "code"), [((3264, 1836), 0), ((1640, 1232), 2)])
def test_a_calibration_counts_only_for_its_size(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, size: tuple[int, int], code: int
) -> None:
    save(tmp_path / "lens.json", Calibration("camera", Lens.guess(size), 0.3))
    assert read(capsys, "--phase", "reveal", "--calibration", tmp_path / "lens.json", REVEAL)[0] == code


def test_what_was_found_can_be_looked_at(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    read(capsys, "--annotate", tmp_path / "seen", REVEAL)
    names = sorted(path.name for path in (tmp_path / "seen").iterdir())
    assert [name.removeprefix("typical_s202_reveal-") for name in names] == [
        "1-source.jpg", "2-threshold.jpg", "3-found.jpg", "4-decoded.jpg", "5-map.jpg",
    ]  # fmt: skip


def test_on_a_terminal_a_person_gets_lines(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    code = main(["read", "--phase", "owners", "--players", "3", "--storyteller", "3", str(OWNERS)])
    out = capsys.readouterr().out
    assert code == 0
    assert out.splitlines() == [
        "Slots seen: 1, 2, 3, 4, 5",
        "Voted: 1, 2",
        "Player 1: card 4",
        "Player 2: card 1",
        *(f"Card {slot}: of player {player}" for slot, player in truth(OWNERS)["owners"].items()),
    ]


def test_the_settings_say_the_language_and_the_kit(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    config = tmp_path / "settings.toml"
    config.write_text('language = "da"\nkit = 2\n', encoding="utf-8")
    asked = ("--phase", "reveal", "--players", 7, "--storyteller", 6, REVEAL)
    _, english, _ = read(capsys, *asked)
    _, danish, _ = read(capsys, *asked, "--config", config)
    said = [{p["code"]: p["text"] for p in answer["problems"]} for answer in (english, danish)]
    assert ["OTHER_KIT" in texts for texts in said] == [False, True]
    assert said[0]["MISSING_VOTE"] != said[1]["MISSING_VOTE"]


@pytest.mark.parametrize(
    ("args", "said"),
    [
        ([], "Der er ingen billeder"),
        (["--players", "0"], "Spillerne"),
        (["--profile", "nobody"], "nobody"),
        (["--calibration", "nowhere.json"], "nowhere.json"),
    ],
    ids=["nothing", "players", "profile", "calibration"],
)
def test_a_refusal_is_said_in_the_language_of_the_settings(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, args: list[str], said: str
) -> None:
    (tmp_path / "empty").mkdir()
    config = tmp_path / "settings.toml"
    config.write_text('language = "da"\n', encoding="utf-8")
    given = [*args, REVEAL] if args else [tmp_path / "empty"]
    _, _, english = read(capsys, *given)
    code, answer, danish = read(capsys, *given, "--config", config)
    assert (code, answer) == (2, {})
    assert danish != english
    assert said in danish


def test_the_settings_say_the_edition(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Two discs of one player: one vote too many, unless the edition allows two."""
    scene = reveal_scene(TABLE, (1, 2, 3, 4), {1: [2, 3], 2: [3], 4: [1]})
    cv2.imwrite(str(tmp_path / "table.png"), picture(scene))
    config = tmp_path / "settings.toml"
    config.write_text('profile = "odyssey2024"\n', encoding="utf-8")
    asked = ("--phase", "reveal", tmp_path / "table.png")
    usual, other = read(capsys, *asked)[1], read(capsys, *asked, "--config", config)[1]
    assert [answer["votes"]["1"]["sure"] for answer in (usual, other)] == [False, True]


@pytest.mark.parametrize(("left", "right"), [(1150, 1775), (1100, 2100), (0, 1775), (1150, 3264)])
def test_whose_card_is_never_concluded_from_a_part_of_the_table(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, left: int, right: int
) -> None:
    """Three plates of five can look like a whole game of other numbers."""
    part = tmp_path / "part.png"
    cv2.imwrite(str(part), cv2.imread(str(OWNERS), cv2.IMREAD_GRAYSCALE)[:, left:right])
    asked = ("--phase", "owners", "--players", 3, "--storyteller", 3, part)
    _, answer, _ = read(capsys, *asked)
    said = {slot: owner["player"] for slot, owner in answer["owners"].items() if owner["sure"]}
    assert said
    assert said.items() <= truth(OWNERS)["owners"].items()


def test_a_vote_for_the_last_slot_counts_while_its_plate_is_hidden(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    laid = reveal_scene(TABLE, (1, 2, 3, 4), {1: [4], 2: [3], 3: [4]})
    scene = replace(laid, plates=tuple(plate for plate in laid.plates if plate.slot != 4))
    cv2.imwrite(str(tmp_path / "table.png"), picture(scene))
    asked = ("--phase", "reveal", "--players", 4, "--storyteller", 4, tmp_path / "table.png")
    code, answer, _ = read(capsys, *asked)
    assert code == 3
    assert {player: vote["slots"] for player, vote in answer["votes"].items()} == {
        "1": [4],
        "2": [3],
        "3": [4],
    }
    assert {"SLOT_NUMBER_GAP"} <= {problem["code"] for problem in answer["problems"]}


def test_what_the_players_named_cannot_be_is_a_problem(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ("--phase", "reveal", "--players", "1,2,3,4", REVEAL)
    code, answer, _ = read(capsys, *asked, "--profile", "odyssey_party")
    assert (code, answer["problems"][0]["code"]) == (3, "PLAYER_COUNT_OUT_OF_RANGE")
    strangers = {p["player"] for p in read(capsys, *asked)[1]["problems"] if p["code"] == "UNKNOWN_DISC"}
    assert strangers == {5, 6}


@pytest.mark.parametrize(("size", "measured"), [((3264, 1836), True), ((1640, 1232), False)])
def test_the_stored_lens_is_used_where_it_fits_and_else_its_refusal_is_told(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, size: tuple[int, int], measured: bool
) -> None:
    save(tmp_path / "lens.json", Calibration("imx708", Lens.guess(size), 0.3))
    code, answer, _ = read(capsys, "--phase", "reveal", "--data", tmp_path, REVEAL)
    assert code == 0
    refused = None if measured else "OTHER_SIZE"
    assert answer["picture"]["lens"] == {"measured": measured, "camera": "imx708", "refused": refused}
    assert [flaw["code"] for flaw in answer["picture"]["flaws"]] == ([] if measured else ["OTHER_LENS"])
